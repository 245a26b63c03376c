/** Entries of a batch whose payees need attention, beside their number. */
import type { EntryPayeeFlag } from '../domain/batches/batch.ts'

/** What a payee book flag says, in a list of changes. */
export const payeeFlagTexts: Readonly<Record<EntryPayeeFlag, string>> = {
  'differs-from-book': 'differs from the approved payee',
  'not-approved': 'payee not approved',
  'not-in-book': 'payee no longer in the payee book',
  'change-proposed': 'payee change pending',
}

/** One and several entries that were chosen from the payee book. */
export const payeeFlagCounts: Readonly<
  Record<EntryPayeeFlag, readonly [one: string, several: string]>
> = {
  'differs-from-book': [
    'entry has another account or bank than approved for its payee',
    'entries have other accounts or banks than approved for their payees',
  ],
  'not-approved': [
    'entry goes to a payee not approved by a second person',
    'entries go to payees not approved by a second person',
  ],
  'not-in-book': [
    'entry goes to a payee no longer in the payee book',
    'entries go to payees no longer in the payee book',
  ],
  'change-proposed': [
    'entry goes to a payee with a pending change',
    'entries go to payees with a pending change',
  ],
}
