/** Texts of the screen for writing batches. */
import type { PossibleDuplicate } from '../../../../preload/contract/domain/batches/drafts.ts'
import { amountForReading, minorUnits } from '../../../../preload/contract/kernel/money.ts'
import { plural } from '../../../text/plural.ts'
import type { EntryTally } from './entries/batch-entries.ts'

const hoursOfDay = 24

/** An age as text. */
export const ageWords = (hours: number): string => {
  if (hours < 1) return 'less than an hour'
  if (hours < 2 * hoursOfDay) return plural(Math.floor(hours), 'hour', 'hours')
  return plural(Math.floor(hours / hoursOfDay), 'day', 'days')
}

/** The similar entries, as text. */
export const duplicatesText = (all: readonly PossibleDuplicate[]): string => {
  const here = all.filter(({ like }) => like.where === 'here').length
  const before = all.filter(({ like }) => like.where === 'before')
  return [
    ...(here > 1
      ? [
          `${here.toLocaleString('en-US')} possible duplicates in this batch: same account, bank and amount`,
        ]
      : all.filter(({ like }) => like.where === 'here').map(duplicateText)),
    ...before.map(duplicateText),
  ].join('. ')
}

/** One similar entry, as text. */
export const duplicateText = ({ like }: PossibleDuplicate): string =>
  like.where === 'here'
    ? 'Possible duplicate in this batch: same account, bank and amount'
    : `Possible duplicate of an entry in the batch for ${like.effectiveDate} (${like.state.replaceAll('-', ' ')})`

/** An amount of cents in dollars. */
export const dollars = (cents: number): string => `USD ${amountForReading(minorUnits(cents))}`

/** The totals of the entries, for a button and a question. */
export function sumWords({ credits, debits, creditEntries, debitEntries }: EntryTally): string {
  const parts = [
    creditEntries > 0 && `${dollars(credits)} in ${plural(creditEntries, 'credit', 'credits')}`,
    debitEntries > 0 && `${dollars(debits)} in ${plural(debitEntries, 'debit', 'debits')}`,
  ].filter((part) => part !== false)
  return parts.join(' and ') || 'no amounts yet'
}

/** A warning of the batch about similar entries. */
export const duplicateWarnings = (alike: ReadonlyMap<string, unknown>) =>
  [...alike.keys()].slice(0, 1).map((first) => ({
    path: 'details',
    source: 'Countersign',
    firstEntry: first,
    text: `${plural(alike.size, 'possible duplicate', 'possible duplicates')} (this batch or last 90 days)`,
  }))
