/** Everything that happened to an order, in time order and each once. */
import { beforeEach, expect, it } from 'vitest'
import { saveCall } from '../../../../../main/bank/call-record.ts'
import { addStatusEvents } from '../../../../../main/money/order/status/status-events.ts'
import type { TimelineEntry } from '../../../../../preload/contract/domain/orders/order-course.ts'
import { recorded } from '../../../inquiry/traffic/recorded-calls.ts'
import { deliveryOf, wireAlert } from '../../../alerts/alert-samples.ts'
import { intakeOf } from '../../../alerts/intakes.ts'
import { openOrderTracking, people, type OrderTrackingSession } from '../support/order-tracking.ts'
import { reference, storedAttempt, storedOrder } from '../support/stored-orders.ts'

let session: OrderTrackingSession
beforeEach(async () => {
  session = await openOrderTracking()
  session.time.ms = Date.parse('2026-11-23T13:50:00.000Z')
})
const record = (kind: string, actor: string, detail: Record<string, string | number> = {}) =>
  session.store.note({ actor, kind, subject: 'o1', detail })
const timeline = async (): Promise<readonly TimelineEntry[]> => {
  const answer = await session.reading.show('o1', people.mara)
  return answer.ok ? answer.value.timeline : expect.fail(answer.error.code)
}
const minute = 60_000

/** A complete history: drafted, submitted, approved, released, sent, answered, queried, alerted. */
async function live(): Promise<void> {
  const { store, time } = session
  await storedOrder(store, { state: 'sending' })
  time.ms += minute
  await record('order.submitted', 'mara', { bodySha256: 'x' })
  time.ms += minute
  await record('order.approved', 'theo', { approvalHash: 'hash-1' })
  await store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
    await tx
      .insertInto('order_approvals')
      .values({
        order_id: 'o1',
        seq: 1,
        operator: 'theo',
        at: time.now,
        approval_hash: 'hash-1',
        voided_at: null,
        voided_because: null,
      })
      .execute()
  })
  time.ms += minute
  await record('order.released', 'theo')
  await record('order.send-journalled', 'theo', { attempt: 1 })
  const answeredAt = '2026-11-23T13:59:59.000Z'
  const body = `{"status":"IN_PROCESS","transactionId":"T-77","requestReference":"${reference}"}`
  await saveCall(
    store,
    recorded({ id: 'initiate', answeredAt, purpose: 'payment-initiate', responseBody: body }),
  )
  await storedAttempt(store, { outcome: 'accepted', call_id: 'initiate', status: 200 })
  time.ms = Date.parse('2026-11-23T14:00:00.000Z')
  await record('order.ended', 'system', { attempt: 1, outcome: 'accepted' })
  await store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
    await tx.updateTable('orders').set({ state: 'accepted', transaction_id: 'T-77' }).execute()
    await addStatusEvents(
      tx,
      'o1',
      [
        {
          ...({
            source: 'initiate',
            vocabulary: 'payment',
            statusText: 'IN_PROCESS',
            bankTime: null,
          } as const),
          at: time.now,
          callId: 'initiate',
          alertSeq: null,
        },
      ],
      session.context.kinds,
    )
  })
  time.ms += minute
  session.bank.script = [
    {
      status: 200,
      body: { status: 'COMPLETED', transactionId: 'T-77', requestReference: reference },
    },
  ]
  await session.tracking.handlers.inquire({ id: 'o1' }, { operator: people.mara })
}

async function alerted(): Promise<void> {
  const intake = intakeOf(session.store)
  const alert = wireAlert(
    {},
    { crOrDbCode: 'D', dbArngNum: '72004500', requestReferenceNumber: reference },
  )
  await intake.take(deliveryOf(alert))
  await intake.settled()
  await session.tracking.alertsRead(1)
  await session.settled()
}

it('joins acts, approvals, sendings, calls, statuses, status inquiries and alerts, each once', async () => {
  await live()
  await alerted()
  const lines = await timeline()
  expect(lines.map(({ kind, title, by }) => [kind, title, by])).toEqual([
    ['act', 'Draft created', 'Mara Ellison'],
    ['act', 'Submitted for approval', 'Mara Ellison'],
    ['approval', 'Approved', 'Theo Park'],
    ['act', 'Released', 'Theo Park'],
    ['sending', 'Sending 1 recorded', 'Theo Park'],
    ['call', 'The bank answered HTTP 200', null],
    ['sending', 'Sending 1 was accepted', null],
    ['status', 'Bank status: IN_PROCESS', null],
    ['alert', 'Alert: Completed', null],
    ['inquiry', 'Status check found it: COMPLETED', 'Mara Ellison'],
  ])
  expect(lines.find(({ kind }) => kind === 'call')?.callId).toBe('initiate')
  expect(lines.find(({ kind }) => kind === 'inquiry')?.callId).toBe('call-1')
  expect(lines.find(({ kind }) => kind === 'alert')?.alertId).not.toBeNull()
  const instants = lines.map(({ at }) => Date.parse(at))
  expect(instants).toEqual([...instants].sort((one, other) => one - other))
})

it.each<[string, readonly string[], readonly string[]]>([
  ['one sending', ['id-one'], ['']],
  ['the same id', ['id-one', 'id-one'], ['', '']],
  [
    'different ids',
    ['id-one', 'id-two'],
    [
      'Correlation id id-one. The sendings have different ones: the bank may have the request twice',
      'Correlation id id-two. The sendings have different ones: the bank may have the request twice',
    ],
  ],
])('bank note 14: shows different correlation ids of sendings: %s', async (_, ids, details) => {
  const { store } = session
  await storedOrder(store, { state: 'sending' })
  for (const [at, correlationId] of ids.entries()) {
    const id = `sent-${String(at + 1)}`
    await saveCall(store, recorded({ id, purpose: 'payment-initiate', correlationId }))
    await storedAttempt(store, { seq: at + 1, outcome: 'accepted', call_id: id, status: 200 })
  }
  const calls = (await timeline()).filter(({ kind }) => kind === 'call')
  expect(calls.map(({ detail }) => detail)).toEqual(details)
})

it('shows the reason of an act, without hashes and without an account', async () => {
  await storedOrder(session.store, { state: 'draft' })
  await record('order.sent-back', 'theo', { comment: 'Credit account 55501420077, please' })
  await record('order.refused', 'max', { act: 'approve', code: 'own-work' })
  const lines = await timeline()
  expect(lines.slice(1)).toMatchObject([
    { title: 'Sent back', detail: 'Credit account \u2022\u2022\u2022\u20220077, please' },
    { title: 'Refused', detail: 'Approve: own work', by: 'Max Hale' },
  ])
})

it('shows the end of an approval beside the approval', async () => {
  await storedOrder(session.store, { state: 'draft' })
  await session.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
    await tx
      .insertInto('order_approvals')
      .values({
        order_id: 'o1',
        seq: 1,
        operator: 'theo',
        at: session.time.now,
        approval_hash: 'b',
        voided_at: '2026-11-23T13:55:00.000Z',
        voided_because: 'Recalled by its maker',
      })
      .execute()
  })
  expect((await timeline()).slice(-1)).toMatchObject([
    { title: 'Approval of Theo Park no longer counts', detail: 'Recalled by its maker' },
  ])
})

it('shows an act that it has no title for, rather than dropping it', async () => {
  await storedOrder(session.store, { state: 'draft' })
  await record('order.warned-about', 'system')
  expect((await timeline()).slice(-1)).toMatchObject([{ title: 'Warned about', by: null }])
})
