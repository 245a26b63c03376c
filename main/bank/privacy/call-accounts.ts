/** The accounts in one call, and their mask at every place of the call. */
import {
  maskedAccount,
  significantAccount,
} from '../../../preload/contract/kernel/account-number.ts'
import { isJson, rewriteJson } from '../../../preload/contract/kernel/json.ts'
import {
  accountInText,
  isAccount,
  namesAccount,
  namesPersonalNumber,
} from '../../../preload/contract/domain/personal-names.ts'

/**
 * A shorter number identifies little and is part of every code: it is masked only under the name of
 * its field.
 */
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

/** The separators in a path and its query. */
const pathParts = /([/?&=])/

/** The parts of a path; the part before it shows whether a part is an account. */
export function partsOfPath(path: string): { text: string; isAccount: boolean }[] {
  const parts = path.split(pathParts)
  return parts.map((text, index) => {
    const named = parts[index - 1] === '/' || parts[index - 1] === '='
    // A segment below `accounts` may also be the version of an API.
    const isNumber = /\d/.test(text) && !/^v\d+$/i.test(text)
    return { text, isAccount: named && isNumber && namesAccount(parts[index - 2] ?? '') }
  })
}

/** A decoded part of a path; one with invalid encoding stays as it is. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The texts of a call that may contain accounts. */
export interface NamingTexts {
  readonly path: string
  readonly requestBody: string | null
  readonly responseBody: string | null
}

/**
 * Digits in groups. The match begins where a run begins: from each digit of a long run, the rest
 * would be read again.
 */
const grouped = /(?<!\d)\d+(?:[ -]\d+)+/g

/**
 * Masks every account of the call in a text, with any number of leading zeros; not inside a longer
 * number.
 */
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
  // Letters beside an account of digits only belong to something else, such as ACCT in front of it.
  return (text) =>
    text
      .replace(/[A-Za-z0-9]+/g, (run) => (isKnown(run) ? mask(run) : inDigits(run, mask)))
      .replace(grouped, mask)
}

const inDigits = (run: string, mask: (digits: string) => string): string =>
  run.replace(/\d+/g, mask)

/** An account in its form for comparison: without leading zeros and separators. */
const compared = (account: string): string =>
  significantAccount(account.replace(/[\s-]/g, '')).toLowerCase()

const significant = (accounts: readonly string[], least: number): string[] =>
  accounts.map(compared).filter((account) => account.length >= least && /\d/.test(account))
