/** Reads the fields of an ACH request strictly by the document and notes every breach. */
import { JsonNumber, parseExact } from '../../platform/json/exact-json.ts'
import { isCalendarDate } from '../../../preload/contract/kernel/calendar.ts'
import type { BreachRule } from '../breach-rules.ts'
import { Refusal } from '../replies.ts'
import type { Call } from '../routes.ts'
import { centsOf } from './written.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Returns whether a value is a JSON object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof JsonNumber)

/**
 * Returns the object of a body, or the object in a named wrapper that holds nothing else; null for
 * anything else.
 */
export function objectIn(body: Buffer, wrapper: string | null): Fields | null {
  const parsed = parseExact(body.toString('utf8'))
  if (!('json' in parsed) || !isFields(parsed.json)) return null
  if (wrapper === null) return parsed.json
  const wrapped = parsed.json[wrapper]
  return isFields(wrapped) && Object.keys(parsed.json).length === 1 ? wrapped : null
}

/**
 * The error codes of ACH inquiry (bank document 2, Errors). 001 is documented for missing fields.
 * The document shows no other codes, so 001 is also used for all other errors.
 */
type InquiryCode = 'ECA-W-001' | 'ECA-W-002'
const codeTexts: Readonly<Record<InquiryCode, string>> = {
  'ECA-W-001': 'Request validation failed',
  'ECA-W-002': 'Requested record range greater than the allowed limit of 1000; narrow the criteria',
}

/** A 400 of ACH inquiry, custom status F. */
export const inquiryRefusal = (errorCode: InquiryCode, field: string): Refusal =>
  new Refusal(400, {
    customStatus: 'F',
    errorCode,
    errorDescription: `${codeTexts[errorCode]}: ${field}`,
  })

/** Reads one object of a request. The first problem becomes the answer; blanks count as absent. */
export class RequestReader {
  readonly #call: Call
  readonly #refusalFor: (code: InquiryCode, field: string) => Refusal
  readonly fields: Fields
  refusal: Refusal | null = null

  constructor(call: Call, fields: Fields, refusalFor = inquiryRefusal) {
    this.#call = call
    this.fields = fields
    this.#refusalFor = refusalFor
  }

  /** Notes a breach for which the request is refused. */
  refuse(rule: BreachRule, field: string, why: string, code: InquiryCode = 'ECA-W-001'): void {
    this.#call.note(rule, `${field}: ${why}`)
    this.refusal ??= this.#refusalFor(code, field)
  }

  /** Notes every undocumented field and ignores it. */
  onlyKnows(names: readonly string[]): void {
    for (const name of Object.keys(this.fields)) {
      if (!names.includes(name)) this.#call.note('ach-field-unknown', name)
    }
  }

  /** Returns a text; null when absent or blank. */
  text(name: string): string | null {
    const value = this.fields[name]
    if (value === undefined || value === '') return null
    if (typeof value === 'string') return value
    if (Array.isArray(value)) this.refuse('ach-array-or-text', name, 'an array, not a text')
    else this.refuse('ach-field-type', name, 'not a text')
    return null
  }

  /**
   * Returns a text, or a number by its digits, where the document gives no type; null when absent
   * or blank.
   */
  scalar(name: string): string | null {
    const value = this.fields[name]
    return value instanceof JsonNumber ? value.text : this.text(name)
  }

  /** Returns an array of objects; null when absent. */
  objects(name: string): readonly Fields[] | null {
    const value = this.fields[name]
    if (value === undefined) return null
    if (Array.isArray(value) && value.every(isFields)) return value
    this.refuse('ach-field-type', name, 'not an array of objects')
    return null
  }

  /** Returns an array of texts; null when absent. */
  texts(name: string): readonly string[] | null {
    const value = this.fields[name]
    if (value === undefined) return null
    if (Array.isArray(value) && value.every((one): one is string => typeof one === 'string')) {
      return value.length === 0 ? null : value
    }
    if (typeof value === 'string') this.refuse('ach-array-or-text', name, 'a text, not an array')
    else this.refuse('ach-field-type', name, 'not an array of texts')
    return null
  }

  /** Returns a text that is one of the given values. */
  oneOf<T extends string>(name: string, values: readonly T[]): T | null {
    const value = this.text(name)
    if (value === null) return null
    const found = values.find((one) => one === value)
    if (found === undefined) this.refuse('ach-field-format', name, values.join(' or '))
    return found ?? null
  }

  /** Returns a calendar day. */
  day(name: string): string | null {
    const value = this.text(name)
    if (value === null || isCalendarDate(value)) return value
    this.refuse('ach-field-format', name, 'YYYY-MM-DD')
    return null
  }

  /** Reads dollars with at most two decimals and returns cents. */
  cents(name: string): number | null {
    const value = this.text(name)
    if (value === null) return null
    const cents = centsOf(value)
    if (cents === null) this.refuse('ach-field-format', name, 'dollars, at most two decimals')
    return cents
  }

  /** Reads comma-separated values from one text (bank note 42). */
  commaSeparated(name: string): readonly string[] | null {
    const value = this.text(name)
    return value === null ? null : value.split(',').map((one) => one.trim())
  }

  /**
   * Reads a whole number sent as text, or also as a number where the document does not say which.
   */
  whole(name: string, numberAllowed: boolean): number | null {
    const value = this.fields[name]
    const digits = numberAllowed && value instanceof JsonNumber ? value.text : this.text(name)
    if (digits === null) return null
    if (/^\d{1,16}$/.test(digits)) return Number(digits)
    this.refuse('ach-field-format', name, 'a whole number')
    return null
  }

  /** Refuses for each of the fields that is absent or blank. */
  require(names: readonly string[]): void {
    for (const name of names) {
      const value = this.fields[name]
      const nothing = value === undefined || value === '' || value === null
      if (nothing || (Array.isArray(value) && value.length === 0)) {
        this.refuse('ach-field-missing', name, 'required')
      }
    }
  }

  /** Refuses an account number longer than 16 characters (bank note 36). */
  checkAccount(name: string, value: string): void {
    if (value.length > 16 || value === '') {
      this.refuse('ach-field-format', name, 'at most 16 characters')
    }
  }
}
