/**
 * Examines a store file that is not open, completely: every page, every reference, every link of
 * the audit chain, every row counted. Reads only: the file and its folder stay unchanged.
 */
import { existsSync, rmSync } from 'node:fs'
import { genesis, verifyChain, type AuditEntry } from '../hash-chain.ts'
import { connect } from './cipher.ts'
import { identify } from './file-header.ts'
import { knownVersion, type Migration } from '../schema/migrations.ts'
import { refuseOtherSchema } from './schema-mark.ts'
import { Refused } from './refused.ts'
import type { Connection } from './sqlite.ts'
import type { StoreKey } from '../store-key.ts'
import type { ExaminedAdministrator, ExaminedFile } from '../store-file.ts'
import type { StoreBuild } from './restore-file.ts'

const damaged = (detail: string): Refused => new Refused({ code: 'store-damaged', detail })

/** @throws {Refused}, or SQLite's error for a file that is not a store or has another key. */
export function examineFile(
  { file, key }: { readonly file: string; readonly key: StoreKey },
  { migrations }: StoreBuild,
): ExaminedFile {
  const version = versionOf(file, migrations)
  if (existsSync(`${file}-wal`)) throw damaged('a log stands beside it')
  const added = [`${file}-wal`, `${file}-shm`].filter((path) => !existsSync(path))
  const connection = connect(file, key, { readonly: true })
  try {
    expect(connection, 'integrity_check', 'ok')
    expect(connection, 'foreign_key_check', undefined)
    const head = checkedHead(connection)
    const rows = countedRows(connection)
    const administrators = administratorsIn(connection)
    const lastAct = lastActOf(connection)
    return {
      version,
      isOlder: version < knownVersion(migrations),
      head,
      lastAct,
      administrators,
      rows,
    }
  } finally {
    connection.close()
    for (const path of added) rmSync(path, { force: true })
  }
}

function versionOf(file: string, migrations: readonly Migration[]): number {
  const identity = identify(file)
  if (identity.kind === 'absent') {
    throw new Refused({ code: 'store-unreadable', detail: 'there is no such file' })
  }
  if (identity.kind === 'foreign') throw new Refused({ code: 'store-foreign' })
  refuseOtherSchema(identity, migrations)
  return identity.version
}

function expect(connection: Connection, check: string, wanted: string | undefined): void {
  const found: unknown = connection.pragma(check, { simple: true })
  if (found !== wanted) throw damaged(`${check} found ${String(found)}`)
}

function checkedHead(connection: Connection) {
  const entries = connection
    .prepare<[], AuditEntry>('SELECT * FROM audit_entries ORDER BY seq')
    .iterate()
  const checked = verifyChain(entries, genesis)
  if (checked.ok) return checked.value
  const { seq, reason } = checked.error
  throw damaged(`the audit chain does not hold at entry ${seq} (${reason})`)
}

function lastActOf(connection: Connection): string | null {
  const last = connection
    .prepare<[], { at: string }>('SELECT at FROM audit_entries ORDER BY seq DESC LIMIT 1')
    .get()
  return last?.at ?? null
}

/** Administrators who can sign in with a passphrase that they chose themselves. */
const administratorsIn = (connection: Connection): ExaminedAdministrator[] =>
  connection
    .prepare<[], ExaminedAdministrator>(
      `SELECT id, name, passphrase FROM operators
       WHERE disabled = 0 AND must_change = 0 AND roles LIKE '%"administrator"%' ORDER BY name`,
    )
    .all()

function countedRows(connection: Connection): Record<string, number> {
  const names = connection
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
  return Object.fromEntries(
    names.map(({ name }) => {
      const count = connection
        .prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM "${name}"`)
        .get()
      return [name, count?.rows ?? 0]
    }),
  )
}
