/** What the window knows beside an answer of the bank and an explanation of it needs. */
import type { ConnectionState } from '../../preload/contract/api/workstation-state.ts'
import { localTime } from './times.ts'

/** The hints that AnswerNotice takes. Null: there is none. */
export interface AnswerHints {
  /** What a 403 may be about: the address that the bank sees (trap 8). */
  readonly forbiddenHint: string | null
  /** When calls start after a 429, in this workstation's time (trap 19). */
  readonly callsAgainAt: string | null
}

/** The hints as the connection stands. */
export function answerHints(connection: ConnectionState | null | undefined): AnswerHints {
  const pausedUntil = connection?.budget.pausedUntil ?? null
  return {
    forbiddenHint: connection?.forbiddenHint ?? null,
    callsAgainAt: pausedUntil === null ? null : localTime(pausedUntil),
  }
}
