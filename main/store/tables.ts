/**
 * The tables as Kysely sees them. Instants are ISO UTC text, JSON is text, booleans are 0 or 1;
 * every record has `actor` (an operator's id or `system`) and `at`. The SQL is in migrations/.
 */
import type { ColumnType, Generated, Kysely } from 'kysely'
import type { BatchTables } from './schema/batch-tables.ts'
import type { CoverageTables } from './schema/coverage-tables.ts'
import type { ForwardingTables } from './schema/forwarding-tables.ts'
import type { InboxTables } from './schema/inbox-tables.ts'
import type { MoneyTables } from './schema/money-tables.ts'
import type { ReconciliationTables } from './schema/reconciliation-tables.ts'
import type { SearchTables } from './schema/search-tables.ts'

/** A column that only the audit chain itself writes. */
type ChainColumn<T> = ColumnType<T, never, never>

/** The audit chain; append-only by triggers, and written by `record` alone. */
export interface AuditEntriesTable {
  seq: ChainColumn<number>
  at: ChainColumn<string>
  actor: ChainColumn<string>
  kind: ChainColumn<string>
  subject: ChainColumn<string>
  /** Canonical JSON. */
  detail: ChainColumn<string>
  previous_hash: ChainColumn<string>
  hash: ChainColumn<string>
}

/** Every call to the bank with its answer, without secrets. */
export interface BankCallsTable {
  /** The order in which calls were stored; the row number of the search. */
  seq: Generated<number>
  id: string
  at: string
  actor: string
  purpose: string
  method: string
  path: string
  /** Null in these three: recorded by a version that did not have them. */
  lane: string | null
  /** From the request to the start on the wire. */
  waited_ms: number | null
  attempt: number | null
  /** JSON. */
  request_headers: string
  request_body: string | null
  status: number | null
  /** JSON. */
  response_headers: string | null
  /** The text of the answer, or its bytes in base64 if they are not UTF-8. */
  response_body: string | null
  response_body_base64: 0 | 1
  outcome: string
  /** JSON. */
  detail: string
  correlation_id: string | null
  started_at: string
  /** Time of the request's last written byte; null: not known. */
  written_at: string | null
  /** Time when the answer's headers arrived. */
  answered_at: string | null
  finished_at: string
}

/**
 * The full-text search over the calls, filled by a trigger and, before each search, from the view
 * `bank_calls_to_index`; a query on it is written in SQL.
 */
export interface BankCallWordsTable {
  rowid: ColumnType<number, never, never>
}

/** Account ownership checks: the request, and the reading of the answer. */
export interface ValidationsTable {
  id: string
  at: string
  actor: string
  api_version: string
  routing_number: string
  account_number: string
  /** The key by which accounts are compared (bank note 36). */
  account_significant: string
  owner_kind: 'person' | 'business' | 'none'
  /** Empty: no owner was named. */
  owner_name: string
  /**
   * JSON array of field names that were sent; the values that must not be stored are never here
   * (bank note 39).
   */
  fields_sent: string
  /**
   * Number of digits of the SSN that was sent, which decides the meaning of C (bank note 31); null:
   * none sent.
   */
  ssn_digits: number | null
  user_defined: string | null
  /** JSON. */
  outcome: string
  result_class: string
  score: number | null
  bank_call_id: string | null
  /** Lower case; used by the search of the list. */
  search_text: string
}

/** Settings made by operators. */
export interface SettingsTable {
  name: string
  /** JSON. */
  value: string
  at: string
  actor: string
}

/** Data of the profile itself: `details`, `private-ca`, `recovery-file`. */
export interface ProfilePartsTable {
  name: string
  /** JSON. */
  value: string
  at: string
  actor: string
}

/** The profile's own accounts; a removed account stays for the records that name it. */
export interface OwnAccountsTable {
  id: string
  /** As the bank writes it. */
  account_number: string
  /** The key by which accounts are compared (bank note 36). */
  account_significant: string
  routing_number: string
  bank_number: string
  name: string
  currency: string
  use: 'debit' | 'credit' | 'both'
  /** Originator in NACHA files; empty: not entered. */
  company_id: string
  /** The sender of payments; empty: not entered. */
  legal_name: string
  /** One line each. */
  address: string
  removed_at: string | null
  at: string
  actor: string
}

