/**
 * Shows the body of a batch with masked accounts, cut to a readable length. The hash beside it is
 * of the whole body.
 */
import { isJson, rewriteJson } from '../../../../preload/contract/kernel/json.ts'
import {
  isAccount,
  maskedNumber,
  maskedUnnamed,
} from '../../../../preload/contract/domain/personal-names.ts'
import { maskOfAccounts } from '../../../bank/privacy/alert-masking.ts'

/** The most characters shown: about 150 entries. */
export const shownLength = 48_000
const nextEntry = '},{"DFIAccountNumber"'
const closing = '}]}}'

/** Cuts the entries beyond the limit; the result stays JSON. */
function cut(body: string): { readonly text: string; readonly isCut: boolean } {
  if (body.length <= shownLength) return { text: body, isCut: false }
  const at = body.lastIndexOf(nextEntry, shownLength)
  return at < 0
    ? { text: body.slice(0, shownLength), isCut: true }
    : { text: body.slice(0, at) + closing, isCut: true }
}

const count = new Intl.NumberFormat('en-US')

/**
 * Returns the body for display. Pass `inFull`, with full accounts, only after the view was
 * recorded.
 */
export function shownBody(body: string, sha256: string, inFull: boolean): string {
  const { text, isCut } = cut(body)
  const shown = inFull ? text : masked(text)
  if (!isCut) return shown
  const whole = `${count.format(body.length)} characters`
  const open = shown.endsWith(closing) ? shown.slice(0, -closing.length) + '}' : shown
  return `${open}\n\u2026 cut here. The whole text has ${whole} and the SHA-256 ${sha256}`
}

function masked(text: string): string {
  if (!isJson(text)) return maskedUnnamed('', text)
  const accounts = new Set<string>()
  rewriteJson(text, ({ token, text: value, isName, path }) => {
    if (!isName && isAccount(path)) accounts.add(value)
    return token
  })
  const known = maskOfAccounts([...accounts])
  return rewriteJson(text, ({ token, text: value, isName, path }) => {
    if (isName) return token
    const name = path.at(-1) ?? ''
    const shown = isAccount(path) ? maskedNumber(value) : maskedUnnamed(name, known(value))
    return shown === value ? token : JSON.stringify(shown)
  })
}
