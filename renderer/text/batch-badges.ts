/** ACH batches and their entries by text, shape and color: the same on every screen. */
import type { CertainRejection } from '../../preload/contract/kernel/request-warning.ts'
import type { EntryVerdict } from '../../preload/contract/bank/ach-origination/answered-entries.ts'
import type {
  BatchLine,
  EntryLine,
  EntryState,
} from '../../preload/contract/domain/batches/batch.ts'
import type { ExceptionLine } from '../../preload/contract/domain/batches/exceptions.ts'
import { amountForReading, minorUnits } from '../../preload/contract/kernel/money.ts'
import { entryStateTexts, returnReported } from '../../preload/contract/text/bank-status.ts'
import type { Badge } from './outcome-text.ts'

/** Cents as text: `USD 4,527.50`. */
export const centsText = (cents: number | null): string =>
  cents === null ? 'not an amount' : `USD ${amountForReading(minorUnits(cents), 'USD')}`

/** `1 PPD entry`, `3 PPD entries`. */
export const entriesText = ({ entries, secCode }: Pick<BatchLine, 'entries' | 'secCode'>): string =>
  `${entries.toLocaleString('en-US')} ${secCode} ${entries === 1 ? 'entry' : 'entries'}`

type Totals = Pick<BatchLine, 'entries' | 'secCode' | 'credits' | 'debits'>

/** The directions separately; one of zero cents is left out. */
export function totalsText({ credits, debits }: Pick<Totals, 'credits' | 'debits'>): string {
  const parts = [
    ...(credits > 0 || debits === 0 ? [`credits ${centsText(credits)}`] : []),
    ...(debits > 0 ? [`debits ${centsText(debits)}`] : []),
  ]
  return parts.join(', ')
}

/** The heading of an open batch. */
export const batchTitle = (batch: Totals & Pick<BatchLine, 'isReversal'>, named: string): string =>
  `${named || 'No description yet'}: ${entriesText(batch)}, ${totalsText(batch)}`

/**
 * The verdict on an entry in the answer to its batch; an accepted batch can contain rejected
 * entries (bank note 83).
 */
export const entryVerdictBadges: Readonly<Record<EntryVerdict, Badge>> = {
  accepted: { label: 'Accepted', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
  'in-error': { label: 'In error', tone: 'bad' },
  unclear: { label: 'Unclear', tone: 'unknown' },
  'not-mentioned': { label: 'Not mentioned', tone: 'unknown' },
}

/** The state of an entry by its newest status; a return may follow settlement. */
export const entryStateBadges: Readonly<Record<EntryState, Badge>> = {
  'not-reported': { label: entryStateTexts['not-reported'], tone: 'neutral' },
  collected: { label: entryStateTexts.collected, tone: 'info' },
  settled: { label: entryStateTexts.settled, tone: 'good' },
  returned: { label: entryStateTexts.returned, tone: 'bad' },
  unclear: { label: entryStateTexts.unclear, tone: 'unknown' },
}

/** The state of an entry, or that a return is reported and the bank is asked about it. */
export const entryStateBadge = ({
  state,
  returnReportedAt,
}: Pick<EntryLine, 'state' | 'returnReportedAt'>): Badge =>
  returnReportedAt !== null && state !== 'unclear' ? returnReportedBadge : entryStateBadges[state]

const returnReportedBadge: Badge = { label: returnReported, tone: 'warning' }

/** Why an entry is an exception; a return may only be reported. */
export const exceptionBadge = ({
  kind,
  returnReportedAt,
}: Pick<ExceptionLine, 'kind' | 'returnReportedAt'>): Badge =>
  kind === 'return' && returnReportedAt !== null ? returnReportedBadge : exceptionBadges[kind]

/** Why an entry is an exception. */
export const exceptionBadges: Readonly<Record<ExceptionLine['kind'], Badge>> = {
  return: { label: 'Returned', tone: 'bad' },
  change: { label: 'To be corrected', tone: 'warning' },
  'not-accepted': { label: 'Not accepted', tone: 'bad' },
  amount: { label: 'Other amount', tone: 'bad' },
  unclear: { label: 'Unclear', tone: 'unknown' },
}

type Tally = Pick<BatchLine, 'tally'>

/** The counts of a batch in the bank's answer, in order; zeros are left out. */
export const tallyTexts = ({ tally }: Tally): readonly string[] =>
  tally === null ? [] : countTexts(tally, tally.accepted)

/** The entries of a batch by their furthest state: one that settled is not counted as accepted. */
export function furthestTexts({ tally }: Tally): readonly string[] {
  if (tally === null || tally.settled === 0) return tallyTexts({ tally })
  const { settled, accepted, returned } = tally
  const others = countTexts(tally, Math.max(0, accepted - settled - returned))
  return [`${settled.toLocaleString('en-US')} settled`, ...others]
}

function countTexts(tally: NonNullable<Tally['tally']>, accepted: number): readonly string[] {
  const counts: readonly (readonly [number, string])[] = [
    [accepted, 'accepted'],
    [tally.rejected, 'rejected'],
    [tally.inError, 'in error'],
    [tally.unclear, 'unclear'],
    [tally.notMentioned, 'not mentioned'],
    [tally.returned, 'returned'],
    [tally.changed, 'to be corrected'],
  ]
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString('en-US')} ${word}`)
}

/** The title of an entry: its number and its receiver. */
export const entryTitle = ({ number, receiverName, amount }: EntryLine): string =>
  `Entry ${number.toLocaleString('en-US')}: ${centsText(amount)}, ${receiverName || 'no name'}`

/** Why the bank is certain to reject an entry. */
export const rejectionTexts: Readonly<Record<CertainRejection, string>> = {
  'check-digit': 'check digit',
  'account-type': 'account type',
  amount: 'amount',
  receiver: 'no receiver',
}
/**
 * A warning that an entry is sent although the bank will reject it, with the reason; empty for no
 * such codes.
 */
export const sentAnywayText = (codes: readonly CertainRejection[]): string =>
  codes.length === 0 ? '' : `Sent anyway: ${codes.map((code) => rejectionTexts[code]).join(', ')}`
