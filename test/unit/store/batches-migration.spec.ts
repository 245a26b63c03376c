/**
 * Version 7 copies the tables of orders into ones that allow batches: no data of an order is lost,
 * and every trigger still works.
 */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Act, Store } from '../../../main/store/store.ts'
import { fakeWorker, newStorePath, open } from './stores.ts'

const at = '2026-11-20T10:00:00.000Z'
const act: Act = { actor: 'mara', kind: 'order.drafted', subject: 'o1', detail: {} }

const written = async (store: Store): Promise<void> => {
  await store.record(act, async (tx) => {
    await sql`INSERT INTO orders (id, created_at, updated_at, maker, service, state, reference, form, body,
      debit_account, debit_significant, debit_label, amount, currency, value_date, beneficiary, beneficiary_account,
      beneficiary_significant, beneficiary_bank, transaction_id, search_text)
      VALUES ('o1', ${at}, ${at}, 'mara', 'WIRE', 'outcome-unknown', 'CS1', '{}', '{"a":1}',
      '0011', '11', 'Operating', 5000, 'USD', '2026-11-20', 'Ridgeway', '0077', '77', 'Bank', 'T1', 'x')`.execute(
      tx,
    )
    await sql`INSERT INTO order_attempts (order_id, seq, released_by, journalled_at, body_sha256, outcome)
      VALUES ('o1', 1, 'theo', ${at}, 'h', 'unknown')`.execute(tx)
    await sql`INSERT INTO order_look_ups (order_id, seq, at, actor, looked_by, verdict, after_attempt)
      VALUES ('o1', 1, ${at}, 'system', 'reference', 'not-found', 1)`.execute(tx)
    await sql`INSERT INTO order_statements (order_id, seq, at, source, vocabulary, word)
      VALUES ('o1', 1, ${at}, 'look-up', 'payment', 'IN_PROCESS')`.execute(tx)
  })
}

const migrated = async (): Promise<Store> => {
  const file = newStorePath()
  const before = await open(file, { worker: fakeWorker({ until: 6 }) })
  await written(before)
  await before.close()
  return open(file)
}

const execute = (store: Store, change: ReturnType<typeof sql>): Promise<unknown> =>
  store.record({ ...act, kind: 'order.test' }, (tx) => change.execute(tx))

it('the migration keeps every order with its journal, status inquiries and status events', async () => {
  const store = await migrated()
  const { read } = store
  expect(await read.selectFrom('orders').selectAll().execute()).toMatchObject([
    {
      id: 'o1',
      service: 'WIRE',
      reference: 'CS1',
      body: '{"a":1}',
      amount: 5000,
      search_text: 'x',
    },
  ])
  expect(await read.selectFrom('order_attempts').selectAll().execute()).toHaveLength(1)
  expect(await read.selectFrom('order_look_ups').selectAll().execute()).toMatchObject([
    { looked_by: 'reference', after_attempt: 1 },
  ])
  expect(await read.selectFrom('order_statements').selectAll().execute()).toMatchObject([
    { vocabulary: 'payment', word: 'IN_PROCESS' },
  ])
  const guards = await execute(
    store,
    sql`SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'orders' AND name LIKE 'orders_by_%'`,
  )
  expect(guards).toMatchObject({ rows: { length: 9 } })
})

it.each([
  ['a body that was approved changes', sql`UPDATE orders SET body = '{}' WHERE id = 'o1'`],
  [
    'an order is sent that was not released',
    sql`UPDATE orders SET state = 'sending' WHERE id = 'o1'`,
  ],
  ['a journalled sending is removed', sql`DELETE FROM order_attempts`],
  ['an order is of no known service', sql`UPDATE orders SET service = 'IAT' WHERE id = 'o1'`],
  [
    'an entry comes to a batch that was submitted',
    sql`INSERT INTO batch_entries (id, order_id, position, typed, direction, routing_number, account_significant,
      receiver_folded) VALUES (${'a'.repeat(32)}, 'o1', 1, '{}', 'C', '', '', '')`,
  ],
])('the migrated store still prevents that %s', async (_, change) => {
  const store = await migrated()
  await expect(execute(store, change)).rejects.toThrow()
})

