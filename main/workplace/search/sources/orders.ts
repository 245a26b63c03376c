/** Payments, batches and entries as search results. Accounts are masked. */
import { sql, type RawBuilder } from 'kysely'
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import { amountForReading, minorUnits } from '../../../../preload/contract/kernel/money.ts'
import type { Found } from '../../../../preload/contract/api/search/search.ts'
import { standstillName } from '../../../../preload/contract/text/bank-status.ts'
import { hasWords } from '../../../store/dialect.ts'
import type { Reader } from '../../../store/store.ts'
import { detailOf, titleOf } from '../result-text.ts'

/** The fields of an order in a result. */
export interface OrderFacts {
  readonly id: string
  readonly created_at: string
  readonly service: string
  readonly state: string
  readonly bank_status_text: string | null
  readonly reference: string
  readonly amount: number | null
  readonly currency: string
  readonly beneficiary: string
  readonly beneficiary_account: string
  readonly value_date: string
  readonly entries: number | null
  readonly source_file: string | null
}

/** The columns read of an order `o` with its batch `b`. */
export const orderFacts = sql`o.id, o.created_at, o.service, o.state, o.bank_status_text, o.reference, o.amount,
  o.currency, o.beneficiary, o.beneficiary_account, o.value_date, b.entries, b.source_file`

/** The fields of an entry in a result. */
export interface EntryFacts {
  readonly id: string
  readonly order_id: string
  readonly receiver: string | null
  readonly amount: number | null
  readonly direction: string
  readonly account_significant: string
  readonly trace_number: string | null
  readonly bank_status: string
  readonly return_reported_at: string | null
  readonly return_code: string | null
  readonly change_code: string | null
  readonly batch: string
  readonly created_at: string
}

/** The columns read of an entry `e` of an order `o`. */
export const entryFacts = sql`e.id, e.order_id, json_extract(e.typed, '$.receiverName') AS receiver, e.amount,
  e.direction, e.account_significant, e.trace_number, e.bank_status, e.return_reported_at, e.return_code, e.change_code,
  o.beneficiary AS batch, o.created_at`

/** Returns a readable amount; empty if it is unknown. */
export const amountShown = (amount: number | null, currency: string): string =>
  amount === null ? '' : `${currency} ${amountForReading(minorUnits(amount), currency)}`.trim()

const masked = (account: string): string => (account === '' ? '' : maskedAccount(account))
/**
 * One status: of an accepted order that of the bank, once it has one, with the name of every screen
 * where it does not proceed.
 */
function statusText({ state, bank_status_text: bankText }: OrderFacts): string {
  const status = state === 'accepted' && bankText !== null ? bankText : state
  const standstill = standstillName({ statusText: status, isFinal: false })
  return (standstill ?? status).replaceAll(/[-_]/g, ' ').toLowerCase()
}

/** Returns the result of a payment or a batch. */
export function foundOrder(row: OrderFacts): Found {
  const isBatch = row.entries !== null
  const { beneficiary, reference, service, id } = row
  const amount = amountShown(row.amount, row.currency)
  const count = row.entries === 1 ? '1 entry' : `${String(row.entries)} entries`
  return {
    kind: isBatch ? 'batch' : 'payment',
    id,
    at: row.created_at,
    title: isBatch
      ? titleOf('No description', beneficiary, count, amount)
      : titleOf('No beneficiary', beneficiary, amount),
    detail: detailOf(
      service,
      reference,
      statusText(row),
      masked(row.beneficiary_account),
      row.value_date && `value ${row.value_date}`,
      row.source_file,
    ),
    address: isBatch ? `/batches/${id}` : `/orders/${id}`,
  }
}

/** Returns the bank status of an entry in a word or two. */
function statusOf({
  bank_status,
  return_reported_at: reportedAt,
  return_code: back,
  change_code: change,
}: EntryFacts): string {
  if (bank_status === 'returned') return back === null ? bank_status : `${bank_status} ${back}`
  if (reportedAt !== null) return 'return reported'
  if (change !== null) return `correction ${change}`
  return bank_status === 'not-reported' ? '' : bank_status
}

const directions: Readonly<Record<string, string>> = { C: 'credit', D: 'debit' }

/** Returns the result of an entry. */
export const foundEntry = (row: EntryFacts): Found => ({
  kind: 'entry',
  id: row.id,
  at: row.created_at,
  title: titleOf('No receiver', row.receiver ?? '', amountShown(row.amount, 'USD')),
  detail: detailOf(
    directions[row.direction],
    row.trace_number && `trace ${row.trace_number}`,
    statusOf(row),
    masked(row.account_significant),
    row.batch,
  ),
  address: `/batches/${row.order_id}/${row.id}`,
})

/** Returns the newest orders that the word index finds, up to a limit. */
export async function ordersOf(
  reader: Reader,
  kind: 'payment' | 'batch',
  match: string,
  atMost: number,
): Promise<Found[]> {
  const words = `${kind}_text` as const
  const rows = await reader
    .selectFrom(
      sql<OrderFacts>`(SELECT ${orderFacts} FROM (SELECT rowid AS seq FROM ${sql.table(words)}
          WHERE ${hasWords(words, match)} ORDER BY rowid DESC LIMIT ${atMost}) AS w
        CROSS JOIN search_places AS p ON p.seq = w.seq CROSS JOIN orders AS o ON o.id = p.id
        LEFT JOIN batches AS b ON b.order_id = o.id ORDER BY w.seq DESC)`.as('found'),
    )
    .selectAll()
    .execute()
  return rows.map(foundOrder)
}

const entriesIn = async (reader: Reader, from: RawBuilder<unknown>): Promise<Found[]> => {
  const rows = await reader
    .selectFrom(sql<EntryFacts>`(SELECT ${entryFacts} FROM ${from})`.as('found'))
    .selectAll()
    .execute()
  return rows.map(foundEntry)
}

/** Returns the newest entries that the word index finds. */
export const entriesOf = (reader: Reader, match: string, atMost: number): Promise<Found[]> =>
  entriesIn(
    reader,
    sql`(SELECT rowid AS seq FROM entry_text WHERE ${hasWords('entry_text', match)}
        ORDER BY rowid DESC LIMIT ${atMost}) AS w
      CROSS JOIN search_places AS p ON p.seq = w.seq CROSS JOIN batch_entries AS e ON e.id = p.id
      CROSS JOIN orders AS o ON o.id = e.order_id ORDER BY w.seq DESC`,
  )

/** Returns the entries whose trace or PAR number begins with the text, highest first. */
export async function numberedEntries(
  reader: Reader,
  beginning: string,
  atMost: number,
): Promise<Found[]> {
  const both = await Promise.all(
    ['e.trace_number', 'e.par_number'].map((column) =>
      entriesIn(
        reader,
        sql`batch_entries AS e JOIN orders AS o ON o.id = e.order_id
          WHERE ${sql.ref(column)} >= ${beginning} AND ${sql.ref(column)} < ${`${beginning}\u{10ffff}`}
          ORDER BY ${sql.ref(column)} DESC NULLS LAST LIMIT ${atMost}`,
      ),
    ),
  )
  return both.flat()
}
