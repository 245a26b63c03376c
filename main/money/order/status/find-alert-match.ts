/**
 * Finds the order that an alert is about, and reads the alerts of an order; nothing is stored here.
 * Matched by reference, then by transaction id, then as a suggestion to a person (bank notes 100
 * and 101). No document says that tranId is the id of the API, and an amount and account do not
 * identify a payment, so a suggestion counts only after somebody confirmed it.
 */
import { sql } from 'kysely'
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import { amountFromAnswer } from '../../../../preload/contract/kernel/money.ts'
import type { StatusEvent } from '../../../../preload/contract/domain/orders/bank-status.ts'
import type { OrderAlert } from '../../../../preload/contract/domain/orders/order-course.ts'
import { leadingDay } from '../../../bank/answers/bank-days.ts'
import { writingsOf } from '../../../bank/answers/named-texts.ts'
import { maskedLine } from '../../../bank/privacy/mask-alert.ts'
import type { OrderAlertsTable } from '../../../store/tables/order-history.ts'
import type { Store } from '../../../store/store.ts'
import { accountsOfAlerts, type AlertRow, type ElementOf } from '../../../alerts/alerts.records.ts'
import { readAlert } from '../../../alerts/read-alert.ts'
import { notOnItsWay } from '../order-machine.ts'
import { asSent } from '../sent-version.ts'
import type { OrderSummary } from '../types.ts'
import { summaryColumns } from '../order-columns.ts'

export interface AlertTimes {
  /** payNotifyTs as received, otherwise the alert's own sending time; null if neither is given. */
  readonly bankTime: string | null
  /** The business day as YYYY-MM-DD, from tranExecutedDt or else the receipt (bank note 101). */
  readonly day: string
}

/** Reads the details from the stored delivery. If that is unreadable, the row alone decides. */
export async function timesOf(elementOf: ElementOf, row: AlertRow): Promise<AlertTimes> {
  const element = await elementOf(row)
  const body = element && readAlert(element.element).body
  const reading = body?.shape === 'payment' ? body.reading : null
  return {
    bankTime: reading?.payNotifyTs ?? row.sent_at,
    day: leadingDay(reading?.tranExecutedDt) ?? row.at.slice(0, 10),
  }
}

/**
 * Returns the alert's status event for its order: tranBusnStatusCode alone, because no document
 * lists the values of wireEventNm (bank note 101).
 */
export const statusEventsIn = (row: AlertRow, { bankTime }: AlertTimes): StatusEvent[] =>
  row.status === null || row.status.trim() === ''
    ? []
    : [
        {
          ...({
            source: 'alert',
            vocabulary: 'business',
            statusText: row.status,
            bankTime,
          } as const),
          at: row.at,
          callId: null,
          alertSeq: row.seq,
        },
      ]

/** An order that an alert is about, and how that was found. */
export interface Match {
  readonly orderId: string
  readonly matchedBy: OrderAlertsTable['matched_by']
}

const daysApart = 3
/** An alert without a name may be about an order that left and is not settled. */
const openStates = ['sending', 'accepted', 'outcome-unknown'] as const

/**
 * Returns the order that an alert is about; undefined if none was sent from here. A credit is
 * somebody else's payment.
 */
export async function matchOf(
  store: Store,
  alert: AlertRow,
  times: AlertTimes,
): Promise<Match | undefined> {
  if (alert.direction === 'credit') return undefined
  const { reference, transaction_id: transactionId } = alert
  if (reference !== null) {
    const row = await orderBy(store, 'reference', writingsOf(reference))
    if (row && isItsAccount(alert, row)) return { orderId: row.id, matchedBy: 'reference' }
  }
  if (transactionId !== null) {
    const row = await orderBy(store, 'transaction_id', [transactionId])
    // The bank may have put a reference of its own in this place.
    if (row && isItsAccount(alert, row))
      return { orderId: row.id, matchedBy: reference === null ? 'transaction-id' : 'suggestion' }
  }
  // An alert with another reference is about another payment.
  return reference === null ? suggestionFor(store, alert, times) : undefined
}

