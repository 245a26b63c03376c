/**
 * Computes the stored columns of a batch from the typed text: lists show and search them, and
 * checks compare them.
 */
import { sql, type RawBuilder, type Transaction } from 'kysely'
import {
  maskedAccount,
  significantAccount,
  significantRouting,
} from '../../../../preload/contract/kernel/account-number.ts'
import type { BatchForm } from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { EntryFigure, ShownTotals } from '../../../../preload/contract/domain/batches/batch.ts'
import type { PlacedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { centsIn } from '../../../../preload/contract/domain/batches/read-batch.ts'
import type { StoredAccount } from '../../../profile/profile-records.ts'
import { folded } from '../../../store/collation.ts'
import type { Reader, Tables } from '../../../store/store.ts'
import { batchFormText, type StoredBatchForm } from '../batch-records.ts'
import type { PreparedFrom } from '../types.ts'

/** Returns the own account that a head names; undefined if it names none, or one that is gone. */
export const ownAccountOf = (
  { accountId }: BatchForm,
  accounts: readonly StoredAccount[],
): StoredAccount | undefined => accounts.find(({ id }) => id === accountId)

/** Returns credits plus debits in cents; null without entries. */
export const amountOfTotals = ({ entries, credits, debits }: ShownTotals): number | null =>
  entries === 0 ? null : counted(BigInt(credits) + BigInt(debits))

/** A larger sum is capped: such a batch cannot be submitted, but its draft must still be stored. */
const counted = (sum: bigint): number => Math.min(Number(sum), Number.MAX_SAFE_INTEGER)

/**
 * Returns the order columns that follow from head and totals of a draft. The account serves later
 * status inquiries and is never sent.
 */
export function draftColumns(
  { form, prepared }: Pick<StoredBatchForm, 'form' | 'prepared'>,
  totals: ShownTotals,
  accounts: readonly StoredAccount[],
) {
  const account = ownAccountOf(form, accounts)
  const label = account ? `${account.name} ${maskedAccount(account.account_number)}` : ''
  return {
    service: form.secCode,
    form: batchFormText({ form, terms: null, prepared }),
    debit_account: account?.account_number ?? '',
    debit_significant: account?.account_significant ?? '',
    debit_label: label,
    amount: amountOfTotals(totals),
    currency: 'USD',
    value_date: form.effectiveDate.trim(),
    beneficiary: form.companyEntryDescription.trim(),
    beneficiary_account: '',
    beneficiary_significant: '',
    beneficiary_bank: '',
    search_text: '',
  }
}

/** For the audit chain, which can never be changed: no account and no typed text. */
export const draftDetail = ({ secCode }: BatchForm, totals: ShownTotals) => ({
  service: secCode,
  entries: totals.entries,
  credits: counted(BigInt(totals.credits)),
  debits: counted(BigInt(totals.debits)),
})

const directionOf = (creditDebitCode: string): string => {
  const code = creditDebitCode.trim().toUpperCase()
  return code === 'C' || code === 'D' ? code : ''
}

/** The columns of a row, in the order of its JSON. */
const columns = {
  id: 'text',
  order_id: 'text',
  position: 'double precision',
  typed: 'text',
  amount: 'bigint',
  direction: 'text',
  routing_number: 'text',
  account_significant: 'text',
  receiver_folded: 'text',
  payee_id: 'text',
  follows_entry: 'text',
}
const columnNames = sql.raw(Object.keys(columns).join(', '))
const jsonColumns = sql.raw(
  Object.values(columns)
    .map((type, at) => `CAST(json_extract(value, '$[${String(at)}]') AS ${type})`)
    .join(', '),
)
/** Rows in one SQL statement, so that neither main nor the worker is blocked for long. */
const atOnce = 1_000

/**
 * Writes entries at their places inside a transaction, new or replacing ones of the same draft. A
 * changed entry loses its *Send anyway*. Returns how many were written: fewer than given means that
 * an id belongs to another batch, and the caller must roll back.
 */
export async function putEntries(
  tx: Transaction<Tables>,
  orderId: string,
  placed: readonly PlacedEntry[],
  follows: ReadonlyMap<string, string> = new Map(),
): Promise<number> {
  let written = 0
  for (let from = 0; from < placed.length; from += atOnce) {
    const rows = placed
      .slice(from, from + atOnce)
      .map(({ position, entry }) => [
        entry.id,
        orderId,
        position,
        JSON.stringify(entry),
        centsIn(entry.amount),
        directionOf(entry.creditDebitCode),
        significantRouting(entry.routingNumber),
        significantAccount(entry.accountNumber),
        folded(entry.receiverName.trim()),
        entry.payeeId,
        follows.get(entry.id) ?? null,
      ])
    const { numAffectedRows } = await sql`
      INSERT INTO batch_entries (${columnNames}) SELECT ${jsonColumns} FROM json_each(${JSON.stringify(rows)}) WHERE true
      ON CONFLICT (id) DO UPDATE SET position = excluded.position, typed = excluded.typed, amount = excluded.amount,
        direction = excluded.direction, routing_number = excluded.routing_number,
        account_significant = excluded.account_significant, receiver_folded = excluded.receiver_folded,
        payee_id = excluded.payee_id,
        sent_anyway = CASE WHEN batch_entries.typed = excluded.typed THEN batch_entries.sent_anyway END
      WHERE batch_entries.order_id = excluded.order_id`.execute(tx)
    written += Number(numAffectedRows ?? 0n)
  }
  return written
}

/** Removes the entries of a draft under this condition, with what the bank has said of them. */
export async function removeEntries(
  tx: Transaction<Tables>,
  orderId: string,
  those: RawBuilder<boolean>,
): Promise<void> {
  const gone = tx
    .selectFrom('batch_entries')
    .select('id')
    .where('order_id', '=', orderId)
    .where(those)
  await tx.deleteFrom('batch_entry_status_events').where('entry_id', 'in', gone).execute()
  await tx.deleteFrom('batch_entries').where('order_id', '=', orderId).where(those).execute()
}

/** Sums are computed in two halves, because SQLite fails on an integer overflow in a sum. */
const half = 1_000_000_000
const sumOfHalves = (high: number, low: number): number =>
  counted(BigInt(high) * BigInt(half) + BigInt(low))
const halves = (direction: 'C' | 'D', name: Side) =>
  sql.raw(`
  coalesce(sum(CASE WHEN direction = '${direction}' THEN amount / ${String(half)} END), 0) AS ${name}_high,
  coalesce(sum(CASE WHEN direction = '${direction}' THEN amount % ${String(half)} END), 0) AS ${name}_low`)
type Side = 'credits' | 'debits'
type Halves = Readonly<Record<'entries' | `${Side}_${'high' | 'low'}`, number>>

/**
 * Returns credits and debits of a batch from its stored entries, as far as their amounts can be
 * read.
 */
export async function storedTotals(tx: Transaction<Tables>, orderId: string): Promise<ShownTotals> {
  const { rows } = await sql<Halves>`
    SELECT count(*) AS entries, ${halves('C', 'credits')}, ${halves('D', 'debits')} FROM batch_entries WHERE order_id = ${orderId}`.execute(
    tx,
  )
  const [sums] = rows
  if (!sums) throw new TypeError('a count has a row')
  return {
    entries: sums.entries,
    credits: sumOfHalves(sums.credits_high, sums.credits_low),
    debits: sumOfHalves(sums.debits_high, sums.debits_low),
  }
}

/** Returns the stored entries of a batch by direction and account type, in this order. */
export async function storedFigures(reader: Reader, orderId: string): Promise<EntryFigure[]> {
  const rows = await reader
    .selectFrom('batch_entries')
    .select([
      sql<EntryFigure['direction']>`direction`.as('direction'),
      sql<EntryFigure['accountType']>`CASE trim(json_extract(typed, '$.accountType'))
        WHEN 'C' THEN 'C' WHEN 'S' THEN 'S' ELSE '' END`.as('accountType'),
      sql<number>`count(*)`.as('entries'),
      sql<number>`coalesce(sum(amount / ${sql.lit(half)}), 0)`.as('high'),
      sql<number>`coalesce(sum(amount % ${sql.lit(half)}), 0)`.as('low'),
    ])
    .where('order_id', '=', orderId)
    .groupBy(['direction', 'accountType'])
    .execute()
  const place = ({ direction, accountType }: (typeof rows)[number]): string =>
    // What is neither comes last.
    `${direction || 'X'}${accountType || 'X'}`
  return rows
    .toSorted((row, other) => (place(row) < place(other) ? -1 : 1))
    .map(({ high, low, ...row }) => ({ ...row, amount: sumOfHalves(high, low) }))
}

/**
 * Writes the columns that follow from head and totals of a draft into its order and batch, inside a
 * transaction.
 */
export async function writeHeader(
  tx: Transaction<Tables>,
  head: {
    readonly id: string
    readonly form: BatchForm
    readonly prepared: PreparedFrom | undefined
    readonly totals: ShownTotals
    readonly at: string
    readonly accounts: readonly StoredAccount[]
  },
): Promise<void> {
  const { id, form, prepared, totals, at, accounts } = head
  await tx
    .updateTable('orders')
    .set({
      updated_at: at,
      ...draftColumns({ form, prepared }, totals, accounts),
      body: null,
      body_sha256: null,
      approval_hash: null,
    })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('batches')
    .set({ sec_code: form.secCode, ...totals })
    .where('order_id', '=', id)
    .execute()
}
