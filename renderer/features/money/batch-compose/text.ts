/** Texts of the screen for writing batches. */
import type { PossibleDuplicate } from '../../../../preload/contract/domain/batches/drafts.ts'
import { duplicateDays } from '../../../../preload/contract/domain/orders/order-course.ts'
import { amountForReading, minorUnits } from '../../../../preload/contract/kernel/money.ts'
import { plural } from '../../../text/plural.ts'
import type { EntryTally } from './entries/batch-entries.ts'

const hoursOfDay = 24

/** An age as text. */
export const ageText = (hours: number): string => {
  if (hours < 1) return 'less than an hour'
  if (hours < 2 * hoursOfDay) return plural(Math.floor(hours), 'hour', 'hours')
  return plural(Math.floor(hours / hoursOfDay), 'day', 'days')
}

/** The similar entries, as text. */
export const duplicatesText = (all: readonly PossibleDuplicate[]): string => {
  const here = all.filter(({ duplicateOf }) => duplicateOf.where === 'here').length
  const before = all.filter(({ duplicateOf }) => duplicateOf.where !== 'here')
  return [
    ...(here > 1
      ? [
          `${here.toLocaleString('en-US')} possible duplicates in this batch: same account, bank and amount`,
        ]
      : all.filter(({ duplicateOf }) => duplicateOf.where === 'here').map(duplicateText)),
    ...before.map(duplicateText),
  ].join('. ')
}

/** One similar entry, as text. */
export function duplicateText({ duplicateOf }: PossibleDuplicate): string {
  if (duplicateOf.where === 'here')
    return 'Possible duplicate in this batch: same account, bank and amount'
  const { where, reference, day, state } = duplicateOf
  const other = where === 'batch' ? 'an entry in the batch' : `payment ${reference}`
  return `Possible duplicate of ${other} for ${day} (${state.replaceAll('-', ' ')})`
}

/** An amount of cents in dollars. */
export const dollars = (cents: number): string => `USD ${amountForReading(minorUnits(cents))}`

/** The totals of the entries, for a button and a question. */
export function sumText({ credits, debits, creditEntries, debitEntries }: EntryTally): string {
  const parts = [
    creditEntries > 0 && `${dollars(credits)} in ${plural(creditEntries, 'credit', 'credits')}`,
    debitEntries > 0 && `${dollars(debits)} in ${plural(debitEntries, 'debit', 'debits')}`,
  ].filter((part) => part !== false)
  return parts.join(' and ') || 'no amounts yet'
}

/** A warning of the batch about similar entries. */
export const duplicateWarnings = (possibleDuplicates: ReadonlyMap<string, unknown>) =>
  [...possibleDuplicates.keys()].slice(0, 1).map((first) => ({
    path: 'details',
    source: 'Countersign',
    firstEntry: first,
    entries: possibleDuplicates.size,
    isCounted: true,
    text: `${plural(possibleDuplicates.size, 'possible duplicate', 'possible duplicates')} (this batch or last ${String(duplicateDays.batch)} days)`,
  }))
