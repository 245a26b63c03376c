/** Saved ACH inquiries, read again from their answers, also offline. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AchInquiry, AchQuestion } from '../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { ok, type Result } from '../../preload/contract/kernel/result.ts'
import { localDay } from '../../preload/contract/kernel/calendar.ts'
import type { SessionContext } from '../profile/session-context.ts'
import type { Store } from '../store/store.ts'
import { endpointFor, type RowReading } from './ach/endpoints.ts'
import { storedAnswerOf } from './ach/masked-answer.ts'
import { questionKey, resolveQuestion } from './ach/question.ts'
import { readPosition, summaryOf, type Summary } from './ach/stored-inquiry.ts'
import {
  callsOfInquiry,
  findSameInquiry,
  positionsOfInquiry,
  type InquiryRow,
} from './inquiry-records.ts'

/** Rows read before the main thread handles other work. */
const rowsPerStep = 50

/** Returns whether no pages are left to read. */
export const isOver = ({ progress, question }: AchInquiry): boolean =>
  progress.kind === 'complete' || question.mode === 'par'

/** A saved inquiry, and the progress of its pages. */
export type SavedInquiry = Pick<InquiryRow, 'id' | 'at'> &
  Pick<Summary, 'rows' | 'progress' | 'readAt'>

/**
 * Returns the newest inquiry of a query that was read to its end, even if empty; else the newest
 * with rows; else the newest; undefined if there is none. Fails if the query breaks a rule.
 */
export async function findSavedInquiry(
  { store, clock, profile }: Pick<SessionContext, 'store' | 'clock' | 'profile'>,
  question: AchQuestion,
): Promise<Result<SavedInquiry | undefined, Failure<'invalid-input'>>> {
  const { accounts, details } = profile()
  const resolved = resolveQuestion(question, {
    accounts,
    settlement: details?.settlement ?? null,
    today: localDay(clock.now()),
  })
  if (!resolved.ok) return resolved
  const row = await newest(store, questionKey(resolved.value))
  if (row === undefined) return ok(undefined)
  const { rows, progress, readAt } = summaryOf(row)
  return ok({ id: row.id, at: row.at, rows, progress, readAt })
}

async function newest(store: Store, key: string): Promise<InquiryRow | undefined> {
  const same = { kind: 'ach', questionKey: key, since: '' }
  const last = await findSameInquiry(store, same)
  if (last === undefined || summaryOf(last).progress.kind === 'complete') return last
  return (await findSameInquiry(store, { ...same, thatAnswers: true })) ?? last
}

/** A row of a list, unmasked, with its call and its index in that call. */
export interface SavedRow {
  readonly seq: number
  readonly index: number
  readonly at: string
  readonly callId: string | null
  readonly reading: RowReading
}

/** Returns the rows of an inquiry of mode `list`, page by page, with other work in between. */
export async function* savedRows(store: Store, inquiryId: string): AsyncGenerator<SavedRow> {
  const endpoint = endpointFor('list')
  for (const { seq, position } of await positionsOfInquiry(store, inquiryId)) {
    if (!readPosition(position).isGiven) continue
    const [call] = await callsOfInquiry(store, inquiryId, { from: seq, limit: 1 })
    const answer = call && storedAnswerOf(call)
    if (!call || !answer || answer.base64) continue
    for (const [index, row] of endpoint.rowsIn(answer.body).entries()) {
      if (index % rowsPerStep === 0) await nextTurn()
      const reading = endpoint.readRow(row)
      yield { seq, index, at: call.at, callId: call.callId, reading }
    }
  }
}
