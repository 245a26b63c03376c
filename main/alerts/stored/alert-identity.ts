/**
 * Decides when two alerts are the same. The bank may deliver one again, with its eapAlertGUID or
 * with another (bank note 99), in either spelling of a field (bank note 90), with a null or without
 * the field (bank note 92): so an alert is identified by its content in one canonical form.
 *
 * These hashes are in stores and were sent to the bank as confirmationGUID, so they never change: a
 * later version may read more from an alert, but hashes it as this one does.
 */
import { JsonNumber } from '../../platform/json/exact-json.ts'
import { jsonObject, member, scalarText } from '../../bank/answers/read-shape.ts'
import { sha256Of } from '../../platform/sha256.ts'

/** The hashes that identify an alert. */
export interface AlertIdentity {
  /** SHA-256 in hex over the whole alert without eapAlertGUID. */
  readonly contentHash: string
  /**
   * The same without the header, but with alertCode and payType: the message, independent of the
   * time it was sent.
   */
  readonly bodyHash: string
}

/** The two parts of an alert, with or without its wrapper; undefined: absent, or no object. */
export interface AlertParts {
  readonly header: Json | undefined
  readonly body: Json | undefined
  /** The holder of the two parts: the wrapper's content, or the element itself. */
  readonly alert: unknown
}
type Json = Readonly<Record<string, unknown>>

/** Removes the wrapper of an alert. */
export function partsOf(element: unknown): AlertParts {
  const alert = jsonObject(member(element, 'alertNotification')) ?? element
  return {
    header: jsonObject(member(alert, 'alertHeader')),
    body: jsonObject(member(alert, 'alertBody')),
    alert,
  }
}

/** The identity of an alert. Its body is written once for both hashes. */
export function identityOf(element: unknown): AlertIdentity {
  const parts = partsOf(element)
  const bodyText = canonical(parts.body ?? null)
  const heading = ['alertCode', 'payType'].map((name) =>
    canonical(member(parts.header, name) ?? null),
  )
  return {
    contentHash: contentHashOf(element, { ...parts, bodyText }),
    bodyHash: sha256Of(`[${heading.join(',')},${bodyText}]`),
  }
}

function contentHashOf(element: unknown, parts: WrittenParts = partsOf(element)): string {
  // A wrapper that holds more than the alert is content too.
  const hasMore = Object.entries(jsonObject(element) ?? {}).some(
    ([name, value]) => name !== 'alertNotification' && value !== null,
  )
  return sha256Of(canonical(parts.alert !== element && hasMore ? element : parts.alert, parts))
}

/**
 * The confirmation of each alert of a call, in order. A confirmation is sent before anything is
 * stored, so it is computed from the call alone: from id and content, or without an id from content
 * and position among equal alerts. Different alerts of the call never have the same confirmation;
 * an alert that comes twice in it has.
 */
export function confirmationsOf(
  elements: readonly unknown[],
  identities: readonly Pick<AlertIdentity, 'contentHash'>[] = [],
): readonly string[] {
  const withoutGuid = new Map<string, number>()
  return elements.map((element, index) => {
    const contentHash = identities[index]?.contentHash ?? contentHashOf(element)
    const guid = guidOf(element)
    if (guid !== null) return uuidOf(sha256Of(JSON.stringify([guid, contentHash])))
    const place = withoutGuid.get(contentHash) ?? 0
    withoutGuid.set(contentHash, place + 1)
    return uuidOf(sha256Of(JSON.stringify([place, contentHash])))
  })
}

/** The eapAlertGUID as stored: a lone surrogate cannot be encoded in UTF-8. */
export const guidOf = (element: unknown): string | null =>
  scalarText(member(partsOf(element).header, 'eapAlertGUID'))?.toWellFormed() ?? null

/** An id for an alert whose confirmation is already another alert's id. */
export const otherId = (confirmation: string, nth: number): string =>
  uuidOf(sha256Of(JSON.stringify([nth, confirmation])))

/** A UUID of version 8, the custom form (RFC 9562), from the first half of a hash. */
function uuidOf(hash: string): string {
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16)
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`]
  return [...parts, variant + hash.slice(17, 20), hash.slice(20, 32)].join('-')
}

/** The spellings of bank note 90. Never extended, like every input of the hashes. */
const misspelt: ReadonlyMap<string, string> = new Map([
  ['dbIpINm', 'dbIpNm'],
  ['benefirBankAddrLine', 'benefitBankAddrLine'],
  ['intrmdryBNankAddrLine1', 'intrmdryBankAddrLine1'],
  ['intramdryBankAddrLine2', 'intrmdryBankAddrLine2'],
])
const nameOf = (name: string, object: Json): string => {
  const right = misspelt.get(name)
  // If both spellings came, they may have different values.
  return right === undefined || !isAbsent(object[right]) ? name : right
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** Names as JSON: those of the bank's documents come with every alert. */
const quotedNames = new Map<string, string>()
const mostQuotedNames = 1000
const longestQuotedName = 100

function quoted(name: string): string {
  const known = quotedNames.get(name)
  if (known !== undefined) return known
  const text = JSON.stringify(name)
  if (quotedNames.size < mostQuotedNames && name.length <= longestQuotedName) {
    quotedNames.set(name, text)
  }
  return text
}

/** The parts of the alert that is being written, and its body where it was written before. */
interface WrittenParts extends AlertParts {
  readonly bodyText?: string
}

/**
 * One text for one content: members by name, absent equal to null, numbers by their digits. The
 * header of `parts` is written without its eapAlertGUID. A lone surrogate is written as its escape.
 */
function canonical(value: unknown, parts?: WrittenParts): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one, parts)).join(',')}]`
  const object = jsonObject(value)
  if (object === undefined) return JSON.stringify(value)
  if (object === parts?.body && parts.bodyText !== undefined) return parts.bodyText
  const members: string[] = []
  for (const name of Object.keys(object)) {
    const inner = object[name]
    if (isAbsent(inner)) continue
    const isId = name === 'eapAlertGUID' && object === parts?.header && scalarText(inner) !== null
    if (isId) continue
    members.push(`${quoted(nameOf(name, object))}:${canonical(inner, parts)}`)
  }
  return `{${members.sort().join(',')}}`
}
