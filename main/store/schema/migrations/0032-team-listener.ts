import type { SharedMigration } from './migration.ts'

// `listener` is where a workstation listens for alerts, as JSON; null: it does not. `listened_at` is
// its last sign of life while it did. A span names the workstation that listened, null in a store that
// one program has open.
const columns = `
ALTER TABLE workstations ADD COLUMN listener TEXT;
ALTER TABLE workstations ADD COLUMN listened_at TEXT;
ALTER TABLE listener_watch ADD COLUMN workstation TEXT;
`

/** Which workstation listens for alerts, and who listened when. */
export const teamListenerMigration: SharedMigration = {
  version: 32,
  name: '0032-team-listener',
  sql: { sqlite: columns, postgres: columns },
}
