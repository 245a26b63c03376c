/** Creates a store in an empty database, or brings an older one to the newest version. */
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import {
  knownVersion,
  migrations,
  refusalOfSchema,
  schemaHash,
  type Migration,
} from '../schema/migrations.ts'
import { describe, passingRefusal, type StoreRefusal } from '../store-error.ts'
import { append } from '../store-server.ts'
import type { PostgresEngine } from './postgres-engine.ts'

/**
 * Makes the newest version in one transaction, with the act that an older store was migrated.
 * Refuses a store of a newer program or of an earlier state of this one, and one that cannot be
 * migrated; it then stays as it was.
 */
export async function buildNextVersion(
  engine: PostgresEngine,
  at: string,
  steps: readonly Migration[] = migrations,
): Promise<Result<null, StoreRefusal>> {
  const newest = { version: knownVersion(steps), hash: schemaHash(steps, 'postgres') }
  const to = newest.version
  let from = 0
  try {
    const built = await engine.alone<Result<null, StoreRefusal>>(async () => {
      const found = await versionOf(engine)
      from = found?.version ?? 0
      const refusal = found && refusalOfSchema(found, newest)
      if (refusal) return err(refusal)
      if (from === to) return ok(null)
      // Whoever writes has ended before, and continues the chain after its act.
      if (from > 0) await engine.run('SELECT 1 FROM chain_head FOR UPDATE', [])
      for (const { sql } of steps.slice(from)) await engine.runScript(sql.postgres)
      await engine.run(
        `INSERT INTO store_version (version, schema) VALUES (?, ?)
          ON CONFLICT (id) DO UPDATE SET version = excluded.version, schema = excluded.schema`,
        [to, newest.hash],
      )
      const act = {
        actor: 'system',
        kind: 'store.migrated',
        subject: 'store',
        detail: { from, to },
      }
      if (from > 0) await append(engine, act, at)
      return ok(null)
    })
    if (built.ok) engine.requireStoreVersion(to)
    return built
  } catch (error) {
    const detail = describe(error)
    return err(passingRefusal(error) ?? { code: 'migration-failed', from, to, detail })
  }
}

/** Returns the version of the store and the hash of its schema; undefined: there is none. */
export async function versionOf(
  engine: PostgresEngine,
): Promise<{ readonly version: number; readonly hash: string | null } | undefined> {
  const { rows } = await engine.run(`SELECT to_regclass('store.store_version') AS "table"`, [])
  if ((rows[0] as { readonly table: string | null }).table === null) return undefined
  // A store of an earlier state does not have the column.
  const stored = await engine.run(
    `SELECT version, to_jsonb(store_version) ->> 'schema' AS hash FROM store_version`,
    [],
  )
  return stored.rows[0] as { readonly version: number; readonly hash: string | null }
}
