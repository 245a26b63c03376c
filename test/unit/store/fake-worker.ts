/**
 * A store worker with versions and conditions that do not exist, so that product code needs no
 * switch for tests. Started by the one-line script that `madeUpWorker` in stores.ts writes.
 */
import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import {
  storeSettings,
  type ConnectionSetting,
} from '../../../main/store/sqlite/connection-settings.ts'
import { migrations, type Migration } from '../../../main/store/schema/migrations.ts'
import type { RestoreStep, BuildStep } from '../../../main/store/sqlite/restore-file.ts'
import { sqliteStores } from '../../../main/store/sqlite/sqlite-engine.ts'
import type { Numbered, WorkerRequest } from '../../../main/store/worker-protocol.ts'
import { serveRequests } from '../../../main/store/store-server.ts'

/** Differences between a made-up worker and the product's. */
export interface Wishes {
  /** A version after the newest. */
  readonly version?: 'later' | 'failing' | 'orphaning'
  /** A setting that is made with another value than the required one. */
  readonly written?: { readonly pragma: string; readonly as: string }
  /** Number of pages on the disk. */
  readonly pages?: number
  /** Kills the process at this step of building the next version. */
  readonly dieAt?: BuildStep
  /** The same during a restore. */
  readonly dieAtRestore?: RestoreStep
  /** Prints `step <name>` to the process's output at each step. */
  readonly sayingSteps?: boolean
  /** Ends the worker on a statement that contains this text. */
  readonly crashOn?: string
}

const version = migrations.length + 1
const step = (name: string, sqlite: string): Migration => ({
  version,
  name,
  sql: { sqlite, postgres: '' },
})
/** Versions after the newest one. */
export const laterVersions: Readonly<Record<NonNullable<Wishes['version']>, Migration>> = {
  /** Rebuilds a table, so that an interrupted run would show as a mixture. */
  later: step(
    'later',
    `CREATE TABLE settings_next (
            name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, at TEXT NOT NULL,
            actor TEXT NOT NULL, measured INTEGER NOT NULL) STRICT;
          INSERT INTO settings_next SELECT name, value, at, actor, length(value) FROM settings;
          DROP TABLE settings;
          ALTER TABLE settings_next RENAME TO settings;
          CREATE INDEX settings_by_measure ON settings (measured, name);`,
  ),
  failing: step(
    'failing',
    `UPDATE settings SET value = '"lost"'; CREATE TABLE audit_entries (seq INTEGER);`,
  ),
  orphaning: step('orphaning', 'DELETE FROM bank_calls;'),
}

function settingsWith({ written, pages }: Wishes): ConnectionSetting[] {
  const settings = storeSettings.map((setting) =>
    setting.pragma === written?.pragma ? { ...setting, write: written.as } : setting,
  )
  if (pages === undefined) return settings
  const bound = String(pages)
  return [...settings, { pragma: 'max_page_count', write: bound, wanted: bound }]
}

/** Serves stores on the worker's port with these differences. */
export function serveFakeStore(wishes: Wishes): void {
  if (parentPort === null) throw new Error('runs as a worker thread only')
  const { version: named, dieAt, crashOn, sayingSteps } = wishes
  parentPort.on('message', ({ content }: Numbered<WorkerRequest>) => {
    if (crashOn === undefined || content.kind !== 'run') return
    if (content.sql.includes(crashOn)) process.exit(3)
  })
  const stores = sqliteStores({
    migrations: named === undefined ? migrations : [...migrations, laterVersions[named]],
    settings: settingsWith(wishes),
    onStep: (step) => {
      // A worker's console passes through the main thread and would print late.
      if (sayingSteps === true) writeSync(1, `step ${step}\n`)
      if (step === dieAt) process.kill(process.pid, 'SIGKILL')
    },
    onRestoreStep: (step) => {
      if (step === wishes.dieAtRestore) process.kill(process.pid, 'SIGKILL')
    },
  })
  serveRequests(parentPort, stores)
}
