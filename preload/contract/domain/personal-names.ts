/**
 * Names of fields that identify a party to a call: accounts, names, addresses. Main and window mask
 * by this one list. Besides the names of the three documents it has the usual ones, because a bank
 * may answer with undocumented fields; masking one field too many is better than one too few.
 */
import { maskedAccount } from '../kernel/account-number.ts'
import { maskedIbans } from '../kernel/iban.ts'
import { maskedName } from './owner-name.ts'

/** A name without case, separators and list indexes. */
const joined = (name: string): string => name.replace(/[-_.\s]|\[\d*\]/g, '').toLowerCase()

/** Splits a name into words by case and separators. */
const words = (name: string): string =>
  name.replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2').replace(/[^A-Za-z\d]+/g, ' ')

const numberWord = '(?:numbers?|nums?|nbrs?|nos?|ids?|identifiers?)'
const account = new RegExp(
  String.raw`(?:accounts?|accts?|arng)${numberWord}?\d?$|(?:^|[a-z])acc${numberWord}$|^acc?s?$|` +
    String.raw`virtualnum|iban\d*$|correcteddata$`,
)
/** Names used only for account numbers: the value is one in any shape. */
const accountNumber = /arngnum|acc(?:oun)?t?n(?:umber|o|um|br)|virtualnum|correcteddata/
/** Members of an object that is an account. */
const partOfAccount = new RegExp(`^(?:${numberWord}|value|text)$`)
const party =
  /(?:first|middle|last|full|legal|business|individual|company|customer|owner|account|holder|party|debtor|creditor|beneficiary|payee|payer|receiver|originator)names?(?:idnumber)?$|^names?$|ipi?nm\d?$|^nm$/
const whereabouts =
  /(?<!^ip|remoteip|clientip|sourceip)address(?:line)?s?\d?$|addrlines?\d?$|^addr$|adrline$|phone(?:number|no)?$|^mobile(?:phone)?$|e?mail$/
const personalNumber =
  /ssn$|socialsecurity(?:number|no)?$|tax(?:payer)?id(?:entification)?(?:number|no)?$|^(?:tin|itin|f?ein)$|^dob$|dateofbirth$|birth(?:date|day)$|^id(?:no|number)$|(?:individual|customer|cust)id(?:entification)?(?:number|no)$/
/** Words for a number that is not an account: an id, a date, an amount or a bank. */
const otherNumber =
  /(?:^| )(?:ids?|uuid|ref|reference|trace|date|dt|time|ts|timestamp|amount|amt|balance|aba|rtn|count|total|rows|code|size|length|offset|etag)\d?$|(?:^| )(?:trace|par|routing|reference|serial|sequence|batch|bank|record|aba) (?:number|num|no|nbr)\d?$|(?:correlation|transaction|request|trace|client)id$/i

/** Returns whether the value of a field, header or path segment is an account. */
export const namesAccount = (name: string): boolean => account.test(joined(name))
/** Returns whether the value is an account, and all values nested in it too. */
export const namesAccountNumber = (name: string): boolean => accountNumber.test(joined(name))
/** Returns whether the value is the name of a person or a business. */
export const namesParty = (name: string): boolean => party.test(joined(name))
/** Returns whether the value is an address line, an e-mail address or a telephone number. */
export const tellsWhereabouts = (name: string): boolean => whereabouts.test(joined(name))
/**
 * Returns whether the value is a personal number or a date of birth, such as PPD's individual
 * identification number.
 */
export const namesPersonalNumber = (name: string): boolean => personalNumber.test(joined(name))
/** Returns whether the digits of the value are not an account: an id, a date, an amount, a bank. */
export const namesOtherNumber = (name: string): boolean =>
  otherNumber.test(words(name)) && !namesAccount(name)

/** Returns the names in a path such as `transactions[0].account.id`, without list indexes. */
export const namesInPath = (path: string): readonly string[] =>
  path.replace(/\[\d*\]/g, '').split('.')

/** Returns whether the value at this path of names, outermost first, is an account. */
export function isAccount(path: readonly string[]): boolean {
  const name = path.at(-1)
  if (name === undefined) return false
  const parent = path.at(-2)
  return (
    namesAccount(name) ||
    path.some(namesAccountNumber) ||
    (parent !== undefined && namesAccount(parent) && partOfAccount.test(joined(name)))
  )
}

const dots = '\u2022\u2022\u2022\u2022'

/** Masks a possible account: its last four characters remain, or nothing if it has no digit. */
export const maskedNumber = (value: string): string =>
  /\d/.test(value) ? maskedAccount(value.trim()) : dots

/** A number after these words is an account, however short or similar to a date. */
const afterAccount = /(?:accounts?|accts?|iban|a\/c)(?:[\s_-]?(?:number|num|nbr|no|id))?\W{0,4}$/i
/** A number after these words is an id, an amount or a bank. */
const afterOther =
  /(?:transaction|correlation|request|trace|reference|ref|batch|par|sequence|serial|message|routing|aba|amount|total|balance|uuid)(?:[\s_-]?(?:id|number|num|no))?\W{1,4}$|(?:usd|\$)\s?$/i

