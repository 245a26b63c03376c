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

const sqlite = `${columns} STRICT, WITHOUT ROWID;${homes}
CREATE TRIGGER order_attempts_only_at_home BEFORE INSERT ON order_attempts
WHEN NEW.outcome = 'under-way' AND
  NEW.home IS NOT (SELECT home FROM orders WHERE id = NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'only the home of an order sends it'); END;
`

// The session says which workstation it is. A notice wakes the others, which then read the chain.
const postgres = `
${columns};${homes}
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

/** Workstations that share a store, and the home of an order, a sending and a bulk run. */
export const homesMigration: SharedMigration = {
  version: 29,
  name: '0029-homes',
  sql: { sqlite, postgres },
}
