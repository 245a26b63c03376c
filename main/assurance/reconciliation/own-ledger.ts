/**
 * Orders originated and sent here: payments by the day of their first sending, entries by their
 * batches.
 */
import { sql } from 'kysely'
import { dayBoundsIn, dayIn, daysLater } from '../../../preload/contract/kernel/calendar.ts'
import type { SupportReplyResult } from '../../../preload/contract/domain/orders/support-reply.ts'
import type { BatchEntriesTable } from '../../store/tables/batches.ts'
import type { OrdersTable } from '../../store/tables/orders.ts'
import { queriedAccountOf, isDebitedElsewhere } from '../../money/batch-facts.ts'
import type { Store } from '../../store/store.ts'
import { wholeDay } from '../../bank/answers/bank-days.ts'
import { mayBankHave } from '../../money/may-bank-have.ts'
import { kindOfStatus } from '../../money/bank-status.ts'

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
  | 'bank_status_text'
  | 'last_call_id'
> & { readonly bank_status: string; readonly supportReply: SupportReplyResult | null }

/** A sent payment, with the instant and the banking day of its first sending. */
export interface LeftPayment extends OrderColumns {
  readonly sentAt: string
  readonly sentOn: string
}

/** A day of an account, without leading zeros, in the zone in which days are counted. */
interface AccountDay {
  readonly account: string
  readonly day: string
  readonly zone: string
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
  'orders.bank_status as bank_status',
  'orders.bank_status_text as bank_status_text',
  'orders.last_call_id as last_call_id',
] as const

/** The reply of the bank's support about the last sending, if two people confirmed it. */
const supportReply = sql<SupportReplyResult | null>`(SELECT w.result FROM order_support_replies AS w
  WHERE w.order_id = orders.id AND w.confirmed_by IS NOT NULL
    AND w.after_attempt = (SELECT max(t.seq) FROM order_attempts AS t WHERE t.order_id = orders.id)
  ORDER BY w.seq DESC LIMIT 1)`

/** The first sending that may have reached the bank. */
const firstSent = sql<string | null>`(SELECT min(t.journalled_at) FROM order_attempts AS t
  WHERE t.order_id = orders.id AND t.outcome <> 'not-sent')`
const isPayment = sql<boolean>`orders.service IN ('WIRE', 'RTP')`

/** Returns the payments of an account that were sent on a day. */
export async function paymentsOf(
  store: Store,
  { account, day, zone }: AccountDay,
): Promise<LeftPayment[]> {
  const { from, until } = dayBoundsIn(zone, day)
  const rows = await store.read
    .selectFrom('orders')
    .where('debit_significant', '=', account)
    .where(isPayment)
    .where(
      sql<boolean>`orders.id IN (SELECT a.order_id FROM order_attempts AS a
        WHERE a.journalled_at >= ${from} AND a.journalled_at < ${until} AND a.outcome <> 'not-sent')`,
    )
    .select([...columns, firstSent.as('sentAt'), supportReply.as('supportReply')])
    .execute()
  return rows.flatMap((row) =>
    row.sentAt !== null && row.sentAt >= from ? [{ ...row, sentAt: row.sentAt, sentOn: day }] : [],
  )
}

/** A returned payment, with the bank's return status and the banking day of its first report. */
export interface ReturnedPayment extends LeftPayment {
  readonly returnedAt: string
  readonly returnedOn: string
  readonly statusText: string
  readonly alertSeq: number | null
  readonly callId: string | null
  /** A status inquiry shows that it failed, so that the return is not reported by an alert alone. */
  readonly isShown: 0 | 1
}

/** Returns the payments of an account whose return was first reported on a day. */
export async function returnedPaymentsOf(
  store: Store,
  { account, day, zone }: AccountDay,
): Promise<ReturnedPayment[]> {
  const rows = await store.read
    .selectFrom('orders')
    .innerJoin('order_status_events as s', 's.order_id', 'orders.id')
    .where('debit_significant', '=', account)
    .where(isPayment)
    .where('orders.bank_status', '=', 'returned')
    .orderBy('s.at')
    .select([...columns, firstSent.as('sentAt'), supportReply.as('supportReply')])
    .select([
      's.at as returnedAt',
      's.status_text as statusText',
      's.alert_seq as alertSeq',
      's.call_id as callId',
      's.source as source',
      's.vocabulary as vocabulary',
    ])
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((reports) => {
    const read = reports.map((row) => ({
      row,
      kind: kindOfStatus({ vocabulary: row.vocabulary, statusText: row.statusText }),
    }))
    const first = read.find(({ kind }) => kind === 'returned')?.row
    const dayOf = (at: string): string => dayIn(zone, Date.parse(at))
    if (!first || first.sentAt === null || dayOf(first.returnedAt) !== day) return []
    const isShown = read.some(
      ({ row, kind }) => row.source !== 'alert' && (kind === 'returned' || kind === 'failed'),
    )
    const { sentAt } = first
    const days = { sentOn: dayOf(sentAt), returnedOn: day }
    return [{ ...first, sentAt, ...days, isShown: isShown ? 1 : 0 }]
  })
}

