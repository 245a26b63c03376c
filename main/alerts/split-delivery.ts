/**
 * Finds the alerts in the bytes of a delivery before anything is read from them. The document calls
 * the body a "top-level array alertNotificationRequest": an object with that member and a bare
 * array are both accepted, and an alert with or without its wrapper (bank note 93). Never throws
 * for any bytes of a bank.
 */
import { unzipSync } from 'node:zlib'
import type { QuarantineReason } from '../../preload/contract/api/alerts/alert.ts'
import { innerTexts, repeatedNames } from '../../preload/contract/kernel/json.ts'
import { parseExact } from '../platform/json/exact-json.ts'
import { jsonObject, member } from '../bank/answers/read-shape.ts'

/** 100 wire alerts with all their address lines are near 1 MB. */
export const longestBodyBytes = 4 * 1024 * 1024

/**
 * The documented maximum of alerts in one delivery (bank document 1, Limits); more are accepted.
 */
const documentedAlerts = 100
/** A delivery with more alerts cannot be intended: it is quarantined and answered 400. */
export const mostAlerts = 1000

/** Where the alerts are in the body. */
type Place = 'request-list' | 'request-one' | 'list' | 'one'

/** The alerts of a delivery, or why it has none that can be acknowledged. */
export type Split =
  | {
      readonly kind: 'alerts'
      /** Each as parsed, numbers by their digits; any JSON value. */
      readonly elements: readonly unknown[]
      /**
       * An irregularity of the delivery, in a sentence; null: none. A function, because the answer to
       * the bank does not need it; a getter would hold each delivery in memory until V8 collects all.
       */
      readonly findProblem: () => string | null
    }
  | {
      readonly kind: 'quarantined'
      readonly reason: QuarantineReason
      readonly problem: string | null
    }

/** Finds the alerts of a delivery. */
export function splitDelivery(bytes: Uint8Array): Split {
  const { text, isUtf8 } = textOf(bytes)
  const parsed = parseExact(text)
  if ('problem' in parsed) return { kind: 'quarantined', reason: parsed.problem, problem: null }
  const found = find(parsed.json)
  if (found === undefined) return { kind: 'quarantined', reason: 'no-alerts', problem: null }
  const { elements } = found
  const count = String(elements.length)
  if (elements.length > mostAlerts) {
    const problem = `${count} alerts; at most ${String(mostAlerts)} are read from one delivery.`
    return { kind: 'quarantined', reason: 'too-many', problem }
  }
  return {
    kind: 'alerts',
    elements,
    findProblem: () => {
      const oddities = [
        ...(isUtf8 ? [] : ['The bytes are not UTF-8 and were read as Latin-1.']),
        ...notRead(text, parsed.json, found.place),
        ...(elements.length > documentedAlerts
          ? [`${count} alerts; the document says up to 100 (Platform Specification, Limits).`]
          : []),
      ]
      return oddities.join(' ') || null
    },
  }
}

/** An alert of a delivery and its own JSON, with names, numbers and blanks as received. */
export interface Element {
  readonly element: unknown
  readonly text: string
}

/** Every alert of a delivery, in order; empty if it has none. */
export function elementsIn(bytes: Uint8Array): readonly Element[] {
  const { text } = textOf(bytes)
  const parsed = parseExact(text)
  const found = 'json' in parsed ? find(parsed.json) : undefined
  if (found === undefined) return []
  const texts = textsAt(found.place, text)
  return found.elements.map((element, index) => ({ element, text: texts[index] ?? '' }))
}

/** The alert at a place, from 1; undefined if the delivery has none there. */
export const elementAt = (bytes: Uint8Array, place: number): Element | undefined =>
  elementsIn(bytes)[place - 1]

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of a delivery. Bytes that are not UTF-8 are read as Latin-1, which loses none of them.
 */
function textOf(stored: Uint8Array): { readonly text: string; readonly isUtf8: boolean } {
  const bytes = readableBytes(stored)
  try {
    return { text: utf8.decode(bytes), isUtf8: true }
  } catch {
    return { text: Buffer.from(bytes).toString('latin1'), isUtf8: false }
  }
}

interface Found {
  readonly place: Place
  readonly elements: readonly unknown[]
}

function find(json: unknown): Found | undefined {
  const request = member(json, 'alertNotificationRequest')
  if (Array.isArray(request)) return listed('request-list', request)
  if (jsonObject(request)) return { place: 'request-one', elements: [request] }
  if (Array.isArray(json)) return listed('list', json)
  return looksLikeAlert(json) ? { place: 'one', elements: [json] } : undefined
}

/**
 * Content that was acknowledged with 200 but is in no alert: it exists in the stored bytes only,
 * and the problem text names it.
 */
function notRead(text: string, json: unknown, place: Place): readonly string[] {
  const repeated = repeatedNames(text)
  const isEnvelope = place === 'request-list' || place === 'request-one'
  const beside = isEnvelope
    ? Object.keys(json as object).filter((name) => name !== 'alertNotificationRequest')
    : []
  return [
    ...(repeated.length === 0
      ? []
      : [`Repeated in one object; only the last is read: ${namesText(repeated)}.`]),
    ...(beside.length === 0 ? [] : [`Beside the list of alerts, not read: ${namesText(beside)}.`]),
  ]
}

/** At most five names, each at most 40 characters long. */
const namesText = (names: readonly string[]): string =>
  names
    .slice(0, 5)
    .map((name) => JSON.stringify(name.slice(0, 40).toWellFormed()))
    .join(', ') + (names.length > 5 ? ` and ${String(names.length - 5)} more` : '')

/**
 * An element that is no object is answered in its place in a list, but a list of only such elements
 * is no delivery. An empty list is one: a sender tries its way with it.
 */
const listed = (place: Place, elements: readonly unknown[]): Found | undefined =>
  elements.length === 0 || elements.some((element) => jsonObject(element) !== undefined)
    ? { place, elements }
    : undefined

const looksLikeAlert = (json: unknown): boolean =>
  ['alertNotification', 'alertHeader', 'alertBody'].some(
    (name) => jsonObject(member(json, name)) !== undefined,
  )

/** The alerts of a delivery as they are written; of two requests the last counts, as in the parser. */
function textsAt(place: Place, text: string): readonly string[] {
  if (place === 'one') return [text.trim()]
  if (place === 'list') return innerTexts(text)
  const parts = innerTexts(text)
  const isRequest = (part: string, index: number): boolean =>
    index % 2 === 0 && JSON.parse(part) === 'alertNotificationRequest'
  const request = parts[parts.findLastIndex(isRequest) + 1] ?? ''
  return place === 'request-one' ? [request] : innerTexts(request)
}

/**
 * The bytes to read from a stored body. A compressed one was stored as received, by an earlier
 * version or because no header named the coding; its first bytes cannot begin JSON with an alert.
 */
function readableBytes(stored: Uint8Array): Uint8Array {
  const [first = 0, second = 0] = stored
  const isGzip = first === 0x1f && second === 0x8b
  const isZlib = (first & 0x8f) === 0x08 && (first * 256 + second) % 31 === 0
  if (!isGzip && !isZlib) return stored
  try {
    return unzipSync(stored, { maxOutputLength: longestBodyBytes })
  } catch {
    return stored
  }
}
