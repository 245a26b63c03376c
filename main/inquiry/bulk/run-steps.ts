/**
 * Changes of many rows of a run, in transactions of bounded size, so that no other work waits for
 * seconds.
 */
import { sql } from 'kysely'
import type { RowState } from '../../../preload/contract/api/bulk/run.ts'
import { failedClasses } from '../../../preload/contract/domain/validation-reading.ts'
import type { Act } from '../../store/hash-chain.ts'
import type { Store } from '../../store/store.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { setRunState, waitingWithPersonal } from './bulk.records.ts'

const atOnce = 2_000

/**
 * Moves every row of a run from one state to another, if given only those of some result classes;
 * resolves with their number.
 */
async function moveAll(
  store: Store,
  act: Act,
  from: RowState,
  to: RowState,
  classes?: readonly string[],
): Promise<number> {
  let moved = 0
  for (;;) {
    const found = await store.read
      .selectFrom('bulk_rows')
      .select('row')
      .where('run_id', '=', act.subject)
      .where('state', '=', from)
      .$if(classes !== undefined, (some) => some.where('result_class', 'in', classes ?? []))
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

/**
 * Rows that are `asking` and not in flight may have reached the bank: they become unknown (Promise
 * P10).
 */
export async function markUnknown(
  store: Store,
  runId: string,
  underWay: readonly number[],
): Promise<void> {
  const found = await store.read
    .selectFrom('bulk_rows')
    .select('row')
    .where('run_id', '=', runId)
    .where('state', '=', 'in-flight')
    .execute()
  const rows = found.map(({ row }) => row).filter((row) => !underWay.includes(row))
  if (rows.length === 0) return
  const act = { actor: 'system', kind: 'bulk.rows-unknown', subject: runId, detail: {} }
  await moveThese(store, act, rows, 'in-flight', 'unknown')
}

/** Marks the waiting rows of a stopped run as not sent. */
export const leaveUnsent = (store: Store, runId: string, actor: string): Promise<number> =>
  moveAll(
    store,
    { actor, kind: 'bulk.rows-left', subject: runId, detail: {} },
    'waiting',
    'not-sent',
  )

/**
 * Sets unknown rows back to waiting at an operator's command; null means all of them. Resolves with
 * their number.
 */
export async function requeueUnknown(
  store: Store,
  runId: string,
  actor: string,
  rows: readonly number[] | null,
): Promise<number> {
  const act = { actor, kind: 'bulk.requested-again', subject: runId, detail: {} }
  if (rows === null) return moveAll(store, act, 'unknown', 'waiting')
  const unknown = await unknownOf(store, runId, rows)
  if (unknown.length > 0) await moveThese(store, act, unknown, 'unknown', 'waiting')
  return unknown.length
}

/** Returns whether an ended run has rows whose result says nothing about the account. */
export async function hasFailedRows(store: Store, runId: string): Promise<boolean> {
  const found = await store.read
    .selectFrom('bulk_rows')
    .select('row')
    .where('run_id', '=', runId)
    .where((is) =>
      is.or([
        is('state', '=', 'unknown'),
        is.and([is('state', '=', 'answered'), is('result_class', 'in', failedClasses)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Sets the rows that {@link hasFailedRows} finds back to waiting, at an operator's command. */
export async function queueFailedRows(store: Store, runId: string, actor: string): Promise<void> {
  const act = { actor, kind: 'bulk.requested-again', subject: runId, detail: {} }
  await moveAll(store, act, 'unknown', 'waiting')
  await moveAll(store, act, 'answered', 'waiting', failedClasses)
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

/** Continues without personal numbers that are no longer in memory. */
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
 * Repairs the state of this workstation's runs after the program ended: a running run becomes interrupted, rows in flight
 * become unknown, and a run whose rows were not all written is removed, since no call was made for
 * it.
 */
export async function tidyRuns(store: Store): Promise<void> {
  const runs = await store.read
    .selectFrom('bulk_runs')
    .select(['id', 'state', 'ended_at'])
    .where(sql<boolean>`state <> 'finished'`)
    .where('home', 'is not distinct from', store.membership.home)
    .execute()
  for (const { id, state, ended_at: endedAt } of runs) {
    if (state === 'stopped' && endedAt === null) await remove(store, id)
    else await tidyRun(store, id, state)
  }
}

async function tidyRun(store: Store, id: string, state: string): Promise<void> {
  await markUnknown(store, id, [])
  if (state === 'stopped') await leaveUnsent(store, id, 'system')
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

/** Returns the ids of the runs that are stored as running on a workstation. */
export async function runningAt({ read }: Store, home: string | null): Promise<string[]> {
  const runs = await read
    .selectFrom('bulk_runs')
    .select('id')
    .where('state', '=', 'running')
    .where('home', 'is not distinct from', home)
    .execute()
  return runs.map(({ id }) => id)
}

/** Interrupts a run of this workstation, or of one that is `gone`. Returns whether it was running. */
export function interruptRun(store: Store, id: string, gone?: string | null): Promise<boolean> {
  const act = { actor: 'system', kind: 'bulk.interrupted', subject: id, detail: {} }
  return setRunState(store, act, ['running'], { state: 'interrupted', endedAt: null }, gone)
}

/**
 * Interrupts the running runs of a workstation that is gone, so that another can resume them.
 * Returns their ids, and reports those that could not be interrupted.
 */
export async function interruptRunsOf(
  { store, report }: Pick<SessionContext, 'store' | 'report'>,
  home: string | null,
): Promise<string[]> {
  const interrupted: string[] = []
  for (const id of await runningAt(store, home)) {
    try {
      if (await interruptRun(store, id, home)) interrupted.push(id)
    } catch (problem) {
      report('bulk.rescue', problem)
    }
  }
  return interrupted
}