const day = String.raw`(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`
const dayAndTime = new RegExp(
  String.raw`^(?:${day}(?:[01]\d|2[0-3])?(?:[0-5]\d){0,2}(?:\d{3})?|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:19|20)\d\d)$`,
)
/** Digits alone or in groups, not attached to letters except those of "account". */
const digits = /(?<![\p{L}\d])\d+(?:[ -]\d+)*(?![\p{L}\d])|(?<=acc(?:oun)?t)\d+/giu
/** A date in ISO 8601 is not an account: banks write "unable to locate account 2026-11-23". */
const writtenDay = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const isUuid = (run: string, before: string, after: string): boolean =>
  /^\d{8}(?:-\d{4}){3}-\d{12}$/.test(run) ||
  /[\da-f]{4}-$/i.test(before) ||
  /^-[\da-f]{4}(?![\da-z])/i.test(after)
const isAmount = (before: string, after: string): boolean =>
  /^(?:\.\d|,\d{3}(?!\d))/.test(after) || /\d\.$/.test(before)

/** Groups that form a date, with or without an hour, or a postal code. */
const groupedOther =
  /^(?:(?:19|20)\d\d[ -]\d\d[ -]\d\d(?:[ -]\d\d)?|\d\d[ -]\d\d[ -](?:19|20)\d\d(?:[ -]\d\d)?|\d{5}-\d{4})$/
/** Returns whether groups of digits together are as long as an account, and no group is a date. */
const isGrouped = (run: string): boolean =>
  /^\d{2,}(?:[ -]\d{2,})+$/.test(run) &&
  run.replace(/\D/g, '').length >= 8 &&
  !groupedOther.test(run) &&
  !run.split(/[ -]/).some((group) => dayAndTime.test(group))

/**
 * Masks possible accounts in free text without field names: an IBAN, every run of 8 to 17 digits
 * that is not a date, id or amount, the same in groups, and any of five or more digits after a word
 * such as "account".
 */
export function maskedDigits(text: string): string {
  if (!/\d{5}|\d[ -]\d|[A-Za-z]{2}\d\d/.test(text)) return text
  return maskedIbans(text).replace(digits, (run: string, at: number, whole: string) => {
    const before = whole.slice(Math.max(0, at - 40), at)
    const after = whole.slice(at + run.length, at + run.length + 6)
    if (afterAccount.test(before) && !writtenDay.test(run)) {
      return run.replace(/\D/g, '').length >= 5 ? maskedAccount(run) : run
    }
    if (isAmount(before, after) || isUuid(run, before, after) || afterOther.test(before)) return run
    if (isGrouped(run)) return maskedAccount(run)
    return run.replace(/(?<!\d)\d{8,17}(?!\d)/g, (one) =>
      dayAndTime.test(one) ? one : maskedAccount(one),
    )
  })
}

/** Masks an address line, except the nine digits of a ZIP code after its state. */
export function maskedAddressLine(line: string): string {
  const found = /^(.*\b[A-Z]{2}[ ,]+)(\d{9})\s*$/.exec(line)
  return found ? `${maskedDigits(found[1] ?? '')}${found[2] ?? ''}` : maskedDigits(line)
}

/** Masks a value by the names of its path, outermost first; null if the names do not require it. */
export function maskedByName(path: readonly string[], value: string): string | null {
  const name = path.at(-1) ?? ''
  if (isAccount(path)) return maskedNumber(value)
  if (namesParty(name)) return maskedName(value)
  return tellsWhereabouts(name) || namesPersonalNumber(name) ? dots : null
}

/**
 * Masks possible accounts in a value whose name does not decide it; a value named as an id or an
 * amount stays.
 */
export const maskedUnnamed = (name: string, value: string): string =>
  namesOtherNumber(name) && !/\s/.test(value) ? value : maskedDigits(value)

/** Patterns for field names in text that is not JSON: a form, a web page, a truncated answer. */
const wordStart = String.raw`(?<![\w-])([\w-]{0,60}(?:`
const accountWords = 'arngnum|account|acct|acc?(?:num|nbr|no)|virtualnum|iban|correcteddata'
const personalWords =
  'ssn|socialsecurity(?:number|no)?|tax_?id|dob|birth_?date|dateofbirth|id_?no|identification_?number'
/** An account or personal number after its field name in such text. */
export const accountInText = new RegExp(
  String.raw`${wordStart}${accountWords}|${personalWords})[\w-]{0,20})(["']?\s*[:=>]\s*["']?)([A-Za-z0-9-]*\d[A-Za-z0-9-]*(?: \d+)*)`,
  'gi',
)
/** A name, address line or telephone number in such text. */
export const partyInText =
  /(?<![\w-])([\w-]{0,60}(?:name|nm\d?|adrline|addr(?:ess)?(?:line)?\d?|phone|e?mail))(["']?\s*[:=]\s*["']|\s*>\s*)([^"'<&\n]+)/gi
