/**
 * Whether the alerts of a day are complete: the times without a listener, and the queries made
 * instead.
 */
import type { DayCoverage } from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import { listenedUntil } from '../coverage/coverage-days.ts'
import type { Store } from '../../store/store.ts'
import { dayBoundsIn } from '../../../preload/contract/kernel/calendar.ts'

/**
 * A listener that runs says so every minute. Where it was killed and nobody has taken over yet, no
 * gap is stored.
 */
const silentMs = 3 * 60_000

/** Reads the coverage of a day; a day in progress is covered until now. */
export async function coverageOf(
  store: Store,
  { zone, day, now }: { readonly zone: string; readonly day: string; readonly now: string },
): Promise<DayCoverage> {
  const { from, until } = dayBoundsIn(zone, day)
  const end = now < until ? now : until
  const rows = await store.read
    .selectFrom('alert_gaps')
    .leftJoin('sweeps', 'sweeps.id', 'alert_gaps.sweep_id')
    .where('alert_gaps.from_at', '<', end)
    .where((where) =>
      where.or([where('alert_gaps.until_at', 'is', null), where('alert_gaps.until_at', '>', from)]),
    )
    .where('alert_gaps.cause', '<>', 'requested')
    .select([
      'alert_gaps.from_at as fromAt',
      'alert_gaps.until_at as untilAt',
      'alert_gaps.state as state',
      'sweeps.ended_at as sweptAt',
    ])
    .orderBy('alert_gaps.from_at')
    .execute()
  const stored = rows.map(({ state, ...gap }) => ({ ...gap, isHealed: state === 'healed' }))
  const listenedTo = await listenedUntil(store.read)
  const gaps = [...stored]
  if (
    listenedTo !== null &&
    Date.parse(end) - Date.parse(listenedTo) >= silentMs &&
    !stored.some(({ untilAt }) => untilAt === null || untilAt > listenedTo)
  )
    gaps.push({ fromAt: listenedTo, untilAt: null, sweptAt: null, isHealed: false })
  const watched = await store.read
    .selectFrom('listener_watch')
    .where('from_at', '<', end)
    .where('until_at', '>', from)
    .select(['id', 'from_at as fromAt'])
    .select((select) =>
      select
        .selectFrom('listener_watch')
        .select((of) => of.fn.min('id').as('id'))
        .as('first'),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const isFirst = watched !== undefined && watched.id === watched.first && watched.fromAt > from
  const ms = unionMs(
    gaps.map(({ fromAt, untilAt }) => [
      Date.parse(fromAt < from ? from : fromAt),
      Date.parse(untilAt === null || untilAt > end ? end : untilAt),
    ]),
  )
  const state = gaps.some(({ isHealed }) => !isHealed)
    ? 'may-be-missing'
    : gaps.length > 0
      ? 'swept'
      : watched
        ? 'complete'
        : 'unknown'
  const sinceAt = isFirst ? watched.fromAt : null
  return { state, sinceAt, minutes: Math.ceil(ms / 60_000), gaps }
}

/** Returns the total length of spans that may overlap, sorted by start. */
function unionMs(spans: readonly (readonly [number, number])[]): number {
  let [total, reached] = [0, Number.NEGATIVE_INFINITY]
  for (const [from, until] of spans) {
    total += Math.max(0, until - Math.max(from, reached))
    reached = Math.max(reached, until)
  }
  return total
}
