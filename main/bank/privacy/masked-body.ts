/**
 * Masks what could not be read. No name in it can be relied on, so whatever may be an account is masked: every
 * run of five digits or more but its last four, however its digits are written and whatever stands between them.
 */
import { isJson, isJsonStructure } from '../../../preload/contract/kernel/json-text.ts'
import { rewriteJson, type JsonScalar } from '../../platform/json/json-scalars.ts'

/** Backslashes from the first one on: from each of a long run, the rest would be read again. */
const slashes = String.raw`(?<!\\)\\+`
/** A digit of any script, or written as JSON, a URL, HTML or a program writes one. */
const digit = String.raw`(?:\p{Nd}|${slashes}(?:u(?:003[0-9]|[fF][fF]1[0-9]|\{0*3[0-9]\})|x3[0-9])|%(?:25)*3[0-9]|&#(?:0*(?:4[89]|5[0-7])|[xX]0*3[0-9]);)`
/** What an account may be written with between its digits. */
const between = String.raw`(?:[ \t\u00a0\-.\u2010-\u2015_/\x00-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cf}]|${slashes}u00[012aA][0-9a-fA-F]){0,3}`
/** An alert code that stands for itself names nobody, and says what the delivery was; nor does a day. */
const harmless = String.raw`(?<!\w)(?:AL\d{5}|(?:19|20)\d\d-[01]\d-[0-3]\d(?:[T ][0-2]\d:[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z?)?)(?![\w.-]|[ ]\d)`
const run = new RegExp(`${harmless}|${digit}(?:${between}${digit}){4,}`, 'gu')
const isHarmless = new RegExp(`^${harmless}$`)
const oneDigit = new RegExp(digit, 'gu')

/** Masks every run of digits in a text that is no JSON. */
export const maskedRuns = (text: string): string =>
  text.replace(run, (found) =>
    isHarmless.test(found)
      ? found
      : `\u2022\u2022\u2022\u2022${(found.match(oneDigit) ?? []).slice(-4).join('')}`,
  )

/** Masks the body of a delivery. JSON is masked as it reads, whatever escapes it is written with, and stays JSON. */
export const maskedBody = (text: string): string =>
  isJson(text) ? maskedJson(text) : maskedRuns(text)

const maskedJson = (text: string): string =>
  rewriteJson(text, ({ token, text: value, isName }: JsonScalar) => {
    const masked = !isName && isJsonStructure(value) ? maskedJson(value) : maskedRuns(value)
    return masked === value ? token : JSON.stringify(masked)
  })
