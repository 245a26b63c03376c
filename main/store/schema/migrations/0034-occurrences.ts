import type { SharedMigration } from './migration.ts'

const versions = (integer: string): string => `
ALTER TABLE payment_schedules ADD COLUMN version ${integer} NOT NULL DEFAULT 1;
ALTER TABLE batch_templates ADD COLUMN version ${integer} NOT NULL DEFAULT 1;
`

// Only the moved day of an earlier draft is known. Its nominal day is the last one that can have been
// moved there: the banks are closed for three days on end at most.
const nominal = (rule: string, threeLater: string): string =>
  `CASE WHEN json_extract(${rule}, '$.onClosedDay') = 'after' THEN d.planned_on ELSE ${threeLater} END`
const ofSchedule = `(SELECT s.rule FROM payment_schedules AS s WHERE s.id = d.schedule_id)`

// A row is written in one transaction with its draft and stays, so that neither a nominal day nor the
// banking day that it is moved to is ever drafted twice.
const ofTemplates = `
CREATE TABLE batch_template_drafts (
  template_id TEXT NOT NULL REFERENCES batch_templates (id),
  planned_on TEXT NOT NULL,
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  nominal_on TEXT NOT NULL,
  PRIMARY KEY (template_id, nominal_on),
  UNIQUE (template_id, planned_on)
)`

// An occurrence whose entries one call did not carry has an act for each of its drafts.
const drafted = (threeLater: string): string => `
INSERT INTO batch_template_drafts (template_id, planned_on, order_id, nominal_on)
SELECT d.template_id, d.planned_on, d.order_id, ${nominal('t.recurrence', threeLater)}
FROM (
  SELECT json_extract(detail, '$.templateId') AS template_id,
    json_extract(detail, '$.effectiveDate') AS planned_on, min(subject) AS order_id
  FROM audit_entries WHERE kind = 'order.prepared'
  GROUP BY json_extract(detail, '$.templateId'), json_extract(detail, '$.effectiveDate')
) AS d
JOIN batch_templates AS t ON t.id = d.template_id
JOIN orders AS o ON o.id = d.order_id
WHERE d.planned_on LIKE '____-__-__';
`

const stays = 'the draft of a planned day is never changed'
const neverGoes = 'the draft of a planned day is never removed'

const guardsOfSqlite = (table: string): string => `
CREATE TRIGGER ${table}_stay BEFORE UPDATE ON ${table}
BEGIN SELECT RAISE(ABORT, '${stays}'); END;
CREATE TRIGGER ${table}_never_go BEFORE DELETE ON ${table}
BEGIN SELECT RAISE(ABORT, '${neverGoes}'); END;
`
const inSqlite = `date(d.planned_on, '+3 days')`
const sqlite = `${versions('INTEGER')}
ALTER TABLE payment_schedule_drafts RENAME TO earlier_schedule_drafts;
CREATE TABLE payment_schedule_drafts (
  schedule_id TEXT NOT NULL REFERENCES payment_schedules (id),
  planned_on TEXT NOT NULL,
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  nominal_on TEXT NOT NULL,
  PRIMARY KEY (schedule_id, nominal_on),
  UNIQUE (schedule_id, planned_on)
) STRICT, WITHOUT ROWID;
INSERT INTO payment_schedule_drafts (schedule_id, planned_on, order_id, nominal_on)
SELECT d.schedule_id, d.planned_on, d.order_id, ${nominal(ofSchedule, inSqlite)}
FROM earlier_schedule_drafts AS d;
DROP TRIGGER payment_schedule_drafts_stay;
DROP TRIGGER payment_schedule_drafts_never_go;
DROP TABLE earlier_schedule_drafts;
${guardsOfSqlite('payment_schedule_drafts')}
${ofTemplates} STRICT, WITHOUT ROWID;
${drafted(inSqlite)}
${guardsOfSqlite('batch_template_drafts')}
`

const inPostgres = `to_char(CAST(d.planned_on AS date) + 3, 'YYYY-MM-DD')`
const postgres = `${versions('bigint')}
ALTER TABLE payment_schedule_drafts ADD COLUMN nominal_on text;
ALTER TABLE payment_schedule_drafts DISABLE TRIGGER payment_schedule_drafts_stay;
UPDATE payment_schedule_drafts AS d SET nominal_on = ${nominal(ofSchedule, inPostgres)};
ALTER TABLE payment_schedule_drafts ENABLE TRIGGER payment_schedule_drafts_stay;
ALTER TABLE payment_schedule_drafts ALTER COLUMN nominal_on SET NOT NULL;
ALTER TABLE payment_schedule_drafts DROP CONSTRAINT payment_schedule_drafts_pkey;
ALTER TABLE payment_schedule_drafts ADD PRIMARY KEY (schedule_id, nominal_on);
ALTER TABLE payment_schedule_drafts ADD UNIQUE (schedule_id, planned_on);
${ofTemplates};
${drafted(inPostgres)}
CREATE TRIGGER batch_template_drafts_stay BEFORE UPDATE ON batch_template_drafts
  FOR EACH ROW EXECUTE FUNCTION refuse('${stays}');
CREATE TRIGGER batch_template_drafts_never_go BEFORE DELETE ON batch_template_drafts
  FOR EACH ROW EXECUTE FUNCTION refuse('${neverGoes}');
CREATE TRIGGER batch_template_drafts_never_emptied BEFORE TRUNCATE ON batch_template_drafts
  EXECUTE FUNCTION refuse('${neverGoes}');
`

/** The nominal days of what recurs, each drafted once, and the versions of schedules and templates. */
export const occurrencesMigration: SharedMigration = {
  version: 34,
  name: '0034-occurrences',
  sql: { sqlite, postgres },
}
