/**
 * Payee book flags of the entries of a batch, shown to its approver as to its maker, for entries
 * chosen from the book, typed, pasted or imported (Nacha 2026, originator fraud monitoring). Reads
 * only.
 */
import { payeeFlagCounts } from '../../../../preload/contract/text/payee-flags.ts'
import {
  entryPayeeFlags,
  type EntryPayeeFlag,
} from '../../../../preload/contract/domain/batches/batch.ts'
import type { PayeeFlag } from '../../../../preload/contract/domain/orders/order.ts'
import type { RequestWarning } from '../../../../preload/contract/kernel/request-warning.ts'
import type { Reader } from '../../../store/store.ts'
import { placedPayees } from './entry-payees.ts'
import { rowsText } from './entry-rows.ts'

/** An entry with flags about the payee whose account it uses. */
export interface FlaggedEntry {
  readonly id: string
  /** Its place in the batch, from 1. */
  readonly number: number
  /** Chosen from the book; otherwise typed, pasted or imported. */
  readonly isChosen: boolean
  readonly flags: readonly EntryPayeeFlag[]
}

/**
 * Returns the entries that have flags, in order. The number of SQL statements does not grow with
 * the batch.
 */
export const payeeFlaggedEntries = async (
  reader: Reader,
  orderId: string,
): Promise<FlaggedEntry[]> =>
  (await placedPayees(reader, orderId))
    .filter(({ flags }) => flags.length > 0)
    .map(({ entryId: id, number, isChosen, flags }) => ({ id, number, isChosen, flags }))

/** Returns the flags that occur among the entries, the most serious first. */
export const payeeFlagsIn = (entries: readonly FlaggedEntry[]): PayeeFlag[] =>
  entryPayeeFlags.filter((flag) => entries.some(({ flags }) => flags.includes(flag)))

type CountTexts = readonly [one: string, several: string]

/** Such an entry is linked to no payee, so the holder of its account identifies it. */
const typedTexts = (of: CountTexts): CountTexts => [
  `entry not chosen from the payee book ${of[0]}`,
  `entries not chosen from the payee book ${of[1]}`,
]
const typedToo: Readonly<Record<EntryPayeeFlag, CountTexts>> = {
  'differs-from-book': typedTexts([
    'goes to a former or proposed account of a payee',
    'go to former or proposed accounts of payees',
  ]),
  'not-approved': typedTexts([
    'goes to the account of a payee not approved by a second person',
    'go to accounts of payees not approved by a second person',
  ]),
  'not-in-book': typedTexts([
    'goes to the account of a payee no longer in the payee book',
    'go to accounts of payees no longer in the payee book',
  ]),
  'change-proposed': typedTexts([
    'goes to the account of a payee with a pending change',
    'go to accounts of payees with a pending change',
  ]),
}

/**
 * Returns the flags as sentences that count and name the rows. No account number appears in them.
 */
export const payeeWarnings = (entries: readonly FlaggedEntry[]): RequestWarning[] =>
  entryPayeeFlags.flatMap((flag) => {
    const flagged = entries.filter(({ flags }) => flags.includes(flag))
    return [
      ...warningOf(
        flagged.filter(({ isChosen }) => isChosen),
        payeeFlagCounts[flag],
      ),
      ...warningOf(
        flagged.filter(({ isChosen }) => !isChosen),
        typedToo[flag],
      ),
    ]
  })

function warningOf(entries: readonly FlaggedEntry[], [one, several]: CountTexts): RequestWarning[] {
  if (entries.length === 0) return []
  const numbers = entries.map(({ number }) => number)
  const count = numbers.length.toLocaleString('en-US')
  const message = `${count} ${numbers.length === 1 ? one : several}: ${rowsText(numbers)}`
  const where = 'Payee book of this workstation'
  return [{ path: 'entries', message, source: 'network', where }]
}
