/**
 * Shows the body of a batch with masked accounts, cut to a readable length. The hash beside it is
 * of the whole body.
 */
import { maskedOrderBody } from '../../../bank/privacy/mask.ts'

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
  const shown = inFull ? text : maskedOrderBody(text)
  if (!isCut) return shown
  const whole = `${count.format(body.length)} characters`
  const open = shown.endsWith(closing) ? shown.slice(0, -closing.length) + '}' : shown
  return `${open}\n\u2026 cut here. The whole text has ${whole} and the SHA-256 ${sha256}`
}
