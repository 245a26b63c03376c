/**
 * Masks the parts of an answer beside its rows, and single rows by the values that their call
 * names.
 */
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import type { InquiryCall } from '../inquiry-records.ts'
import type { StoredAnswer } from '../../bank/call-record.ts'
import { callMask, type CallMask } from '../../bank/privacy/mask.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import type { AnyAnswer, endpointFor, RowReading } from './endpoints.ts'

type Endpoint = ReturnType<typeof endpointFor>

/**
 * Returns the answer of a saved call as the answer parser takes it; null if none arrived
 * completely.
 */
export function storedAnswerOf({ answer, outcome }: InquiryCall): StoredAnswer | null {
  // A cut-off answer is saved, but does not count as an answer.
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

/** Returns an answer masked. Bytes that are not text stay: no parsed answer contains them. */
export function maskedStored(
  stored: StoredAnswer,
  { path, requestBody }: Pick<InquiryCall, 'path' | 'requestBody'>,
): StoredAnswer {
  if (stored.base64) return stored
  const mask = callMask({ path, requestBody, responseBody: stored.body })
  return { ...stored, body: mask.body(stored.body) }
}

/**
 * Returns a list call's answer without its rows, masked. Members of the list that its shape does
 * not know are returned in `beside`.
 */
export function maskedAnswer(
  endpoint: Endpoint,
  call: Pick<InquiryCall, 'path' | 'requestBody'>,
  stored: StoredAnswer,
): BankAnswer<null> {
  const bare = stored.base64 ? stored : { ...stored, body: endpoint.withoutRows(stored.body) }
  return withoutReading(endpoint.read(maskedStored(bare, call)))
}

/** Returns the answer without its parsed reading. */
export function withoutReading(answer: AnyAnswer): BankAnswer<null> {
  if (!('reading' in answer)) return answer
  const beside = [...answer.beside, ...(answer.reading?.other ?? [])]
  return { ...answer, beside, reading: null }
}

/** A row as the bank sent it: its JSON, and its reading. */
export interface RowText {
  readonly raw: string
  readonly reading: RowReading
}

/** Returns the unmasked row. */
export const rowInFull = (endpoint: Endpoint, row: object): RowText => ({
  raw: JSON.stringify(row),
  reading: endpoint.readRow(row),
})

/**
 * The JSON of a row is masked first and parsed after, so no cell holds what the masked JSON does
 * not.
 */
function maskedText(endpoint: Endpoint, mask: CallMask, row: object): RowText {
  const raw = mask.body(JSON.stringify(row))
  const parsed = parseExact(raw)
  return { raw, reading: endpoint.readRow('json' in parsed ? parsed.json : undefined) }
}

/** Returns a single row, masked. Values that the request names are masked in it too. */
export function maskedRow(
  endpoint: Endpoint,
  { path, requestBody }: Pick<InquiryCall, 'path' | 'requestBody'>,
  row: object,
): RowText {
  const mask = callMask({ path, requestBody, responseBody: JSON.stringify(row) })
  return maskedText(endpoint, mask, row)
}

/**
 * Returns a function that masks the rows of a page by all values that the page names. One reading
 * of the page serves all its rows; a mask per row costs twenty times as much.
 */
export function pageMask(
  endpoint: Endpoint,
  { path, requestBody }: Pick<InquiryCall, 'path' | 'requestBody'>,
  page: string,
): (row: object) => RowText {
  const mask = callMask({ path, requestBody, responseBody: page })
  return (row) => maskedText(endpoint, mask, row)
}
