/**
 * Reads the common error envelope of an answer in all its forms, and the ids that trace a call
 * (bank document 1, Errors; bank notes 13-16). Every field is optional. ServiceError is an object,
 * a text or a list of either; it contains ConnectError, or the member is named
 * `ServiceError.ConnectError`. Faults may also be in errorResponse, at the top or inside the named
 * object of an inquiry (bank note 22).
 */
import type { BankMessage } from '../../../preload/contract/bank/answers/bank-message.ts'
import { jsonObject, member, scalarText, type IsRead } from './read-shape.ts'

/** The value at a path of names; undefined if a step is not an object. */
export const within = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((here, name) => member(here, name), value)

/** The content of an envelope; null for each part that is absent. */
export interface Envelope {
  /** All texts and codes, the envelope's own message first. */
  readonly messages: readonly BankMessage[]
  /** The message about the connection between the gateway and the system behind it. */
  readonly connectError: string | null
  readonly transactionId: string | null
  readonly correlationId: string | null
  /** As received: the documents give neither separator nor zone (bank note 16). */
  readonly transactionTime: string | null
  /** The members that were read for the fields above. */
  readonly isRead: IsRead
}

/** Reads members and remembers which, so that all others can be stored as unknown fields. */
class TrackingReader {
  readonly #read = new Map<object, Set<string>>()

  /** The text of a member, or of an item of a list. */
  text(holder: unknown, name: string): string | null {
    const list = Array.isArray(holder) ? (holder as unknown[]) : undefined
    const text = scalarText(list ? list[Number(name)] : member(holder, name))
    if (text !== null) this.#mark(holder as object, name)
    return text
  }

  /** The text of the first named member that has one. */
  first(holder: unknown, ...names: string[]): string | null {
    const name = names.find((each) => scalarText(member(holder, each)) !== null)
    return name === undefined ? null : this.text(holder, name)
  }

  #mark(holder: object, name: string): void {
    const names = this.#read.get(holder) ?? new Set()
    this.#read.set(holder, names.add(name))
  }

  readonly isRead: IsRead = (holder, name) => this.#read.get(holder)?.has(name) === true
}

const message = (code: string | null, text: string | null): BankMessage[] =>
  code === null && text === null ? [] : [{ code, text }]

/** Removes messages that repeat an earlier one. */
export function withoutRepeats(messages: readonly BankMessage[]): BankMessage[] {
  const seen = new Set<string>()
  return messages.filter(({ code, text }) => {
    const key = JSON.stringify([code, text])
    return seen.has(key) ? false : seen.add(key)
  })
}

/**
 * Yields each item of a list member, or the member itself if it is no list, with its text if it is
 * a bare text.
 */
function* eachOf(
  take: TrackingReader,
  holder: unknown,
  name: string,
): Generator<[unknown, string | null]> {
  const value = member(holder, name)
  if (!Array.isArray(value)) {
    if (value !== undefined && value !== null) yield [value, take.text(holder, name)]
    return
  }
  const items = value as unknown[]
  for (const [index, one] of items.entries()) yield [one, take.text(items, String(index))]
}

function faultsIn(take: TrackingReader, holder: unknown): BankMessage[] {
  return ['businessFault', 'systemFault'].flatMap((kind) =>
    [...eachOf(take, holder, kind)].flatMap(([fault, text]) =>
      text === null ? plainMessage(take, fault) : message(null, text),
    ),
  )
}

/** A code and a text under the names that the documents use for them. */
const plainMessage = (take: TrackingReader, holder: unknown): BankMessage[] =>
  message(
    take.first(holder, 'errorCode', 'code'),
    take.first(holder, 'errorDescription', 'message', 'description'),
  )

/** `error` of a payment: code, title and description; the last two are joined into one text. */
function paymentErrors(take: TrackingReader, holder: unknown): BankMessage[] {
  return [...eachOf(take, holder, 'error')].flatMap(([error, text]) => {
    if (text !== null) return message(null, text)
    const parts = [take.text(error, 'title'), take.text(error, 'description')]
    const joined = [...new Set(parts.filter((part) => part !== null))].join(': ')
    return message(take.text(error, 'code'), joined === '' ? null : joined)
  })
}

