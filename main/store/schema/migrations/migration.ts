import type { EngineKind } from '../../dialect.ts'

/** One step of SQLite's schema; runs inside one transaction, on a copy, with foreign keys off. */
export interface Migration {
  /** Counts from 1 without gaps; stored in the file's user_version. */
  readonly version: number
  readonly name: string
  readonly sql: string
}

/** One step of both engines; in PostgreSQL, it runs inside one transaction in the store itself. */
export interface SharedMigration extends Omit<Migration, 'sql'> {
  readonly sql: Readonly<Record<EngineKind, string>>
}

/** Returns the version that a list of migrations leads to. */
export const knownVersion = (migrations: readonly Migration[]): number => migrations.length
