/**
 * Finds transaction ids in any body that the bank sends: a JSON object, a string, HTML or nothing
 * at all, because every field of its error envelope is optional (bank note 15). Never throws.
 */
import { parseExact } from '../../platform/json/exact-json.ts'
import { isUnder, namedTexts } from './named-texts.ts'
import { jsonObject, scalarText } from './read-shape.ts'

/**
 * The transaction id anywhere in an error body. `transactionId` (of the payment) is preferred to
 * `TransactionId` (of the envelope). A refusal with an id may still have created something (bank
 * note 18), so a body that is not JSON is searched too.
 */
export function transactionIdIn(text: string): string | undefined {
  if (!mayNameTransaction(text)) return undefined
  const parsed = parseExact(text)
  return 'json' in parsed ? transactionIdOf(parsed.json) : transactionIdInText(text)
}

/**
 * Returns whether a body may contain a transaction id. A body without these letters, plain or
 * escaped, need not be searched.
 */
export const mayNameTransaction = (body: string): boolean => /transaction[\s_-]?id|\\u/i.test(body)

/** The transaction id anywhere in a parsed body. */
export function transactionIdOf(json: unknown): string | undefined {
  const found: { name: string; value: string }[] = []
  collectTransactionIds(json, found)
  return (found.find(({ name }) => name === 'transactionId') ?? found[0])?.value
}

/**
 * The id of a payment that a refusal may have created all the same (bank note 18): its own
 * `transactionId` at any place, the text of an error included. The envelope's `TransactionId`
 * traces the call only and does not make the outcome unknown (bank document 1, Shared identifiers
 * and headers). In a body that is not JSON the two cannot be distinguished.
 */
export function createdIdIn(text: string): string | undefined {
  if (!mayNameTransaction(text)) return undefined
  const parsed = parseExact(text)
  return 'json' in parsed ? createdIdOf(parsed.json) : transactionIdInText(text)
}

/** The id of a payment that a parsed refusal may have created. */
export function createdIdOf(json: unknown): string | undefined {
  const members = jsonObject(json)
  const own = members
    ? Object.fromEntries(Object.entries(members).filter(([name]) => name !== 'TransactionId'))
    : json
  const named = transactionIdOf(own)
  if (named !== undefined) return named
  for (const one of namedTexts(own)) {
    if (isUnder(one, transactionIdName)) return one.text
    const inText = one.isFreeText ? transactionIdInText(one.text) : undefined
    if (inText !== undefined) return inText
  }
  return undefined
}

const transactionIdName = /^transaction[\s_-]?id$/i

/** The transaction id in a body that is not JSON: a text, a page, or JSON that broke off. */
export function transactionIdInText(text: string): string | undefined {
  for (const { 0: name, 1: tag, index } of text.matchAll(/(<\/?[\w:.-]*)?transaction[\s_-]?id/gi)) {
    const behind = text.slice(index + name.length, index + name.length + 300)
    const id = tag === undefined ? idBehind(behind) : idWithin(tag, behind)
    if (id !== undefined) return id
  }
  return undefined
}

/** Words in the place of an id that say that there is none. */
const noId = /^(null|undefined|none|nil|missing|required|empty|invalid|blank|unknown|not|n)$/i
const aWord = /^[A-Z]?[a-z]+$/
const filler = 'is|was|are|of|for|the|this|your|payment|wire|number|no|value|content'
const behindName = new RegExp(`^(\\W{0,40}(?:(?:${filler})\\b\\W{1,20}){0,5})([\\w-]+)`, 'i')

/**
 * The id after its name: a word with a digit, or one after a colon or similar sign that is no word
 * of a sentence. "TransactionId missing" has none.
 */
function idBehind(behind: string): string | undefined {
  const [, gap = '', id = ''] =
    behindName.exec(behind.replace(/<[^<>]*>/g, ' ').replace(/&#?\w{1,8};/g, ' ')) ?? []
  if (/\d/.test(id)) return id
  const isGiven = /[:=#>]/.test(gap) && (/["'(]$/.test(gap) || !aWord.test(id))
  return isGiven && id !== '' && !noId.test(id) ? id : undefined
}

/** The id inside an element. */
function idWithin(tag: string, behind: string): string | undefined {
  if (tag.startsWith('</')) return undefined
  const content = /^[^<>]*>(?:<!\[CDATA\[)?([^<\]]*)/.exec(behind)?.[1]?.trim() ?? ''
  return content === '' || noId.test(content) ? idBehind(behind.replace(/^[^<>]*>/, '')) : content
}

function collectTransactionIds(body: unknown, found: { name: string; value: string }[]): void {
  if (Array.isArray(body)) {
    for (const item of body) collectTransactionIds(item, found)
    return
  }
  for (const [name, value] of Object.entries(jsonObject(body) ?? {})) {
    const text = transactionIdName.test(name) ? scalarText(value) : null
    if (text !== null) found.push({ name, value: text })
    collectTransactionIds(value, found)
  }
}
