import type { Migration } from './migration.ts'

// A delivery is written and flushed before it is read; `reader` stays null until it was read, so
// that a kill in between leaves only work to do. The bytes are the last column: the columns before
// them are found without reading the pages of a body. Attempts at reading are counted in another
// table, since a row whose body the disk does not return cannot be written either; a finished
// attempt leaves no row.
const deliveries = `
CREATE TABLE alert_deliveries (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  remote TEXT,
  content_type TEXT,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  answered INTEGER NOT NULL,
  alerts INTEGER NOT NULL,
  held TEXT,
  problem TEXT,
  reader INTEGER,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX alert_deliveries_held ON alert_deliveries (seq) WHERE held IS NOT NULL;
CREATE INDEX alert_deliveries_by_reader ON alert_deliveries (reader);
CREATE TABLE alert_attempts (
  delivery_seq INTEGER PRIMARY KEY REFERENCES alert_deliveries (seq),
  attempts INTEGER NOT NULL
) STRICT;
`

// The fields read from an alert, short enough that many rows fit on a page; the alert's own JSON
// stays in its delivery.
const alerts = `
CREATE TABLE alerts (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  guid TEXT,
  content_hash TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  delivery_seq INTEGER NOT NULL REFERENCES alert_deliveries (seq),
  place INTEGER NOT NULL,
  at TEXT NOT NULL,
  sent_at TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('ach', 'wire', 'rtp', 'other')),
  code TEXT,
  status TEXT,
  direction TEXT CHECK (direction IN ('credit', 'debit')),
  incoming INTEGER NOT NULL CHECK (incoming IN (0, 1)),
  amount TEXT,
  currency TEXT,
  account TEXT,
  party TEXT,
  reference TEXT,
  transaction_id TEXT,
  par_number TEXT,
  receipts INTEGER NOT NULL DEFAULT 1,
  conflict INTEGER NOT NULL DEFAULT 0 CHECK (conflict IN (0, 1)),
  conflict_seen_at TEXT,
  repeats_seq INTEGER,
  old_code INTEGER NOT NULL CHECK (old_code IN (0, 1)),
  incomplete INTEGER NOT NULL CHECK (incomplete IN (0, 1)),
  unlisted INTEGER NOT NULL CHECK (unlisted IN (0, 1)),
  reader INTEGER NOT NULL
) STRICT;
CREATE INDEX alerts_by_guid ON alerts (guid, body_hash) WHERE guid IS NOT NULL;
CREATE INDEX alerts_by_content ON alerts (content_hash);
CREATE INDEX alerts_by_body ON alerts (body_hash);
CREATE INDEX alerts_by_time ON alerts (at);
CREATE INDEX alerts_by_status ON alerts (status);
CREATE INDEX alerts_in_conflict ON alerts (seq, conflict_seen_at) WHERE conflict = 1;
CREATE INDEX alerts_by_reference ON alerts (reference) WHERE reference IS NOT NULL;
CREATE INDEX alerts_by_transaction ON alerts (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX alerts_by_par ON alerts (par_number) WHERE par_number IS NOT NULL;
CREATE TABLE alert_receipts (
  alert_seq INTEGER NOT NULL REFERENCES alerts (seq),
  delivery_seq INTEGER NOT NULL REFERENCES alert_deliveries (seq),
  place INTEGER NOT NULL,
  guid TEXT,
  confirmation TEXT NOT NULL,
  is_other_guid INTEGER NOT NULL CHECK (is_other_guid IN (0, 1)),
  PRIMARY KEY (alert_seq, delivery_seq, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_receipts_by_delivery ON alert_receipts (delivery_seq);
CREATE INDEX alert_receipts_under_other_guid ON alert_receipts (guid) WHERE is_other_guid = 1;
CREATE TABLE alert_accounts (
  account TEXT NOT NULL,
  alert_seq INTEGER NOT NULL REFERENCES alerts (seq),
  PRIMARY KEY (alert_seq, account)
) STRICT, WITHOUT ROWID;
`

// Whole words and their beginnings: an operator searches for a name, a reference, or the last four
// digits of an account, which are indexed as a separate word. Beginnings of up to ten letters are
// indexed: otherwise each query would compute the beginning of a thousand references again.
// Positions of words are not stored, so phrases cannot be searched.
const search = `
CREATE VIRTUAL TABLE alert_words USING fts5(
  words, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2',
  prefix='2 3 4 5 6 7 8 9 10');
`

/** Alerts of the bank. */
export const alertsMigration: Migration = {
  version: 4,
  name: '0004-alerts',
  sql: deliveries + alerts + search,
}