/** Deliveries to the listener, byte for byte. */
export interface AlertDeliveriesTable {
  /** The order of receipt. */
  seq: Generated<number>
  id: string
  at: string
  /** The sender's network address. */
  remote: string | null
  content_type: string | null
  size: number
  sha256: string
  /** The HTTP status of the listener's answer. */
  answered: number
  /** Number of acknowledged alerts. */
  alerts: number
  /** Why it is in quarantine; null: it is not. */
  held: string | null
  /** The part that could not be read, in a sentence. */
  problem: string | null
  /** Version of the reader that read it; null: not read yet. */
  reader: number | null
  body: Uint8Array
}

/** Readings of a delivery that have begun and not ended. */
export interface AlertAttemptsTable {
  delivery_seq: number
  attempts: number
}

/** The fields read from an alert; the alert's own JSON stays in its delivery. */
export interface AlertsTable {
  /** The order of the first receipt. */
  seq: Generated<number>
  /** The confirmationGUID of its first receipt. */
  id: string
  guid: string | null
  /** SHA-256 of everything but eapAlertGUID, in canonical form. Alerts of one call may share it. */
  content_hash: string
  /** The same without the header: the content of an alert, independent of when it was sent. */
  body_hash: string
  delivery_seq: number
  /** From 1, within its delivery. */
  place: number
  at: string
  sent_at: string | null
  kind: 'ach' | 'wire' | 'rtp' | 'other'
  code: string | null
  status: string | null
  direction: 'credit' | 'debit' | null
  incoming: 0 | 1
  /** As the bank wrote it. */
  amount: string | null
  currency: string | null
  account: string | null
  party: string | null
  reference: string | null
  transaction_id: string | null
  /** Of an ACH alert, without blanks around it. */
  par_number: string | null
  receipts: number
  /** Another alert has the same guid and other content. */
  conflict: 0 | 1
  conflict_seen_at: string | null
  /** An earlier alert with the same body. */
  repeats_seq: number | null
  old_code: 0 | 1
  incomplete: 0 | 1
  unlisted: 0 | 1
  reader: number
}

/** Every receipt of an alert, including the first. */
export interface AlertReceiptsTable {
  alert_seq: number
  delivery_seq: number
  place: number
  guid: string | null
  /** The confirmationGUID that was returned for it. */
  confirmation: string
  /** This guid differs from the alert's own guid, which is that of its first receipt. */
  is_other_guid: 0 | 1
}

/** Every account of an alert, without leading zeros (bank note 36). */
export interface AlertAccountsTable {
  account: string
  alert_seq: number
}

/**
 * The full-text search over the alerts, filled by the alert reader; a query on it is written in
 * SQL.
 */
export interface AlertWordsTable {
  rowid: ColumnType<number, never, never>
}

/** A bulk validation, created from one file. */
export interface BulkRunsTable {
  id: string
  at: string
  actor: string
  name: string
  file: string
  file_sha256: string
  sheet: string | null
  /** JSON: a ColumnMapping, and ImportOptions. */
  mapping: string
  options: string
  api_version: string
  row_count: number
  state: 'running' | 'paused' | 'interrupted' | 'stopped' | 'finished'
  ended_at: string | null
  /** The workstation that runs it; null: this computer. */
  home: ColumnType<string | null, string | null | undefined, string | null>
}

export interface BulkRowsTable {
  run_id: string
  /** Its number in the file, the header being 1. */
  row: number
  state: 'held-back' | 'waiting' | 'asking' | 'answered' | 'unknown' | 'not-asked'
  routing_number: string
  account_number: string
  owner_kind: string
  owner_name: string
  /**
   * The row has an SSN, a date of birth or an id number, which are in memory only (bank note 39).
   */
  personal: 0 | 1
  /** JSON: the inquiry without those; null: the row cannot be sent. */
  inquiry: string | null
  /** JSON: the columns that stay with the row, as `[header, value]`. */
  kept: string
  /** JSON: why the row is held back. */
  problems: string
  result_class: string | null
  score: number | null
  validation_id: string | null
  search_text: string
}

