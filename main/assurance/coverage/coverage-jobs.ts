/**
 * What the store worker does for coverage: spans in which the listener was there. They are moved on every minute,
 * which is no fact of the business, so that no act in the audit explains it.
 */
import type { StoreJob, StoreJobs } from '../../store/store-jobs.ts'

/** Begins a span; answers its id. Instants are ISO UTC. */
export const beginSpan: StoreJob<{ readonly at: string }, number> = {
  name: 'coverage.begin-span',
  run: (desk, { at }) =>
    desk.tally(
      () =>
        desk.run('INSERT INTO listener_watch (from_at, until_at) VALUES (?, ?)', at, at).insertId,
    ),
}

/** Moves a span's end on, never back; `ended` says why it goes no further, null: it goes on. */
export const moveSpan: StoreJob<
  { readonly id: number; readonly at: string; readonly ended: string | null },
  null
> = {
  name: 'coverage.move-span',
  run: (desk, { id, at, ended }) => {
    desk.tally(() =>
      desk.run(
        'UPDATE listener_watch SET until_at = max(until_at, ?), ended = ? WHERE id = ?',
        at,
        ended,
        id,
      ),
    )
    return null
  },
}

/** Every job of this folder. */
export const coverageJobs: StoreJobs = [beginSpan, moveSpan]
