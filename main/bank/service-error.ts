/**
 * Finds things in whatever body the bank sends: a JSON object, a string, HTML or nothing at all, since
 * every field of its error envelope is optional (trap 15). It finds; it never refuses.
 */
import { parseExact } from './exact-json.ts'
import { jsonObject, scalarText } from './read-shape.ts'

/**
 * The transaction id anywhere in an error body: the payment's own before the envelope's. A refusal that
 * carries one may still have created something (trap 18), so it is also looked for in what is no JSON.
 */
export function transactionIdIn(text: string): string | undefined {
  if (!mayNameTransaction.test(text)) return undefined
  const parsed = parseExact(text)
  return 'json' in parsed ? transactionIdOf(parsed.json) : transactionIdInText(text)
}

/** Without its letters, be they escapes, there is no such name, and nothing to parse a body for. */
const mayNameTransaction = /transaction_?id|\\u/i

/** The transaction id anywhere in a parsed body. */
export function transactionIdOf(json: unknown): string | undefined {
  const found: { name: string; value: string }[] = []
  collectTransactionIds(json, found)
  return (found.find(({ name }) => name === 'transactionId') ?? found[0])?.value
}

/**
 * The id of what a refusal may have created all the same (trap 18): a payment's own `transactionId`. The
 * common envelope's `TransactionId` traces the call, whatever it is about, and creates no doubt
 * (1-platform.md, Shared identifiers and headers). In what is no JSON the two cannot be told apart.
 */
export function createdIdIn(text: string): string | undefined {
  const parsed = parseExact(text)
  return 'json' in parsed ? createdIdOf(parsed.json) : transactionIdInText(text)
}

/** The id of what a parsed refusal may have created. */
export function createdIdOf(json: unknown): string | undefined {
  const members = jsonObject(json)
  if (!members) return transactionIdOf(json)
  const own = Object.entries(members).filter(([name]) => name !== 'TransactionId')
  return transactionIdOf(Object.fromEntries(own))
}

/** The transaction id in what is no JSON. */
export const transactionIdInText = (text: string): string | undefined =>
  /transaction_?id\W{1,8}([\w-]+)/i.exec(text)?.[1]

function collectTransactionIds(body: unknown, found: { name: string; value: string }[]): void {
  if (Array.isArray(body)) {
    for (const item of body) collectTransactionIds(item, found)
    return
  }
  for (const [name, value] of Object.entries(jsonObject(body) ?? {})) {
    const text = /^transaction_?id$/i.test(name) ? scalarText(value) : null
    if (text !== null) found.push({ name, value: text })
    collectTransactionIds(value, found)
  }
}
