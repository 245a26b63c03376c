import type { OwnerField } from '../../../preload/contract/bank/account-validation.ts'
import { isCalendarDate } from '../../../preload/contract/kernel/calendar.ts'
import type { ErrorCode } from '../error-codes.ts'

/** The format of a text field: length, characters, other conditions. */
export interface FieldShape {
  readonly min?: number
  readonly max?: number
  readonly digitsOnly?: boolean
  readonly fits?: (value: string) => boolean
  /** The text of the rule in the breach book. */
  readonly rule: string
}

const upTo = (max: number): FieldShape => ({ max, rule: `at most ${max} characters` })
const any: FieldShape = { rule: 'text' }
const tenDigits: FieldShape = { min: 10, max: 10, digitsOnly: true, rule: '10 digits' }
const dashedDate = (value: string): string =>
  `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`

/** The formats of the AcctOwner table (bank document 2; bank note 37). */
export const ownerShapes: Readonly<Record<OwnerField, FieldShape>> = {
  firstName: any,
  lastName: any,
  middleName: any,
  namePrefix: upTo(4),
  nameSuffix: upTo(4),
  businessName: any,
  addressLine1: upTo(40),
  addressLine2: upTo(40),
  city: any,
  state: { min: 2, max: 2, fits: (v) => /^[A-Za-z]+$/.test(v), rule: 'two letters' },
  zipCode: {
    min: 5,
    max: 10,
    fits: (v) => /^\d{5}(-?\d{4})?$/.test(v),
    rule: '5 or 9 digits, a dash allowed',
  },
  homePhone: tenDigits,
  workPhone: tenDigits,
  ssn: {
    min: 4,
    max: 9,
    digitsOnly: true,
    fits: (v) => v.length === 4 || v.length === 9,
    rule: '4 or 9 digits',
  },
  dob: {
    min: 8,
    max: 8,
    digitsOnly: true,
    fits: (v) => isCalendarDate(dashedDate(v)),
    rule: 'a date as YYYYMMDD',
  },
  idType: upTo(1),
  idNo: upTo(28),
  idState: upTo(6),
}

/** The formats of the Client object, in canonical names (bank notes 25 and 37). */
export const clientShapes = {
  date: { min: 10, max: 10, fits: isCalendarDate, rule: 'YYYY-MM-DD' },
  time: { min: 8, max: 8, fits: (v) => /^([01]\d|2[0-3])(:[0-5]\d){2}$/.test(v), rule: 'HH:MM:SS' },
  userDefined: upTo(255),
} as const satisfies Record<string, FieldShape>
export type ClientField = keyof typeof clientShapes

/** Returns the errorCode of a text that breaks its format; null when the text is valid. */
export function misshapen(value: string, shape: FieldShape): ErrorCode | null {
  if (shape.min !== undefined && value.length < shape.min) return '010'
  if (shape.max !== undefined && value.length > shape.max) return '011'
  if (shape.digitsOnly && !/^\d*$/.test(value)) return '104'
  if (shape.fits && !shape.fits(value)) return '107'
  return null
}
