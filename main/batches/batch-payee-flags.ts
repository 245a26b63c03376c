/**
 * How the entries of a batch stand to the payee book: whoever was chosen from it may have been corrected, withdrawn or
 * never approved since, and a draft keeps what it was made of (domain rules, Nacha 2026, originator fraud monitoring;
 * corrections after a notification of change). Nothing is changed here: it is said, to maker and approver alike.
 */
import { sql } from 'kysely'
import { sameAccount } from '../../preload/contract/account-number.ts'
import { entryPayeeFlags, type EntryPayeeFlag } from '../../preload/contract/batches/batch.ts'
import type { PayeeFlag } from '../../preload/contract/orders/order.ts'
import type { PayeeDetails } from '../../preload/contract/payees/payee.ts'
import type { RequestWarning } from '../../preload/contract/request-warning.ts'
import { readDetails } from '../payees/payee-details.ts'
import type { Reader } from '../storage/store.ts'
import { rowsText } from './entry-rows.ts'

/** An entry that was chosen from the book. */
interface ChosenEntry {
  readonly id: string
  /** Its place in the batch, from 1. */
  readonly number: number
  readonly payee: string
  readonly account: string
  readonly routing: string
}

/** How a payee stands in the book. */
interface BookPayee {
  readonly isRemoved: boolean
  readonly isProposed: boolean
  /** What two people agreed about; null: nothing yet. */
  readonly approved: PayeeDetails | null
}

/** An entry with what must be looked at of its payee. */
export interface FlaggedEntry {
  readonly id: string
  readonly number: number
  readonly flags: readonly EntryPayeeFlag[]
}

/** The entries that have flags, in their order: two statements for the whole batch, however many there are. */
export async function payeeFlaggedEntries(
  reader: Reader,
  orderId: string,
): Promise<FlaggedEntry[]> {
  const chosen = sql<ChosenEntry>`(SELECT id, json_extract(typed, '$.payeeId') AS payee, account_significant AS account,
        routing_number AS routing, row_number() OVER (ORDER BY position, id) AS number
    FROM batch_entries WHERE order_id = ${orderId})`
  const entries = await reader
    .selectFrom(chosen.as('e'))
    .selectAll()
    .where('payee', 'is not', null)
    .orderBy('number')
    .execute()
  if (entries.length === 0) return []
  const book = await payeesIn(reader, [...new Set(entries.map(({ payee }) => payee))])
  return entries
    .map((entry) => ({
      ...{ id: entry.id, number: entry.number },
      flags: flagsOf(entry, book.get(entry.payee)),
    }))
    .filter(({ flags }) => flags.length > 0)
}

async function payeesIn(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BookPayee>> {
  const rows = await reader
    .selectFrom('payees as p')
    .leftJoin('payee_versions as v', (join) =>
      join
        .onRef('v.payee_id', '=', 'p.id')
        .onRef('v.version', '=', 'p.approved_version')
        .on('v.state', '=', 'approved'),
    )
    .select(['p.id', 'p.removed_at', 'p.proposed_version', 'v.details'])
    .where(sql<boolean>`p.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .execute()
  return new Map(
    rows.map(({ id, removed_at, proposed_version, details }) => [
      id,
      {
        ...{ isRemoved: removed_at !== null, isProposed: proposed_version !== null },
        approved: details === null ? null : readDetails(details),
      },
    ]),
  )
}

/** Names are no matter here: what a receiver is called in an entry is shorter than in the book. Pure. */
function flagsOf(entry: ChosenEntry, payee: BookPayee | undefined): EntryPayeeFlag[] {
  if (payee === undefined || payee.isRemoved) return ['not-in-book']
  const { approved, isProposed } = payee
  if (approved === null) return ['not-approved']
  const isElsewhere =
    !sameAccount(approved.accountNumber.trim(), entry.account) ||
    approved.bank.aba.trim() !== entry.routing
  return [
    ...(isElsewhere ? (['differs-from-book'] as const) : []),
    ...(isProposed ? (['change-proposed'] as const) : []),
  ]
}

/** Which flags a batch has of its entries, the gravest first. */
export const payeeFlagsIn = (entries: readonly FlaggedEntry[]): PayeeFlag[] =>
  entryPayeeFlags.filter((flag) => entries.some(({ flags }) => flags.includes(flag)))

const entryWords: Readonly<Record<EntryPayeeFlag, readonly [one: string, several: string]>> = {
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

/** The same in sentences that count and name the rows. Nothing of them is an account. */
export const payeeWarnings = (entries: readonly FlaggedEntry[]): RequestWarning[] =>
  entryPayeeFlags.flatMap((flag) => {
    const numbers = entries.filter(({ flags }) => flags.includes(flag)).map((one) => one.number)
    if (numbers.length === 0) return []
    const [one, several] = entryWords[flag]
    const count = numbers.length.toLocaleString('en-US')
    const message = `${count} ${numbers.length === 1 ? one : several}: ${rowsText(numbers)}`
    const where = 'Payee book of this workstation'
    return [{ path: 'entries', message, source: 'network' as const, where }]
  })
