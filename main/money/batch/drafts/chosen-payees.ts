/**
 * Compares an entry chosen from the payee book with its payee, who may have been corrected,
 * withdrawn or never approved since. A draft keeps the values that it was created with.
 */
import { sameAccount, sameRouting } from '../../../../preload/contract/kernel/account-number.ts'
import type { EntryPayeeFlag } from '../../../../preload/contract/domain/batches/batch.ts'
import type { PayeeDetails } from '../../../../preload/contract/domain/payees/payee.ts'
import { readDetails } from '../../payee-details.ts'
import { approvedRows, isPaidChangeProposed } from '../../payees/payee.records.ts'
import type { Reader } from '../../../store/store.ts'

/** The account of an entry chosen from the book. */
interface ChosenEntry {
  readonly account: string
  readonly routing: string
}

interface BookPayee {
  readonly isRemoved: boolean
  readonly isProposed: boolean
  /** The details that two people approved; null if none. */
  readonly approved: PayeeDetails | null
}

/**
 * Returns a function for the flags of an entry by its payee's id; one SQL statement for all of
 * these payees.
 */
export async function chosenPayeeFlags(
  reader: Reader,
  ids: readonly string[],
): Promise<(entry: ChosenEntry, payeeId: string) => EntryPayeeFlag[]> {
  const book = ids.length === 0 ? new Map<string, BookPayee>() : await payeesIn(reader, ids)
  return (entry, payeeId) => flagsOf(entry, book.get(payeeId))
}

async function payeesIn(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BookPayee>> {
  return new Map(
    (await approvedRows(reader, ids)).map((row) => [
      row.id,
      {
        isRemoved: row.removed_at !== null,
        isProposed: isPaidChangeProposed(row),
        approved: row.details === null ? null : readDetails(row.details),
      },
    ]),
  )
}

/**
 * Names are not compared, because a receiver name in an entry is shorter than in the book. Pure.
 */
function flagsOf(entry: ChosenEntry, payee: BookPayee | undefined): EntryPayeeFlag[] {
  if (payee === undefined || payee.isRemoved) return ['not-in-book']
  const { approved, isProposed } = payee
  if (approved === null) return ['not-approved']
  const isElsewhere =
    !sameAccount(approved.accountNumber, entry.account) ||
    !sameRouting(approved.bank.aba, entry.routing)
  return [
    ...(isElsewhere ? (['differs-from-book'] as const) : []),
    ...(isProposed ? (['change-proposed'] as const) : []),
  ]
}
