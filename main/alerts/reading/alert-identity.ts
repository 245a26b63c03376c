/**
 * When two alerts are the same. The bank may deliver one again, with its eapAlertGUID or with another (trap
 * 99), in either spelling of a field (trap 90), with a null or without the field (trap 92): so an alert is
 * known by its content in one canonical form.
 *
 * These hashes stand in stores and were told to the bank as confirmationGUID. They never change: a later
 * version may read more out of an alert, but hashes it as this one does.
 */
import { JsonNumber } from '../../platform/json/exact-json.ts'
import { jsonObject, member, scalarText } from '../../bank/answers/read-shape.ts'
import { sha256Of } from '../../platform/sha256.ts'

/** What an alert is told apart by. */
export interface AlertIdentity {
  /** SHA-256 in hex over all of the alert but eapAlertGUID. */
  readonly contentHash: string
  /** The same without the header, but with alertCode and payType: what it says, whenever that was sent. */
  readonly bodyHash: string
}

/** The two parts of an alert, with or without its wrapper; undefined: not there, or no object. */
export interface AlertParts {
  readonly header: Json | undefined
  readonly body: Json | undefined
  /** What holds the two: the wrapper's content, or the element itself. */
  readonly alert: unknown
}
type Json = Readonly<Record<string, unknown>>

/** Takes the wrapper off an alert. */
export function partsOf(element: unknown): AlertParts {
  const alert = jsonObject(member(element, 'alertNotification')) ?? element
  return {
    header: jsonObject(member(alert, 'alertHeader')),
    body: jsonObject(member(alert, 'alertBody')),
    alert,
  }
}

/** Tells an alert from all others. */
export function identityOf(element: unknown): AlertIdentity {
  const { header, body, alert } = partsOf(element)
  // A wrapper that holds more than the alert is content too.
  const hasMore = Object.entries(jsonObject(element) ?? {}).some(
    ([name, value]) => name !== 'alertNotification' && value !== null,
  )
  const contentHash = sha256Of(canonical(alert !== element && hasMore ? element : alert, header))
  const said = [
    member(header, 'alertCode') ?? null,
    member(header, 'payType') ?? null,
    body ?? null,
  ]
  return { contentHash, bodyHash: sha256Of(canonical(said, undefined)) }
}

/**
 * What each alert of a call is confirmed under, in their order. It is told before anything is stored, and so is made
 * of the call alone: of id and content, and of content and place among its like where there is no id. Another alert
 * of the call never has the same, an alert that comes twice in it has.
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

/** The eapAlertGUID as it is stored: a lone surrogate is no letter of UTF-8. */
export const guidOf = (element: unknown): string | null =>
  scalarText(member(partsOf(element).header, 'eapAlertGUID'))?.toWellFormed() ?? null

/** An id for an alert whose confirmation is another alert's id already. */
export const otherId = (confirmation: string, nth: number): string =>
  uuidOf(sha256Of(JSON.stringify([nth, confirmation])))

/** A UUID of the free form, version 8 (RFC 9562), out of the first half of a hash. */
function uuidOf(hash: string): string {
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16)
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`]
  return [...parts, variant + hash.slice(17, 20), hash.slice(20, 32)].join('-')
}

/** The spellings of trap 90. Closed, like everything that the hashes stand on. */
const misspelt: Readonly<Record<string, string>> = {
  dbIpINm: 'dbIpNm',
  benefirBankAddrLine: 'benefitBankAddrLine',
  intrmdryBNankAddrLine1: 'intrmdryBankAddrLine1',
  intramdryBankAddrLine2: 'intrmdryBankAddrLine2',
}
const nameOf = (name: string, object: Json): string => {
  const right = Object.hasOwn(misspelt, name) ? misspelt[name] : undefined
  // Where both spellings came they may say different things.
  return right === undefined || !isAbsent(object[right]) ? name : right
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/**
 * One text for one content: members by name, absent and null alike, numbers by their digits. The header that
 * is handed in is written without its eapAlertGUID. A lone surrogate is written as its escape.
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
