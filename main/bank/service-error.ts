/**
 * Reads the bank's error envelope in every form that it is written in: all fields optional, ServiceError
 * a string, an object, nested in ConnectError, with error{}, businessFault[] or systemFault[] (trap 15),
 * also HTML and nothing at all. It finds; it never refuses.
 */
import type { BankMessage } from '../../preload/contract/account-validation.ts'

/** A JSON object, or undefined for anything else. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** A scalar as text; undefined for blanks, nulls and structures. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Parses JSON; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const codeNames = new Set(['code', 'errorcode'])
const textNames = new Set([
  'message',
  'moreinfo',
  'title',
  'description',
  'errordescription',
  'text',
])
const proseNames = new Set(['errormessage', 'connecterror', 'serviceerror', 'statusdescription'])

/** Every message in a parsed body, in the order of the text: a code with its words, or words alone. */
export function messagesIn(body: unknown): BankMessage[] {
  if (Array.isArray(body)) return body.flatMap(messagesIn)
  const object = objectOf(body)
  if (!object) return []
  const entries = Object.entries(object)
  const find = (names: ReadonlySet<string>) =>
    entries.flatMap(([name, value]) => {
      const text = names.has(name.toLowerCase()) ? textOf(value) : undefined
      return text === undefined ? [] : [text]
    })
  const code = find(codeNames)[0] ?? null
  const words = find(textNames)
  const own = code === null && words.length === 0 ? [] : [{ code, text: words.join(': ') || null }]
  const prose = find(proseNames).map((text) => ({ code: null, text }))
  return [...prose, ...own, ...entries.flatMap(([, value]) => messagesIn(value))]
}

/**
 * The transaction id anywhere in an error body: the payment's own before the envelope's. A refusal that
 * carries one may still have created something (trap 18), so it is also looked for in what is no JSON.
 */
export function transactionIdIn(text: string): string | undefined {
  const body = jsonOf(text)
  if (body === undefined) return /transaction_?id\W{1,8}([\w-]+)/i.exec(text)?.[1]
  const found: { name: string; value: string }[] = []
  collectTransactionIds(body, found)
  return (found.find(({ name }) => name === 'transactionId') ?? found[0])?.value
}

function collectTransactionIds(body: unknown, found: { name: string; value: string }[]): void {
  if (Array.isArray(body)) {
    for (const item of body) collectTransactionIds(item, found)
    return
  }
  for (const [name, value] of Object.entries(objectOf(body) ?? {})) {
    const text = /^transaction_?id$/i.test(name) ? textOf(value) : undefined
    if (text !== undefined) found.push({ name, value: text })
    collectTransactionIds(value, found)
  }
}