/** Returns the order as it was sent. */
async function orderBy(
  { read }: Store,
  column: 'reference' | 'transaction_id',
  values: readonly string[],
): Promise<OrderSummary | undefined> {
  const row = await read
    .selectFrom('orders')
    .select(summaryColumns)
    .where(column, 'in', values)
    .executeTakeFirst()
  return row && (await asSent(read, row)).row
}

/**
 * A reference is unique only with its debit account (bank note 65); a missing account contradicts
 * nothing.
 */
const isItsAccount = ({ account, direction }: AlertRow, row: OrderSummary): boolean =>
  direction === null ||
  account === null ||
  !/^\d+$/.test(account.trim()) ||
  significantAccount(account.trim()) === row.debit_significant

/**
 * Returns the only open order of this account, amount and currency around that day; undefined if
 * there are several.
 */
async function suggestionFor(
  store: Store,
  alert: AlertRow,
  { day }: AlertTimes,
): Promise<Match | undefined> {
  const { amount, currency, seq } = alert
  if (amount === null || currency === null) return undefined
  const read = amountFromAnswer(amount, currency)
  if (!('minor' in read)) return undefined
  const near = (column: string) =>
    sql<boolean>`abs(julianday(substr(${sql.ref(column)}, 1, 10)) - julianday(${day})) <= ${daysApart}`
  const open = await store.read
    .selectFrom('orders')
    .select('id')
    .where('state', 'in', openStates)
    .where('is_final', '=', 0)
    .where('amount', '=', read.minor)
    .where('currency', '=', currency)
    .where((where) => where.or([near('value_date'), near('released_at')]))
    .where(
      sql<boolean>`debit_significant IN (SELECT account FROM alert_accounts WHERE alert_seq = ${seq})`,
    )
    .limit(2)
    .execute()
  // Those that came back may say something else by now than what was sent.
  const back = await store.read
    .selectFrom('orders')
    .select(summaryColumns)
    .where('state', 'in', notOnItsWay)
    .where('id', 'in', (of) =>
      of.selectFrom('order_attempts').select('order_id').where(near('journalled_at')),
    )
    .execute()
  const accounts = (await accountsOfAlerts(store, [seq])).get(seq) ?? []
  const sent = await Promise.all(back.map((row) => asSent(store.read, row)))
  const same = sent.filter(
    ({ row }) =>
      row.amount === read.minor &&
      row.currency === currency &&
      accounts.includes(row.debit_significant),
  )
  const candidates = [...open, ...same.map(({ row }) => row)]
  const [only, second] = candidates
  return only && !second ? { orderId: only.id, matchedBy: 'suggestion' } : undefined
}

/** Returns the alerts matched to an order in order of receipt, masked unless `inFull`. */
export async function alertsOf(store: Store, id: string, inFull: boolean): Promise<OrderAlert[]> {
  const rows = await store.read
    .selectFrom('order_alerts')
    .innerJoin('alerts', 'alerts.seq', 'order_alerts.alert_seq')
    .selectAll('alerts')
    .select(['matched_by as matchedBy', 'decision'])
    .where('order_id', '=', id)
    .orderBy('alerts.seq')
    .execute()
  if (rows.length === 0) return []
  const accounts = await accountsOfAlerts(
    store,
    rows.map(({ seq }) => seq),
  )
  return rows.map(({ seq, id: alertId, at, matchedBy, decision, ...alert }) => {
    const texts = { ...alert, sentAt: alert.sent_at }
    const { status, amount, currency } = inFull ? texts : maskedLine(texts, accounts.get(seq) ?? [])
    return { alertSeq: seq, alertId, at, status, amount, currency, matchedBy, decision }
  })
}
