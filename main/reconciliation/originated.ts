/** What was originated here and left: payments by the day of their first sending, entries by their batches. */
import { sql } from 'kysely'
import { daysLater } from '../../preload/contract/ach-inquiry/days.ts'
import type { DeskSaid } from '../../preload/contract/orders/desk-word.ts'
import type { BatchEntriesTable } from '../storage/batch-tables.ts'
import type { OrdersTable } from '../storage/money-tables.ts'
import type { Store } from '../storage/store.ts'
import { bankDay, boundsOf, localDayOf } from './days.ts'

type OrderColumns = Pick<
  OrdersTable,
  | 'id'
  | 'service'
  | 'state'
  | 'reference'
  | 'amount'
  | 'currency'
  | 'value_date'
  | 'beneficiary'
  | 'transaction_id'
  | 'standing_word'
  | 'last_call_id'
> & { readonly standing: string; readonly deskSaid: DeskSaid | null }

/** A payment that left, with the instant of its first sending. */
export interface LeftPayment extends OrderColumns {
  readonly sentAt: string
}

const columns = [
  'orders.id as id',
  'orders.service as service',
  'orders.state as state',
  'orders.reference as reference',
  'orders.amount as amount',
  'orders.currency as currency',
  'orders.value_date as value_date',
  'orders.beneficiary as beneficiary',
  'orders.transaction_id as transaction_id',
  'orders.standing as standing',
  'orders.standing_word as standing_word',
  'orders.last_call_id as last_call_id',
] as const

/** What the bank's desk said of the last sending, where two people stand for it. */
const deskSaid = sql<DeskSaid | null>`(SELECT w.said FROM order_desk_words AS w
  WHERE w.order_id = orders.id AND w.confirmed_by IS NOT NULL
    AND w.after_attempt = (SELECT max(t.seq) FROM order_attempts AS t WHERE t.order_id = orders.id)
  ORDER BY w.seq DESC LIMIT 1)`

/** The first sending that may have reached the bank. */
const firstSent = sql<string | null>`(SELECT min(t.journalled_at) FROM order_attempts AS t
  WHERE t.order_id = orders.id AND t.outcome <> 'not-sent')`
const isPayment = sql<boolean>`orders.service IN ('WIRE', 'RTP')`

/** The payments of an account that left on a local day. */
export async function paymentsOf(
  store: Store,
  account: string,
  day: string,
): Promise<LeftPayment[]> {
  const { from, until } = boundsOf(day)
  const rows = await store.read
    .selectFrom('orders')
    .where('debit_significant', '=', account)
    .where(isPayment)
    .where(
      sql<boolean>`orders.id IN (SELECT a.order_id FROM order_attempts AS a
        WHERE a.journalled_at >= ${from} AND a.journalled_at < ${until} AND a.outcome <> 'not-sent')`,
    )
    .select([...columns, firstSent.as('sentAt'), deskSaid.as('deskSaid')])
    .execute()
  return rows.flatMap((row) =>
    row.sentAt !== null && row.sentAt >= from ? [{ ...row, sentAt: row.sentAt }] : [],
  )
}

/** A payment that came back, with the statements that say so. */
export interface ReturnedPayment extends LeftPayment {
  readonly returnedAt: string
  readonly word: string
  readonly alertSeq: number | null
  readonly callId: string | null
}

/** The payments of an account whose return was first told of on a local day. */
export async function returnedPaymentsOf(
  store: Store,
  account: string,
  day: string,
): Promise<ReturnedPayment[]> {
  const rows = await store.read
    .selectFrom('orders')
    .innerJoin('order_statements as s', 's.order_id', 'orders.id')
    .where('debit_significant', '=', account)
    .where(isPayment)
    .where('orders.standing', '=', 'returned')
    .where(sql<boolean>`upper(trim(s.word)) = 'RETURNED'`)
    .orderBy('s.at')
    .select([...columns, firstSent.as('sentAt'), deskSaid.as('deskSaid')])
    .select([
      's.at as returnedAt',
      's.word as word',
      's.alert_seq as alertSeq',
      's.call_id as callId',
    ])
    .execute()
  const first = new Map<string, ReturnedPayment>()
  for (const row of rows)
    if (row.sentAt !== null && !first.has(row.id)) first.set(row.id, { ...row, sentAt: row.sentAt })
  return [...first.values()].filter(({ returnedAt }) => localDayOf(returnedAt) === day)
}

/** An entry that left with its batch. */
export interface LeftEntry extends Pick<
  BatchEntriesTable,
  | 'id'
  | 'typed'
  | 'amount'
  | 'direction'
  | 'trace_number'
  | 'par_number'
  | 'verdict'
  | 'standing_word'
  | 'return_code'
  | 'return_date'
  | 'returned_at'
  | 'shown_amount'
  | 'detail_call_id'
