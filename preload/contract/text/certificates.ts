/** Sentences about certificates that expire, in the window, the inbox and the warnings of an order. */
import { utcDay } from '../kernel/calendar.ts'

/** A replacement for a certificate: requested, or ready; instants. */
type Successor =
  | { readonly kind: 'request'; readonly createdAt: string }
  | { readonly kind: 'certificate'; readonly validTo: string }

/** Returns the sentence about the replacement, without a full stop. */
export const successorText = (successor: Successor): string =>
  successor.kind === 'request'
    ? `A request of ${utcDay(successor.createdAt)} waits for its answer`
    : `Another certificate, valid until ${utcDay(successor.validTo)}, is ready to use`

/** Returns the title of an inbox item. `reached`: the threshold in days, 0 once it has expired. */
export function certificateItem(
  name: string,
  certificate: {
    readonly reached: number
    readonly validTo: string
    readonly subject: string
    readonly successor: Successor | null
  },
): string {
  const { reached, validTo, subject, successor } = certificate
  const within = reached === 1 ? 'within 1 day' : `within ${String(reached)} days`
  const end = reached === 0 ? 'expired on' : `expires ${within}, on`
  const next = successor === null ? '' : `. ${successorText(successor)}`
  return `The ${name} ${end} ${utcDay(validTo)}: ${subject}${next}`
}

/** Returns the warning that a certificate ends before the last news of an order may come. */
export function expiresDuringText(
  name: string,
  { validTo, successor }: { readonly validTo: string; readonly successor: Successor | null },
  { what, until }: { readonly what: string; readonly until: string },
): string {
  const next = successor?.kind === 'certificate' ? ` ${successorText(successor)}.` : ''
  return `The ${name} is valid until ${utcDay(validTo)}, and ${what} may follow until ${until}. Replace it before, or no status check is possible.${next}`
}
