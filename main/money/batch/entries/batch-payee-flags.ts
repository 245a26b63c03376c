/**
 * Payee book flags of the entries of a batch, shown to its approver as to its maker, for entries
 * chosen from the book, typed, pasted or imported (Nacha 2026, originator fraud monitoring). Reads
 * only.
 */
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

type Words = readonly [one: string, several: string]

const chosenWords: Readonly<Record<EntryPayeeFlag, Words>> = {
  'differs-from-book': [
    'entry goes to another account or bank than was approved of its payee',
    'entries go to another account or bank than was approved of their payees',
  ],
  'not-approved': [
    'entry goes to a payee that no second person has approved',
    'entries go to payees that no second person has approved',
  ],
  'not-in-book': [
    'entry goes to a payee that is not in the book any more',
    'entries go to payees that are not in the book any more',
  ],
  'change-proposed': [
    'entry goes to a payee of whom a change waits for a second person',
    'entries go to payees of whom a change waits for a second person',
  ],
}

/** Such an entry is linked to no payee, so the holder of its account identifies it. */
const typedWords = (of: Words): Words => [
  `entry that nobody chose from the book ${of[0]}`,
  `entries that nobody chose from the book ${of[1]}`,
]
const typedToo: Readonly<Record<EntryPayeeFlag, Words>> = {
  'differs-from-book': typedWords([
    'goes to an account that a payee had before, or that is only proposed',
    'go to accounts that payees had before, or that are only proposed',
  ]),
  'not-approved': typedWords([
    'goes to the account of a payee that no second person has approved',
    'go to accounts of payees that no second person has approved',
  ]),
  'not-in-book': typedWords([
    'goes to the account of a payee that is not in the book any more',
    'go to accounts of payees that are not in the book any more',
  ]),
  'change-proposed': typedWords([
    'goes to an account of a payee of whom a change waits for a second person',
    'go to accounts of payees of whom a change waits for a second person',
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
        chosenWords[flag],
      ),
      ...warningOf(
        flagged.filter(({ isChosen }) => !isChosen),
        typedToo[flag],
      ),
    ]
  })

function warningOf(entries: readonly FlaggedEntry[], [one, several]: Words): RequestWarning[] {
  if (entries.length === 0) return []
  const numbers = entries.map(({ number }) => number)
  const count = numbers.length.toLocaleString('en-US')
  const message = `${count} ${numbers.length === 1 ? one : several}: ${rowsText(numbers)}`
  const where = 'Payee book of this workstation'
  return [{ path: 'entries', message, source: 'network', where }]
}
