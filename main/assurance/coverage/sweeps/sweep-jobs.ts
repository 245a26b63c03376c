/**
 * Jobs of the store worker for sweeps: count calls, record the state of a part, and link a late
 * alert. None writes an audit act; planning, recovered items and the end of a sweep do.
 */
import type { JobContext, StoreJob } from '../../../store/store-jobs.ts'
import type { PartReason } from './plan.ts'

/** The update of a part. */
export interface PartNote {
  readonly sweepId: string
  readonly seq: number
  /** Calls and rows since the last update. */
  readonly calls: number
  readonly rows: number
  /** Queried again from the start, so rows are counted from zero. */
  readonly begins?: boolean
  /** The end of a try. */
  readonly end?: {
    readonly state: 'waiting' | 'done' | 'failed' | 'impossible'
    readonly why: PartReason | null
    /** Whether it counts as a try. */
    readonly isTry: boolean
    readonly at: string
  }
}

const count = `UPDATE sweep_parts SET calls = calls + ?, rows = CASE WHEN ? = 1 THEN 0 ELSE rows END + ?
  WHERE sweep_id = ? AND seq = ?`
/** A part that has ended stays so, whatever another workstation finds of the same part. */
const endTry = `UPDATE sweep_parts SET state = ?, why = ?, tries = tries + ?, ended_at = ?
  WHERE sweep_id = ? AND seq = ? AND state = 'waiting'`

async function note(
  job: JobContext,
  { sweepId, seq, calls, rows, begins, end }: PartNote,
): Promise<void> {
  await job.tally(async () => {
    await job.run(count, calls, Number(begins ?? false), rows, sweepId, seq)
    if (end) await job.run(endTry, end.state, end.why, Number(end.isTry), end.at, sweepId, seq)
    await job.run('UPDATE sweeps SET calls = calls + ? WHERE id = ?', calls, sweepId)
  })
}

/** Updates the state of a part. */
export const notePart: StoreJob<PartNote, void> = {
  name: 'sweeps.note-part',
  run: note,
}

/** Links alerts to items that were recovered before them. */
export const linkAlerts: StoreJob<
  readonly { readonly item: number; readonly alert: number }[],
  void
> = {
  name: 'sweeps.link-alerts',
  async run(job, links) {
    await job.tally(async () => {
      for (const { item, alert } of links) {
        await job.run(
          'UPDATE recovered_items SET alert_seq = ? WHERE seq = ? AND alert_seq IS NULL',
          alert,
          item,
        )
      }
    })
  },
}