it('the migrated store takes batches and their status inquiries', async () => {
  const store = await migrated()
  await execute(store, sql`UPDATE orders SET service = 'PPD' WHERE id = 'o1'`)
  await execute(store, sql`UPDATE order_look_ups SET looked_by = 'addenda' WHERE order_id = 'o1'`)
  const [row] = await store.read.selectFrom('orders').select('service').execute()
  expect(row?.service).toBe('PPD')
})

it('version 19 has the entries for which alerts reported the account that the bank debited, and no other', async () => {
  const file = newStorePath()
  const before = await open(file, { worker: fakeWorker({ until: 17 }) })
  const ids = ['a', 'b', 'c'].map((one) => one.repeat(32))
  await before.record(act, async (tx) => {
    await sql`INSERT INTO orders (id, created_at, updated_at, maker, service, state, reference, form, debit_account,
      debit_significant, debit_label, currency, value_date, beneficiary, beneficiary_account, beneficiary_significant,
      beneficiary_bank, search_text) VALUES ('b1', ${at}, ${at}, 'mara', 'PPD', 'draft', 'B1', '{}', '7200450029',
      '7200450029', 'Payroll', 'USD', '2026-11-20', 'PAYROLL', '', '', '', 'x')`.execute(tx)
    await sql`INSERT INTO batches (order_id, sec_code, entries) VALUES ('b1', 'PPD', 3)`.execute(tx)
    for (const [index, id] of ids.entries()) {
      await sql`INSERT INTO batch_entries (id, order_id, position, typed, direction, routing_number,
        account_significant, receiver_folded, standing)
        VALUES (${id}, 'b1', ${index}, '{}', 'C', '', '4471', '', 'collected')`.execute(tx)
    }
    await sql`INSERT INTO alert_deliveries (seq, id, at, size, sha256, answered, alerts, body)
      VALUES (1, 'd1', ${at}, 1, '', 200, 2, x'00')`.execute(tx)
    for (const [seq, account] of [
      [1, '7200450011'],
      [2, '7200450029'],
    ] as const) {
      await sql`INSERT INTO alerts (seq, id, content_hash, body_hash, delivery_seq, place, at, kind, incoming, old_code,
        incomplete, unlisted, reader) VALUES (${seq}, ${`alert-${String(seq)}`}, '', '', 1, ${seq}, ${at}, 'ach', 0, 0,
        0, 0, 1)`.execute(tx)
      for (const one of [account, '4471'])
        await sql`INSERT INTO alert_accounts (account, alert_seq) VALUES (${one}, ${seq})`.execute(
          tx,
        )
    }
    const insertEvent = (entry: number, seq: number, word: string, alertSeq: number) =>
      sql`INSERT INTO batch_entry_events (entry_id, seq, at, source, word, alert_seq)
        VALUES (${ids[entry]}, ${seq}, ${at}, 'alert', ${word}, ${alertSeq})`.execute(tx)
    await insertEvent(0, 1, 'COLLECTED', 1)
    // One event belongs to another entry by its account, and two events name two accounts, so the
    // account is unknown.
    await insertEvent(1, 1, 'receivingAccountNumber', 1)
    await insertEvent(2, 1, 'COLLECTED', 1)
    await insertEvent(2, 2, 'SETTLED', 2)
  })
  await before.close()
  const store = await open(file)
  const entries = await store.read
    .selectFrom('batch_entries')
    .select('debited_significant as debited')
    .orderBy('position')
    .execute()
  expect(entries.map(({ debited }) => debited)).toEqual(['7200450011', null, null])
  const named = { debited_account: null, debited_significant: null }
  expect(await store.read.selectFrom('batches').selectAll().execute()).toMatchObject([named])
})
