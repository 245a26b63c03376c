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
  'standing',
  'standing_word',
  'standing_at',
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

const ends: Partial<Readonly<Record<Row['standing'], string>>> = orderEnds
const endOf = ({ standing, standing_word: status }: Row): string =>
  ends[standing] ?? repairEnd(status ?? '')

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
      .where('standing', 'in', notMade)
      .execute(),
    await finalButNotPaid(store, since),
    await inProgress(store, ({ needsBankAction }) => needsBankAction),
    await inProgress(store, waitsForLaterDay),
    await foundAfterNotMade(store, since),
  ]
  const notPaid = ended.filter(({ standing }) => standing === 'failed' || standing === 'cancelled')
  const needBank = [...atBank, ...ended.filter(({ standing }) => standing === 'contradictory')]
  const duplicates = needBank.filter(isDuplicate)
  const repairs = needBank.filter((row) => !isDuplicate(row))
  const statusItem = (row: Row): Found =>
    foundIn(row, row.standing_at ?? row.updated_at, screenOf(row), endOf(row))
  return [
    of(
      'in-doubt',
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
      ended.filter(({ standing }) => standing === 'returned'),
      statusItem,
      false,
    ),
    // A bank status that holds a payment up ends with the next status.
    of('repair', repairs, statusItem, true),
    of(
      'later-day',
      waiting.filter((row) => isLate(row, now)),
      (row) => foundIn(row, row.standing_at ?? row.updated_at, screenOf(row), laterDayEnd),
      true,
    ),
    of('duplicate', duplicates, statusItem, true),
  ]
}

const isDuplicate = ({ standing, standing_word }: Row): boolean =>
  standing !== 'contradictory' && statusSpelling(standing_word ?? '') === 'duplicatecontent'

/**
 * The payment was not made on its own day, so that its payee may have to know: that day is over, or
 * the bank reported on it that the payment waits.
 */
const isLate = ({ value_date: day, standing_at: at }: Row, now: Date): boolean =>
  day < networkDay(now) || at === null || networkDay(new Date(at)) >= day

/** A rejected order of another bank status is contradictory or came back. */
const notMade = ['not-said', 'failed', 'cancelled'] as const

/** Final and not paid; an immediate rejection by the bank shows in the order's state. */
const finalButNotPaid = (store: Store, since: string): Promise<Row[]> =>
  store.read
    .selectFrom('orders')
    .select(columns)
    // Literals, because SQLite does not use a partial index for bound values.
    .where(sql<boolean>`standing IN ('returned', 'failed', 'cancelled', 'contradictory')`)
    .where('standing_at', '>=', since)
    .where((is) => is.or([is('state', '<>', 'rejected'), is('standing', 'not in', notMade)]))
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
      sql<boolean>`id IN (SELECT w.order_id FROM order_desk_words AS w
        WHERE w.said = 'not-made' AND w.confirmed_by IS NOT NULL AND w.withdrawn_at IS NULL
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
    .where('standing_word', 'is not', null)
  const statuses = await base.select(['standing', 'standing_word']).distinct().execute()
  const atBank = statuses.flatMap(({ standing: kind, standing_word: statusText }) =>
    statusText !== null && isWanted(shownBankStatus({ kind, statusText, at: null, isFinal: false }))
      ? [statusText]
      : [],
  )
  if (atBank.length === 0) return []
  return base.select(columns).where('standing_word', 'in', atBank).execute()
}
