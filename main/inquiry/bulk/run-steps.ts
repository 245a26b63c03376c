/** Steps that change many rows of a run, in transactions of bounded size, so that nobody else waits for seconds. */
import { sql } from 'kysely'
import type { RowState } from '../../../preload/contract/api/bulk/run.ts'
import type { Act } from '../../store/audit-chain/hash-chain.ts'
import type { Store } from '../../store/store.ts'
import { waitingWithPersonal } from './bulk.records.ts'

const atOnce = 2_000

/** Moves every row of a run from one state to another; resolves with how many there were. */
async function moveAll(store: Store, act: Act, from: RowState, to: RowState): Promise<number> {
  let moved = 0
  for (;;) {
    const found = await store.read
      .selectFrom('bulk_rows')
      .select('row')
      .where('run_id', '=', act.subject)
      .where('state', '=', from)
      .limit(atOnce)
      .execute()
    if (found.length === 0) return moved
    await moveThese(
      store,
      act,
      found.map(({ row }) => row),
      from,
      to,
    )
    moved += found.length
  }
}

const moveThese = (
  store: Store,
  act: Act,
  rows: readonly number[],
  from: RowState,
  to: RowState,
): Promise<void> =>
  store.record({ ...act, detail: { rows: [...rows] } }, async (tx) => {
    await tx
      .updateTable('bulk_rows')
      .set({
        state: to,
        ...(to === 'waiting' && { validation_id: null, result_class: null, score: null }),
      })
      .where('run_id', '=', act.subject)
      .where('state', '=', from)
      .where('row', 'in', [...rows])
      .execute()
  })

/** What is `asking` and not under way may have reached the bank: it is unknown (P10). */
export async function forgetAsking(
  store: Store,
  runId: string,
  underWay: readonly number[],
): Promise<void> {
  const found = await store.read
    .selectFrom('bulk_rows')
    .select('row')
    .where('run_id', '=', runId)
    .where('state', '=', 'asking')
    .execute()
  const rows = found.map(({ row }) => row).filter((row) => !underWay.includes(row))
  if (rows.length === 0) return
  const act = { actor: 'system', kind: 'bulk.rows-unknown', subject: runId, detail: {} }
  await moveThese(store, act, rows, 'asking', 'unknown')
}

/** The rest of a stopped run is not asked. */
export const leaveUnasked = (store: Store, runId: string, actor: string): Promise<number> =>
  moveAll(
    store,
    { actor, kind: 'bulk.rows-left', subject: runId, detail: {} },
    'waiting',
    'not-asked',
  )

/** A person has rows of which nothing is known asked again; null: all of them. Resolves with how many those are. */
export async function askUnknownAgain(
  store: Store,
  runId: string,
  actor: string,
  rows: readonly number[] | null,
): Promise<number> {
  const act = { actor, kind: 'bulk.asked-again', subject: runId, detail: {} }
  if (rows === null) return moveAll(store, act, 'unknown', 'waiting')
  const unknown = await unknownOf(store, runId, rows)
  if (unknown.length > 0) await moveThese(store, act, unknown, 'unknown', 'waiting')
  return unknown.length
}

async function unknownOf(store: Store, runId: string, rows: readonly number[]): Promise<number[]> {
  if (rows.length === 0) return []
  const found = await store.read
    .selectFrom('bulk_rows')
    .select('row')
    .where('run_id', '=', runId)
    .where('state', '=', 'unknown')
    .where('row', 'in', [...rows])
    .execute()
  return found.map(({ row }) => row)
}

/** The operator goes on without the numbers that are in memory no more. */
export async function goWithoutPersonal(
  store: Store,
  runId: string,
  actor: string,
  known: ReadonlyMap<number, unknown>,
): Promise<void> {
  for await (const waiting of waitingWithPersonal(store, runId)) {
    const rows = waiting.filter((row) => !known.has(row))
    if (rows.length === 0) continue
    const kind = 'bulk.went-without-personal-numbers'
    await store.record({ actor, kind, subject: runId, detail: { rows } }, async (tx) => {
      await tx
        .updateTable('bulk_rows')
        .set({ personal: 0 })
        .where('run_id', '=', runId)
        .where('state', '=', 'waiting')
        .where('row', 'in', rows)
        .execute()
    })
  }
}

/**
 * Puts in order what an ended program left: a run that was running is interrupted, what was on its way is unknown,
 * and a run whose rows were not all written is removed, since nothing of it was asked.
 */
export async function tidyRuns(store: Store): Promise<void> {
  const runs = await store.read
    .selectFrom('bulk_runs')
    .select(['id', 'state', 'ended_at'])
    .where(sql<boolean>`state <> 'finished'`)
    .execute()
  for (const { id, state, ended_at: endedAt } of runs) {
    if (state === 'stopped' && endedAt === null) await remove(store, id)
    else await tidyRun(store, id, state)
  }
}

async function tidyRun(store: Store, id: string, state: string): Promise<void> {
  await forgetAsking(store, id, [])
  if (state === 'stopped') await leaveUnasked(store, id, 'system')
  if (state !== 'running') return
  const act = { actor: 'system', kind: 'bulk.interrupted', subject: id, detail: {} }
  await store.record(act, async (tx) => {
    await tx.updateTable('bulk_runs').set({ state: 'interrupted' }).where('id', '=', id).execute()
  })
}

async function remove(store: Store, id: string): Promise<void> {
  const act = { actor: 'system', kind: 'bulk.removed', subject: id, detail: { why: 'never begun' } }
  await store.record(act, async (tx) => {
    await tx.deleteFrom('bulk_rows').where('run_id', '=', id).execute()
    await tx.deleteFrom('bulk_runs').where('id', '=', id).execute()
  })
}
