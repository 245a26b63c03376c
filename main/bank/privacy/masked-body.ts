/**
 * Masks text that could not be read. No field name in it is reliable, so every number that may be
 * an account is masked: all but the last four digits of every run of five digits or more, in any
 * notation and with any separators.
 */
import {
  isJson,
  isJsonStructure,
  rewriteJson,
  type JsonScalar,
} from '../../../preload/contract/kernel/json.ts'

/** Backslashes from the first one on: from each one of a long run, the rest would be read again. */
const slashes = String.raw`(?<!\\)\\+`
/** A digit of any script, or in the escaped notation of JSON, a URL, HTML or a program. */
const digit = String.raw`(?:\p{Nd}|${slashes}(?:u(?:003[0-9]|[fF][fF]1[0-9]|\{0*3[0-9]\})|x3[0-9])|%(?:25)*3[0-9]|&#(?:0*(?:4[89]|5[0-7])|[xX]0*3[0-9]);)`
/** The separators that may be between the digits of an account. */
const between = String.raw`(?:[ \t\u00a0\-.\u2010-\u2015_/\x00-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cf}]|${slashes}u00[012aA][0-9a-fA-F]){0,3}`
/**
 * An alert code by itself identifies nobody and shows the kind of delivery; a date identifies
 * nobody either.
 */
const harmless = String.raw`(?<!\w)(?:AL\d{5}|(?:19|20)\d\d-[01]\d-[0-3]\d(?:[T ][0-2]\d:[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z?)?)(?![\w.-]|[ ]\d)`
const run = new RegExp(`${harmless}|${digit}(?:${between}${digit}){4,}`, 'gu')
const isHarmless = new RegExp(`^${harmless}$`)
const oneDigit = new RegExp(digit, 'gu')

/** Masks every run of digits in a text that is not JSON. */
export const maskedRuns = (text: string): string =>
  text.replace(run, (found) =>
    isHarmless.test(found)
      ? found
      : `\u2022\u2022\u2022\u2022${(found.match(oneDigit) ?? []).slice(-4).join('')}`,
  )

/** Masks the body of a delivery. JSON is masked after its escapes are read, and stays JSON. */
export const maskedBody = (text: string): string =>
  isJson(text) ? maskedJson(text) : maskedRuns(text)

const maskedJson = (text: string): string =>
  rewriteJson(text, ({ token, text: value, isName }: JsonScalar) => {
    const masked = !isName && isJsonStructure(value) ? maskedJson(value) : maskedRuns(value)
    return masked === value ? token : JSON.stringify(masked)
  })
