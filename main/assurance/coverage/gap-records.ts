/**
 * Gaps in the store. Each is saved with an act of the program, so that the audit chain shows when
 * it was found.
 */
import { sql, type Selectable, type Transaction } from 'kysely'
import type { GapCause } from '../../../preload/contract/api/coverage/coverage.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import type { AlertGapsTable } from '../../store/tables/coverage.ts'
import { homeOfAct, isElsewhere } from '../../store/others-acts.ts'
import type { Tables } from '../../store/store.ts'
import { Superseded, unlessSuperseded } from '../../store/superseded.ts'

export type GapContext = Pick<SessionContext, 'store' | 'clock' | 'newId'>

/** A time in which alerts may have been missed. Instants in milliseconds. */
export interface FoundGap {
  readonly cause: GapCause
  readonly fromMs: number
  /** Null while the gap continues. */
  readonly untilMs: number | null
  /** The cause in a word. */
  readonly detail?: string
  /** The operator's id if an operator requested it; by default the program. */
  readonly actor?: string
}

const found = 'coverage.gap-found'
const iso = (ms: number): string => new Date(ms).toISOString()
/** Gaps of one cause that are closer than this are joined. */
const apartMs = 60_000

/**
 * Saves a gap and returns its id. An ended gap waits for a sweep and is joined with an adjacent
 * waiting gap of the same cause. A gap with a planned sweep is never extended, because that sweep
 * covers only its planned time and may have run already.
 */
export async function saveGap(context: GapContext, gap: FoundGap): Promise<string> {
  const { cause, fromMs, untilMs, detail = '', actor = 'system' } = gap
  const { store, clock } = context
  const found_at = clock.now().toISOString()
  const met = untilMs === null ? undefined : await waitingBeside(context, cause, fromMs, untilMs)
  let id = met?.id ?? context.newId()
  const from_at = met && met.from_at < iso(fromMs) ? met.from_at : iso(fromMs)
  const ownEnd = untilMs === null ? null : iso(untilMs)
  const until_at = met?.until_at && ownEnd && met.until_at > ownEnd ? met.until_at : ownEnd
  const state = until_at === null ? 'open' : 'waiting'
  const kind = actor === 'system' ? found : 'coverage.sweep-requested'
  const act = {
    actor,
    kind,
    detail: { cause, from: from_at, until: until_at },
    get subject() {
      return id
    },
  }
  await store.record(act, async (tx) => {
    if (met && (await extend(tx, id, { from_at, until_at, found_at }))) return
    if (met) id = context.newId()
    await tx
      .insertInto('alert_gaps')
      .values({ id, cause, from_at, until_at, found_at, state, detail, sweep_id: null })
      .execute()
  })
  return id
}

/** Extends a gap that still waits for a sweep to be planned; returns whether it does. */
async function extend(
  tx: Transaction<Tables>,
  id: string,
  ends: Pick<Selectable<AlertGapsTable>, 'from_at' | 'until_at' | 'found_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alert_gaps')
    .set(ends)
    .where('id', '=', id)
    .where('sweep_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Returns a gap that waits for a sweep to be planned and touches this time. */
const waitingBeside = ({ store }: GapContext, cause: GapCause, fromMs: number, untilMs: number) =>
  store.read
    .selectFrom('alert_gaps')
    .select(['id', 'from_at', 'until_at'])
    .where('cause', '=', cause)
    .where('state', '=', 'waiting')
    .where('sweep_id', 'is', null)
    .where('from_at', '<=', iso(untilMs + apartMs))
    .where('until_at', '>=', iso(fromMs - apartMs))
    .orderBy('from_at')
    .executeTakeFirst()

/**
 * Ends a continuing gap, which then waits for a sweep. `fromMs` replaces the start if it is
 * earlier, for example after the clock was set back. Returns false if another workstation has ended
 * it.
 */
export async function endGap(
  { store }: Pick<GapContext, 'store'>,
  id: string,
  untilMs: number,
  fromMs?: number,
): Promise<boolean> {
  const until = iso(untilMs)
  const from =
    fromMs === undefined ? sql<string>`from_at` : sql<string>`min(from_at, ${iso(fromMs)})`
  const act = { actor: 'system', kind: 'coverage.gap-ended', subject: id, detail: { until } }
  const ended = await unlessSuperseded(() =>
    store.record(act, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('alert_gaps')
        .set({ from_at: from, until_at: sql<string>`max(${from}, ${until})`, state: 'waiting' })
        .where('id', '=', id)
        .where('state', '=', 'open')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Superseded()
      return true
    }),
  )
  return ended ?? false
}

/**
 * Ends the gaps that are open on workstations that are gone, at their last sign of life; but for the
 * time without a listener, which ends when one of the team listens.
 */
export async function endGapsOfGone({ store }: Pick<GapContext, 'store'>): Promise<void> {
  const { read, membership } = store
  const gone = new Set(membership.gone())
  if (gone.size === 0) return
  const open = await read
    .selectFrom('alert_gaps')
    .select('id')
    .where('state', '=', 'open')
    .where('cause', '!=', 'not-running')
    .execute()
  for (const { id } of open) {
    const home = await homeOfAct(read, found, id)
    if (home === null || !gone.has(home)) continue
    const last = membership.workstations().find((one) => one.id === home)?.heardAt ?? null
    if (last !== null) await endGap({ store }, id, Date.parse(last))
  }
}

/** If nothing is known from before the clock was set back, a gap starts this long before now. */
const unknownReachesMs = 86_400_000

/**
 * Returns when an earlier run last recorded its presence, not later than `atMs`: a clock that was
 * set back since leaves instants in the future, and a gap would stay hidden behind them.
 */
async function lastThere({ store }: Pick<GapContext, 'store'>, atMs: number) {
  const spans = store.read.selectFrom('listener_watch')
  // Of several workstations that listen, the first to begin may be the last to end.
  const order = store.membership.home === null ? 'id' : 'until_at'
  const newest = await spans.select('until_at').orderBy(order, 'desc').limit(1).executeTakeFirst()
  if (!newest || Date.parse(newest.until_at) <= atMs + apartMs) return newest
  const at = iso(atMs)
  const { until_at, from_at } = await store.read
    .selectFrom('listener_watch')
    .select((select) => [
      select.fn.max<string | null>('until_at').filterWhere('until_at', '<=', at).as('until_at'),
      select.fn.max<string | null>('from_at').filterWhere('from_at', '<=', at).as('from_at'),
    ])
    .executeTakeFirstOrThrow()
  const known = [until_at, from_at].filter((one) => one !== null).sort()
  return { until_at: known.at(-1) ?? iso(atMs - unknownReachesMs) }
}

/**
 * Returns what an earlier run left, as of this instant: its last presence, the start of the first
 * span, the continuing gaps but for what other workstations turn away, the last delivery.
 */
export async function leftBehind({ store }: Pick<GapContext, 'store'>, atMs: number) {
  const spans = store.read.selectFrom('listener_watch')
  const newest = await lastThere({ store }, atMs)
  const first = await spans.select('from_at').orderBy('id').limit(1).executeTakeFirst()
  const open = await store.read
    .selectFrom('alert_gaps')
    .select(['id', 'cause', 'from_at', 'detail'])
    .where('state', '=', 'open')
    .execute()
  const lasting: typeof open = []
  for (const gap of open)
    if (gap.cause === 'not-running' || !(await isElsewhere(store, found, gap.id))) lasting.push(gap)
  const delivery = await store.read
    .selectFrom('alert_deliveries')
    .select('at')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { newest, first, lasting, lastDeliveryAt: delivery?.at }
}
