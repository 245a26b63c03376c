/**
 * The tables as Kysely sees them. Instants are ISO UTC text, JSON is text, truth is 0 or 1; every
 * record says who (`actor`: an operator's id or `system`) and when (`at`). The SQL is in migrations/.
 */
import type { ColumnType, Generated } from 'kysely'
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

/** Every call to the bank, as it was sent and answered, less secrets. */
export interface BankCallsTable {
  /** The order in which they were kept; the row number of the search. */
  seq: Generated<number>
  id: string
  at: string
  actor: string
  purpose: string
  method: string
  path: string
  /** Null in the three: recorded by a version that did not know it. */
  lane: string | null
  /** From the ask to the start on the wire. */
  waited_ms: number | null
  attempt: number | null
  /** JSON. */
  request_headers: string
  request_body: string | null
  status: number | null
  /** JSON. */
  response_headers: string | null
  /** The text of the answer, or its bytes in base64 when they are not UTF-8. */
  response_body: string | null
  response_body_base64: 0 | 1
  outcome: string
  /** JSON. */
  detail: string
  correlation_id: string | null
  started_at: string
  /** When the request's last byte was written; null when that is not known. */
  written_at: string | null
  /** When the answer's headers came. */
  answered_at: string | null
  finished_at: string
}

/** The full-text search over the calls, fed by triggers; a query on it is written in SQL. */
export interface BankCallWordsTable {
  rowid: ColumnType<number, never, never>
}

/** Account ownership checks: what was asked and what it was read as. */
export interface ValidationsTable {
  id: string
  at: string
  actor: string
  api_version: string
  routing_number: string
  account_number: string
  /** The account number without leading zeros, by which accounts are compared (trap 36). */
  account_significant: string
  owner_kind: 'person' | 'business' | 'none'
  /** Empty when no owner was named. */
  owner_name: string
  /** JSON array of field names: what was sent, never the unstored values themselves (trap 39). */
  fields_sent: string
  /** How many digits of an SSN were sent, which decides what C means (trap 31); null when none were. */
  ssn_digits: number | null
  user_defined: string | null
  /** JSON. */
  outcome: string
  result_class: string
  score: number | null
  bank_call_id: string | null
  /** Lower case; what the list is searched in. */
  search_text: string
}

/** What operators have set. */
export interface SettingsTable {
  name: string
  /** JSON. */
  value: string
  at: string
  actor: string
}

/** What a profile knows of itself: `details`, `private-ca`, `recovery-file`. */
export interface ProfilePartsTable {
  name: string
  /** JSON. */
  value: string
  at: string
  actor: string
}

/** The profile's own accounts; a removed one stays for what was done with it. */
export interface OwnAccountsTable {
  id: string
  /** As the bank writes it. */
  account_number: string
  /** Without leading zeros, by which accounts are compared (trap 36). */
  account_significant: string
  routing_number: string
  bank_number: string
  name: string
  currency: string
  use: 'debit' | 'credit' | 'both'
  /** Whom NACHA files name as their originator; empty: not entered. */
  company_id: string
  removed_at: string | null
  at: string
  actor: string
}

/** What the listener was sent, byte for byte. */
export interface AlertDeliveriesTable {
  /** The order of receipt. */
  seq: Generated<number>
  id: string
  at: string
  /** The address that delivered it. */
  remote: string | null
  content_type: string | null
  size: number
  sha256: string
  /** The HTTP status that it was answered with. */
  answered: number
  /** How many alerts were acknowledged. */
  alerts: number
  /** Why it is in quarantine; null: it is not. */
  held: string | null
  /** What could not be read, in a sentence. */
  problem: string | null
  /** The version of the reading that has read it; null: not read yet. */
  reader: number | null
  body: Uint8Array
}

/** Readings of a delivery that were begun and have not ended. */
export interface AlertAttemptsTable {
  delivery_seq: number
  attempts: number
}

/** What an alert was read as; its own JSON stays in its delivery. */
export interface AlertsTable {
  /** The order of the first receipt. */
  seq: Generated<number>
  /** The confirmationGUID of its first receipt. */
  id: string
  guid: string | null
  /** SHA-256 of everything but eapAlertGUID, in canonical form. Alerts of one call may share it. */
  content_hash: string
  /** The same without the header: what an alert says, whenever it was sent. */
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

/** Every time that an alert was received, the first included. */
export interface AlertReceiptsTable {
  alert_seq: number
  delivery_seq: number
  place: number
  guid: string | null
  /** The confirmationGUID that it was answered with. */
  confirmation: string
  /** That guid is another than the alert's own, which is the one that it came under first. */
  is_other_guid: 0 | 1
}

/** Every account of an alert, without leading zeros (trap 36). */
export interface AlertAccountsTable {
  account: string
  alert_seq: number
}

/** The full-text search over the alerts, fed by the reading; a query on it is written in SQL. */
export interface AlertWordsTable {
  rowid: ColumnType<number, never, never>
}

/** A bulk validation, made of one file. */
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
}

/** A row of a bulk validation. */
export interface BulkRowsTable {
  run_id: string
  /** Its number in the file, the header being 1. */
  row: number
  state: 'held-back' | 'waiting' | 'asking' | 'answered' | 'unknown' | 'not-asked'
  routing_number: string
  account_number: string
  owner_kind: string
  owner_name: string
  /** It carries an SSN, a date of birth or an id number, which are in memory only (trap 39). */
  personal: 0 | 1
  /** JSON: the inquiry less those; null: the row cannot be sent. */
  inquiry: string | null
  /** JSON: the columns that stay with the row, as `[header, value]`. */
  kept: string
  /** JSON: why it is held back. */
  problems: string
  result_class: string | null
  score: number | null
  validation_id: string | null
  search_text: string
}

/** What the columns of a file with these headers meant the last time. */
export interface ImportMappingsTable {
  headers_sha256: string
  actor: string
  mapping: string
  options: string
  at: string
}

/** A question to the bank whose answers are kept by their calls. */
export interface InquiriesTable {
  id: string
  at: string
  actor: string
  /** Such as `ach`, `ach-detail`, `payment`, `report`. */
  kind: string
  /** JSON: the question in full. */
  question: string
  /** The same for the same question: what a cached answer is found by. */
  question_key: string
  /** In a few words, accounts masked. */
  title: string
  /** JSON: what a list shows of it. */
  summary: string
}

/** One call of an inquiry, in order. */
export interface InquiryCallsTable {
  inquiry_id: string
  seq: number
  at: string
  /** JSON: which page it asked for. */
  position: string
  /** Null: no call was made, or it could not be kept. */
  bank_call_id: string | null
}

/** The RTP participants as they were downloaded once. */
export interface ParticipantSetsTable {
  id: string
  at: string
  actor: string
  /** JSON: the bank's names of the columns. */
  columns: string
  name_column: string | null
  routing_column: string | null
  row_count: number
  /** The one that is searched. */
  is_current: 0 | 1
}

/** One participant of a set. */
export interface ParticipantsTable {
  set_id: string
  row: number
  /** JSON: a cell for each column. */
  cells: string
  name: string
  routing: string
  search_text: string
}

/** A question that an operator keeps under a name. */
export interface SavedRequestsTable {
  id: string
  kind: string
  name: string
  request: string
  at: string
  actor: string
}

/** A list as an operator arranged it. */
export interface TableLayoutsTable {
  actor: string
  table_id: string
  layout: string
  at: string
}

/** Every table of the store. */
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
  saved_requests: SavedRequestsTable
  table_layouts: TableLayoutsTable
}
