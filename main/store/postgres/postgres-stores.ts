/** Stores in PostgreSQL databases. */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Engine, OpenedEngine, Stores } from '../engine.ts'
import { genesis, type Act } from '../hash-chain.ts'
import { describe, passingRefusal, StoreError, type StoreRefusal } from '../store-error.ts'
import type { StoreFile } from '../store-file.ts'
import { knownVersion, migrations } from '../schema/migrations.ts'
import { append, headOf } from '../store-server.ts'
import { buildNextVersion, versionOf } from './next-version.ts'
import { membershipTimes } from '../membership.ts'
import { databaseNow, HomeTaken, MemberSession, type Workstation } from './member-session.ts'
import { lossOf, scaledDurations } from './postgres-session.ts'
import { connectEngine, type PostgresEngine } from './postgres-engine.ts'

/** Major versions on which `npm run verify:team` has passed. */
const testedVersions: readonly number[] = [15]

/** Returns what an operator is told of a server's major version; null: it was tested. */
export const warningOf = (version: number): string | null =>
  testedVersions.includes(version)
    ? null
    : `The server is PostgreSQL ${String(version)}, which was not tested with this program.`

/**
 * Returns the stores in databases that exist already: `reachOf` says how to reach the one for a
 * path. Opening an empty database creates the store, and an older store is migrated. Only a file can
 * be examined or restored. `joining`: the workstation that shares it; without one, this program
 * is the only one.
 */
export const postgresStores = (
  reachOf: (file: string) => Promise<pg.ClientConfig>,
  joining?: Joining,
): Stores => ({
  async open(target) {
    try {
      const reach = await reachOf(target.file)
      const { workstation: own } = joining ?? {}
      const openOnce = async () => {
        const engine = await connectEngine(reach, own && { workstation: own.name, home: own.id })
        return openDatabase(engine, reach, target, joining)
      }
      return await (own ? patiently(openOnce) : openOnce())
    } catch (error) {
      if (error instanceof HomeTaken) return err({ code: 'store-in-use' })
      return err(passingRefusal(error) ?? { code: 'store-unreadable', detail: describe(error) })
    } finally {
      // The server protects its files itself.
      target.key.fill(0)
    }
  },
  examine: noFile,
  restore: noFile,
})

const isUnused = async (engine: Engine): Promise<boolean> =>
  (await headOf(engine)).seq === genesis.seq

const created: Act = {
  actor: 'system',
  kind: 'store.created',
  subject: 'store',
  detail: { from: 0, to: knownVersion(migrations) },
}

const noFile = (): Promise<never> => Promise.reject(new TypeError('the store is not a file'))

/** A workstation that opens a shared store, and how long it waits for others. */
export interface Joining {
  readonly workstation: Workstation
  /** Multiplies how long workstations wait for each other; 1 in the product. */
  readonly factor?: number
}

async function openDatabase(
  engine: PostgresEngine,
  reach: pg.ClientConfig,
  target: Pick<StoreFile, 'at' | 'mustExist'>,
  joining: Joining | undefined,
): Promise<Result<OpenedEngine, StoreRefusal>> {
  try {
    const at = joining ? await timeOf(engine) : target.at
    const isMissing = target.mustExist === true && (await versionOf(engine)) === undefined
    const built: Result<null, StoreRefusal> = isMissing
      ? err({ code: 'store-missing' })
      : await buildNextVersion(engine, at)
    if (!built.ok) {
      await engine.close()
      return built
    }
    if (await isUnused(engine)) {
      const head = await engine.begin()
      // Another program may have recorded it meanwhile.
      const isFirst = head.seq === genesis.seq
      await engine.commit(isFirst ? await append(engine, created, at, head) : undefined)
    }
    if (joining) engine.member = await join(engine, reach, joining, at)
  } catch (error) {
    await engine.close()
    throw error
  }
  return ok({ engine, stoppedUnclean: false, warning: warningOf(engine.version) })
}

/**
 * A workstation that starts while its database does, its line is gone for a moment, or another one
 * writes for longer than it waits, tries again a second later. Counted, because a computer that
 * sleeps meanwhile has not tried.
 */
const tries = 15

async function patiently<T>(open: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await open()
    } catch (error) {
      const passes = error instanceof StoreError && ['unreachable', 'busy'].includes(error.code)
      if (!passes || left === 0) throw error
      await wait(1_000)
    }
  }
}

/** Returns the time of the database, by which workstations that share it write every instant. */
async function timeOf(engine: Engine): Promise<string> {
  const { rows } = await engine.run(databaseNow, [])
  return (rows[0] as { readonly now: string }).now
}

/** Enters the workstation among those that share the store, and takes the lock of its home. */
async function join(
  engine: Engine,
  reach: pg.ClientConfig,
  { workstation: { id, name, program }, factor }: Joining,
  at: string,
): Promise<MemberSession> {
  const head = await engine.begin()
  const { rows } = await engine.run(
    `INSERT INTO workstations (id, number, name, program, joined_at)
      VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM workstations), ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, program = excluded.program
      RETURNING number, joined_at = ? AS "isNew"`,
    [id, name, program, at, at],
  )
  const { number, isNew } = rows[0] as { readonly number: number; readonly isNew: 0 | 1 }
  const act = { actor: 'system', kind: 'workstation.joined', subject: id, detail: { name } }
  await engine.commit(isNew === 1 ? await append(engine, act, at, head) : undefined)
  const times = membershipTimes(factor)
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      ...reach,
      application_name: name,
      connectionTimeoutMillis: scaledDurations(1).connectMs,
      query_timeout: times.silence,
    })
    // The end of the session is what counts.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('SET synchronous_commit TO on; SET search_path TO store, pg_catalog')
    } catch (error) {
      // A connection that is left open keeps the worker from ending.
      client.end().catch(() => undefined)
      throw error
    }
    return client
  }
  const own = { home: id, number, version: knownVersion(migrations) }
  try {
    return await MemberSession.open(own, times, connect)
  } catch (error) {
    throw error instanceof HomeTaken ? error : lossOf(error)
  }
}
