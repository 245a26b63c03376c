/** One full row: its JSON, its reading, and the detail requested by its PAR number. */
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
} from '../inquiry-records.ts'
import type { Store } from '../../store/store.ts'
import { achEndpoints, endpointFor, type RowReading } from './endpoints.ts'
import type { RowPlace } from './cached-rows.ts'
import { summaryOf } from './stored-inquiry.ts'
import {
  storedAnswerOf,
  maskedStored,
  maskedRow,
  rowInFull,
  type RowText,
} from './masked-answer.ts'
import { questionKey } from './question.ts'
import { rowLine } from './row-lines.ts'

/** The kind of inquiries made with a row's PAR number. */
export const detailKind = 'ach-detail'

/** A row as found in its page. */
export interface FoundRow {
  readonly mode: AchMode
  readonly call: InquiryCall
  readonly json: object
  /** As the list shows it. */
  readonly line: AchRow
  /** Unmasked. */
  readonly reading: RowReading
}

/** Finds a row in its page; undefined if the saved pages do not hold it. */
export async function findRow(
  store: Store,
  inquiry: { readonly id: string; readonly mode: AchMode },
  line: AchRow,
  { seq, index }: RowPlace,
): Promise<FoundRow | undefined> {
  const [call] = await callsOfInquiry(store, inquiry.id, { from: seq, limit: 1 })
  const stored = call && storedAnswerOf(call)
  if (!stored) return undefined
  const endpoint = endpointFor(inquiry.mode)
  const json = endpoint.rowsIn(stored.body)[index]
  if (!json) return undefined
  return { line, mode: inquiry.mode, call, json, reading: endpoint.readRow(json) }
}

/** The row's own PAR number, unmasked. */
export const parNumberOf = ({ line, reading }: FoundRow): string | null =>
  rowLine(line.row, reading).parNumber

/** Returns the same key for the same PAR number. */
export const detailKey = (parNumber: string): string =>
  questionKey({ mode: 'par', request: { parNumber } })

/** Returns the detail to show for a row: the newest with an answer, else the newest requested. */
export async function latestDetail(
  store: Store,
  parNumber: string | null,
): Promise<InquiryRow | undefined> {
  if (parNumber === null) return undefined
  const same = {
    kind: detailKind,
    by: 'question_key',
    key: detailKey(parNumber),
    since: '',
  } as const
  return (
    (await findSameInquiry(store, { ...same, thatAnswers: true })) ??
    (await findSameInquiry(store, same))
  )
}

/** Returns the detail for a record; null if none is saved. */
async function shownDetail(
  store: Store,
  inquiry: InquiryRow,
  inFull: boolean,
): Promise<AchRowRecord['detail']> {
  const [call] = await callsOfInquiry(store, inquiry.id)
  if (!call) return null
  const common = { at: call.at, callId: call.callId }
  const stored = storedAnswerOf(call)
  if (!stored) {
    const { answer } = summaryOf(inquiry)
    const isNone = answer?.kind === 'no-answer' || answer?.kind === 'not-sent'
    return isNone ? { ...common, answer, raw: null } : null
  }
  const shown = inFull ? stored : maskedStored(stored, call)
  const raw = stored.base64 ? null : shown.body
  return { ...common, answer: achEndpoints.par.read(shown), raw }
}

/** Returns the unmasked detail of a row; undefined if none was answered. */
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

/**
 * Returns the record of a row, unmasked only if the caller has audited the reveal. `detail` names
 * the detail to show.
 */
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