/** The last column mapping of a file with these headers. */
export interface ImportMappingsTable {
  headers_sha256: string
  actor: string
  mapping: string
  options: string
  at: string
}

/** A request to the bank; its answers are stored with their calls. */
export interface InquiriesTable {
  id: string
  at: string
  actor: string
  /** Such as `ach`, `ach-detail`, `payment`, `report`. */
  kind: string
  /** JSON: the complete request. */
  question: string
  /** Equal for equal requests: finds a cached answer. */
  question_key: string
  /** Equal for the same list of one account, however its number is written; null: no such list. */
  list_key: string | null
  /** In a few words, accounts masked. */
  title: string
  /** JSON: the data that a list shows. */
  summary: string
}

/** One call of an inquiry, in order. */
export interface InquiryCallsTable {
  inquiry_id: string
  seq: number
  at: string
  /** JSON: the requested page. */
  position: string
  /** Null: no call was made, or it could not be stored. */
  bank_call_id: string | null
}

/** The RTP participants of one download. */
export interface ParticipantSetsTable {
  id: string
  at: string
  actor: string
  /** JSON: the bank's names of the columns. */
  columns: string
  name_column: string | null
  routing_column: string | null
  row_count: number
  /** 1: the set that is searched. */
  is_current: 0 | 1
}

export interface ParticipantsTable {
  set_id: string
  row: number
  /** JSON: a cell for each column. */
  cells: string
  name: string
  routing: string
  search_text: string
}

/** An imported directory file of the Federal Reserve; one of each kind. */
export interface BankDirectoriesTable {
  kind: 'fedach' | 'fedwire'
  file_name: string
  /** Of the file, in hex. */
  sha256: string
  bank_count: number
  /** The newest change that a line names, YYYY-MM-DD. */
  changed_on: string | null
  imported_at: string
  actor: string
}

export interface DirectoryBanksTable {
  kind: BankDirectoriesTable['kind']
  routing: string
  name: string
  /** City and state. */
  place: string
}

/** A request that an operator saved under a name. */
export interface SavedRequestsTable {
  id: string
  kind: string
  name: string
  request: string
  at: string
  actor: string
}

/** The layout of a list as an operator arranged it. */
export interface TableLayoutsTable {
  actor: string
  table_id: string
  layout: string
  at: string
}

/** A workstation that shares the store; a store that one program has open names none. */
export interface WorkstationsTable {
  id: string
  /** Of its lock. */
  number: number
  name: string
  /** Version of its program at its last start. */
  program: string
  joined_at: string
  /** When the store last heard of it, by the clock of the database; null: never. */
  heard_at: string | null
  /** Id of who is signed in there; null: nobody. */
  operator: string | null
  operator_since: string | null
  /** Where it listens for alerts, as JSON of an `OpenedListener`; null: it does not. */
  listener: string | null
  /** Its last sign of life while it listened; null: it never has. */
  listened_at: string | null
}

export interface Tables
  extends
    MoneyTables,
    BatchTables,
    CoverageTables,
    InboxTables,
    ForwardingTables,
    SearchTables,
    ReconciliationTables {
  audit_entries: AuditEntriesTable
  workstations: WorkstationsTable
  bank_calls: BankCallsTable
  bank_call_words: BankCallWordsTable
  validations: ValidationsTable
  settings: SettingsTable
  profile_parts: ProfilePartsTable
  own_accounts: OwnAccountsTable
  alert_deliveries: AlertDeliveriesTable
  alert_attempts: AlertAttemptsTable
  alerts: AlertsTable
  alert_receipts: AlertReceiptsTable
  alert_accounts: AlertAccountsTable
  alert_words: AlertWordsTable
  bulk_runs: BulkRunsTable
  bulk_rows: BulkRowsTable
  import_mappings: ImportMappingsTable
  inquiries: InquiriesTable
  inquiry_calls: InquiryCallsTable
  participant_sets: ParticipantSetsTable
  participants: ParticipantsTable
  bank_directories: BankDirectoriesTable
  directory_banks: DirectoryBanksTable
  saved_requests: SavedRequestsTable
  table_layouts: TableLayoutsTable
}

/** Reading only: the store itself, or a transaction in progress. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'fn' | 'dynamic'>
