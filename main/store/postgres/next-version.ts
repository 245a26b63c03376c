/** Creates a store in an empty database, or brings an older one to the newest version. */
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { sharedMigrations } from '../schema/migrations/index.ts'
import type { SharedMigration } from '../schema/migrations/migration.ts'
import { describe, passingRefusal, type StoreRefusal } from '../store-error.ts'
import { append } from '../store-server.ts'
import type { PostgresEngine } from './postgres-engine.ts'
import { postgresSchema } from './schema.ts'

/** Returns the version to which `migrations` bring a store. */
export const versionAfter = (migrations: readonly SharedMigration[]): number =>
  postgresSchema.version + migrations.length

/**
 * Makes the newest version in one transaction, with the act that an older store was migrated.
 * Refuses a store of a newer program, and one that cannot be migrated; it then stays as it was.
 */
export async function buildNextVersion(
  engine: PostgresEngine,
  at: string,
  migrations: readonly SharedMigration[] = sharedMigrations,
): Promise<Result<null, StoreRefusal>> {
  const to = versionAfter(migrations)
  let from = 0
  try {
    const built = await engine.alone<Result<null, StoreRefusal>>(async () => {
      from = await versionOf(engine)
      if (from > to) return err({ code: 'store-newer', found: from, known: to })
      if (from === to) return ok(null)
      // Whoever writes has ended before, and continues the chain after its act.
      if (from === 0) await engine.runScript(postgresSchema.sql)
      else await engine.run('SELECT 1 FROM chain_head FOR UPDATE', [])
      for (const { sql } of migrations.slice(Math.max(from - postgresSchema.version, 0)))
        await engine.runScript(sql.postgres)
      await engine.run('UPDATE store_version SET version = ?', [to])
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

/** Returns the version of the store; 0 if there is none. */
export async function versionOf(engine: PostgresEngine): Promise<number> {
  const { rows } = await engine.run(`SELECT to_regclass('store.store_version') AS "table"`, [])
  if ((rows[0] as { readonly table: string | null }).table === null) return 0
  const stored = await engine.run('SELECT version FROM store_version', [])
  return (stored.rows[0] as { readonly version: number }).version
}
