/** The list with one line for each payment or batch, over the whole store. */
import { expect, it } from 'vitest'
import { putBatch, storedEntry } from '../../money/batch/stored-batch.ts'
import { storedOrder } from '../../money/order/support/stored-orders.ts'
import type { AlertLine, AlertListRequest } from '../../../../preload/contract/api/alerts/alert.ts'
import { openAlertSession, everything, mara, type AlertSession } from '../alert-session.ts'
import { achAlert, deliveryOf, wireAlert } from '../alert-samples.ts'

/** Nine alerts, seq 1 to 9. */
const nineAlerts = () =>
  openAlertSession(
    deliveryOf(
      ...Array.from({ length: 9 }, (_, at) =>
        wireAlert(
          { eapAlertGUID: `G${String(at)}` },
          { tranId: `T${String(at)}`, requestReferenceNumber: `WIRE${String(at + 1)}` },
        ),
      ),
    ),
  )

async function matched({ store }: AlertSession): Promise<string> {
  await storedOrder(store, { id: 'paid', state: 'approved' })
  const entries = [storedEntry(), storedEntry()]
  const batch = await putBatch(store, 'PPD', entries)
  const at = '2026-11-23T14:00:00.000Z'
  const act = { actor: 'mara', kind: 'test.matched', subject: 'x', detail: {} }
  await store.record(act, async (tx) => {
    const counts = { order_id: 'paid', matched_by: 'reference', decided_by: null, at } as const
    await tx
      .insertInto('order_alerts')
      .values([
        { ...counts, alert_seq: 1, decision: 'counts' },
        { ...counts, alert_seq: 8, decision: 'counts' },
        { ...counts, alert_seq: 9, decision: 'open' },
      ])
      .execute()
    const event = { at, source: 'alert', text: 'SETTLED', call_id: null, seq: 1 } as const
    await tx
      .insertInto('batch_entry_status_events')
      .values([
        { ...event, entry_id: entries[0]?.id ?? '', alert_seq: 2 },
        { ...event, entry_id: entries[1]?.id ?? '', alert_seq: 5 },
      ])
      .execute()
  })
  return batch
}

/** Returns the lines of all pages, two a page. */
async function allPages(
  session: AlertSession,
  part: Partial<AlertListRequest> = {},
  cursor: string | null = null,
): Promise<AlertLine[]> {
  const request = { ...everything, isGrouped: true, limit: 2, ...part, cursor }
  const { items, next } = await session.service.list(request, mara)
  return next === null ? items : [...items, ...(await allPages(session, part, next))]
}
const seqsOf = (lines: readonly AlertLine[]): number[] => lines.map(({ seq }) => seq)

it('has the newest alert of each payment and batch, and each unmatched alert', async () => {
  const session = await nineAlerts()
  const batch = await matched(session)
  const lines = await allPages(session)
  expect(seqsOf(lines)).toEqual([9, 8, 7, 6, 5, 4, 3])
  expect(lines[0]?.group).toBeNull()
  expect(lines[1]?.group).toEqual({
    orderId: 'paid',
    kind: 'payment',
    title: 'Ridgeway Supply',
    alerts: 2,
    currency: 'USD',
    minor: 1_250_000,
    statuses: [{ status: 'Completed', alerts: 2, entries: 0, minor: null }],
  })
  expect(lines[4]?.group).toMatchObject({ orderId: batch, kind: 'batch', alerts: 2 })
})

it('counts lines, filters and sorts them, and leaves the other list as it is', async () => {
  const session = await nineAlerts()
  await matched(session)
  const page = await session.service.list({ ...everything, isGrouped: true, limit: 2 }, mara)
  expect(page.total).toBe(7)
  const sort = { column: 'reference', direction: 'ascending' } as const
  expect(seqsOf(await allPages(session, { sort }))).toEqual([3, 4, 5, 6, 7, 8, 9])
  expect(seqsOf(await allPages(session, { search: 'WIRE8' }))).toEqual([8])
  // An older alert of the payment: its newest that the filter finds.
  expect(seqsOf(await allPages(session, { search: 'WIRE1' }))).toEqual([1])
  const both = await allPages(session, { search: 'wire' })
  expect(seqsOf(both)).toEqual([9, 8, 7, 6, 5, 4, 3])
  const { items, total } = await session.service.list(everything, mara)
  expect(total).toBe(9)
  expect(items.every((line) => !('group' in line))).toBe(true)
})

/** A batch of two entries, and its alerts: one returned, then one settled. */
async function batchAlerts() {
  const session = await openAlertSession(
    deliveryOf(
      achAlert(
        { eapAlertGUID: 'A1' },
        { traceNumber: '1', transactionStatus: 'RETURNED', receivingCompanyName: null },
      ),
      achAlert(
        { eapAlertGUID: 'A2' },
        { traceNumber: '2', transactionStatus: 'SETTLED', receivingCompanyName: null },
      ),
      achAlert({ eapAlertGUID: 'A3' }, { traceNumber: '3', receivingCompanyName: null }),
    ),
  )
  const entries = [
    storedEntry({ receiverName: 'Ann Alder', amount: '12.25' }),
    storedEntry({ receiverName: 'Bo Birch', amount: '30.50' }),
  ]
  await putBatch(session.store, 'PPD', entries)
  const act = { actor: 'mara', kind: 'test.matched', subject: 'x', detail: {} }
  await session.store.record(act, async (tx) => {
    const at = '2026-11-23T14:00:00.000Z'
    const event = { at, source: 'alert', text: 'SETTLED', call_id: null, seq: 1 } as const
    await tx
      .insertInto('batch_entry_status_events')
      .values(entries.map(({ id }, index) => ({ ...event, entry_id: id, alert_seq: index + 1 })))
      .execute()
  })
  return session
}