> {
  readonly standing: string
  readonly order_id: string
  readonly service: string
  readonly state: string
  readonly reference: string
  readonly description: string
  readonly valueDate: string
  /** The bank's effective date where it stated one, else the one that was asked for. */
  readonly effective: string
  readonly sentAt: string
  readonly deskSaid: DeskSaid | null
  readonly isReversed: 0 | 1
}

/** The effective date of a batch differs from the one that was asked for by days, never by weeks. */
const aroundDays = 15

/** Which entries are wanted: of batches effective on a day, and of these trace numbers or ids whenever that is. */
export interface EntriesWanted {
  readonly day: string
  readonly traces: readonly string[]
}

/** The entries of an account's batches. */
export async function entriesOf(
  store: Store,
  account: string,
  { day, traces }: EntriesWanted,
): Promise<LeftEntry[]> {
  const batches = await store.read
    .selectFrom('orders')
    .innerJoin('batches', 'batches.order_id', 'orders.id')
    .where('debit_significant', '=', account)
    .where('value_date', '>=', daysLater(day, -aroundDays))
    .where('value_date', '<=', daysLater(day, aroundDays))
    .where(sql<boolean>`${firstSent} IS NOT NULL`)
    .select([
      'orders.id as id',
      'orders.value_date as asked',
      'batches.bank_effective_date as bank',
    ])
    .execute()
  const ofDay = batches.filter(({ asked, bank }) => (bankDay(bank) ?? asked) === day)
  const ids = JSON.stringify(ofDay.map(({ id }) => id))
  const rows = await store.read
    .selectFrom('batch_entries as e')
    .innerJoin('orders', 'orders.id', 'e.order_id')
    .innerJoin('batches', 'batches.order_id', 'e.order_id')
    .where('orders.debit_significant', '=', account)
    .where(
      sql<boolean>`e.id IN (
        SELECT id FROM batch_entries WHERE order_id IN (SELECT value FROM json_each(${ids}))
        UNION SELECT id FROM batch_entries
          WHERE trace_number IN (SELECT value FROM json_each(${JSON.stringify(traces)}))
        UNION SELECT r.id FROM batch_entries AS r JOIN orders AS ro ON ro.id = r.order_id
          WHERE ro.debit_significant = ${account} AND r.returned_at IS NOT NULL
            AND replace(r.return_date, '-', '') = ${day.replaceAll('-', '')})`,
    )
    .select([
      ...(['e.id as id', 'e.typed as typed', 'e.amount as amount'] as const),
      ...(['e.direction as direction', 'e.trace_number as trace_number'] as const),
      ...(['e.par_number as par_number', 'e.verdict as verdict'] as const),
      ...(['e.standing as standing', 'e.standing_word as standing_word'] as const),
      ...(['e.return_code as return_code', 'e.return_date as return_date'] as const),
      ...(['e.returned_at as returned_at', 'e.shown_amount as shown_amount'] as const),
      ...(['e.detail_call_id as detail_call_id', 'e.order_id as order_id'] as const),
      ...(['orders.service as service', 'orders.state as state'] as const),
      ...(['orders.reference as reference', 'orders.beneficiary as description'] as const),
      ...(['orders.value_date as valueDate', 'batches.bank_effective_date as bank'] as const),
    ])
    .select([firstSent.as('sentAt'), deskSaid.as('deskSaid')])
    .select(
      sql<
        0 | 1
      >`EXISTS (SELECT 1 FROM batch_entries AS f JOIN batches AS fb ON fb.order_id = f.order_id
        JOIN orders AS fo ON fo.id = f.order_id
        WHERE f.follows_entry = e.id AND fb.reversal_of IS NOT NULL
          AND fo.state IN ('accepted', 'sending', 'outcome-unknown'))`.as('isReversed'),
    )
    .orderBy('e.order_id')
    .orderBy('e.position')
    .execute()
  return rows.flatMap(({ bank, sentAt, ...row }) =>
    sentAt === null ? [] : [{ ...row, sentAt, effective: bankDay(bank) ?? row.valueDate }],
  )
}

/** Which alerts are about which of these orders, and by whose word. */
export async function alertsOfOrders(store: Store, ids: readonly string[]) {
  return store.read
    .selectFrom('order_alerts')
    .where(sql<boolean>`order_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .where('decision', '=', 'counts')
    .select(['order_id', 'alert_seq'])
    .execute()
}

/** Of these alerts those that an order has, or might have. */
export async function ordersOfAlerts(store: Store, seqs: readonly number[]) {
  const rows = await store.read
    .selectFrom('order_alerts')
    .where(sql<boolean>`alert_seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`)
    .where('decision', '<>', 'dismissed')
    .select(['alert_seq', 'decision'])
    .execute()
  const of = (decision: 'counts' | 'open') =>
    new Set(rows.filter((row) => row.decision === decision).map(({ alert_seq: seq }) => seq))
  return { counted: of('counts'), open: of('open') }
}
