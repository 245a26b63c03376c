/** Saved ACH inquiries, read again from their answers, also offline. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AchInquiry, AchQuestion } from '../../preload/contract/api/ach-inquiry/inquiry.ts'
import { bankingDay, type SessionContext } from '../profile/session-context.ts'
import type { Store } from '../store/store.ts'
import { endpointFor, type RowReading } from './ach/endpoints.ts'
import { storedAnswerOf } from './ach/masked-answer.ts'
import { resolveQuestion, savedListKey } from './ach/question.ts'
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

/** A query of one list of one account. */
export type ListQuestion = Extract<AchQuestion, { mode: 'list' }>

/**
 * Returns the newest inquiry of a query that was read to its end, even if empty; else the newest
 * with rows; else the newest; undefined if there is none.
 */
export async function findSavedInquiry(
  { store, profile }: Pick<SessionContext, 'store' | 'profile'>,
  question: ListQuestion,
): Promise<SavedInquiry | undefined> {
  const key = savedListKey(question, profile().accounts)
  const row = key === null ? undefined : await newest(store, key)
  if (row === undefined) return undefined
  const { rows, progress, readAt } = summaryOf(row)
  return { id: row.id, at: row.at, rows, progress, readAt }
}

/** Returns whether the bank's rules and the profile let this query be asked today. */
export function mayInquire(
  context: Pick<SessionContext, 'clock' | 'profile' | 'bankingZone'>,
  question: ListQuestion,
): boolean {
  const { accounts, details } = context.profile()
  const settlement = details?.settlement ?? null
  return resolveQuestion(question, { accounts, settlement, today: bankingDay(context) }).ok
}

async function newest(store: Store, key: string): Promise<InquiryRow | undefined> {
  const same = { kind: 'ach', by: 'list_key', key, since: '' } as const
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
