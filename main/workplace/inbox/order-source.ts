/**
 * Payments and batches that need a person: each is an order, found by partial indexes that hold
 * nothing else.
 */
import { orderKindOf } from '../../../preload/contract/domain/orders/order.ts'
import { sql, type Selectable } from 'kysely'
import type { InboxKind } from '../../../preload/contract/api/inbox/inbox.ts'
import { statusSpelling } from '../../../preload/contract/bank/codes/payment-business-status.ts'
import {
  batchTitle,
  laterDayEnd,
  repairEnd,
  orderEnds,
  paymentTitle,
} from '../../../preload/contract/text/inbox.ts'
import { networkDay } from '../../../preload/contract/kernel/banking-days.ts'
import { waitsForLaterDay } from '../../../preload/contract/text/bank-status.ts'
import type { BankStatus } from '../../../preload/contract/domain/orders/bank-status.ts'
import { shownBankStatus } from '../../money/bank-status.ts'
import type { OrdersTable } from '../../store/tables/orders.ts'
import type { Store } from '../../store/store.ts'
import type { Found, SourceFindings } from './inbox-jobs.ts'

const columns = [
  'id',
  'service',
  'state',
  'beneficiary',
  'amount',
  'currency',
  'bank_status',
  'bank_status_text',
  'bank_status_at',
  'value_date',
  'submitted_at',
  'updated_at',
] as const
type Row = Pick<Selectable<OrdersTable>, (typeof columns)[number]>

/** Returns the title of an order: the payee, or the purpose of the batch. */
export const orderTitle = (row: Pick<Row, 'service' | 'beneficiary'>): string =>
  orderKindOf(row.service) === 'batch'
    ? batchTitle(row.service, row.beneficiary)
    : paymentTitle(row.service, row.beneficiary)

const screenOf = (row: Row): string =>
  `/${orderKindOf(row.service) === 'batch' ? 'batches' : 'orders'}/${row.id}`

const foundIn = (row: Row, at: string, address: string, why: string): Found => ({
  subject: `order/${row.id}`,
  at,
  title: `${orderTitle(row)}${why}`,
  amount: row.amount,
  currency: row.currency,
  deadline: null,
  address,
})

const ends: Partial<Readonly<Record<Row['bank_status'], string>>> = orderEnds
const endOf = ({ bank_status, bank_status_text: status }: Row): string =>
  ends[bank_status] ?? repairEnd(status ?? '')

/** Reads the orders. `since`: orders that ended earlier need nobody any more. */
export async function noticedOrders(
  store: Store,
  { since, now }: { readonly since: string; readonly now: Date },
): Promise<readonly SourceFindings[]> {
  const of = (
    kind: InboxKind,
    rows: readonly Row[],
    toFound: (row: Row) => Found,
    isWhole: boolean,
  ): SourceFindings => ({ kind, prefix: 'order/', found: rows.map(toFound), isWhole })
  const inState = (state: Row['state']) =>
    store.read.selectFrom('orders').select(columns).where('state', '=', state)
  const [unknownOutcome, awaiting, rejected, ended, atBank, waiting, created] = [
    await inState('outcome-unknown').where('closed_at', 'is', null).execute(),
    await inState('awaiting-approval').execute(),
    await inState('rejected')
      .where('updated_at', '>=', since)
      .where('bank_status', 'in', notMade)
      .execute(),
    await finalButNotPaid(store, since),
    await inProgress(store, ({ needsBankAction }) => needsBankAction),
    await inProgress(store, waitsForLaterDay),
    await foundAfterNotMade(store, since),
  ]
  const notPaid = ended.filter(
    ({ bank_status }) => bank_status === 'failed' || bank_status === 'cancelled',
  )
  const needBank = [
    ...atBank,
    ...ended.filter(({ bank_status }) => bank_status === 'contradictory'),
  ]
  const duplicates = needBank.filter(isDuplicate)
  const repairs = needBank.filter((row) => !isDuplicate(row))
  const statusItem = (row: Row): Found =>
    foundIn(row, row.bank_status_at ?? row.updated_at, screenOf(row), endOf(row))
  return [
    of(
      'unknown-outcome',
      unknownOutcome,
      (row) => foundIn(row, row.updated_at, `/unknown-outcomes/${row.id}`, ''),
      true,
    ),
    of(
      'made-after-all',
      created,
      (row) => foundIn(row, row.updated_at, screenOf(row), orderEnds['made-after-all']),
      false,
    ),
    of(
      'awaiting-me',
      awaiting,
      (row) => foundIn(row, row.submitted_at ?? row.updated_at, `/approvals/${row.id}`, ''),
      true,
    ),
    of(
      'rejected',
      rejected,
      (row) => foundIn(row, row.updated_at, screenOf(row), orderEnds.rejected),
      false,
    ),
    of('rejected', notPaid, statusItem, false),
    of(
      'returned',
      ended.filter(({ bank_status }) => bank_status === 'returned'),
      statusItem,
      false,
    ),
    // A bank status that holds a payment up ends with the next status.
    of('repair', repairs, statusItem, true),
    of(
      'later-day',
      waiting.filter((row) => isLate(row, now)),
      (row) => foundIn(row, row.bank_status_at ?? row.updated_at, screenOf(row), laterDayEnd),
      true,
    ),
    of('duplicate', duplicates, statusItem, true),
  ]
}

