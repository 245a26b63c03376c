import { directoryKinds } from '../../../preload/contract/api/bank-names/channels.ts'
import { flag, integer, json, table, text, type Row } from './define-table.ts'

/** The RTP participants of one download, which replaces the set in use when it is complete. */
export const participantSets = table('participant_sets', {
  id: text({ key: true }),
  at: text(),
  actor: text(),
  /** JSON: the bank's names of the columns. */
  columns: json(),
  name_column: text({ null: true }),
  routing_column: text({ null: true }),
  row_count: integer(),
  /** 1: the set that is searched. */
  is_current: flag(),
})
export type ParticipantSetsTable = Row<typeof participantSets>

export const participants = table(
  'participants',
  {
    set_id: text({ references: 'participant_sets.id' }),
    row: integer(),
    /** JSON: a cell for each column. */
    cells: json(),
    name: text(),
    routing: text(),
    search_text: text(),
  },
  {
    key: ['set_id', 'row'],
    indexes: {
      participants_by_routing: ['set_id', 'routing'],
    },
  },
)
export type ParticipantsTable = Row<typeof participants>

/** An imported directory file of the Federal Reserve; one of each kind. */
export const bankDirectories = table('bank_directories', {
  kind: text({ key: true, in: directoryKinds }),
  file_name: text(),
  /** Of the file, in hex. */
  sha256: text(),
  bank_count: integer(),
  /** The newest change that a line names, YYYY-MM-DD. */
  changed_on: text({ null: true }),
  imported_at: text(),
  actor: text(),
})
export type BankDirectoriesTable = Row<typeof bankDirectories>

export const directoryBanks = table(
  'directory_banks',
  {
    kind: text({ of: directoryKinds, references: 'bank_directories.kind' }),
    routing: text(),
    name: text(),
    /** City and state. */
    place: text(),
  },
  {
    key: ['routing', 'kind'],
  },
)
export type DirectoryBanksTable = Row<typeof directoryBanks>
