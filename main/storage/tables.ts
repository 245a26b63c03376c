/**
 * The tables as Kysely sees them. Instants are ISO UTC text, JSON is text, truth is 0 or 1; every
 * record says who (`actor`: an operator's id or `system`) and when (`at`). The SQL is in migrations/.
 */
import type { ColumnType, Generated } from 'kysely'

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
  removed_at: string | null
  at: string
  actor: string
}

/** Every table of the store. */
export interface Tables {
  audit_entries: AuditEntriesTable
  bank_calls: BankCallsTable
  bank_call_words: BankCallWordsTable
  validations: ValidationsTable
  settings: SettingsTable
  profile_parts: ProfilePartsTable
  own_accounts: OwnAccountsTable
}
