/** ACH batches and their entries in a word, a shape and a colour: the same on every screen. */
import type { CertainRejection } from '../../preload/contract/kernel/request-warning.ts'
import type { EntryVerdict } from '../../preload/contract/bank/ach-origination/answered-entries.ts'
import type {
  BatchLine,
  EntryLine,
  EntryState,
} from '../../preload/contract/domain/batches/batch.ts'
import type { ExceptionLine } from '../../preload/contract/domain/batches/exceptions.ts'
import { amountForReading, minorUnits } from '../../preload/contract/kernel/money.ts'
import type { Standing } from './outcome-text.ts'

/** Cents as people read them: `USD 4,527.50`. */
export const centsText = (cents: number | null): string =>
  cents === null ? 'not an amount' : `USD ${amountForReading(minorUnits(cents), 'USD')}`

/** `1 PPD entry`, `3 PPD entries`. */
export const entriesText = ({ entries, secCode }: Pick<BatchLine, 'entries' | 'secCode'>): string =>
  `${entries.toLocaleString('en-US')} ${secCode} ${entries === 1 ? 'entry' : 'entries'}`

type Totals = Pick<BatchLine, 'entries' | 'secCode' | 'credits' | 'debits'>

/** Both directions, since one says nothing of the other; the one without a cent is left out. */
export function totalsText({ credits, debits }: Pick<Totals, 'credits' | 'debits'>): string {
  const said = [
    ...(credits > 0 || debits === 0 ? [`credits ${centsText(credits)}`] : []),
    ...(debits > 0 ? [`debits ${centsText(debits)}`] : []),
  ]
  return said.join(', ')
}

/** What a confirming button repeats of a batch: `3 PPD entries, credits USD 4,527.50, effective 2026-11-24`. */
export const batchPhrase = (batch: Totals, date: string): string =>
  `${entriesText(batch)}, ${totalsText(batch)}, effective ${date || 'on no date yet'}`

/** What stands above an open batch. */
export const batchTitle = (batch: Totals & Pick<BatchLine, 'isReversal'>, named: string): string =>
  `${named || 'No entry description yet'}: ${entriesText(batch)}, ${totalsText(batch)}`

/** What the answer to the batch says of an entry; an accepted batch may hold refused ones (trap 83). */
export const entryVerdictLooks: Readonly<Record<EntryVerdict, Standing>> = {
  accepted: { label: 'Accepted', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
  'in-error': { label: 'In error', tone: 'bad' },
  unclear: { label: 'Unclear', tone: 'unknown' },
  'not-mentioned': { label: 'Not mentioned', tone: 'unknown' },
}

/** How an entry stands by the newest word; a return may follow settlement. */
export const entryStandingLooks: Readonly<Record<EntryState, Standing>> = {
  'not-said': { label: 'Nothing said yet', tone: 'neutral' },
  collected: { label: 'Collected', tone: 'info' },
  settled: { label: 'Settled', tone: 'good' },
  returned: { label: 'Returned', tone: 'bad' },
  unclear: { label: 'Unclear', tone: 'unknown' },
}

/** Why an entry stands among the exceptions. */
export const exceptionLooks: Readonly<Record<ExceptionLine['kind'], Standing>> = {
  return: { label: 'Returned', tone: 'bad' },
  change: { label: 'To be corrected', tone: 'warning' },
  'not-accepted': { label: 'Not accepted', tone: 'bad' },
  amount: { label: 'Other amount', tone: 'bad' },
  unclear: { label: 'Unclear', tone: 'unknown' },
}

/** What the tally of a batch counts, in its order; what is nought is left out. */
export function tallyTexts({ tally }: Pick<BatchLine, 'tally'>): readonly string[] {
  if (tally === null) return []
  const words: readonly (readonly [number, string])[] = [
    [tally.accepted, 'accepted'],
    [tally.rejected, 'rejected'],
    [tally.inError, 'in error'],
    [tally.unclear, 'unclear'],
    [tally.notMentioned, 'not mentioned'],
    [tally.returned, 'returned'],
    [tally.changed, 'to be corrected'],
  ]
  return words
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString('en-US')} ${word}`)
}

/** An entry is named by its place and its receiver. */
export const entryTitle = ({ number, receiverName, amount }: EntryLine): string =>
  `Entry ${number.toLocaleString('en-US')}: ${centsText(amount)}, ${receiverName || 'no name'}`

/** Why the bank is certain to reject an entry. */
export const rejectionWords: Readonly<Record<CertainRejection, string>> = {
  'check-digit': 'check digit',
  'account-type': 'account type',
  amount: 'amount',
  receiver: 'no receiver',
}
/** That an entry leaves all the same, and why the bank rejects it; empty where it does not. */
export const sentAnywayText = (codes: readonly CertainRejection[]): string =>
  codes.length === 0 ? '' : `Sent anyway: ${codes.map((code) => rejectionWords[code]).join(', ')}`