const isDuplicate = ({ bank_status, bank_status_text }: Row): boolean =>
  bank_status !== 'contradictory' && statusSpelling(bank_status_text ?? '') === 'duplicatecontent'

/**
 * The payment was not made on its own day, so that its payee may have to know: that day is over, or
 * the bank reported on it that the payment waits.
 */
const isLate = ({ value_date: day, bank_status_at: at }: Row, now: Date): boolean =>
  day < networkDay(now) || at === null || networkDay(new Date(at)) >= day

/** A rejected order of another bank status is contradictory or came back. */
const notMade = ['not-reported', 'failed', 'cancelled'] as const

/** Final and not paid; an immediate rejection by the bank shows in the order's state. */
const finalButNotPaid = (store: Store, since: string): Promise<Row[]> =>
  store.read
    .selectFrom('orders')
    .select(columns)
    // Literals, because SQLite does not use a partial index for bound values.
    .where(sql<boolean>`bank_status IN ('returned', 'failed', 'cancelled', 'contradictory')`)
    .where('bank_status_at', '>=', since)
    .where((is) => is.or([is('state', '<>', 'rejected'), is('bank_status', 'not in', notMade)]))
    .execute()

/**
 * The bank has the payment, although two people confirmed a support reply that the last sending
 * was not made.
 */
const foundAfterNotMade = (store: Store, since: string): Promise<Row[]> =>
  store.read
    .selectFrom('orders')
    .select(columns)
    .where('state', '=', 'accepted')
    .where('updated_at', '>=', since)
    .where(
      sql<boolean>`id IN (SELECT w.order_id FROM order_support_replies AS w
        WHERE w.result = 'not-made' AND w.confirmed_by IS NOT NULL AND w.withdrawn_at IS NULL
          AND w.after_attempt =
            (SELECT max(t.seq) FROM order_attempts AS t WHERE t.order_id = w.order_id))`,
    )
    .execute()

/** In progress, with a bank status that is wanted. */
async function inProgress(store: Store, isWanted: (status: BankStatus) => boolean): Promise<Row[]> {
  const base = store.read
    .selectFrom('orders')
    .where('state', '=', 'accepted')
    .where('is_final', '=', 0)
    .where('bank_status_text', 'is not', null)
  const statuses = await base.select(['bank_status', 'bank_status_text']).distinct().execute()
  const atBank = statuses.flatMap(({ bank_status: kind, bank_status_text: statusText }) =>
    statusText !== null && isWanted(shownBankStatus({ kind, statusText, at: null, isFinal: false }))
      ? [statusText]
      : [],
  )
  if (atBank.length === 0) return []
  return base.select(columns).where('bank_status_text', 'in', atBank).execute()
}
