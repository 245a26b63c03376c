import { apiVersions, ownerKinds } from '../../../preload/contract/bank/account-validation.ts'
import { rowStates, runStates } from '../../../preload/contract/api/bulk/run.ts'
import { flag, integer, json, table, text, type Row } from './define-table.ts'

/** Account ownership checks: the request, and the reading of the answer. */
export const validations = table(
  'validations',
  {
    id: text({ key: true }),
    at: text(),
    actor: text(),
    api_version: text({ of: apiVersions }),
    routing_number: text(),
    account_number: text(),
    /** The key by which accounts are compared (bank note 36). */
    account_significant: text(),
    owner_kind: text({ in: ownerKinds }),
    /** Empty: no owner was named. */
    owner_name: text(),
    /**
     * JSON array of field names that were sent; the values that must not be stored are never here
     * (bank note 39).
     */
    fields_sent: json(),
    /**
     * Number of digits of the SSN that was sent, which decides the meaning of C (bank note 31); null:
     * none sent.
     */
    ssn_digits: integer({ null: true }),
    user_defined: text({ null: true }),
    /** JSON. */
    outcome: json(),
    result_class: text(),
    score: integer({ null: true }),
    bank_call_id: text({ null: true, references: 'bank_calls.id' }),
    /** Lower case; used by the search of the list. */
    search_text: text(),
  },
  {
    indexes: {
      validations_by_time: ['at', 'id'],
      validations_by_result: ['result_class', 'at', 'id'],
      validations_by_account: ['account_significant', 'at', 'id'],
      validations_by_bank_call: ['bank_call_id'],
    },
  },
)
export type ValidationsTable = Row<typeof validations>

/** A bulk validation, created from one file. */
export const bulkRuns = table(
  'bulk_runs',
  {
    id: text({ key: true }),
    at: text(),
    actor: text(),
    name: text(),
    file: text(),
    file_sha256: text(),
    sheet: text({ null: true }),
    /** JSON: a ColumnMapping, and ImportOptions. */
    mapping: json(),
    options: json(),
    api_version: text({ of: apiVersions }),
    row_count: integer(),
    state: text({ in: runStates }),
    ended_at: text({ null: true }),
    /** The workstation that runs it; null: this computer. */
    home: text({ default: null }),
  },
  {
    indexes: {
      bulk_runs_by_time: ['at', 'id'],
      bulk_runs_by_file: ['file_sha256'],
    },
  },
)
export type BulkRunsTable = Row<typeof bulkRuns>

/**
 * A row is written as `asking` and flushed before the first byte of its call, and as `answered` in the
 * transaction that stores its validation. One that a killed program left at `asking` may have reached
 * the bank, and only a person may send it again.
 */
export const bulkRows = table(
  'bulk_rows',
  {
    run_id: text({ references: 'bulk_runs.id' }),
    /** Its number in the file, the header being 1. */
    row: integer(),
    state: text({ in: rowStates }),
    routing_number: text(),
    account_number: text(),
    owner_kind: text(),
    owner_name: text(),
    /**
     * The row has an SSN, a date of birth or an id number, which are in memory only (bank note 39).
     */
    personal: flag(),
    /** JSON: the inquiry without those; null: the row cannot be sent. */
    inquiry: json({ null: true }),
    /** JSON: the columns that stay with the row, as `[header, value]`. */
    retained: json(),
    /** JSON: why the row is held back. */
    problems: json(),
    result_class: text({ null: true }),
    score: integer({ null: true }),
    validation_id: text({ null: true, references: 'validations.id' }),
    search_text: text(),
  },
  {
    key: ['run_id', 'row'],
    indexes: {
      bulk_rows_by_state: ['run_id', 'state', 'row'],
      bulk_rows_by_result: ['run_id', 'result_class', 'score'],
    },
  },
)
export type BulkRowsTable = Row<typeof bulkRows>

/** The last column mapping of a file with these headers. */
export const importMappings = table(
  'import_mappings',
  {
    headers_sha256: text(),
    actor: text(),
    mapping: json(),
    options: json(),
    at: text(),
  },
  {
    key: ['headers_sha256', 'actor'],
  },
)
export type ImportMappingsTable = Row<typeof importMappings>
