/** Stores in PostgreSQL databases. */
import type pg from 'pg'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Engine, OpenedEngine, Stores } from '../engine.ts'
import { genesis, type Act } from '../hash-chain.ts'
import { describe } from '../store-error.ts'
import type { StoreFile } from '../store-file.ts'
import { append, headOf } from '../store-server.ts'
import { connectEngine } from './postgres-engine.ts'
import { postgresSchema } from './schema.ts'

/** Major versions on which all tests have passed. */
const testedVersions: readonly number[] = [15]

/**
 * Returns the stores in databases that exist already: `reachOf` says how to reach the one for a
 * path. Opening an empty database creates the store. Only a file can be examined or restored.
 */
export const postgresStores = (reachOf: (file: string) => Promise<pg.ClientConfig>): Stores => ({
  async open(target) {
    try {
      return ok(await openDatabase(await reachOf(target.file), target))
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
  detail: { from: 0, to: postgresSchema.version },
}

const noFile = (): Promise<never> => Promise.reject(new TypeError('the store is not a file'))

async function openDatabase(
  reach: pg.ClientConfig,
  { at }: Pick<StoreFile, 'at'>,
): Promise<OpenedEngine> {
  const engine = await connectEngine(reach)
  try {
    await engine.create(postgresSchema.sql)
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
  const isTested = testedVersions.includes(engine.version)
  const warning = `The server is PostgreSQL ${String(engine.version)}, which was not tested with this program.`
  return { engine, stoppedUnclean: false, warning: isTested ? null : warning }
}
