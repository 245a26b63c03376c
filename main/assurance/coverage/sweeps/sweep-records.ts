/** Sweeps and their parts in the store: planned with one act, continued, ended with one act. */
import { utcDay } from '../../../../preload/contract/kernel/calendar.ts'
import type { Selectable, Transaction } from 'kysely'
import type { SessionContext } from '../../../profile/session-context.ts'
import type { SweepPartsTable, SweepsTable } from '../../../store/tables/coverage.ts'
import type { Store, Tables } from '../../../store/store.ts'
import { Superseded, unlessSuperseded } from '../../../store/superseded.ts'
import { settleGaps } from './gap-states.ts'
import { planSweep, type PlanFacts } from './plan.ts'

export type SweepRow = Selectable<SweepsTable>
export type SweepPart = Selectable<SweepPartsTable>

/** The actor of automatic sweeps. */
export const system = 'system'
const dayMs = 86_400_000
/**
 * How long before a gap a payment may have become final and still be returned in the gap (bank note
 * 74).
 */
const lateReturnDays = 10
/** A failed part is tried again at most this many days after its planning. */
const revivedDays = 31

/** Returns the running sweep, earliest planned first; undefined if there is none. */
export const runningSweep = (store: Pick<Store, 'read'>): Promise<SweepRow | undefined> =>
  store.read
    .selectFrom('sweeps')
    .selectAll()
    .where('state', '=', 'running')
    .orderBy('planned_at')
    .limit(1)
    .executeTakeFirst()

/**
 * Returns the parts of a sweep to query next, in order: the first untried part and all tried ones;
 * empty if none waits. A sweep may hold a thousand payment parts, and this is read before each of
 * them.
 */
export function waitingParts(store: Pick<Store, 'read'>, sweepId: string): Promise<SweepPart[]> {
  const waiting = store.read
    .selectFrom('sweep_parts')
    .where('sweep_id', '=', sweepId)
    .where('state', '=', 'waiting')
  const first = waiting
    .where('ended_at', 'is', null)
    .select((select) => select.fn.min('seq').as('seq'))
  return waiting
    .where((where) => where.or([where('ended_at', 'is not', null), where('seq', '=', first)]))
    .selectAll()
    .orderBy('seq')
    .execute()
}

