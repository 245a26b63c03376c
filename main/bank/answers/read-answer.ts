/**
 * Reads any answer to a read call, for every API. Never throws: each kind of answer is one member
 * of a closed union (bank document 1, Errors; bank notes 13-23).
 */
import type {
  AnswerTrace,
  BankAnswer,
  BankProblem,
  UnreadableKind,
} from '../../../preload/contract/bank/answers/bank-answer.ts'
import type { BankMessage } from '../../../preload/contract/bank/answers/bank-message.ts'
import type { OtherField, Reading, Shape } from '../../../preload/contract/bank/answers/shape.ts'
import { repeatedNames } from '../../../preload/contract/kernel/json.ts'
import type { StoredAnswer } from '../call-record.ts'
import { readEnvelope, hasMessageCode, withoutRepeats, type Envelope } from './envelope.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import { codingOf } from './coding.ts'
import { jsonObject, leavesOf, readShape, fitsShape, scalarText } from './read-shape.ts'
import {
  createdIdOf,
  mayNameTransaction,
  transactionIdInText,
  transactionIdOf,
} from './transaction-ids.ts'

/**
 * The rules of one API beyond the common envelope. Each receives the parsed body and must not
 * throw.
 */
export interface AnswerRules {
  /**
   * Returns the value that the shape describes if it is not the body itself; undefined if absent.
   */
  readonly place?: (json: unknown) => unknown
  /** Whether a 400 says that nothing matches (bank note 21). */
  readonly nothingFound?: (json: unknown) => boolean
  /**
   * Whether a 2xx reports a failure (bank notes 22, 23, 71); faults in a 299 are warnings (bank
   * note 20).
   */
  readonly failedInSuccess?: (json: unknown, status: number) => boolean
  /**
   * Whether a 2xx has no clear result, for a call whose answer is not documented (bank note 65).
   */
  readonly undecided?: (json: unknown) => boolean
  /** Messages outside the envelope. */
  readonly messages?: (json: unknown, status: number) => readonly BankMessage[]
  /** Whether the body is the documented object although it has no field of the shape. */
  readonly recognizes?: (json: unknown) => boolean
  /** For a call whose answer is not documented: any JSON is an answer. */
  readonly anyJson?: boolean
}

export interface ReadableAnswer {
  readonly status: number
  readonly answer: StoredAnswer | null
}

/** The content of one answer before its status decides the kind. */
interface Found<R> {
  readonly reading: R | null
  readonly messages: readonly BankMessage[]
  readonly connectError: string | null
  readonly unreadable: UnreadableKind | null
  readonly beside: readonly OtherField[]
  readonly trace: AnswerTrace
}

/** Reads an answer by the shape of its success. */
export function readAnswer<S extends Shape>(
  of: S,
  { status, answer }: ReadableAnswer,
  rules: AnswerRules = {},
): BankAnswer<Reading<S>> {
  const body = textOf(answer)
  const parsed = answer?.base64 === true ? { problem: 'not-text' as const } : parsedOnce(body)
  const json = 'json' in parsed ? parsed.json : undefined
  const succeeded = status >= 200 && status < 300
  // In a success a list is data, not an envelope.
  const envelope = readEnvelope(succeeded && Array.isArray(json) ? undefined : json)
  const place = rules.place ? rules.place(json) : json
  const isKnown = fitsShape(of, place) || rules.recognizes?.(json) === true
  const isReadable = rules.anyJson === true ? json !== undefined : isKnown
  const [trace, isRead] = traceOf(status, answer, body, json, envelope)
  const found: Found<Reading<S>> = {
    reading: isReadable ? readShape(of, place, isRead) : null,
    messages: withoutRepeats([...envelope.messages, ...(rules.messages?.(json, status) ?? [])]),
    connectError: envelope.connectError,
    unreadable: 'problem' in parsed ? unreadable(parsed.problem, body, answer, trace) : null,
    beside: leavesOf(json, isRead, isReadable ? partsOf(place) : new Set()),
    trace,
  }
  const reportsFailure = succeeded && rules.failedInSuccess?.(json, status) === true
  if (succeeded && !reportsFailure && json !== undefined && rules.undecided?.(json) === true) {
    // No field of the body is read, so all of it is shown as received (Promise P6).
    return { kind: 'not-understood', why: 'not-decided', beside: leavesOf(json), trace }
  }
  if (succeeded) return success(of, found, reportsFailure)
  if (status === 400 && rules.nothingFound?.(json) === true) {
    const { reading, messages, beside } = found
    return { kind: 'nothing-found', reading, messages, beside, trace }
  }
  return { kind: 'refused', problem: problemOf(status, found.messages), ...found }
}

/**
 * JavaScript keeps the last of two members with one name: such a body is stored raw and not read.
 */
