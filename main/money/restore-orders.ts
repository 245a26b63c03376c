/**
 * Changes the orders of a restored store (Promise P1). Orders approved by the time of the backup
 * become unknown outcomes, blocked by a journal entry that no earlier status inquiry or proposal
 * can override. Orders not approved by then become drafts that a second person must acknowledge
 * first. Runs inside the store worker.
 */
import type { OrderState } from '../../preload/contract/domain/orders/order-states.ts'
import type { JsonObject } from '../platform/json/canonical-json.ts'
import type { Act } from '../store/hash-chain.ts'
import type { JobContext } from '../store/store-jobs.ts'
import { withoutSubmission } from './order/order-columns.ts'
import { stateAfterRestore } from './order/order-machine.ts'
import { restoreMarkText } from './order/restore-hold.ts'

/** Instants in ISO UTC. */
interface RestoreFacts {
  readonly at: string
  /** An operator's id, or the computer account if nobody could sign in. */
  readonly actor: string
  readonly backupAt: string
}

interface OrderFound {
  readonly id: string
  readonly state: OrderState
  readonly body_sha256: string | null
}

/** An order that a restore changes, and its state afterwards. */
export interface MovedOrder {
  readonly order: OrderFound
  readonly to: OrderState
}

const blockReason =
  'The store was restored from an earlier backup. This may have been sent since, and its outcome is unknown'
const emptied = Object.keys(withoutSubmission)
  .map((column) => `${column} = NULL`)
  .join(', ')

/** Returns the orders that a restore changes, without changing them. */
export async function ordersAfterRestore(job: JobContext): Promise<MovedOrder[]> {
  const select = 'SELECT id, state, body_sha256 FROM orders ORDER BY id'
  const orders = (await job.all(select)) as OrderFound[]
  return orders.flatMap((order) => {
    const to = stateAfterRestore(order.state)
    return to === null ? [] : [{ order, to }]
  })
}

/** Changes these orders inside the transaction of a restore; `also` records an act about each. */
export async function restoreOrders(
  job: JobContext,
  moved: readonly MovedOrder[],
  restore: RestoreFacts,
  also: (act: Act) => void,
): Promise<void> {
  for (const { order, to } of moved) {
    const record = (kind: string, facts: JsonObject): void =>
      also({ actor: 'system', kind, subject: order.id, detail: facts })
    if (to === 'draft') await backToDraft(job, order, restore)
    const attempt = to === 'draft' ? null : await blockSending(job, order, restore, record)
    record('order.restored', { from: order.state, to, attempt, backupAt: restore.backupAt })
  }
}

async function backToDraft(
  job: JobContext,
  { id, state }: OrderFound,
  { at, backupAt }: RestoreFacts,
): Promise<void> {
  const mark = restoreMarkText({ backupAt, restoredAt: at, acknowledged: null })
  await job.run(
    `UPDATE orders SET state = 'draft', ${emptied}, restored = ?, updated_at = ? WHERE id = ? AND state = ?`,
    mark,
    at,
    id,
    state,
  )
  await job.run(
    `UPDATE order_approvals SET voided_at = ?, voided_because = 'The store was restored from a backup'
     WHERE order_id = ? AND voided_at IS NULL`,
    at,
    id,
  )
}

/**
 * Blocks sending until two people have reviewed the order. Returns the number of the blocking
 * attempt in the journal.
 */
async function blockSending(
  job: JobContext,
  { id, state, body_sha256 }: OrderFound,
  { at, actor }: RestoreFacts,
  record: (kind: string, detail: JsonObject) => void,
): Promise<number> {
  const underWay = (await job.one(
    `SELECT seq FROM order_attempts WHERE order_id = ? AND outcome = 'under-way'`,
    id,
  )) as { seq: number } | undefined
  if (underWay !== undefined || state === 'sending')
    record('order.interrupted', { attempt: underWay?.seq ?? null, outcome: 'interrupted' })
  await job.run(
    `UPDATE order_attempts SET outcome = 'interrupted', ended_at = ?, reason = ?
     WHERE order_id = ? AND outcome = 'under-way'`,
    at,
    blockReason,
    id,
  )
  const { last } = (await job.one(
    'SELECT coalesce(max(seq), 0) AS last FROM order_attempts WHERE order_id = ?',
    id,
  )) as { last: number }
  // The attempt ends now, so that only later status inquiries count: an earlier one cannot know
  // what was sent since the backup.
  await job.run(
    `INSERT INTO order_attempts (order_id, seq, released_by, confirmed_by, journalled_at, ended_at,
       body_sha256, outcome, reason, status, call_id, transaction_id, is_restore_marker)
     VALUES (?, ?, ?, NULL, ?, ?, ?, 'interrupted', ?, NULL, NULL, NULL, 1)`,
    id,
    last + 1,
    actor,
    at,
    at,
    body_sha256 ?? '',
    blockReason,
  )
  await job.run(
    `UPDATE orders SET state = 'outcome-unknown', not_sent = NULL, resend = NULL, closed_at = NULL,
       next_inquiry_at = ?, updated_at = ? WHERE id = ? AND state = ?`,
    at,
    at,
    id,
    state,
  )
  return last + 1
}