/** Returns the progress of a sweep from its row and its parts. */
export async function progressOf(store: Pick<Store, 'read'>, id: string) {
  const { calls, healed } = await store.read
    .selectFrom('sweeps')
    .select(['calls', 'healed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { parts, waiting } = await store.read
    .selectFrom('sweep_parts')
    .select((select) => [
      select.fn.countAll<number>().as('parts'),
      select.fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'),
    ])
    .where('sweep_id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, calls, healed, parts, partsDone: parts - waiting }
}

/** Ended gaps without a planned sweep. */
const uncovered = (reader: Pick<Transaction<Tables>, 'selectFrom'>, now: Date) =>
  reader
    .selectFrom('alert_gaps')
    .select(['id', 'from_at as fromAt', 'until_at as untilAt'])
    .where('state', '=', 'waiting')
    .where('sweep_id', 'is', null)
    .where('until_at', '<=', now.toISOString())
    .$narrowType<{ untilAt: string }>()
    .orderBy('from_at')
    .execute()

/**
 * Plans one sweep for all waiting gaps; returns one that was planned meanwhile, and undefined if none
 * waits.
 */
export async function planNext(context: SessionContext): Promise<SweepRow | undefined> {
  const { store, clock } = context
  const now = clock.now()
  const gaps = await uncovered(store.read, now)
  const [first] = gaps
  if (!first) return undefined
  const facts = {
    ...factsOf(context),
    gaps,
    now,
    payments: await paymentsSince(store, first.fromAt),
  }
  const { fromAt, parts } = planSweep(facts)
  const id = context.newId()
  const at = now.toISOString()
  const sweep = {
    id,
    actor: system,
    from_at: fromAt,
    until_at: at,
    planned_at: at,
    ended_at: null,
    state: 'running' as const,
    calls: 0,
    healed: 0,
  }
  const detail = { from: fromAt, gaps: gaps.length, parts: parts.length }
  const act = { actor: system, kind: 'coverage.sweep-planned', subject: id, detail }
  const plan = async (tx: Transaction<Tables>): Promise<SweepRow> => {
    // Another workstation may have planned one for them.
    const still = await uncovered(tx, now)
    if (still.length === 0) throw new Superseded()
    await tx.insertInto('sweeps').values(sweep).execute()
    const rows = parts.map((part, at) => ({ ...part, sweep_id: id, seq: at + 1 }))
    for (let from = 0; from < rows.length; from += 500) {
      await tx
        .insertInto('sweep_parts')
        .values(rows.slice(from, from + 500))
        .execute()
    }
    const ids = gaps.map((gap) => gap.id)
    // A gap that has grown meanwhile is left to the next sweep.
    await tx
      .updateTable('alert_gaps')
      .set({ sweep_id: id })
      .where('id', 'in', ids)
      .where('sweep_id', 'is', null)
      .where('from_at', '>=', fromAt)
      .where('until_at', '<=', at)
      .execute()
    return sweep
  }
  return (await unlessSuperseded(() => store.record(act, plan))) ?? runningSweep(store)
}

/** Whether the agreement allows queries of a product. */
const isAgreed = (
  { callBlockFor }: Pick<SessionContext, 'callBlockFor'>,
  product: 'ach-inquiry' | 'wire' | 'rtp',
): boolean => {
  const callBlock = callBlockFor(product)
  return callBlock === undefined || callBlock.ok || callBlock.error.code !== 'product-not-agreed'
}

const factsOf = (context: SessionContext): Omit<PlanFacts, 'gaps' | 'now' | 'payments'> => {
  const { details, accounts } = context.profile()
  return {
    accounts,
    codes: details?.alerts.codes ?? [],
    isConsolidated: details?.settlement === 'consolidated',
    environment: context.environment,
    isAchAgreed: isAgreed(context, 'ach-inquiry'),
    // One API serves both: either permission allows its queries (bank note 77).
    arePaymentsAgreed: isAgreed(context, 'wire') || isAgreed(context, 'rtp'),
  }
}

/**
 * Returns the payments that are not final, or may have been returned after they were (bank note
 * 74).
 */
async function paymentsSince({ read }: Store, fromAt: string): Promise<string[]> {
  const since = new Date(Date.parse(fromAt) - lateReturnDays * dayMs).toISOString()
  const rows = await read
    .selectFrom('orders')
    .select('id')
    .where('service', 'in', ['WIRE', 'RTP'])
    .where('state', '=', 'accepted')
    .where((where) =>
      where.or([
        where('is_final', '=', 0),
        where('bank_status_at', '>=', since),
        where('released_at', '>=', since),
      ]),
    )
    .orderBy('released_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the payments with an unknown outcome, which their own schedule queries. */
export async function paymentsOfUnknownOutcome({ read }: Store): Promise<string[]> {
  const rows = await read
    .selectFrom('orders')
    .select('id')
    .where('service', 'in', ['WIRE', 'RTP'])
    .where('state', '=', 'outcome-unknown')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends a sweep without waiting parts, once, and sets the state of its gaps. */
export async function endSweep({ store, clock }: SessionContext, id: string): Promise<void> {
  const at = clock.now().toISOString()
  const sums = await store.read
    .selectFrom('sweep_parts')
    .select((select) => [
      select.fn.coalesce(select.fn.sum<number>('rows'), select.lit(0)).as('rows'),
      select.fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
      select.fn.countAll<number>().filterWhere('state', '=', 'impossible').as('impossible'),
    ])
    .where('sweep_id', '=', id)
    .executeTakeFirstOrThrow()
  const { calls, healed } = await progressOf(store, id)
  const detail = { ...sums, calls, healed }
  const act = { actor: system, kind: 'coverage.sweep-ended', subject: id, detail }
  const state = sums.failed > 0 ? 'partly' : 'done'
  await unlessSuperseded(() =>
    store.record(act, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('sweeps')
        .set({ state, ended_at: at })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Superseded()
      await settleGaps(tx, id)
    }),
  )
}

/** Sets parts that failed on an earlier day back to waiting, for one more try today. */
export async function reviveFailed({ store, clock }: SessionContext): Promise<void> {
  const now = clock.now()
  const oldest = new Date(now.getTime() - revivedDays * dayMs).toISOString()
  const today = utcDay(now)
  const failed = await store.read
    .selectFrom('sweep_parts as p')
    .innerJoin('sweeps as s', 's.id', 'p.sweep_id')
    .select(['p.sweep_id', 'p.seq'])
    .where('p.state', '=', 'failed')
    .where('s.state', '=', 'partly')
    .where('s.planned_at', '>=', oldest)
    .where('p.ended_at', '<', today)
    .execute()
  for (const [id, parts] of Map.groupBy(failed, ({ sweep_id }) => sweep_id)) {
    const detail = { parts: parts.length }
    const act = { actor: system, kind: 'coverage.sweep-resumed', subject: id, detail }
    const seqs = parts.map(({ seq }) => seq)
    await unlessSuperseded(() =>
      store.record(act, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('sweep_parts')
          .set({ state: 'waiting', ended_at: null })
          .where('sweep_id', '=', id)
          .where('seq', 'in', seqs)
          .where('state', '=', 'failed')
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new Superseded()
        await tx
          .updateTable('sweeps')
          .set({ state: 'running', ended_at: null })
          .where('id', '=', id)
          .execute()
      }),
    )
  }
}
