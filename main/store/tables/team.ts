import { integer, table, text, type Row } from './define-table.ts'

/** A workstation that shares the store; a store that one program has open names none. */
export const workstations = table(
  'workstations',
  {
    id: text({ key: true, check: 'length(id) > 0' }),
    /** Of its lock. */
    number: integer({ unique: true }),
    name: text({ check: 'length(name) > 0' }),
    /** Version of its program at its last start. */
    program: text(),
    joined_at: text(),
    /** When the store last heard of it, by the clock of the database; null: never. */
    heard_at: text({ null: true }),
    /** Id of who is signed in there; null: nobody. */
    operator: text({ null: true }),
    operator_since: text({ null: true }),
    /** Where it listens for alerts, as JSON of an `OpenedListener`; null: it does not. */
    listener: text({ null: true }),
    /** Its last sign of life while it listened; null: it never has. */
    listened_at: text({ null: true }),
  },
  {
    isStoredByKey: true,
  },
)
export type WorkstationsTable = Row<typeof workstations>