/** An entry that was sent with its batch. */
export interface LeftEntry extends Pick<
  BatchEntriesTable,
  | 'id'
  | 'typed'
  | 'amount'
  | 'direction'
  | 'trace_number'
  | 'par_number'
  | 'account_significant'
  | 'verdict'
  | 'bank_status_text'
  | 'return_code'
  | 'return_date'
  | 'returned_at'
  | 'shown_amount'
  | 'detail_call_id'
> {
  readonly bank_status: string
  readonly order_id: string
  readonly service: string
  readonly state: string
  readonly reference: string
  readonly description: string
  readonly valueDate: string
  /** The banking day on which the return was reported; null if there was none. */
  readonly returnReportedOn: string | null
  /** The bank's effective date if stated, else the requested one. */
  readonly effective: string
  readonly sentAt: string
  readonly supportReply: SupportReplyResult | null
  readonly isReversed: 0 | 1
  /** The account that is queried about the entries of its batch, without leading zeros. */
  readonly queriedOn: string
}

/** The bank's effective date differs from the requested one by days, never by weeks. */
const aroundDays = 15

/**
 * The requested entries: of batches effective on a day, and with these trace numbers or ids on any
 * day.
 */
export interface EntriesWanted {
  readonly zone: string
  readonly day: string
  readonly traces: readonly string[]
  /** The own accounts of the profile, without leading zeros. */
  readonly own: readonly string[]
}

const queriedAccount = queriedAccountOf('orders', 'batches')
/** An account of the profile that the bank showed on this side of an entry. */
const isShownIn = (own: readonly string[]) =>
  sql<boolean>`(e.debited_significant IN (SELECT value FROM json_each(${JSON.stringify(own)})))`

/** A batch with entries on an account: queried on that account, or debited by the bank from it. */
const mayBeOn = (account: string) =>
  sql<boolean>`(o.debit_significant = ${account} OR batches.debited_significant = ${account}
    OR EXISTS (SELECT 1 FROM batch_entries AS d
      WHERE d.order_id = o.id AND d.debited_significant = ${account}))`

/**
 * Returns the entries of an account, and those that share a trace number with one of the day. The
 * bank decides which account it debits for a batch, so the account that the bank shows takes
 * precedence over the batch's own, and a trace number on this account belongs to its entry, whatever
 * account the batch names. For an account that received the entry, this is the other side.
 */
