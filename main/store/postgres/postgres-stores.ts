/** Stores in PostgreSQL databases. */
import type pg from 'pg'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Engine, OpenedEngine, Stores } from '../engine.ts'
import { genesis, type Act } from '../hash-chain.ts'
import { describe, type StoreRefusal } from '../store-error.ts'
import type { StoreFile } from '../store-file.ts'
import { sharedMigrations } from '../schema/migrations/index.ts'
import { append, headOf } from '../store-server.ts'
import { buildNextVersion, versionAfter } from './next-version.ts'
import { connectEngine } from './postgres-engine.ts'

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
 * be examined or restored.
 */
export const postgresStores = (reachOf: (file: string) => Promise<pg.ClientConfig>): Stores => ({
  async open(target) {
    try {
      return await openDatabase(await reachOf(target.file), target)
    } catch (error) {
      return err({ code: 'store-unreadable', detail: describe(error) })
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
  detail: { from: 0, to: versionAfter(sharedMigrations) },
}

const noFile = (): Promise<never> => Promise.reject(new TypeError('the store is not a file'))

async function openDatabase(
  reach: pg.ClientConfig,
  { at }: Pick<StoreFile, 'at'>,
): Promise<Result<OpenedEngine, StoreRefusal>> {
  const engine = await connectEngine(reach)
  try {
    const built = await buildNextVersion(engine, at)
    if (!built.ok) {
      await engine.close()
      return built
    }
    if (await isUnused(engine)) {
      await engine.begin()
      // Another program may have recorded it meanwhile.
      if (await isUnused(engine)) await append(engine, created, at)
      await engine.commit()
    }
  } catch (error) {
    await engine.close()
    throw error
  }
  return ok({ engine, stoppedUnclean: false, warning: warningOf(engine.version) })
}
