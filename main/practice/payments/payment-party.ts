/** Parties of a payment: name, accountNumber, aba, postalAddress with adrLine (bank note 70). */
import type { RequestReader } from './payment-amount.ts'

/** The members of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns whether a value read with its digits is a JSON object. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)

const partyTexts = new Set(['name', 'accountNumber', 'aba'])

/**
 * Each address field that is present needs a character (bank note 69). Version 4.0.1 "extended" the
 * object without showing the new fields, so text fields other than adrLine pass.
 */
function checkAddress(reader: RequestReader, place: string, address: unknown): void {
  if (!isObject(address)) {
    reader.refuse('payment-field-type', `${place}: an object`)
    return
  }
  const { adrLine, ...others } = address
  if (adrLine !== undefined && !Array.isArray(adrLine)) {
    reader.refuse('payment-field-type', `${place}.adrLine: an array of strings`)
  }
  const lines = Array.isArray(adrLine) ? (adrLine as unknown[]) : []
  if (Array.isArray(adrLine) && lines.length === 0) {
    reader.refuse('payment-address-empty', `${place}.adrLine`)
  }
  const all = [
    ...lines.map((line): [string, unknown] => ['adrLine', line]),
    ...Object.entries(others),
  ]
  for (const [name, value] of all) {
    if (typeof value !== 'string') reader.refuse('payment-field-type', `${place}.${name}: a string`)
    else if (value.trim() === '') reader.refuse('payment-address-empty', `${place}.${name}`)
  }
}

/** Reads one party and returns its fields; none when it is no object. */
export function readParty(
  reader: RequestReader,
  place: string,
  party: unknown,
  shape: 'party' | 'any-field' = 'party',
): Fields {
  if (!isObject(party)) {
    reader.refuse('payment-field-type', `${place}: an object`)
    return {}
  }
  const { postalAddress, ...fields } = party
  if (postalAddress !== undefined) checkAddress(reader, `${place}.postalAddress`, postalAddress)
  if (shape === 'any-field') return party
  for (const [name, value] of Object.entries(fields)) {
    if (!partyTexts.has(name)) reader.refuse('payment-field-unknown', `${place}.${name}`)
    else if (typeof value !== 'string') {
      reader.refuse('payment-field-type', `${place}.${name}: a string`)
    }
  }
  const { aba } = fields
  if (typeof aba === 'string' && aba !== '' && !/^\d{9}$/.test(aba)) {
    // The document shows no format. This bank cannot reach such a number, which is no breach of the
    // document.
    reader.problem ??= { id: 'invalid', description: `${place}.aba: nine digits` }
  }
  return party
}
