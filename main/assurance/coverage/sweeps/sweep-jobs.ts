/**
 * What the store worker does for sweeps: counting calls, noting how a part stands, and which alert came later. None of
 * it is an act: planning, what was recovered and the end of a sweep are, and tell of it.
 */
import type { JobContext, StoreJob, StoreJobs } from '../../../store/store-jobs.ts'
import type { PartReason } from './plan.ts'

/** What is noted of a part. */
export interface PartNote {
  readonly sweepId: string
  readonly seq: number
  /** Calls and rows since the last note. */
  readonly calls: number
  readonly rows: number
  /** Asked anew: rows are counted from the beginning. */
  readonly begins?: boolean
  /** A try has ended so. */
  readonly end?: {
    readonly state: 'waiting' | 'done' | 'failed' | 'impossible'
    readonly why: PartReason | null
    /** Whether it counts as a try. */
    readonly isTry: boolean
    readonly at: string
  }
}

const update = `UPDATE sweep_parts SET calls = calls + ?, rows = CASE WHEN ? THEN 0 ELSE rows END + ?,
  state = coalesce(?, state), why = CASE WHEN ? IS NULL THEN why ELSE ? END, tries = tries + ?,
  ended_at = coalesce(?, ended_at) WHERE sweep_id = ? AND seq = ?`

function note(desk: JobContext, { sweepId, seq, calls, rows, begins, end }: PartNote): void {
  const state = end?.state ?? null
  desk.tally(() => {
    desk.run(
      update,
      calls,
      Number(begins ?? false),
      rows,
      state,
      state,
      end?.why ?? null,
      Number(end?.isTry ?? false),
      end?.at ?? null,
      sweepId,
      seq,
    )
    desk.run('UPDATE sweeps SET calls = calls + ? WHERE id = ?', calls, sweepId)
  })
}

/** Notes how a part stands. */
export const notePart: StoreJob<PartNote, void> = {
  name: 'sweeps.note-part',
  run(desk, input) {
    note(desk, input)
  },
}

/** Which alert told later what was recovered before. */
export const linkAlerts: StoreJob<
  readonly { readonly item: number; readonly alert: number }[],
  void
> = {
  name: 'sweeps.link-alerts',
  run(desk, links) {
    desk.tally(() => {
      for (const { item, alert } of links) {
        desk.run(
          'UPDATE recovered_items SET alert_seq = ? WHERE seq = ? AND alert_seq IS NULL',
          alert,
          item,
        )
      }
    })
  },
}

/** Every job of this folder. */
export const sweepJobs: StoreJobs = [notePart, linkAlerts]
