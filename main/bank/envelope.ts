/**
 * What the bank says beside its data: the common error envelope in all its shapes, and what traces a call
 * (1-platform.md, Errors; traps 13-16). Every field is optional, ServiceError is an object, a text, or
 * holds ConnectError; faults may also stand in errorResponse (trap 22).
 */
import type { BankMessage } from '../../preload/contract/account-validation.ts'
import type { AnswerTrace } from '../../preload/contract/answers/bank-answer.ts'
import { member, scalarText } from './read-shape.ts'

/** The value at a path of names; undefined where a step is no object. */
export const within = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((here, name) => member(here, name), value)

const message = (code: unknown, text: unknown): BankMessage[] => {
  const said = { code: scalarText(code), text: scalarText(text) }
  return said.code === null && said.text === null ? [] : [said]
}

/** A list, where the bank sent one; one object alone is a list of one. */
const listed = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value as unknown[]
  return value === undefined || value === null ? [] : [value]
}

function faultsIn(holder: unknown): BankMessage[] {
  const faults = ['businessFault', 'systemFault'].flatMap((kind) => listed(member(holder, kind)))
  return faults.flatMap((fault) =>
    message(member(fault, 'errorCode'), member(fault, 'errorDescription')),
  )
}

function serviceErrorMessages(error: unknown): BankMessage[] {
  return [
    // ConnectError's bare text, or an operator's code without more.
    ...message(null, error),
    ...message(within(error, 'error', 'code'), paymentErrorText(error)),
    ...message(
      member(error, 'code') ?? member(error, 'errorCode'),
      member(error, 'message') ?? member(error, 'errorDescription') ?? member(error, 'description'),
    ),
    ...message(within(error, 'AOAResponse', 'Result', 'errorCode'), null),
    ...faultsIn(error),
  ]
}

/** A payment error has a title and a description; both are told. */
function paymentErrorText(error: unknown): string | null {
  const parts = [within(error, 'error', 'title'), within(error, 'error', 'description')]
  const texts = parts.flatMap((part) => scalarText(part) ?? [])
  return texts.length > 0 ? [...new Set(texts)].join(': ') : null
}

/** What an envelope tells of the connection behind the gateway; null when it tells nothing. */
export function connectErrorIn(json: unknown): string | null {
  return (
    scalarText(within(json, 'ServiceError', 'ConnectError')) ??
    scalarText(member(json, 'ConnectError'))
  )
}

/** Everything that a body says in words or codes, the envelope's own message first. */
export function messagesIn(json: unknown): BankMessage[] {
  return [
    ...message(null, member(json, 'ErrorMessage')),
    ...serviceErrorMessages(member(json, 'ServiceError')),
    ...message(null, connectErrorIn(json)),
    ...faultsIn(member(json, 'errorResponse')),
    ...message(within(json, 'error', 'code'), paymentErrorText(json)),
  ]
}

/** Whether any message carries this code, whatever prefix the operator has in the place of SVC. */
export const saysCode = (messages: readonly BankMessage[], number: string): boolean =>
  messages.some(({ code }) => code !== null && new RegExp(`^[A-Za-z]+-${number}$`).test(code))

/** What traces an answer. The header's correlation id comes before the body's (trap 13). */
export function traceOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  json: unknown,
  transactionId: string | undefined,
): AnswerTrace {
  return {
    status,
    transactionId: transactionId ?? null,
    correlationId: headers['x-correlationid'] ?? scalarText(member(json, 'X-CorrelationId')),
    transactionTime: scalarText(member(json, 'TransactionTime')),
  }
}
