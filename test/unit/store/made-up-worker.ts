/**
 * A store worker of versions and conditions that do not exist, so that product code needs no switch
 * for tests. It is started by the one-line script that `madeUpWorker` in stores.ts writes.
 */
import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import {
  storeSettings,
  type ConnectionSetting,
} from '../../../main/store/sqlite/connection-settings.ts'
import { migrations } from '../../../main/store/schema/migrations/index.ts'
import type { Migration } from '../../../main/store/schema/migrations/migration.ts'
import type { RestoreStep, BuildStep } from '../../../main/store/sqlite/restore-file.ts'
import { serveStore } from '../../../main/store/sqlite/serve-store.ts'
import type { Numbered, WorkerRequest } from '../../../main/store/sqlite/worker-protocol.ts'

/** In what a made-up worker differs from the product's. */
export interface Wishes {
  /** A program that knows only the first so many versions. */
  readonly until?: number
  /** A version after the newest. */
  readonly version?: 'later' | 'failing' | 'orphaning'
  /** A setting that is made in another way than is wanted. */
  readonly written?: { readonly pragma: string; readonly as: string }
  /** How many pages the disk has. */
  readonly pages?: number
  /** Kills the process when this step of building the next version is reached. */
  readonly dieAt?: BuildStep
  /** The same while a store is put back. */
  readonly dieAtPutBack?: RestoreStep
  /** Says `step <name>` on the process's output at each step. */
  readonly sayingSteps?: boolean
  /** Ends the worker on a statement that contains this text. */
  readonly crashOn?: string
}

const version = migrations.length + 1
/** Versions that come after the newest. */
export const laterVersions: Readonly<Record<NonNullable<Wishes['version']>, Migration>> = {
  /** Rebuilds a table, so that an interrupted run would show as a mixture. */
  later: {
    version,
    name: 'later',
    sql: `CREATE TABLE settings_next (
            name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, at TEXT NOT NULL,
            actor TEXT NOT NULL, measured INTEGER NOT NULL) STRICT;
          INSERT INTO settings_next SELECT name, value, at, actor, length(value) FROM settings;
          DROP TABLE settings;
          ALTER TABLE settings_next RENAME TO settings;
          CREATE INDEX settings_by_measure ON settings (measured, name);`,
  },
  failing: {
    version,
    name: 'failing',
    sql: `UPDATE settings SET value = '"lost"'; CREATE TABLE audit_entries (seq INTEGER);`,
  },
  orphaning: { version, name: 'orphaning', sql: 'DELETE FROM bank_calls;' },
}

function settingsWith({ written, pages }: Wishes): ConnectionSetting[] {
  const settings = storeSettings.map((setting) =>
    setting.pragma === written?.pragma ? { ...setting, write: written.as } : setting,
  )
  if (pages === undefined) return settings
  const bound = String(pages)
  return [...settings, { pragma: 'max_page_count', write: bound, wanted: bound }]
}

/** Serves stores on the worker's port in the way that is wished for. */
export function serveMadeUpStore(wishes: Wishes): void {
  if (parentPort === null) throw new Error('runs as a worker thread only')
  const { version: named, until, dieAt, crashOn, sayingSteps } = wishes
  parentPort.on('message', ({ content }: Numbered<WorkerRequest>) => {
    if (crashOn === undefined || content.kind !== 'run') return
    if (content.sql.includes(crashOn)) process.exit(3)
  })
  serveStore(parentPort, {
    migrations:
      named === undefined ? migrations.slice(0, until) : [...migrations, laterVersions[named]],
    settings: settingsWith(wishes),
    onStep: (step) => {
      // A worker's console would pass through the main thread and come late.
      if (sayingSteps === true) writeSync(1, `step ${step}\n`)
      if (step === dieAt) process.kill(process.pid, 'SIGKILL')
    },
    onPutBackStep: (step) => {
      if (step === wishes.dieAtPutBack) process.kill(process.pid, 'SIGKILL')
    },
  })
}
