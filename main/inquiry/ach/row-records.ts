/** One row whole: its own JSON, its reading, and the detail that was asked for by its PAR number. */
import type {
  AchMode,
  AchRow,
  AchRowRecord,
} from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import {
  callsOfInquiry,
  findSameInquiry,
  type InquiryCall,
  type InquiryRow,
} from '../history/inquiry-records.ts'
import type { Store } from '../../store/store.ts'
import { achEndpoints, endpointFor, type RowReading } from './endpoints.ts'
import type { RowPlace } from './held-rows.ts'
import { summaryOf } from './stored-inquiry.ts'
import { storedAnswerOf, maskedKept, maskedRow, rowInFull, type RowText } from './masked-answer.ts'
import { questionKey } from './question.ts'
import { rowLine } from './row-lines.ts'

/** Inquiries by a row's PAR number. */
export const detailKind = 'ach-detail'

/** A row as it stands in its page. */
export interface FoundRow {
  readonly mode: AchMode
  readonly call: InquiryCall
  readonly json: object
  /** As the list shows it. */
  readonly line: AchRow
  /** In full. */
  readonly reading: RowReading
}

/** Finds a row in its page; undefined: what is kept does not hold it. */
export async function findRow(
  store: Store,
  inquiry: { readonly id: string; readonly mode: AchMode },
  line: AchRow,
  { seq, index }: RowPlace,
): Promise<FoundRow | undefined> {
  const [call] = await callsOfInquiry(store, inquiry.id, { from: seq, limit: 1 })
  const kept = call && storedAnswerOf(call)
  if (!kept) return undefined
  const endpoint = endpointFor(inquiry.mode)
  const json = endpoint.rowsIn(kept.body)[index]
  if (!json) return undefined
  return { line, mode: inquiry.mode, call, json, reading: endpoint.readRow(json) }
}

/** The row's own PAR number, word for word. */
export const parNumberOf = ({ line, reading }: FoundRow): string | null =>
  rowLine(line.row, reading).parNumber

/** The same key for the same PAR number. */
export const detailKey = (parNumber: string): string =>
  questionKey({ mode: 'par', request: { parNumber } })

/** The detail of a row to show: the newest that is an answer, else the newest that was asked for. */
export async function latestDetail(
  store: Store,
  parNumber: string | null,
): Promise<InquiryRow | undefined> {
  if (parNumber === null) return undefined
  const same = { kind: detailKind, questionKey: detailKey(parNumber), since: '' }
  return (
    (await findSameInquiry(store, { ...same, thatAnswers: true })) ??
    (await findSameInquiry(store, same))
  )
}

/** The detail as a record shows it; null: nothing is kept of it. */
async function shownDetail(
  store: Store,
  inquiry: InquiryRow,
  inFull: boolean,
): Promise<AchRowRecord['detail']> {
  const [call] = await callsOfInquiry(store, inquiry.id)
  if (!call) return null
  const common = { at: call.at, callId: call.callId }
  const kept = storedAnswerOf(call)
  if (!kept) {
    const { answer } = summaryOf(inquiry)
    const isNone = answer?.kind === 'no-answer' || answer?.kind === 'not-sent'
    return isNone ? { ...common, answer, raw: null } : null
  }
  const shown = inFull ? kept : maskedKept(kept, call)
  const raw = kept.base64 ? null : shown.body
  return { ...common, answer: achEndpoints.par.read(shown), raw }
}

/** The detail of a row as it was read, in full; undefined where none was answered. */
export async function detailReading(
  store: Store,
  found: FoundRow,
): Promise<RowReading | undefined> {
  const inquiry = await latestDetail(store, parNumberOf(found))
  const detail = inquiry && (await shownDetail(store, inquiry, true))
  return detail?.answer.kind === 'answered'
    ? { of: 'detail', reading: detail.answer.reading }
    : undefined
}

/** The record of a row; in full only where who looked was recorded. `detail` names the one to show. */
export async function rowRecord(
  store: Store,
  found: FoundRow,
  { inFull, detail }: { readonly inFull: boolean; readonly detail?: InquiryRow | undefined },
): Promise<AchRowRecord> {
  const endpoint = endpointFor(found.mode)
  const text: RowText = inFull
    ? rowInFull(endpoint, found.json)
    : maskedRow(endpoint, found.call, found.json)
  const shown = detail ?? (await latestDetail(store, parNumberOf(found)))
  return {
    row: inFull ? rowLine(found.line.row, text.reading) : found.line,
    isMasked: !inFull,
    ...text,
    callId: found.call.callId,
    detail: shown ? await shownDetail(store, shown, inFull) : null,
  }
}
