/**
 * Drafts of recurring batches and scheduled payments that were created before their nominal days were
 * stored: none is created again, on either engine.
 */
import { expect, it } from 'vitest'
import { nextEntry, genesis, type AuditEntry } from '../../../main/store/hash-chain.ts'
import { buildNextVersion } from '../../../main/store/postgres/next-version.ts'
import { connectEngine } from '../../../main/store/postgres/postgres-engine.ts'
import { migrations, sharedMigrations } from '../../../main/store/schema/migrations/index.ts'
import { occurrencesMigration } from '../../../main/store/schema/migrations/0034-occurrences.ts'
import { Sqlite } from '../../../main/store/sqlite/sqlite.ts'
import { describeOnPostgres, newDatabase, reachOf } from '../../postgres/databases.ts'

const at = '2026-11-23T14:00:00.000Z'
const insertOrder = (id: string): string => `INSERT INTO orders (id, created_at,
  updated_at, maker, service, state, reference, form, body, debit_account, debit_significant,
  debit_label, currency, value_date, beneficiary, beneficiary_account, beneficiary_significant,
  beneficiary_bank, search_text)
  VALUES ('${id}', '${at}', '${at}', 'mara', 'CCD', 'draft', '${id}', '{}', '{}', '', '', '', 'USD',
    '2062-11-30', '', '', '', '', '')`
const insertEntry = (entry: AuditEntry): string =>
  `INSERT INTO audit_entries (${Object.keys(entry).join(', ')})
   VALUES (${Object.values(entry)
     .map((value) => `'${String(value)}'`)
     .join(', ')})`
const acts = [
  ['t-before', '2026-11-25', 'p1'],
  // An occurrence that became two drafts.
  ['t-before', '2026-12-03', 'p3'],
  ['t-before', '2026-12-03', 'p2'],
  ['t-after', '2026-11-27', 'p4'],
  ['t-ended', '2026-11-27', 'p5'],
  ['t-gone', '2026-11-27', 'p6'],
] as const
function prepared(): string[] {
  let head: AuditEntry | typeof genesis = genesis
  return acts.map(([templateId, effectiveDate, subject]) => {
    const detail = { templateId, effectiveDate, next: '2026-12-31' }
    const entry = nextEntry(head, { actor: 'system', kind: 'order.prepared', subject, detail }, at)
    head = entry
    return insertEntry(entry)
  })
}
const insertTemplate = (id: string, recurrence: string): string =>
  `INSERT INTO batch_templates VALUES
   ('${id}', '${id}', '{}', '[]', 0, 0, 0, ${recurrence}, NULL, 'mara', '${at}', NULL)`
const insertSchedule = (id: string, onClosedDay: string): string =>
  `INSERT INTO payment_schedules VALUES
   ('${id}', '{}', '{"onClosedDay":"${onClosedDay}"}', 'active', NULL, 's1', 'mara', '${at}')`
const before = [
  ...['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 's1', 's2', 's3'].map(insertOrder),
  ...prepared(),
  insertTemplate('t-before', `'{"onClosedDay":"before"}'`),
  insertTemplate('t-after', `'{"onClosedDay":"after"}'`),
  insertTemplate('t-ended', 'NULL'),
  insertSchedule('s-before', 'before'),
  insertSchedule('s-after', 'after'),
  `INSERT INTO payment_schedule_drafts VALUES ('s-before', '2026-12-29', 's1')`,
  `INSERT INTO payment_schedule_drafts VALUES ('s-before', '2026-11-25', 's2')`,
  `INSERT INTO payment_schedule_drafts VALUES ('s-after', '2026-11-27', 's3')`,
].join(';')

const drafts = `SELECT template_id AS series, planned_on, nominal_on, order_id FROM batch_template_drafts
  UNION ALL SELECT schedule_id, planned_on, nominal_on, order_id FROM payment_schedule_drafts
  ORDER BY 4`
/** The latest nominal day that each can have been moved from. */
const expected = [
  ['t-before', '2026-11-25', '2026-11-28', 'p1'],
  ['t-before', '2026-12-03', '2026-12-06', 'p2'],
  ['t-after', '2026-11-27', '2026-11-27', 'p4'],
  ['t-ended', '2026-11-27', '2026-11-30', 'p5'],
  ['s-before', '2026-12-29', '2027-01-01', 's1'],
  ['s-before', '2026-11-25', '2026-11-28', 's2'],
  ['s-after', '2026-11-27', '2026-11-27', 's3'],
].map(([series, planned_on, nominal_on, order_id]) => ({
  series,
  planned_on,
  nominal_on,
  order_id,
}))
const removal = 'DELETE FROM payment_schedule_drafts'
const refusal = 'the draft of a planned day is never removed'

it('keeps the occurrences that an older store in a file drafted', () => {
  const store = new Sqlite(':memory:')
  for (const { name, sql } of migrations) {
    if (name === occurrencesMigration.name) store.exec(before)
    store.exec(sql)
  }
  expect(store.prepare(drafts).all()).toEqual(expected)
  expect(() => store.exec(removal)).toThrow(refusal)
  store.close()
})

describeOnPostgres('an older store in PostgreSQL', () => {
  it('keeps the occurrences that it drafted', async () => {
    const client = await newDatabase()
    const engine = await connectEngine(reachOf(client))
    const older = sharedMigrations.slice(0, sharedMigrations.indexOf(occurrencesMigration))
    expect(await buildNextVersion(engine, at, older)).toMatchObject({ ok: true })
    await client.query('SET search_path TO store, lite, pg_catalog')
    await client.query(before)
    expect(await buildNextVersion(engine, at, sharedMigrations)).toMatchObject({ ok: true })
    await engine.close()
    expect((await client.query(drafts)).rows).toEqual(expected)
    await expect(client.query(removal)).rejects.toThrow(refusal)
  })
})
