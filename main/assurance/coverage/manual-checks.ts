/** Manual checks: failed queries of sweeps, and queries that the bank does not offer. */
import { sql, type SqlBool } from 'kysely'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import type { Reader } from '../../store/store.ts'
import { Superseded, unlessSuperseded } from '../../store/superseded.ts'

/** Written exactly as in the table's index. */
export const needsManualCheck = sql<SqlBool>`sweep_parts.state IN ('impossible', 'failed')
  AND sweep_parts.checked_at IS NULL`

/** Returns the number of manual checks of each sweep, by its id. */
export async function manualChecksBySweep(read: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await read
    .selectFrom('sweep_parts')
    .select(['sweep_id', (of) => of.fn.countAll<number>().as('count')])
    .where(needsManualCheck)
    .groupBy('sweep_id')
    .execute()
  return new Map(rows.map(({ sweep_id, count }) => [sweep_id, count]))
}

/** Parts without a result: still waiting, or failed or impossible and not checked manually. */
export const isLeft = sql<SqlBool>`(sweep_parts.state = 'waiting'
  OR sweep_parts.state IN ('impossible', 'failed') AND sweep_parts.checked_at IS NULL)`

/**
 * Returns the sweeps with open parts, including failed ones that are tried again on a later day.
 */
export async function sweepsLeft(read: Reader): Promise<ReadonlySet<string>> {
  const rows = await read
    .selectFrom('sweep_parts')
    .select('sweep_id')
    .distinct()
    .where(needsManualCheck)
    .union(
      read
        .selectFrom('sweep_parts')
        .innerJoin('sweeps as s', 's.id', 'sweep_parts.sweep_id')
        .select('sweep_parts.sweep_id')
        .where('s.state', '=', 'running')
        .where('sweep_parts.state', '=', 'waiting'),
    )
    .execute()
  return new Set(rows.map(({ sweep_id }) => sweep_id))
}

/** Returns whether a gap still waits for its end, a sweep, or a person. */
export const isUnhealed = (
  { state, sweep_id }: { readonly state: string; readonly sweep_id: string | null },
  left: ReadonlySet<string>,
): boolean =>
  state === 'open' ||
  state === 'waiting' ||
  (state === 'partly' && (sweep_id === null || left.has(sweep_id)))

/** Marks a part as checked manually. A gap without further open parts becomes healed. Recorded. */
export async function markChecked(
  { store, clock }: Pick<SessionContext, 'store' | 'clock'>,
  { sweepId, seq, note }: { readonly sweepId: string; readonly seq: number; readonly note: string },
  actor: string,
): Promise<Result<void, Failure<'not-found'>>> {
  const at = clock.now().toISOString()
  const act = { actor, kind: 'coverage.part-checked', subject: sweepId, detail: { seq, note } }
  const isMarked = await unlessSuperseded(() =>
    store.record(act, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('sweep_parts')
        .set({ checked_by: actor, checked_at: at, check_note: note })
        .where('sweep_id', '=', sweepId)
        .where('seq', '=', seq)
        .where(needsManualCheck)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Superseded()
      const left = await tx
        .selectFrom('sweep_parts')
        .select('seq')
        .where('sweep_id', '=', sweepId)
        .where(isLeft)
        .executeTakeFirst()
      if (left) return true
      await tx
        .updateTable('alert_gaps')
        .set({ state: 'healed' })
        .where('sweep_id', '=', sweepId)
        .where('state', '=', 'partly')
        .execute()
      return true
    }),
  )
  return isMarked ? ok(undefined) : err({ code: 'not-found' })
}
