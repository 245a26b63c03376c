import { sql, type RawBuilder } from 'kysely'
import { moneyKinds } from '../../../main/money/money.ts'
import { expect, it } from 'vitest'
import { addStatusEvents } from '../../../main/money/order/status/status-events.ts'
import type { Store } from '../../../main/store/store.ts'
import { replayAlert } from '../../../main/money/replay-alert.ts'
import { putBatch, storedEntry } from './batch/stored-batch.ts'
import { debitAccount, reference, storedOrder, storedRow } from './order/support/stored-orders.ts'
import { either } from '../../../main/store/dialect.ts'
import { auditEntries } from '../store/stores.ts'
import { openAlertSession, newestId } from '../alerts/alert-session.ts'
import { achAlert, deliveryOf, wireAlert } from '../alerts/alert-samples.ts'

const own = { crOrDbCode: 'D', dbArngNum: debitAccount, tranAmt: '12500.00' }
const sent = (body = {}) => wireAlert({}, { ...own, requestReferenceNumber: reference, ...body })

const replayed = async (store: Store, id: string) => {
  const answer = await replayAlert(store, id)
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}

/** Returns every row of every table. */
async function everythingIn({ read }: Store): Promise<Record<string, unknown>> {
  const rowsOf = (source: RawBuilder<Record<string, unknown>>) =>
    read.selectFrom(source.as('t')).selectAll().execute()
  const tables = await rowsOf(
    either(
      sql`(SELECT name FROM sqlite_schema WHERE type = 'table')`,
      sql`(SELECT tablename AS name FROM pg_tables WHERE schemaname = 'store')`,
    ),
  )
  const names = tables.map(({ name }) => String(name))
  expect(names.length).toBeGreaterThan(50)
  const rows = await Promise.all(
    names.map(async (name) => [name, await rowsOf(sql`${sql.table(name)}`)] as const),
  )
  return Object.fromEntries(rows)
}

it('changes no row of any table, whatever kind of alert is read again', async () => {
  const returned = sent({ tranBusnStatusCode: 'Returned' })
  const session = await openAlertSession(deliveryOf(returned, achAlert({}, {}), wireAlert({}, {})))
  await storedOrder(session.store)
  const before = await everythingIn(session.store)
  expect(before['alerts']).toHaveLength(3)
  const ids = await session.store.read.selectFrom('alerts').select('id').execute()
  for (const { id } of ids) await replayed(session.store, id)
  expect(await everythingIn(session.store)).toEqual(before)
})

it('shows which payment an alert is about and its resulting state, and changes nothing', async () => {
  const session = await openAlertSession(deliveryOf(sent({ tranBusnStatusCode: 'Returned' })))
  await storedOrder(session.store)
  const acts = (await auditEntries(session.store)).length
  const row = await storedRow(session.store)
  expect(await replayed(session.store, await newestId(session))).toEqual({
    differences: [],
    isMissing: false,
    about: [
      {
        address: '/orders/o1',
        title: 'WIRE to Ridgeway Supply',
        matchedBy: 'reference',
        isAlreadyApplied: false,
        against: [],
        before: 'No response from the bank yet',
        after: 'Returned by the receiving bank: Returned',
      },
    ],
  })
  expect(await storedRow(session.store)).toEqual(row)
  expect(await session.store.read.selectFrom('order_alerts').selectAll().execute()).toEqual([])
  expect(await auditEntries(session.store)).toHaveLength(acts)
})

it('reports of one that was applied before that nothing would change', async () => {
  const session = await openAlertSession(deliveryOf(sent()))
  await storedOrder(session.store)
  const act = { actor: 'system', kind: 'test', subject: 'o1', detail: {} }
  const at = '2026-11-23T14:00:00.000Z'
  await session.store.record(act, async (tx) => {
    await tx
      .insertInto('order_alerts')
      .values({
        order_id: 'o1',
        alert_seq: 1,
        matched_by: 'reference',
        decision: 'counts',
        at,
        decided_by: null,
      })
      .execute()
    await addStatusEvents(
      tx,
      'o1',
      [
        {
          source: 'alert',
          vocabulary: 'business',
          statusText: 'Completed',
          bankTime: null,
          at,
          callId: null,
          alertSeq: 1,
        },
      ],
      moneyKinds,
    )
  })
  const [about] = (await replayed(session.store, await newestId(session))).about
  expect(about?.isAlreadyApplied).toBe(true)
  expect(about?.after).toBe(about?.before)
})

it('lets a suggestion change nothing', async () => {
  const session = await openAlertSession(
    deliveryOf(sent({ requestReferenceNumber: null, tranId: 'T9' })),
  )
  await storedOrder(session.store)
  const [about] = (await replayed(session.store, await newestId(session))).about
  expect(about).toMatchObject({ matchedBy: 'suggestion', isAlreadyApplied: false })
  expect(about?.after).toBe(about?.before)
})

it('reports an alert that matches no order of this store', async () => {
  const session = await openAlertSession(deliveryOf(sent()))
  expect((await replayed(session.store, await newestId(session))).about).toEqual([])
})

it('shows what is read otherwise than is stored, with accounts masked', async () => {
  const session = await openAlertSession(deliveryOf(sent()))
  const act = { actor: 'system', kind: 'test', subject: '', detail: {} }
  await session.store.record(act, (tx) =>
    tx.updateTable('alerts').set({ status: 'Old status', account: '55501420099' }).execute(),
  )
  const { differences } = await replayed(session.store, await newestId(session))
  expect(differences.map(({ field }) => field)).toEqual(['Status', 'Account'])
  expect(differences[0]).toEqual({ field: 'Status', stored: 'Old status', read: 'Completed' })
  expect(JSON.stringify(differences)).not.toContain(debitAccount)
})

async function sentEntry(store: Store, trace: string) {
  const entry = storedEntry({ amount: '120.50', accountNumber: '0000123456789' })
  const id = await putBatch(store, 'CCD', [entry])
  const act = { actor: 'system', kind: 'test', subject: id, detail: {} }
  await store.record(act, async (tx) => {
    await tx
      .updateTable('batch_entries')
      .set({ trace_number: trace, verdict: 'accepted' })
      .execute()
    await tx
      .updateTable('orders')
      .set({ state: 'accepted', released_at: '2026-11-23T14:00:00.000Z' })
      .where('id', '=', id)
      .execute()
  })
  return entry.id
}

it('shows which entry an alert is about, and why it would not match', async () => {
  const session = await openAlertSession(deliveryOf(achAlert()))
  const entryId = await sentEntry(session.store, '091000010000001')
  const { about } = await replayed(session.store, await newestId(session))
  expect(about).toMatchObject([
    { matchedBy: 'trace-number', isAlreadyApplied: false, after: 'Collected', against: [] },
  ])
  expect(about[0]?.address).toContain(entryId)

  const other = await openAlertSession(deliveryOf(achAlert({}, { transactionAmount: 7 })))
  await sentEntry(other.store, '091000010000001')
  const [strange] = (await replayed(other.store, await newestId(other))).about
  expect(strange).toMatchObject({ after: 'Unclear' })
  expect(strange?.against.join()).toContain('Amount')
  expect(
    await other.store.read.selectFrom('batch_entry_status_events').selectAll().execute(),
  ).toEqual([])
})

it('does not find an alert that does not exist', async () => {
  const session = await openAlertSession(deliveryOf(achAlert()))
  expect(await replayAlert(session.store, 'gone')).toMatchObject({ error: { code: 'not-found' } })
})