const resultPlaces = [
  ['AOAResponse', 'Result'],
  ['accountValidationResponse', 'AOAResponse', 'Result'],
]

function serviceErrors(take: TrackingReader, holder: unknown): BankMessage[] {
  return [...eachOf(take, holder, 'ServiceError')].flatMap(([error, text]) => {
    // A bare text is a ConnectError: the other form of ServiceError is an object (bank document 1,
    // Errors).
    if (text !== null) return message(null, text)
    return [
      ...paymentErrors(take, error),
      ...plainMessage(take, error),
      ...resultPlaces.flatMap((path) =>
        message(take.text(within(error, ...path), 'errorCode'), null),
      ),
      ...faultsIn(take, error),
      ...faultsIn(take, member(error, 'errorResponse')),
    ]
  })
}

function connectErrorsIn(take: TrackingReader, json: unknown): string[] {
  const inside = [...eachOf(take, json, 'ServiceError')].flatMap(
    ([error, text]) => text ?? take.text(error, 'ConnectError') ?? [],
  )
  const bare = ['ConnectError', 'ServiceError.ConnectError'].flatMap(
    (name) => take.text(json, name) ?? [],
  )
  return [...inside, ...bare]
}

/**
 * Faults in `errorResponse`, at the top or one level below it, inside the named object of an
 * inquiry.
 */
function errorResponses(take: TrackingReader, json: unknown): BankMessage[] {
  const holders = [json, ...Object.values(jsonObject(json) ?? {})]
  return holders.flatMap((holder) => faultsIn(take, member(holder, 'errorResponse')))
}

function messagesOf(
  take: TrackingReader,
  json: unknown,
  connectErrors: readonly string[],
): BankMessage[] {
  return [
    ...message(null, take.text(json, 'ErrorMessage')),
    ...serviceErrors(take, json),
    ...connectErrors.flatMap((text) => message(null, text)),
    ...errorResponses(take, json),
    ...paymentErrors(take, json),
  ]
}

/** The first text in any of several bodies whose member name matches. */
function firstNamed(take: TrackingReader, bodies: readonly unknown[], name: RegExp): string | null {
  for (const body of bodies) {
    for (const [each, value] of Object.entries(jsonObject(body) ?? {})) {
      if (name.test(each) && scalarText(value) !== null) return take.text(body, each)
    }
  }
  return null
}

/**
 * Reads the envelope of a body. A body that is a list is read item by item, so do not pass a list
 * of data.
 */
export function readEnvelope(json: unknown): Envelope {
  const take = new TrackingReader()
  const list = Array.isArray(json) ? (json as unknown[]) : undefined
  const bodies = list ?? [json]
  const parts = bodies.map((body, index) => {
    const bare = list ? take.text(list, String(index)) : scalarText(body)
    const connectErrors = connectErrorsIn(take, body)
    return {
      connectErrors,
      messages: [...message(null, bare), ...messagesOf(take, body, connectErrors)],
    }
  })
  return {
    messages: withoutRepeats(parts.flatMap(({ messages }) => messages)),
    connectError: parts.flatMap(({ connectErrors }) => connectErrors)[0] ?? null,
    transactionId: firstNamed(take, bodies, /^TransactionId$/),
    correlationId: firstNamed(take, bodies, /^x-correlation-?id$/i),
    transactionTime: firstNamed(take, bodies, /^TransactionTime$/),
    isRead: take.isRead,
  }
}

/** All texts and codes of a body, the envelope's own message first. */
export const messagesIn = (json: unknown): readonly BankMessage[] => readEnvelope(json).messages

/**
 * Returns whether any message carries this code number, with any operator prefix in the place of
 * SVC, and also if the code only begins the message text.
 */
export const hasMessageCode = (messages: readonly BankMessage[], number: string): boolean => {
  const code = new RegExp(`^\\s*[A-Za-z0-9]+-${number}(?![A-Za-z0-9-])`)
  return messages.some((one) => code.test(one.code ?? one.text ?? ''))
}
