/** What the bank said beside its rows, masked; and one row, masked by what its call names. */
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import type { InquiryCall } from '../history/inquiry-records.ts'
import type { StoredAnswer } from '../../bank/client/call-record.ts'
import { callMask, type CallMask } from '../../bank/privacy/call-masking.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import type { AnyAnswer, endpointFor, RowReading } from './endpoints.ts'

type Endpoint = ReturnType<typeof endpointFor>

/** The answer of a kept call as the reader of answers takes it; null where none came whole. */
export function storedAnswerOf({ answer, outcome }: InquiryCall): StoredAnswer | null {
  // What was cut off is kept, and is no answer.
  if (!answer || outcome !== 'answered') return null
  const headers = Object.entries(answer.headers).map(
    ([name, value]) => [name, typeof value === 'string' ? value : value.join(', ')] as const,
  )
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    body: answer.body,
    base64: answer.isBase64,
  }
}

/** An answer with its texts masked. Bytes that are no text are in no part of it. */
export function maskedKept(
  kept: StoredAnswer,
  { path, requestBody }: Pick<InquiryCall, 'path' | 'requestBody'>,
): StoredAnswer {
  if (kept.base64) return kept
  const mask = callMask({ path, requestBody, responseBody: kept.body })
  return { ...kept, body: mask.body(kept.body) }
}

/** What a call of a list said without its rows; what of the list itself no shape knows stands beside. */
export function maskedAnswer(
  endpoint: Endpoint,
  call: Pick<InquiryCall, 'path' | 'requestBody'>,
  kept: StoredAnswer,
): BankAnswer<null> {
  const bare = kept.base64 ? kept : { ...kept, body: endpoint.withoutRows(kept.body) }
  return withoutReading(endpoint.read(maskedKept(bare, call)))
}

/** The answer without its reading. */
export function withoutReading(answer: AnyAnswer): BankAnswer<null> {
  if (!('reading' in answer)) return answer
  const beside = [...answer.beside, ...(answer.reading?.other ?? [])]
  return { ...answer, beside, reading: null }
}

/** A row as it came: its own JSON, and its reading. */
export interface RowText {
  readonly raw: string
  readonly reading: RowReading
}

/** The row in full. */
export const rowInFull = (endpoint: Endpoint, row: object): RowText => ({
  raw: JSON.stringify(row),
  reading: endpoint.readRow(row),
})

/** A row's JSON is masked and then read, so that no cell holds what the JSON does not. */
function maskedText(endpoint: Endpoint, mask: CallMask, row: object): RowText {
  const raw = mask.body(JSON.stringify(row))
  const parsed = parseExact(raw)
  return { raw, reading: endpoint.readRow('json' in parsed ? parsed.json : undefined) }
}

/** The row as it is shown by itself. What the request names is masked in it as well. */
export function maskedRow(
  endpoint: Endpoint,
  { path, requestBody }: Pick<InquiryCall, 'path' | 'requestBody'>,
  row: object,
): RowText {
  const mask = callMask({ path, requestBody, responseBody: JSON.stringify(row) })
  return maskedText(endpoint, mask, row)
}

/**
 * Masks row after row of a page by all that the page names: a mask for each row costs twenty times as much. Costs
 * one reading of the page.
 */
export function pageMask(
  endpoint: Endpoint,
  { path, requestBody }: Pick<InquiryCall, 'path' | 'requestBody'>,
  page: string,
): (row: object) => RowText {
  const mask = callMask({ path, requestBody, responseBody: page })
  return (row) => maskedText(endpoint, mask, row)
}
