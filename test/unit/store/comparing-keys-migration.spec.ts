/** Older stores get the keys by which accounts and banks are compared today. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { matchesStoredBody } from '../../../main/money/payment/stored-body.ts'
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import { orderRow, wireForm } from '../money/order/support/stored-orders.ts'
import { storedEntry } from '../money/batch/stored-batch.ts'
import { fakeWorker, newStorePath, open } from './stores.ts'

const spelled = '0055-5014 20077'
const key = '55501420077'
const before = '55-5014 20077'

it('compares orders, entries and alerts of an older store in any spelling, and keeps what was approved', async () => {
  const file = newStorePath()
  const older = await open(file, { worker: fakeWorker({ until: 32 }) })
  const form = {
    ...wireForm,
    creditParty: { ...wireForm.creditParty, accountNumber: spelled },
    creditPartyBank: { ...wireForm.creditPartyBank, aba: '55001-0014' },
  }
  const typed = storedEntry({ accountNumber: spelled, routingNumber: '21000021' })
  const act = { actor: 'mara', kind: 'order.drafted', subject: 'o1', detail: {} }
  await older.record(act, async (tx) => {
    await tx
      .insertInto('orders')
      .values([
        orderRow({ id: 'o1', beneficiary_significant: before }, form),
        orderRow({ id: 'o2', reference: 'B2', service: 'PPD', state: 'draft' }),
      ])
      .execute()
    await tx.insertInto('batches').values({ order_id: 'o2', sec_code: 'PPD', entries: 1 }).execute()
    await tx
      .insertInto('batch_entries')
      .values({
        id: typed.id,
        order_id: 'o2',
        position: 1,
        typed: JSON.stringify(typed),
        amount: 1,
        direction: 'C',
        routing_number: '21000021',
        account_significant: before,
        receiver_folded: '',
        payee_id: null,
      })
      .execute()
    await sql`INSERT INTO alert_deliveries (seq, id, at, size, sha256, answered, alerts, reader, body)
      VALUES (1, 'd', '', 0, '', 200, 1, 1, x'')`.execute(tx)
    await sql`INSERT INTO alerts (seq, id, content_hash, body_hash, delivery_seq, place, at, kind,
        incoming, old_code, incomplete, unlisted, reader)
      VALUES (1, 'a', 'h', 'h', 1, 0, '', 'wire', 0, 0, 0, 0, 1)`.execute(tx)
    await sql`INSERT INTO alert_accounts (alert_seq, account)
      VALUES (1, ${before}), (1, ${key}), (1, '77')`.execute(tx)
  })
  await older.close()
  const store = await open(file)
  const [payment] = await store.read
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', 'o1')
    .execute()
  expect(significantAccount(spelled)).toBe(key)
  expect(payment).toMatchObject({ beneficiary_significant: key, beneficiary_account: spelled })
  expect(payment).toMatchObject({ beneficiary_routing: '550010014' })
  expect(payment && matchesStoredBody(payment)).toBe(true)
  const [entry] = await store.read.selectFrom('batch_entries').selectAll().execute()
  expect(entry).toMatchObject({ account_significant: key, routing_number: '021000021' })
  const accounts = await store.read.selectFrom('alert_accounts').select('account').execute()
  expect(accounts.map(({ account }) => account).sort()).toEqual([key, '77'])
  expect(JSON.parse(entry?.typed ?? '')).toMatchObject({ accountNumber: spelled })
})