function parsedOnce(
  body: string,
): ReturnType<typeof parseExact> | { readonly problem: 'names-repeated' } {
  const parsed = parseExact(body)
  const isRead = 'problem' in parsed || repeatedNames(body).length === 0
  return isRead ? parsed : { problem: 'names-repeated' }
}

/** A 2xx is an answer, unless its body reports a failure or holds nothing known. */
function success<S extends Shape>(
  of: S,
  found: Found<Reading<S>>,
  reportsFailure: boolean,
): BankAnswer<Reading<S>> {
  const { messages: warnings, beside, trace } = found
  // 299 is a success with possibly missing data (bank document 2, Errors; bank note 20).
  const warned = trace.status === 299 && warnings.length > 0
  const reading = found.reading ?? (warned ? readShape(of, undefined) : null)
  if (reportsFailure) return { kind: 'refused', problem: 'failed-in-success', ...found }
  if (reading) return { kind: 'answered', reading, warnings, beside, trace }
  if (warnings.length > 0) return { kind: 'refused', problem: 'failed-in-success', ...found }
  return { kind: 'not-understood', why: found.unreadable ?? 'not-listed', beside, trace }
}

/**
 * The body as text; bytes that are not UTF-8 are read as Latin-1, so that an id in them can be
 * found.
 */
function textOf(answer: StoredAnswer | null): string {
  if (!answer) return ''
  return answer.base64 ? Buffer.from(answer.body, 'base64').toString('latin1') : answer.body
}

/** The value that was read and its parts; their content is not repeated as extra fields. */
const partsOf = (place: unknown): ReadonlySet<unknown> =>
  new Set([place, ...Object.values(jsonObject(place) ?? {})].filter((part) => !isScalar(part)))

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/**
 * The ids that trace an answer, and the members read for them. The header's correlation id takes
 * precedence over the body's, and the payment's transaction id over the envelope's; the other stays
 * visible among the unknown fields (bank notes 13, 14 and 18).
 */
function traceOf(
  status: number,
  answer: StoredAnswer | null,
  body: string,
  json: unknown,
  envelope: Envelope,
): [AnswerTrace, Envelope['isRead']] {
  const isNamed = mayNameTransaction(body)
  const inText = json === undefined && isNamed ? transactionIdInText(body) : undefined
  const created = json !== undefined && isNamed ? createdIdOf(json) : inText
  // An id in the free text of a success, such as remittance data, belongs to something else.
  const inJson = status >= 200 && status < 300 ? undefined : created
  const transactionId = inText ?? inJson ?? (isNamed ? transactionIdOf(json) : undefined) ?? null
  const namesPayment = created !== undefined
  const correlationId = scalarText(answer?.headers['x-correlationid']) ?? envelope.correlationId
  const differs = new Set([
    ...(transactionId === envelope.transactionId ? [] : ['transactionid']),
    ...(correlationId === envelope.correlationId ? [] : ['xcorrelationid']),
  ])
  const { transactionTime, isRead } = envelope
  const coding = answer?.base64 === true ? codingOf(answer.headers) : null
  return [
    {
      status,
      transactionId,
      namesPayment,
      correlationId,
      transactionTime,
      ...(coding !== null && { coding }),
    },
    (holder, name) => isRead(holder, name) && !differs.has(name.toLowerCase().replaceAll('-', '')),
  ]
}

/** Returns the correlation id of an answer: its header, or the body of an error (bank note 13). */
export function correlationIdOf({ status, headers, body, base64 }: StoredAnswer): string | null {
  const inHeader = scalarText(headers['x-correlationid'])
  if (inHeader !== null || status < 400 || base64) return inHeader
  const parsed = parseExact(body)
  return 'json' in parsed ? readEnvelope(parsed.json).correlationId : null
}

function unreadable(
  problem: Exclude<UnreadableKind, 'coded' | 'empty' | 'html' | 'not-listed' | 'not-decided'>,
  body: string,
  answer: StoredAnswer | null,
  { coding }: AnswerTrace,
): UnreadableKind {
  if (problem === 'not-text') return coding === undefined ? problem : 'coded'
  if (body.trim() === '') return 'empty'
  const isHtml = (answer?.headers['content-type'] ?? '').includes('html') || /^\s*</.test(body)
  return isHtml ? 'html' : problem
}

const problems: Readonly<Record<number, BankProblem>> = {
  400: 'request-invalid',
  401: 'not-authenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  415: 'media-type-not-allowed',
  429: 'threshold-reached',
  500: 'backend-failed',
  502: 'downstream-unreachable',
  503: 'service-unavailable',
  504: 'gateway-timed-out',
}

/** Returns the problem that a status and its codes name (bank note 7). */
export function problemOf(status: number, messages: readonly BankMessage[]): BankProblem {
  if (status === 401 && hasMessageCode(messages, '0006')) return 'service-not-authorized'
  if (status === 500 && hasMessageCode(messages, '9999')) return 'backend-unknown-error'
  return problems[status] ?? 'status-not-listed'
}
