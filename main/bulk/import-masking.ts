/**
 * What the window is shown of a file before and after it is run. Nobody knows what stands in a column, so that the
 * header, the meaning and the shape of a value each can make it a secret.
 */
import { maskedAccount } from '../../preload/contract/account-number.ts'
import type { ImportTarget } from '../../preload/contract/bulk/import.ts'
import { maskedName } from '../../preload/contract/owner-name.ts'
import {
  maskedByName,
  maskedDigits,
  maskedUnnamed,
  namesPersonalNumber,
} from '../../preload/contract/personal-names.ts'

const dots = '\u2022\u2022\u2022\u2022'
const ssnShape = /(?<![\p{L}\d-])\d{3}-\d{2}-\d{4}(?![\p{L}\d-])/gu

/** Whether a column holds numbers that are kept nowhere (trap 39). */
export const looksPersonal = (header: string): boolean =>
  namesPersonalNumber(header) ||
  /\bssn\b|social\s*security|\btin\b|\bein\b|birth|\bdob\b/i.test(header)

/** What has the shape of an SSN is never kept, whatever column it stands in. */
export const withoutSsnShapes = (value: string): string => value.replace(ssnShape, dots)

/** A header as it is shown: a file without headers has its first row in their place. */
export const shownHeader = (header: string): string => maskedDigits(header.replace(ssnShape, dots))

/** A value of a column of which only the header and its likely meaning are known. */
export function shownSample(
  header: string,
  target: ImportTarget | undefined,
  value: string,
): string {
  if (value === '') return ''
  switch (target) {
    case 'routingNumber':
    case 'city':
    case 'state':
    case 'zipCode':
    case 'idType':
    case 'idState':
    case 'namePrefix':
    case 'nameSuffix':
      return value.length > 40 ? maskedName(value) : maskedDigits(value)
    case 'accountNumber':
      return maskedAccount(value.trim())
    case 'userDefined':
      return shownKept(header, value)
    case 'ssn':
    case 'dob':
    case 'idNo':
    case 'addressLine1':
    case 'addressLine2':
    case 'homePhone':
    case 'workPhone':
      return dots
    default:
      return maskedByName([header], value) ?? maskedName(value)
  }
}

/** A kept value as it is shown beside its row. */
export function shownKept(header: string, value: string): string {
  if (value === '') return ''
  if (looksPersonal(header)) return dots
  return maskedByName([header], value) ?? withoutSsnShapes(maskedUnnamed(header, value))
}
