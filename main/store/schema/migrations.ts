/** The versions of a store's schema. */
import { createHash } from 'node:crypto'
import type { EngineKind } from '../dialect.ts'
import { postgresSchema } from '../postgres/schema.ts'
import { sqliteSchema } from '../sqlite/schema.ts'
import type { StoreRefusal } from '../store-error.ts'

/**
 * One step of the schema. SQLite's runs in one transaction, on a copy, with foreign keys off;
 * PostgreSQL's in one transaction in the store itself.
 */
export interface Migration {
  /** Counts from 1 without gaps. */
  readonly version: number
  readonly name: string
  readonly sql: Readonly<Record<EngineKind, string>>
}

/**
 * Every version, in order. Until the first release there is one, and a change of a table changes it;
 * from then on a change is a migration at the end, and none is ever changed.
 */
export const migrations: readonly Migration[] = [
  { version: 1, name: '0001-tables', sql: { sqlite: sqliteSchema, postgres: postgresSchema } },
]

/** Returns the version that a list of migrations leads to. */
export const knownVersion = (list: readonly Migration[]): number => list.length

/**
 * Returns why a store of another schema is refused. `hash`: that of its schema, or what it carries of
 * it; null: none, as stores of an earlier state.
 */
export function refusalOfSchema(
  found: { readonly version: number; readonly hash: string | number | null },
  known: { readonly version: number; readonly hash: string | number },
): StoreRefusal | undefined {
  if (found.hash === null) return { code: 'store-earlier' }
  if (found.version > known.version)
    return { code: 'store-newer', found: found.version, known: known.version }
  const isOther = found.version === known.version && found.hash !== known.hash
  return isOther ? { code: 'store-earlier' } : undefined
}

/**
 * Returns the hash of the text that makes a schema, in hex. A store of the same version with another
 * one was created by an earlier state of the program, before its first release.
 */
export const schemaHash = (list: readonly Migration[], engine: EngineKind): string =>
  createHash('sha256')
    .update(list.map(({ sql }) => sql[engine]).join('\n'))
    .digest('hex')
