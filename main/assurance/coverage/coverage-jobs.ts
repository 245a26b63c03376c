/**
 * Jobs of the store worker for coverage: spans in which the listener ran. A span is extended every
 * minute, which is no business fact, so no audit act explains it.
 */
import type { StoreJob } from '../../store/store-jobs.ts'

const insertSpan =
  'INSERT INTO listener_watch (from_at, until_at, workstation) VALUES (?, ?, ?) RETURNING id'

/**
 * Starts a span and returns its id. Instants are ISO UTC. `workstation` is the one that listens; null:
 * the store is a file.
 */
export const beginSpan: StoreJob<
  { readonly at: string; readonly workstation: string | null },
  number
> = {
  name: 'coverage.begin-span',
  run: (job, { at, workstation }) =>
    job.tally(async () => {
      const { rows } = await job.run(insertSpan, at, at, workstation)
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

/**
 * Ends the spans that the workstations of a team left behind, at their last sign of life as the
 * listener. The one that asks says its own, because it may listen again already.
 */
export const endLeftSpans: StoreJob<
  { readonly workstation: string; readonly listenedAt: string | null },
  null
> = {
  name: 'coverage.end-left-spans',
  run: async (job, { workstation, listenedAt }) => {
    await job.tally(() =>
      job.run(
        `UPDATE listener_watch SET ended = 'lost', until_at = max(until_at, coalesce(
           CASE WHEN workstation = ? THEN ? ELSE
             (SELECT w.listened_at FROM workstations AS w WHERE w.id = listener_watch.workstation)
           END, until_at))
         WHERE ended IS NULL AND workstation IS NOT NULL`,
        workstation,
        listenedAt,
      ),
    )
    return null
  },
}
