/**
 * Jobs of the store worker for coverage: spans in which the listener ran. A span is extended every
 * minute, which is no business fact, so no audit act explains it.
 */
import type { StoreJob } from '../../store/store-jobs.ts'

const insertSpan = 'INSERT INTO listener_watch (from_at, until_at) VALUES (?, ?) RETURNING id'

/** Starts a span and returns its id. Instants are ISO UTC. */
export const beginSpan: StoreJob<{ readonly at: string }, number> = {
  name: 'coverage.begin-span',
  run: (job, { at }) =>
    job.tally(async () => {
      const { rows } = await job.run(insertSpan, at, at)
      return (rows[0] as { readonly id: number }).id
    }),
}

/** Extends a span, never shortens it. `ended` says why it ended; null means that it continues. */
export const moveSpan: StoreJob<
  { readonly id: number; readonly at: string; readonly ended: string | null },
  null
> = {
  name: 'coverage.move-span',
  run: async (job, { id, at, ended }) => {
    await job.tally(() =>
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