export async function entriesOf(
  store: Store,
  account: string,
  { zone, day, traces, own }: EntriesWanted,
): Promise<LeftEntry[]> {
  const batches = await store.read
    .selectFrom('orders as o')
    .innerJoin('batches', 'batches.order_id', 'o.id')
    .where(mayBeOn(account))
    .where('value_date', '>=', daysLater(day, -aroundDays))
    .where('value_date', '<=', daysLater(day, aroundDays))
    .where(
      sql<boolean>`EXISTS (SELECT 1 FROM order_attempts AS t
        WHERE t.order_id = o.id AND t.outcome <> 'not-sent')`,
    )
    .select(['o.id as id', 'o.value_date as effectiveDate', 'batches.bank_effective_date as bank'])
    .execute()
  const ofDay = batches.filter(
    ({ effectiveDate, bank }) => (wholeDay(bank) ?? effectiveDate) === day,
  )
  const ids = JSON.stringify(ofDay.map(({ id }) => id))
  const known = JSON.stringify(traces)
  const rows = await store.read
    .selectFrom('batch_entries as e')
    .innerJoin('orders', 'orders.id', 'e.order_id')
    .innerJoin('batches', 'batches.order_id', 'e.order_id')
    .where(
      sql<boolean>`CASE WHEN ${isShownIn(own)} THEN e.debited_significant = ${account}
        ELSE ${queriedAccount} = ${account} OR (e.account_significant <> ${account}
          AND e.trace_number IN (SELECT value FROM json_each(${known}))) END`,
    )
    .where(
      sql<boolean>`e.id IN (
        SELECT id FROM batch_entries WHERE order_id IN (SELECT value FROM json_each(${ids}))
        UNION SELECT id FROM batch_entries
          WHERE trace_number IN (SELECT value FROM json_each(${known})
            UNION SELECT trace_number FROM batch_entries
              WHERE trace_number IS NOT NULL AND order_id IN (SELECT value FROM json_each(${ids})))
        UNION SELECT id FROM batch_entries WHERE returned_at IS NOT NULL
          AND replace(return_date, '-', '') = ${day.replaceAll('-', '')})`,
    )
    .select([
      ...(['e.id as id', 'e.typed as typed', 'e.amount as amount'] as const),
      ...(['e.direction as direction', 'e.trace_number as trace_number'] as const),
      ...(['e.par_number as par_number', 'e.verdict as verdict'] as const),
      ...(['e.account_significant as account_significant'] as const),
      ...(['e.bank_status as bank_status', 'e.bank_status_text as bank_status_text'] as const),
      ...(['e.return_code as return_code', 'e.return_date as return_date'] as const),
      ...(['e.returned_at as returned_at', 'e.shown_amount as shown_amount'] as const),
      ...(['e.detail_call_id as detail_call_id', 'e.order_id as order_id'] as const),
      ...(['orders.service as service', 'orders.state as state'] as const),
      ...(['orders.reference as reference', 'orders.beneficiary as description'] as const),
      ...(['orders.value_date as valueDate', 'batches.bank_effective_date as bank'] as const),
    ])
    .select([
      firstSent.as('sentAt'),
      supportReply.as('supportReply'),
      queriedAccount.as('queriedOn'),
    ])
    .select(
      sql<
        0 | 1
      >`EXISTS (SELECT 1 FROM batch_entries AS f JOIN batches AS fb ON fb.order_id = f.order_id
        JOIN orders AS fo ON fo.id = f.order_id
        WHERE f.follows_entry = e.id AND fb.reversal_of IS NOT NULL
          AND ${mayBankHave('fo')})`.as('isReversed'),
    )
    .orderBy('e.order_id')
    .orderBy('e.position')
    .execute()
  return rows.flatMap(({ bank, sentAt, ...row }) =>
    sentAt === null
      ? []
      : [
          {
            ...row,
            sentAt,
            returnReportedOn:
              row.returned_at === null ? null : dayIn(zone, Date.parse(row.returned_at)),
            effective: wholeDay(bank) ?? row.valueDate,
          },
        ],
  )
}

/**
 * Returns the batches of a day that are queried on this account but debited from others, with the
 * number of entries each.
 */
export async function debitedElsewhere(store: Store, account: string, day: string) {
  const rows = await store.read
    .selectFrom('batch_entries as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .innerJoin('batches as b', 'b.order_id', 'e.order_id')
    .where(
      sql<boolean>`e.order_id IN (SELECT b.order_id FROM batches AS b JOIN orders AS o ON o.id = b.order_id
        WHERE ${queriedAccountOf('o', 'b')} = ${account} AND o.value_date >= ${daysLater(day, -aroundDays)}
          AND o.value_date <= ${daysLater(day, aroundDays)})`,
    )
    .where(isDebitedElsewhere)
    .groupBy(['o.id', 'b.order_id', 'e.debited_significant'])
    .select(['o.id as orderId', 'o.beneficiary as description', 'o.value_date as valueDate'])
    .select(['o.service as service', 'b.bank_effective_date as bank'])
    .select(sql<string>`e.debited_significant`.as('debited'))
    .select((select) => select.fn.countAll<number>().as('entries'))
    .execute()
  return rows.filter(({ bank, valueDate }) => (wholeDay(bank) ?? valueDate) === day)
}

/** Returns which alerts are about which of these orders, and who decided it. */
export async function alertsOfOrders(store: Store, ids: readonly string[]) {
  return store.read
    .selectFrom('order_alerts')
    .where(sql<boolean>`order_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .where('decision', '=', 'counts')
    .select(['order_id', 'alert_seq'])
    .execute()
}

/** Returns which of these alerts belong, or may belong, to an order. */
export async function ordersOfAlerts(store: Store, seqs: readonly number[]) {
  const rows = await store.read
    .selectFrom('order_alerts')
    .where(
      sql<boolean>`alert_seq IN (SELECT CAST(value AS bigint) FROM json_each(${JSON.stringify(seqs)}))`,
    )
    .where('decision', '<>', 'dismissed')
    .select(['alert_seq', 'decision'])
    .execute()
  const of = (decision: 'counts' | 'open') =>
    new Set(rows.filter((row) => row.decision === decision).map(({ alert_seq: seq }) => seq))
  return { counted: of('counts'), open: of('open') }
}
