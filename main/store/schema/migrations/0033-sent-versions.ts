import type { SharedMigration } from './migration.ts'

// JSON: `SentVersion` of `money/order/sent-version.ts`. A table of its own, so that no reading of the
// journal carries whole batches.
const table = `
CREATE TABLE order_sent_versions (
  order_id TEXT NOT NULL REFERENCES orders (id),
  attempt INTEGER NOT NULL,
  version TEXT NOT NULL CHECK (json_valid(version)),
  PRIMARY KEY (order_id, attempt)
)`
const kept = 'what was sent is never changed'

const sqlite = `${table} STRICT, WITHOUT ROWID;
CREATE TRIGGER order_sent_versions_stay BEFORE UPDATE ON order_sent_versions
BEGIN SELECT RAISE(ABORT, '${kept}'); END;
CREATE TRIGGER order_sent_versions_never_go BEFORE DELETE ON order_sent_versions
BEGIN SELECT RAISE(ABORT, '${kept}'); END;
`

const postgres = `${table.replace('TEXT NOT NULL CHECK (json_valid(version))', 'json_text NOT NULL').replaceAll('INTEGER', 'bigint')};
CREATE TRIGGER order_sent_versions_stay BEFORE UPDATE ON order_sent_versions
  FOR EACH ROW EXECUTE FUNCTION refuse('${kept}');
CREATE TRIGGER order_sent_versions_never_go BEFORE DELETE ON order_sent_versions
  FOR EACH ROW EXECUTE FUNCTION refuse('${kept}');
CREATE TRIGGER order_sent_versions_never_emptied BEFORE TRUNCATE ON order_sent_versions
  EXECUTE FUNCTION refuse('${kept}');
`

/** What a sending sent, once its order became a draft again. */
export const sentVersionsMigration: SharedMigration = {
  version: 33,
  name: '0033-sent-versions',
  sql: { sqlite, postgres },
}
