import type { Migration } from './migration.ts'

// The insert trigger keeps the chain in order and so also prevents INSERT OR REPLACE, which would
// delete a row without firing the delete trigger.
const auditChain = `
CREATE TABLE audit_entries (
  seq INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL CHECK (json_valid(detail)),
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;

CREATE TRIGGER audit_entries_only_continue BEFORE INSERT ON audit_entries
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM audit_entries)
  OR NEW.previous_hash <> coalesce(
    (SELECT hash FROM audit_entries ORDER BY seq DESC LIMIT 1), '${'0'.repeat(64)}')
BEGIN SELECT RAISE(ABORT, 'an audit entry only continues the chain'); END;

CREATE TRIGGER audit_entries_never_change BEFORE UPDATE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'audit entries never change'); END;

CREATE TRIGGER audit_entries_never_go BEFORE DELETE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'audit entries are never deleted'); END;
`

const bankCalls = `
CREATE TABLE bank_calls (
  id TEXT PRIMARY KEY NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  purpose TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  request_headers TEXT NOT NULL CHECK (json_valid(request_headers)),
  request_body TEXT,
  status INTEGER,
  response_headers TEXT CHECK (json_valid(response_headers)),
  response_body TEXT,
  response_body_base64 INTEGER NOT NULL DEFAULT 0 CHECK (response_body_base64 IN (0, 1)),
  outcome TEXT NOT NULL,
  detail TEXT NOT NULL CHECK (json_valid(detail)),
  correlation_id TEXT,
  started_at TEXT NOT NULL,
  written_at TEXT,
  answered_at TEXT,
  finished_at TEXT NOT NULL
) STRICT;
CREATE INDEX bank_calls_by_time ON bank_calls (at, id);
`

const validations = `
CREATE TABLE validations (
  id TEXT PRIMARY KEY NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  api_version TEXT NOT NULL,
  routing_number TEXT NOT NULL,
  account_number TEXT NOT NULL,
  account_significant TEXT NOT NULL,
  owner_kind TEXT NOT NULL CHECK (owner_kind IN ('person', 'business', 'none')),
  owner_name TEXT NOT NULL,
  fields_sent TEXT NOT NULL CHECK (json_valid(fields_sent)),
  ssn_digits INTEGER,
  user_defined TEXT,
  outcome TEXT NOT NULL CHECK (json_valid(outcome)),
  result_class TEXT NOT NULL,
  score INTEGER,
  bank_call_id TEXT REFERENCES bank_calls (id),
  search_text TEXT NOT NULL
) STRICT;
CREATE INDEX validations_by_time ON validations (at, id);
CREATE INDEX validations_by_result ON validations (result_class, at, id);
CREATE INDEX validations_by_account ON validations (account_significant, at, id);
CREATE INDEX validations_by_bank_call ON validations (bank_call_id);
`

const settingsAndBudgets = `
CREATE TABLE settings (
  name TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL CHECK (json_valid(value)),
  at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;

CREATE TABLE rate_budgets (
  budget_key TEXT PRIMARY KEY NOT NULL,
  paused_until TEXT,
  transit_allowance_ms REAL,
  last_call_at TEXT,
  at TEXT NOT NULL,
  actor TEXT NOT NULL
) STRICT;
`

/** The audit chain, bank calls, account validations, settings and the rate budget's memory. */
export const foundation: Migration = {
  version: 1,
  name: '0001-foundation',
  sql: auditChain + bankCalls + validations + settingsAndBudgets,
}
