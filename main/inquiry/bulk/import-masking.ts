/**
 * Masks what the window shows of a file before and after its run. The contents of a column are
 * unknown, so its header, its meaning or the shape of a value can each make it secret.
 */
import type { ImportTarget } from '../../../preload/contract/api/bulk/import.ts'
import { dots } from '../../../preload/contract/kernel/account-number.ts'
import { maskedName } from '../../../preload/contract/domain/owner-name.ts'
import {
  maskedByName,
  maskedDigits,
  maskedNumber,
  maskedUnnamed,
  namesPersonalNumber,
} from '../../../preload/contract/domain/personal-names.ts'

/** SSN groups joined by any dash, a dot or a blank; and an EIN, 12-3456789. */
const joint = String.raw`[ .\u00a0\u2007\u202f\p{Pd}\u2212]`
const ssnShape = new RegExp(
  String.raw`(?<![\p{L}\d-])(?:\d{3}${joint}\d{2}${joint}\d{4}|\d{2}[\p{Pd}\u2212]\d{7})(?![\p{L}\d-])`,
  'gu',
)
/** Nine bare digits may well be an SSN, unless the column holds routing numbers. */
const bareNine = /(?<![\p{L}\d.,-])\d{9}(?![\p{L}\d-]|[.,]\d)/gu
const namesRouting = /rout|\baba\b|\brtn\b|transit/i

/** Returns whether a column holds personal numbers, which are never stored (bank note 39). */
export const looksPersonal = (header: string): boolean =>
  namesPersonalNumber(header) ||
  /\bssn\b|social\s*security|\btin\b|\bein\b|birth|\bdob\b/i.test(header)

/** Removes everything in the shape of an SSN, because that is never stored, in any column. */
export function withoutSsnShapes(value: string, header = ''): string {
  const without = value.replace(ssnShape, dots)
  return namesRouting.test(header) ? without : without.replace(bareNine, dots)
}

/** Returns whether a value is nothing but a number as long as a personal number. */
export const isLikePersonalNumber = (value: string, header: string): boolean =>
  value.trim() !== dots && withoutSsnShapes(value.trim(), header) === dots

/** A header as it is shown; in a file without headers the first row takes their place. */
export const shownHeader = (header: string): string => maskedDigits(withoutSsnShapes(header))

/** Returns a masked value of a column of which only the header and the likely meaning are known. */
export function shownSample(
  header: string,
  target: ImportTarget | undefined,
  value: string,
): string {
  if (value === '') return ''
  switch (target) {
    case 'routingNumber':
      // Routing numbers are public; a value that is none may be anything.
      return /^\d{1,9}$/.test(value.trim()) ? value : maskedNumber(value)
    case 'city':
    case 'state':
    case 'zipCode':
    case 'idType':
    case 'idState':
    case 'namePrefix':
    case 'nameSuffix':
      return value.length > 40 ? maskedName(value) : maskedDigits(value)
    case 'accountNumber':
      return maskedNumber(value)
    case 'userDefined':
      return shownRetained(header, value)
    case 'ssn':
    case 'dob':
    case 'idNo':
    case 'addressLine1':
    case 'addressLine2':
    case 'homePhone':
    case 'workPhone':
      return dots
    default:
      return target === undefined ? shownUnmapped(header, value) : maskedName(value)
  }
}

/** Words in a header that suggest a person's name, beside the bank's own field names. */
const aboutPeople = /name|contact|person|payee|attn|attention|holder|manager|owner|employee|signer/i

/** Two or three words that each begin with a capital. */
const nameShape = /^(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{Ll}'’-]+(?: \p{Lu}[\p{L}'’.-]*){1,2}$/u
/** A code or a number: one run of characters with a digit in it. */
const codeShape = /^(?=\S*\d)\S+$/

/** In a column whose header says nothing, any value that is no code may be a name. */
const shownUnmapped = (header: string, value: string): string => {
  const shown = shownRetained(header, value)
  return codeShape.test(value.trim()) ? shown : maskedName(shown)
}

/** Returns an extra column's value as it is shown beside its row. */
export function shownRetained(header: string, value: string): string {
  if (value === '') return ''
  if (looksPersonal(header)) return dots
  const masked = maskedByName([header], value)
  if (masked !== null) return masked
  const unnamed = withoutSsnShapes(maskedUnnamed(header, value), header)
  return aboutPeople.test(header) || nameShape.test(value.trim()) ? maskedName(unnamed) : unnamed
}
