/**
 * Prepares a backup in one transaction before it replaces the store (Promise P1). Any open order in
 * it may have been sent since the backup. Orders approved by then become unknown outcomes, blocked
 * by a journal entry that no earlier status inquiry or proposal can override. Orders not approved
 * by then become drafts that a second person must acknowledge first. The time since the backup
 * becomes a coverage gap. Runs inside the store worker, on a store that nothing else has open.
 */
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'
import type { JsonObject } from '../../platform/json/canonical-json.ts'
import type { ChainHead } from '../../store/audit-chain/hash-chain.ts'
import { stateAfterRestore } from '../../money/order/order-machine.ts'
import type { RestoreMark } from '../../money/order/restore-hold.ts'
import type { JobContext, StoreJob, StoreJobs } from '../../store/store-jobs.ts'

/** A restore. Instants in ISO UTC. */
export interface Restore {
  readonly at: string
  /** An operator's id, or the computer account if nobody could sign in. */
  readonly actor: string
  readonly reason: string
  readonly backupAt: string
  readonly backupHead: ChainHead
  /** Chain head of the replaced store; null if that store could not be opened. */
  readonly replacedHead: ChainHead | null
  readonly gapId: string
}

/** How many orders the restore changed. */
export interface Restored {
  readonly doubts: number
  readonly drafts: number
}

interface OrderFound {
  readonly id: string
  readonly state: OrderState
  readonly body_sha256: string | null
}

const barReason =
  'The store was restored from a backup made before: it may have been sent since, and what became of it is unknown'
const unwritten = `body = NULL, body_sha256 = NULL, binding = NULL, policy_version = NULL,
  submitted_at = NULL, submitted_by = NULL, released_at = NULL, released_by = NULL,
  not_sent = NULL, second_sending = NULL`

function apply(job: JobContext, restore: Restore): Restored {
  const { at, actor, reason, backupAt, backupHead, replacedHead } = restore
  const orders = job.all('SELECT id, state, body_sha256 FROM orders ORDER BY id') as OrderFound[]
  const moved = orders.flatMap((order) => {
    const to = stateAfterRestore(order.state)
    return to === null ? [] : [{ order, to }]
  })
  const doubts = moved.filter(({ to }) => to === 'outcome-unknown').length
  const counted = { doubts, drafts: moved.length - doubts }
  const detail: JsonObject = {
    // Money is blocked until two people have confirmed who may sign in and which policy applies.
    reason,
    backupAt,
    ...counted,
    isHeld: true,
    backupHead: { seq: backupHead.seq, hash: backupHead.hash },
    replacedHead: replacedHead && { seq: replacedHead.seq, hash: replacedHead.hash },
  }
  return job.transact({ actor, kind: 'store.restored', subject: 'store', detail }, at, (also) => {
    for (const { order, to } of moved) {
      const tell = (kind: string, told: JsonObject): void =>
        also({ actor: 'system', kind, subject: order.id, detail: told })
      if (to === 'draft') backToDraft(job, order, restore)
      const attempt = to === 'draft' ? null : bar(job, order, restore, tell)
      tell('order.restored', { from: order.state, to, attempt, backupAt })
    }
    openGap(job, restore)
    also({
      actor: 'system',
      kind: 'coverage.gap-found',
      subject: restore.gapId,
      detail: { cause: 'restored', from: gapFrom(restore), until: at },
    })
    return counted
  })
}

function backToDraft(job: JobContext, { id, state }: OrderFound, { at, backupAt }: Restore): void {
  const mark: RestoreMark = { backupAt, restoredAt: at, heeded: null }
  job.run(
    `UPDATE orders SET state = 'draft', ${unwritten}, restored = ?, updated_at = ? WHERE id = ? AND state = ?`,
    JSON.stringify(mark),
    at,
    id,
    state,
  )
  job.run(
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
function bar(
  job: JobContext,
  { id, state, body_sha256 }: OrderFound,
  { at, actor }: Restore,
  tell: (kind: string, detail: JsonObject) => void,
): number {
  const underWay = job.one(
    `SELECT seq FROM order_attempts WHERE order_id = ? AND outcome = 'under-way'`,
    id,
  ) as { seq: number } | undefined
  if (underWay !== undefined || state === 'sending')
    tell('order.interrupted', { attempt: underWay?.seq ?? null, outcome: 'interrupted' })
  job.run(
    `UPDATE order_attempts SET outcome = 'interrupted', ended_at = ?, reason = ?
     WHERE order_id = ? AND outcome = 'under-way'`,
    at,
    barReason,
    id,
  )
  const { last } = job.one(
    'SELECT coalesce(max(seq), 0) AS last FROM order_attempts WHERE order_id = ?',
    id,
  ) as { last: number }
  // The attempt ends now, so that only later status inquiries count: an earlier one cannot know
  // what was sent since the backup.
  job.run(
    `INSERT INTO order_attempts (order_id, seq, released_by, confirmed_by, journalled_at, ended_at,
       body_sha256, outcome, reason, status, call_id, transaction_id, is_bar)
     VALUES (?, ?, ?, NULL, ?, ?, ?, 'interrupted', ?, NULL, NULL, NULL, 1)`,
    id,
    last + 1,
    actor,
    at,
    at,
    body_sha256 ?? '',
    barReason,
  )
  job.run(
    `UPDATE orders SET state = 'outcome-unknown', not_sent = NULL, second_sending = NULL, closed_at = NULL,
       next_look_up_at = ?, updated_at = ? WHERE id = ? AND state = ?`,
    at,
    at,
    id,
    state,
  )
  return last + 1
}

/** A backup dated in the future, by this clock, leaves a gap of zero length. */
const gapFrom = ({ at, backupAt }: Restore): string => (backupAt < at ? backupAt : at)

function openGap(job: JobContext, restore: Restore): void {
  job.run(
    `INSERT INTO alert_gaps (id, cause, from_at, until_at, found_at, state, sweep_id, detail)
     VALUES (?, 'restored', ?, ?, ?, 'waiting', NULL, '')`,
    restore.gapId,
    gapFrom(restore),
    restore.at,
    restore.at,
  )
}

/** Prepares a backup before it replaces the store. */
export const applyRestore: StoreJob<Restore, Restored> = {
  name: 'backups.apply-restore',
  run: apply,
}

export const backupJobs: StoreJobs = [applyRestore]
