/** The accounts that one call names, and their masking wherever they stand in it. */
import {
  maskedAccount,
  significantAccount,
} from '../../../preload/contract/kernel/account-number.ts'
import { isJson } from '../../../preload/contract/kernel/json-text.ts'
import {
  accountInText,
  isAccount,
  namesAccount,
  namesPersonalNumber,
} from '../../../preload/contract/domain/personal-names.ts'
import { rewriteJson } from '../../platform/json/json-scalars.ts'

/** Of a shorter number little is sure, and every code would hold it: it is masked where its field names it. */
const leastTelling = { asked: 4, answered: 5 }

/** The accounts in a body, by the names of its fields. */
function accountsIn(body: string): string[] {
  if (!isJson(body)) return [...body.matchAll(accountInText)].map(([, , , value = '']) => value)
  const found: string[] = []
  rewriteJson(body, ({ token, text, isName, path }) => {
    if (!isName && (isAccount(path) || namesPersonalNumber(path.at(-1) ?? ''))) found.push(text)
    return token
  })
  return found
}

/** What may stand between two parts of a path and its query. */
const pathParts = /([/?&=])/

/** The parts of a path; each account among them is told by the part before it. */
export function partsOfPath(path: string): { text: string; isAccount: boolean }[] {
  const parts = path.split(pathParts)
  return parts.map((text, index) => {
    const named = parts[index - 1] === '/' || parts[index - 1] === '='
    // What stands below accounts may as well be the version of an API.
    const isNumber = /\d/.test(text) && !/^v\d+$/i.test(text)
    return { text, isAccount: named && isNumber && namesAccount(parts[index - 2] ?? '') }
  })
}

/** A text of a path as it reads; one that is not encoded well stays as it is. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** What of a call names accounts. */
export interface NamingTexts {
  readonly path: string
  readonly requestBody: string | null
  readonly responseBody: string | null
}

/** Digits in groups. It begins where a run begins: from each digit of a long run on, the rest would be read again. */
const grouped = /(?<!\d)\d+(?:[ -]\d+)+/g

/** Masks every account of the call in a text, however many zeros lead it; not inside a longer number. */
export function accountMask(call: NamingTexts): (text: string) => string {
  const asked = [
    ...partsOfPath(call.path).flatMap((part) => (part.isAccount ? [decodedPart(part.text)] : [])),
    ...accountsIn(call.requestBody ?? ''),
  ]
  const known = new Set([
    ...significant(asked, leastTelling.asked),
    ...significant(accountsIn(call.responseBody ?? ''), leastTelling.answered),
  ])
  if (known.size === 0) return (text) => text
  const isKnown = (found: string): boolean => known.has(compared(found))
  const mask = (found: string): string => (isKnown(found) ? maskedAccount(found) : found)
  // Letters beside an account of digits alone belong to something else, such as ACCT in front of it.
  return (text) =>
    text
      .replace(/[A-Za-z0-9]+/g, (run) => (isKnown(run) ? mask(run) : inDigits(run, mask)))
      .replace(grouped, mask)
}

const inDigits = (run: string, mask: (digits: string) => string): string =>
  run.replace(/\d+/g, mask)

/** An account as it is compared: without leading zeros, and without what stands between its parts. */
const compared = (account: string): string =>
  significantAccount(account.replace(/[\s-]/g, '')).toLowerCase()

const significant = (accounts: readonly string[], least: number): string[] =>
  accounts.map(compared).filter((account) => account.length >= least && /\d/.test(account))
