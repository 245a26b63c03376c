/**
 * Reads whatever came back to a question, for every API alike. Never throws: each way in which the bank
 * answers is one member of a closed union (1-platform.md, Errors; traps 13-23).
 */
import type { BankMessage } from '../../preload/contract/account-validation.ts'
import type {
  BankAnswer,
  BankProblem,
  UnreadableKind,
} from '../../preload/contract/answers/bank-answer.ts'
import type { Reading, Shape } from '../../preload/contract/answers/shape.ts'
import type { KeptAnswer } from './call-record.ts'
import { connectErrorIn, messagesIn, saysCode, traceOf } from './envelope.ts'
import { parseExact } from './exact-json.ts'
import { readShape } from './read-shape.ts'
import { transactionIdIn } from './service-error.ts'

/** What one API does beside the common envelope. Each is asked about the parsed body. */
export interface AnswerRules {
  /** The value that the shape describes, where the body wraps it. Undefined: it is not there. */
  readonly place?: (json: unknown) => unknown
  /** Whether a 400 says that nothing matches (trap 21). */
  readonly nothingFound?: (json: unknown) => boolean
  /** Whether a 2xx says failure (traps 22, 23, 71); on 299 faults are warnings (trap 20). */
  readonly failedInSuccess?: (json: unknown, status: number) => boolean
  /** Messages that stand elsewhere than in the envelope. */
  readonly messages?: (json: unknown, status: number) => readonly BankMessage[]
  /** Whether the body is the documented object although no field in it holds a value, such as an empty list. */
  readonly recognizes?: (json: unknown) => boolean
  /** A call of whose answer nothing is known: any JSON is one. */
  readonly anyJson?: boolean
}

/** An answer as the client hands it over. */
export interface ReadableAnswer {
  readonly status: number
  readonly answer: KeptAnswer | null
}

/** Reads an answer by the shape of its success. */
export function readAnswer<S extends Shape>(
  of: S,
  { status, answer }: ReadableAnswer,
  rules: AnswerRules = {},
): BankAnswer<Reading<S>> {
  const body = answer?.body ?? ''
  const parsed = answer?.base64 ? { problem: 'not-text' as const } : parseExact(body)
  const json = 'json' in parsed ? parsed.json : undefined
  const trace = traceOf(status, answer?.headers ?? {}, json, transactionIdIn(body))
  const messages = [...messagesIn(json), ...(rules.messages?.(json, status) ?? [])]
  const placed = rules.place ? rules.place(json) : json
  const read = readShape(of, placed)
  const reading =
    rules.anyJson === true
      ? json !== undefined
      : knowsAnything(of, read) || rules.recognizes?.(json) === true
  if (status >= 200 && status < 300) {
    if (rules.failedInSuccess?.(json, status) === true) {
      return refused('failed-in-success', reading ? read : null)
    }
    if (reading) return { kind: 'answered', reading: read, warnings: messages, trace }
    const why = 'problem' in parsed ? unreadable(parsed.problem, body, answer) : 'not-listed'
    return { kind: 'not-understood', why, trace }
  }
  if (status === 400 && rules.nothingFound?.(json) === true) {
    return { kind: 'nothing-found', reading: reading ? read : null, messages, trace }
  }
  return refused(problemOf(status, messages), reading ? read : null)

  function refused(problem: BankProblem, held: Reading<S> | null): BankAnswer<Reading<S>> {
    const connectError = connectErrorIn(json)
    return { kind: 'refused', problem, messages, connectError, reading: held, trace }
  }
}

/** Whether a reading holds anything that the shape knows. */
function knowsAnything(of: Shape, read: Reading<Shape>): boolean {
  const values = Object.keys(of.fields).map((name) => (read as Record<string, unknown>)[name])
  return values.some((value) => (Array.isArray(value) ? value.length > 0 : value !== null))
}

function unreadable(
  problem: Exclude<UnreadableKind, 'empty' | 'html' | 'not-listed'>,
  body: string,
  answer: KeptAnswer | null,
): UnreadableKind {
  if (problem === 'not-text') return problem
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

/** The problem that a status and its codes name (trap 7). */
function problemOf(status: number, messages: readonly BankMessage[]): BankProblem {
  if (status === 401 && saysCode(messages, '0006')) return 'service-not-authorized'
  if (status === 500 && saysCode(messages, '9999')) return 'backend-unknown-error'
  return problems[status] ?? 'status-not-listed'
}
