/**
 * SQL about everything that is paid to accounts and payees, by wire, RTP and ACH alike: an invoice
 * that is paid on two rails is paid twice. Accounts and banks are compared by their keys.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { refusedVerdicts } from '../../preload/contract/bank/ach-origination/answered-entries.ts'
import { requestedServices } from '../../preload/contract/bank/payments/payment-rules.ts'
import type { DuplicatePayment } from '../../preload/contract/domain/orders/order-course.ts'
import { maskedAccount } from '../../preload/contract/kernel/account-number.ts'
import type { Reader } from '../store/store.ts'
import { hasComeBack, mayBePaid } from './may-bank-have.ts'

const dayMs = 86_400_000

const isPayment = sql<SqlBool>`o.service IN (${sql.join(requestedServices)})`

/**
 * For order `o`: a payment that the bank accepted, and that is not known to have failed, been
 * cancelled or returned.
 */
export const isPaid = sql<SqlBool>`(o.state = 'accepted' AND ${isPayment}
  AND o.bank_status NOT IN ('failed', 'cancelled', 'returned'))`

/** For entry `p` of order `o`: the bank accepted it, and it is not known to have come back. */
const isPaidEntry = sql<SqlBool>`(o.state = 'accepted' AND p.amount > 0 AND p.returned_at IS NULL
  AND coalesce(p.verdict, '') NOT IN (${sql.join(refusedVerdicts)}))`

/** Something that was paid. */
export interface Paid {
  readonly payee: string | null
  readonly account: string
  readonly routing: string
  /** In the currency's smallest unit. */
  readonly amount: number
  readonly currency: string
  /** ISO UTC. */
  readonly at: string
}

/**
 * Returns what was paid, as far as is known: payments `o` and entries `p` of batches `o` under these
 * conditions. An entry may be a debit.
 */
export const paid = (those: {
  readonly payments: RawBuilder<unknown>
  readonly entries: RawBuilder<unknown>
}) =>
  // The indexes of accounts and payees find a few orders; the index of states finds almost all.
  sql<Paid>`(
    SELECT o.payee_id AS payee, o.beneficiary_significant AS account,
      o.beneficiary_routing AS routing, o.amount, o.currency,
      coalesce(o.released_at, o.updated_at) AS at
    FROM orders AS o WHERE +${isPaid} AND ${those.payments}
    UNION ALL
    SELECT p.payee_id, p.account_significant, p.routing_number, p.amount, 'USD',
      coalesce(o.released_at, o.updated_at)
    FROM batch_entries AS p CROSS JOIN orders AS o ON o.id = p.order_id
    WHERE ${isPaidEntry} AND ${those.entries})`

/** Conditions for all that was paid to a payee. */
export const paidToPayee = (payee: RawBuilder<unknown>) => ({
  payments: sql`o.payee_id = ${payee}`,
  entries: sql`p.payee_id = ${payee} AND p.direction = 'C'`,
})

/** When order `o` was released, or else submitted. */
export const leftAt = sql<string>`coalesce(o.released_at, o.submitted_at, o.created_at)`

/** A payment, or an entry of a batch, that may have left or may still leave. */
export interface AlikeRow {
  readonly account: string
  readonly routing: string
  readonly amount: number
  readonly direction: string
  /** Of the payment, or of the entry. */
  readonly id: string
  readonly order_id: string
  /** When it was released, or else submitted; ISO UTC. */
  readonly at: string
}

/**
 * Returns common table expressions. `here`: a statement with the `account`, `routing`, `amount`,
 * `direction` and `currency` of what is compared. `alike`: {@link AlikeRow} with the same of each,
 * in other orders than `ownId`; a payment is like a credit. They were released, or else submitted,
 * within these days, or their date is not longer ago: what waits for its day is still to be paid.
 */
export function alikeIn(
  here: RawBuilder<unknown>,
  { ownId, now, days }: { readonly ownId: string; readonly now: Date; readonly days: number },
): RawBuilder<unknown> {
  const since = new Date(now.getTime() - days * dayMs).toISOString()
  return sql`here AS MATERIALIZED (${here}),
    same AS MATERIALIZED (
      SELECT h.account, h.routing, h.amount, h.direction, p.id, p.order_id
      FROM here AS h
        CROSS JOIN batch_entries AS p ON p.account_significant = h.account
          AND p.routing_number = h.routing AND p.amount = h.amount AND p.direction = h.direction
      WHERE h.currency = 'USD'
      UNION ALL
      SELECT h.account, h.routing, h.amount, h.direction, o.id, o.id
      FROM here AS h
        CROSS JOIN orders AS o ON o.beneficiary_significant = h.account
          AND o.beneficiary_significant <> '' AND o.beneficiary_routing = h.routing
          AND o.amount = h.amount AND o.currency = h.currency AND ${isPayment}
      WHERE h.direction = 'C'),
    others AS MATERIALIZED (
      SELECT o.id AS other, ${leftAt} AS at
      FROM (SELECT DISTINCT order_id FROM same) AS s CROSS JOIN orders AS o ON o.id = s.order_id
      WHERE o.id <> ${ownId} AND (${leftAt} >= ${since} OR o.value_date >= ${since.slice(0, 10)})
        AND (${mayBePaid('o')} OR ${hasComeBack('o')})),
    alike AS (
      SELECT same.*, others.at FROM same CROSS JOIN others ON others.other = same.order_id)`
}

/** Returns the newest of {@link alikeIn}, masked; without entries if only payments are wanted. */
export function duplicatePayments(
  reader: Reader,
  alike: RawBuilder<unknown>,
  { most, wanted }: { readonly most: number; readonly wanted: 'all' | 'payments' },
): Promise<DuplicatePayment[]> {
  return named(
    reader,
    sql`WITH ${alike}
      SELECT a.id, CASE WHEN p.id IS NULL THEN 'payment' ELSE 'entry' END AS kind,
        ${columnsOfOrder}, a.at, a.amount,
        coalesce(json_extract(p.typed, '$.accountNumber'), o.beneficiary_account) AS account
      FROM alike AS a CROSS JOIN orders AS o ON o.id = a.order_id
        LEFT JOIN batch_entries AS p ON p.id = a.id
      WHERE ${wanted === 'all' ? sql`true` : sql`p.id IS NULL`}
      ORDER BY a.at DESC, a.id DESC LIMIT ${most}`,
    false,
  )
}

const columnsOfOrder = sql`o.id AS "orderId", o.reference, o.state, o.value_date AS day, o.currency`

async function named(
  reader: Reader,
  statement: RawBuilder<unknown>,
  isChangedFrom: boolean,
): Promise<DuplicatePayment[]> {
  const rows = await reader
    .selectFrom(sql<Omit<DuplicatePayment, 'isChangedFrom'>>`(${statement})`.as('named'))
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, isChangedFrom, account: maskedAccount(row.account.trim()) }))
}

/**
 * Returns the order of whose earlier sending the bank reported, if this one is the draft of what was
 * changed since; none once it cannot be paid any more.
 */
export const changedFrom = (reader: Reader, id: string): Promise<DuplicatePayment[]> =>
  named(
    reader,
    sql`SELECT o.id, CASE WHEN ${isPayment} THEN 'payment' ELSE 'batch' END AS kind, ${columnsOfOrder}, ${leftAt} AS at, o.amount,
        o.beneficiary_account AS account
      FROM audit_entries AS a
        CROSS JOIN orders AS o ON o.id = json_extract(a.detail, '$.changedFrom')
      WHERE a.subject = ${id} AND a.kind = 'order.drafted' AND ${mayBePaid('o')}`,
    true,
  )
