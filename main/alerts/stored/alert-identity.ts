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

/** The identity of an alert. */
export function identityOf(element: unknown): AlertIdentity {
  const { header, body, alert } = partsOf(element)
  // A wrapper that holds more than the alert is content too.
  const hasMore = Object.entries(jsonObject(element) ?? {}).some(
    ([name, value]) => name !== 'alertNotification' && value !== null,
  )
  const contentHash = sha256Of(canonical(alert !== element && hasMore ? element : alert, header))
  const content = [
    member(header, 'alertCode') ?? null,
    member(header, 'payType') ?? null,
    body ?? null,
  ]
  return { contentHash, bodyHash: sha256Of(canonical(content, undefined)) }
}

/**
 * The confirmation of each alert of a call, in order. A confirmation is sent before anything is
 * stored, so it is computed from the call alone: from id and content, or without an id from content
 * and position among equal alerts. Different alerts of the call never have the same confirmation;
 * an alert that comes twice in it has.
 */
export function confirmationsOf(elements: readonly unknown[]): readonly string[] {
  const withoutGuid = new Map<string, number>()
  return elements.map((element) => {
    const { contentHash } = identityOf(element)
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
const misspelt: Readonly<Record<string, string>> = {
  dbIpINm: 'dbIpNm',
  benefirBankAddrLine: 'benefitBankAddrLine',
  intrmdryBNankAddrLine1: 'intrmdryBankAddrLine1',
  intramdryBankAddrLine2: 'intrmdryBankAddrLine2',
}
const nameOf = (name: string, object: Json): string => {
  const right = Object.hasOwn(misspelt, name) ? misspelt[name] : undefined
  // If both spellings came, they may have different values.
  return right === undefined || !isAbsent(object[right]) ? name : right
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/**
 * One text for one content: members by name, absent equal to null, numbers by their digits. The
 * given header is written without its eapAlertGUID. A lone surrogate is written as its escape.
 */
function canonical(value: unknown, header: Json | undefined): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one, header)).join(',')}]`
  const object = jsonObject(value)
  if (object === undefined) return JSON.stringify(value)
  const members: string[] = []
  for (const name of Object.keys(object)) {
    const inner = object[name]
    if (isAbsent(inner)) continue
    if (object === header && name === 'eapAlertGUID' && scalarText(inner) !== null) continue
    members.push(`${JSON.stringify(nameOf(name, object))}:${canonical(inner, header)}`)
  }
  return `{${members.sort().join(',')}}`
}