it('counts the alerts of a batch by their status, so that no settlement covers a return', async () => {
  const [, batch] = await allPages(await batchAlerts())
  expect(batch?.group).toMatchObject({
    kind: 'batch',
    alerts: 2,
    statuses: [
      { status: 'SETTLED', alerts: 1, entries: 1, minor: 3050 },
      { status: 'RETURNED', alerts: 1, entries: 1, minor: 1225 },
    ],
  })
  const returned = await allPages(await batchAlerts(), { status: 'returned' })
  expect(seqsOf(returned)).toEqual([1])
  expect(returned[0]?.group).toMatchObject({ kind: 'batch', alerts: 2 })
})

it('counts an entry once however often it is reported, and sorts by the amount of what is shown', async () => {
  const session = await openAlertSession(
    deliveryOf(
      ...['1', '1', '2', '3'].map((traceNumber, at) =>
        achAlert(
          { eapAlertGUID: `A${String(at)}` },
          { traceNumber, transactionStatus: traceNumber === '3' ? 'RETURNED' : 'SETTLED' },
        ),
      ),
      wireAlert({ eapAlertGUID: 'W1' }, { amount: '2.00' }),
    ),
  )
  const entries = ['10.00', '5.00', '1.50'].map((amount) => storedEntry({ amount }))
  await putBatch(session.store, 'PPD', entries)
  await session.store.record(
    { actor: 'mara', kind: 'test.matched', subject: 'x', detail: {} },
    async (tx) => {
      const event = { at: '2026-11-23T14:00:00.000Z', source: 'alert', text: '', call_id: null }
      const about = [0, 0, 1, 2].map((entry, index) => ({
        ...event,
        source: 'alert' as const,
        seq: index + 1,
        alert_seq: index + 1,
        entry_id: entries[entry]?.id ?? '',
      }))
      await tx.insertInto('batch_entry_status_events').values(about).execute()
    },
  )
  const [, batch] = await allPages(session)
  expect(batch?.group?.statuses).toEqual([
    { status: 'RETURNED', alerts: 1, entries: 1, minor: 150 },
    { status: 'SETTLED', alerts: 3, entries: 2, minor: 1500 },
  ])
  // The batch is of 16.50, the wire of 2.00.
  const ascending = { column: 'amount', direction: 'ascending' } as const
  expect((await allPages(session, { sort: ascending })).map(({ kind }) => kind)).toEqual([
    'ach',
    'wire',
  ])
})

it('names the receiver of a matched entry where the alert names none, also for the order', async () => {
  const session = await batchAlerts()
  const parties = async (sort: AlertListRequest['sort'] = null) =>
    (await session.service.list({ ...everything, sort }, mara)).items.map(({ party }) => party)
  expect(await parties()).toEqual([null, 'Bo Birch', 'Ann Alder'])
  expect(await parties({ column: 'party', direction: 'ascending' })).toEqual([
    'Ann Alder',
    'Bo Birch',
    null,
  ])
  const { items } = await session.service.list(everything, mara)
  const alert = await session.service.get(items[2]?.id ?? '')
  expect(alert).toMatchObject({ ok: true, value: { party: 'Ann Alder' } })
})

/** Two alerts of one payment, the older status first. */
async function paymentAlerts(...statuses: readonly string[]) {
  const session = await openAlertSession(
    deliveryOf(
      ...statuses.map((tranBusnStatusCode, at) =>
        wireAlert({ eapAlertGUID: `P${String(at)}` }, { tranBusnStatusCode }),
      ),
    ),
  )
  await storedOrder(session.store, { id: 'paid', state: 'approved' })
  const act = { actor: 'mara', kind: 'test.matched', subject: 'x', detail: {} }
  const counts = {
    order_id: 'paid',
    matched_by: 'reference',
    decided_by: null,
    at: '2026-11-23T14:00:00.000Z',
    decision: 'counts',
  } as const
  await session.store.record(act, (tx) =>
    tx
      .insertInto('order_alerts')
      .values(statuses.map((_status, at) => ({ ...counts, alert_seq: at + 1 })))
      .execute(),
  )
  return session
}

it('finds a payment by its newest status, and by a failure', async () => {
  const found = async (session: AlertSession, status: string) =>
    seqsOf(await allPages(session, { status }))
  const done = await paymentAlerts('Clearing', 'Completed')
  expect(await found(done, 'clearing')).toEqual([])
  expect(await found(done, 'completed')).toEqual([2])
  const page = { ...everything, isGrouped: true, status: 'clearing' }
  expect((await done.service.list(page, mara)).total).toBe(0)
  expect(seqsOf((await done.service.list({ ...page, isGrouped: false }, mara)).items)).toEqual([1])
  const failed = await paymentAlerts('Fatal', 'Completed')
  expect(await found(failed, 'fatal')).toEqual([1])
})
