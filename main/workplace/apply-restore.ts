/**
 * Prepares a backup in one transaction before it replaces the store (Promise P1). Any open order in
 * it may have been sent since the backup, so money changes its orders. The time since the backup
 * becomes a coverage gap. Runs inside the store worker, on a store that nothing else has open.
 */
import { ordersAfterRestore, restoreOrders } from '../money/restore-orders.ts'
import type { JsonObject } from '../platform/json/canonical-json.ts'
import type { ChainHead } from '../store/hash-chain.ts'
import type { JobContext, StoreJob } from '../store/store-jobs.ts'

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
  /** Orders whose outcome is unknown now. */
  readonly unknownOutcomes: number
  readonly drafts: number
}

async function apply(job: JobContext, restore: Restore): Promise<Restored> {
  const { at, actor, reason, backupAt, backupHead, replacedHead } = restore
  const moved = await ordersAfterRestore(job)
  const unknownOutcomes = moved.filter(({ to }) => to === 'outcome-unknown').length
  const drafts = moved.length - unknownOutcomes
  const detail: JsonObject = {
    // Money is blocked until two people have confirmed who may sign in and which policy applies.
    reason,
    backupAt,
    unknownOutcomes,
    drafts,
    backupHead: { seq: backupHead.seq, hash: backupHead.hash },
    replacedHead: replacedHead && { seq: replacedHead.seq, hash: replacedHead.hash },
  }
  return job.transact(
    { actor, kind: 'store.restored', subject: 'store', detail },
    at,
    async (also) => {
      await restoreOrders(job, moved, restore, also)
      await openGap(job, restore)
      also({
        actor: 'system',
        kind: 'coverage.gap-found',
        subject: restore.gapId,
        detail: { cause: 'restored', from: gapFrom(restore), until: at },
      })
      return { unknownOutcomes, drafts }
    },
  )
}

/** A backup dated in the future, by this clock, leaves a gap of zero length. */
const gapFrom = ({ at, backupAt }: Restore): string => (backupAt < at ? backupAt : at)

async function openGap(job: JobContext, restore: Restore): Promise<void> {
  await job.run(
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
