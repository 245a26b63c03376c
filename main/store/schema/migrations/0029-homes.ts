import type { SharedMigration } from './migration.ts'

// `home` is the workstation that alone sends an order, or runs a bulk run; null in a store that one
// program has open, where it is this computer.
const columns = `
CREATE TABLE workstations (
  id TEXT PRIMARY KEY NOT NULL CHECK (length(id) > 0),
  number INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL CHECK (length(name) > 0),
  program TEXT NOT NULL,
  joined_at TEXT NOT NULL,
  heard_at TEXT,
  operator TEXT,
  operator_since TEXT
)`
const homes = `
ALTER TABLE orders ADD COLUMN home TEXT;
ALTER TABLE order_attempts ADD COLUMN home TEXT;
ALTER TABLE bulk_runs ADD COLUMN home TEXT;
`

/** What the bank answered to a sending that others had given up. */
const sources = `CHECK (source IN ('initiate', 'look-up', 'alert', 'initiate-late'))`

// SQLite changes a check only with its table.
const sqlite = `${columns} STRICT, WITHOUT ROWID;${homes}
CREATE TABLE order_statements_new (
  order_id TEXT NOT NULL REFERENCES orders (id),
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  source TEXT NOT NULL ${sources},
  vocabulary TEXT NOT NULL CHECK (vocabulary IN ('payment', 'business', 'batch')),
  word TEXT NOT NULL,
  said_at TEXT,
  call_id TEXT,
  alert_seq INTEGER,
  PRIMARY KEY (order_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO order_statements_new SELECT * FROM order_statements;
DROP TABLE order_statements;
ALTER TABLE order_statements_new RENAME TO order_statements;
CREATE INDEX order_statements_by_call ON order_statements (call_id) WHERE call_id IS NOT NULL;
CREATE TRIGGER order_attempts_only_at_home BEFORE INSERT ON order_attempts
WHEN NEW.outcome = 'under-way' AND
  NEW.home IS NOT (SELECT home FROM orders WHERE id = NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'only the home of an order sends it'); END;
`

// The session says which workstation it is. A notice wakes the others, which then read the chain.
const postgres = `
${columns};${homes}
ALTER TABLE order_statements DROP CONSTRAINT order_statements_source_check;
ALTER TABLE order_statements ADD CONSTRAINT order_statements_source_check ${sources};
CREATE FUNCTION refuse_away_from_home() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.home IS DISTINCT FROM (SELECT home FROM store.orders WHERE id = NEW.order_id)
    OR NEW.home IS DISTINCT FROM nullif(current_setting('countersign.workstation', true), '')
  THEN
    RAISE EXCEPTION 'only the home of an order sends it'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER order_attempts_only_at_home BEFORE INSERT ON order_attempts
  FOR EACH ROW WHEN (NEW.outcome = 'under-way') EXECUTE FUNCTION refuse_away_from_home();
CREATE FUNCTION tell_act() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('acts', NEW.seq::text);
  RETURN NULL;
END $$;
CREATE TRIGGER audit_entries_are_told AFTER INSERT ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION tell_act();
CREATE FUNCTION tell_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tallied', TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER inbox_items_are_told AFTER INSERT OR UPDATE OR DELETE ON inbox_items
  FOR EACH STATEMENT EXECUTE FUNCTION tell_table();
`

/** Workstations that share a store, the home of an order, a sending and a bulk run, and late answers. */
export const homesMigration: SharedMigration = {
  version: 29,
  name: '0029-homes',
  sql: { sqlite, postgres },
}
