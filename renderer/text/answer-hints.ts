/** The data of the window that the explanation of an answer needs. */
import type { ConnectionState } from '../../preload/contract/api/workstation-state.ts'
import { localTime } from './times.ts'

/** The hints for AnswerNotice. Null: none. */
export interface AnswerHints {
  /** The possible reason of a 403: the address that the bank sees (bank note 8). */
  readonly forbiddenHint: string | null
  /** When calls start again after a 429, in this workstation's time (bank note 19). */
  readonly callsAgainAt: string | null
}

/** Returns the hints for the present state of the connection. */
export function answerHints(connection: ConnectionState | null | undefined): AnswerHints {
  const pausedUntil = connection?.budget.pausedUntil ?? null
  return {
    forbiddenHint: connection?.forbiddenHint ?? null,
    callsAgainAt: pausedUntil === null ? null : localTime(pausedUntil),
  }
}
