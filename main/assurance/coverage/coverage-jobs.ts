/**
 * Jobs of the store worker for coverage: spans in which the listener ran. A span is extended every
 * minute, which is no business fact, so no audit act explains it.
 */
import type { StoreJob } from '../../store/store-jobs.ts'

/** Starts a span and returns its id. Instants are ISO UTC. */
export const beginSpan: StoreJob<{ readonly at: string }, number> = {
  name: 'coverage.begin-span',
  run: (job, { at }) =>
    job.tally(
      () =>
        job.run('INSERT INTO listener_watch (from_at, until_at) VALUES (?, ?)', at, at).insertId,
    ),
}

/** Extends a span, never shortens it. `ended` says why it ended; null means that it continues. */
export const moveSpan: StoreJob<
  { readonly id: number; readonly at: string; readonly ended: string | null },
  null
> = {
  name: 'coverage.move-span',
  run: (job, { id, at, ended }) => {
    job.tally(() =>
      job.run(
        'UPDATE listener_watch SET until_at = max(until_at, ?), ended = ? WHERE id = ?',
        at,
        ended,
        id,
      ),
    )
    return null
  },
}
