/** Which alerts are about which order, and their status for it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { createAlertMatching } from '../../../../../main/money/order/status/alert-matching.ts'
import { deliveryOf, wireAlert } from '../../../alerts/alert-samples.ts'
import { intakeOf, type TestIntake } from '../../../alerts/intakes.ts'
import { notOnItsWay } from '../../../../../main/money/order/order-machine.ts'
import {
  cameBack,
  openOrderTracking,
  people,
  type OrderTrackingSession,
} from '../support/order-tracking.ts'
import {
  actsAbout,
  changeStored,
  reference,
  storedOrder,
  storedRow,
} from '../support/stored-orders.ts'

let session: OrderTrackingSession
let intake: TestIntake
let guid = 0
beforeEach(async () => {
  session = await openOrderTracking()
  intake = intakeOf(session.store)
  guid = 0
})

/** An alert about the wire of the tests, as a bank sends it; `body` overrides the tested values. */
const debit = (body: object = {}) =>
  wireAlert(
    { eapAlertGUID: `EAP-${String((guid += 1))}` },
    {
      crOrDbCode: 'D',
      dbArngNum: '72004500',
      crArngNum: '55501420077',
      requestReferenceNumber: reference,
      tranId: `B-${String(guid)}`,
      payNotifyTs: '2026-11-23 14:00:00',
      tranBusnStatusCode: 'Clearing',
      ...body,
    },
  )
const nameless = (body: object = {}) => debit({ requestReferenceNumber: null, ...body })

async function deliver(...alerts: readonly unknown[]): Promise<void> {
  await intake.take(deliveryOf(...alerts))
  await intake.settled()
  await session.tracking.alertsRead(intake.changes.at(-1) ?? 0)
  await session.settled()
}
const matches = () =>
  session.store.read
    .selectFrom('order_alerts')
    .select(['order_id', 'alert_seq', 'matched_by', 'decision'])
    .orderBy('alert_seq')
    .orderBy('order_id')
    .execute()
const bankStatus = async (id = 'o1') => (await storedRow(session.store, id)).bank_status
/** `shown`: the decision that the window showed; the stored one unless given. */
async function decide(
  alertSeq: number,
  isAboutIt: boolean,
  shown?: 'open' | 'counts' | 'dismissed',
) {
  const stored = (await matches()).find((one) => one.alert_seq === alertSeq)
  return session.tracking.handlers.decideAlert(
    { id: 'o1', alertSeq, isAboutIt, shown: shown ?? stored?.decision ?? 'open' },
    { operator: people.theo },
  )
}
/** Lets something happen between what a decision reads and what it writes. */
function before(kind: string, work: () => Promise<unknown>): void {
  const { store } = session
  const record = store.record.bind(store)
  let isDone = false
  Object.assign(store, {
    record: (async (act, write) => {
      if (act.kind === kind && !isDone) {
        isDone = true
        await work()
      }
      return record(act, write)
    }) satisfies typeof record,
  })
}

it('reads a delivery once, however many of its alerts are matched (P2)', async () => {
  await storedOrder(session.store)
  let bodies = 0
  const { read } = session.store
  const counted = new Proxy(read, {
    get: (from, name) => {
      if (name !== 'selectFrom') return Reflect.get(from, name, from) as unknown
      return (table: Parameters<typeof from.selectFrom>[0]) => {
        if (table === 'alert_deliveries') bodies += 1
        return from.selectFrom(table)
      }
    },
  })
  const matching = createAlertMatching({
    store: { ...session.store, read: counted },
    clock: session.time.clock,
    kinds: session.context.kinds,
    matched: () => undefined,
    report: (_where: string, problem: unknown) => {
      throw problem
    },
  })
  await intake.take(deliveryOf(...Array.from({ length: 50 }, () => debit())))
  await intake.settled()
  await matching.start()
  expect(await matches()).toHaveLength(50)
  expect(bodies).toBe(1)
})

describe('bank note 100: an alert', () => {
  it('is about the order whose reference it names', async () => {
    await storedOrder(session.store)
    await deliver(debit())
    expect(await matches()).toEqual([
      { order_id: 'o1', alert_seq: 1, matched_by: 'reference', decision: 'counts' },
    ])
    expect(await storedRow(session.store)).toMatchObject({
      bank_status: 'in-process',
      bank_status_text: 'Clearing',
      state: 'accepted',
      transaction_id: null,
    })
    expect(await actsAbout(session.store)).toContain('order.alert-matched')
    expect(session.emitted).toContain('o1 accepted')
  })

  it('is about the order whose transaction id it carries where it names no reference', async () => {
    await storedOrder(session.store, { transaction_id: 'T-77' })
    await deliver(nameless({ tranId: 'T-77' }))
    expect(await matches()).toMatchObject([{ matched_by: 'transaction-id', decision: 'counts' }])
    expect(await bankStatus()).toBe('in-process')
  })

  it.each([
    ` ${reference}  `,
    reference.toLowerCase(),
    `${reference.slice(0, 9)}-${reference.slice(9)}`,
  ])('is about it however the bank writes its reference: %j', async (requestReferenceNumber) => {
    await storedOrder(session.store)
    await deliver(debit({ requestReferenceNumber }))
    expect(await matches()).toMatchObject([{ matched_by: 'reference', decision: 'counts' }])
  })

  it('with a blank reference names none, and is suggested', async () => {
    await storedOrder(session.store)
    await deliver(nameless({ requestReferenceNumber: '   ' }))
    expect(await matches()).toMatchObject([{ matched_by: 'suggestion', decision: 'open' }])
  })

  it('with its transaction id and another reference is suggested, and changes nothing', async () => {
    await storedOrder(session.store, { transaction_id: 'T-77' })
    await deliver(debit({ requestReferenceNumber: 'SOMEBODYELSES', tranId: ' T-77 ' }))
    expect(await matches()).toMatchObject([{ matched_by: 'suggestion', decision: 'open' }])
    expect(await bankStatus()).toBe('not-reported')
  })

  it('with the reference of another payment alone is not about this one, whatever else matches', async () => {
    await storedOrder(session.store)
    await deliver(debit({ requestReferenceNumber: 'SOMEBODYELSES' }))
    expect(await matches()).toEqual([])
  })

  it('of a credit, or of another debit account, is somebody else\u2019s (bank note 65)', async () => {
    await storedOrder(session.store)
    await deliver(debit({ crOrDbCode: 'C' }), debit({ dbArngNum: '99120001' }))
    expect(await matches()).toEqual([])
  })

  it('without a direction is still matched by its reference', async () => {
    await storedOrder(session.store)
    await deliver(debit({ crOrDbCode: null }))
    expect(await matches()).toMatchObject([{ matched_by: 'reference' }])
  })

  it('that names nothing is suggested by account, amount, currency and day, and changes nothing', async () => {
    await storedOrder(session.store)
    await deliver(nameless({ tranBusnStatusCode: 'Completed', dbArngNum: '0072004500' }))
    expect(await matches()).toMatchObject([{ matched_by: 'suggestion', decision: 'open' }])
    expect(await bankStatus()).toBe('not-reported')
  })

  it.each([
    ['another amount', { tranAmt: '12500.01' }],
    ['another currency', { dbTranCurrencyCode: 'EUR', crTranCurrencyCode: 'EUR' }],
    ['another account', { dbArngNum: '99120001' }],
    ['another week', { tranExecutedDt: '20261130' }],
    ['no amount', { tranAmt: null }],
  ])('with %s is not suggested', async (_what, body) => {
    await storedOrder(session.store)
    await deliver(nameless(body))
    expect(await matches()).toEqual([])
  })

  it('that two open orders might be about is suggested for neither', async () => {
    await storedOrder(session.store)
    await storedOrder(session.store, { id: 'o2', reference: 'CS2' })
    await deliver(nameless())
    expect(await matches()).toEqual([])
  })

  it('is not suggested for what is settled, or for what has not been sent', async () => {
    await storedOrder(session.store, { is_final: 1 })
    await storedOrder(session.store, { id: 'o2', reference: 'CS2', state: 'approved' })
    await deliver(nameless())
    expect(await matches()).toEqual([])
  })
})

describe('a suggested alert whose transaction id becomes known', () => {
  it('counts for the order that has the id, and is suggested for no other any more', async () => {
    await storedOrder(session.store, { state: 'outcome-unknown' })
    await deliver(nameless({ tranId: 'T-77', tranBusnStatusCode: 'Rejected' }))
    await storedOrder(session.store, { id: 'o2', reference: 'OTHER', transaction_id: 'T-77' })
    await changeStored(session.store, 'o2', { state: 'accepted' })
    session.tracking.track('o2')
    await session.settled()
    expect(await matches()).toEqual([
      { order_id: 'o1', alert_seq: 1, matched_by: 'suggestion', decision: 'dismissed' },
      { order_id: 'o2', alert_seq: 1, matched_by: 'transaction-id', decision: 'counts' },
    ])
    expect(await actsAbout(session.store, 'o1')).toContain('order.alert-decided')
  })

  it('counts for the order that it was suggested for', async () => {
    await storedOrder(session.store, { state: 'outcome-unknown' })
    await deliver(nameless({ tranId: 'T-77', tranBusnStatusCode: 'Rejected' }))
    expect(await matches()).toMatchObject([{ matched_by: 'suggestion', decision: 'open' }])
    await changeStored(session.store, 'o1', { transaction_id: 'T-77', state: 'accepted' })
    session.tracking.track('o1')
    await session.settled()
    expect(await matches()).toMatchObject([{ matched_by: 'transaction-id', decision: 'counts' }])
    expect(await bankStatus()).toBe('failed')
  })
})

describe('a suggestion', () => {
  beforeEach(async () => {
    await storedOrder(session.store)
    await deliver(nameless({ tranBusnStatusCode: 'Completed' }))
  })

  it('counts when a person has confirmed it', async () => {
    const decided = await decide(1, true)
    expect(decided).toMatchObject({
      value: {
        bankStatus: { kind: 'completed' },
        alerts: [{ alertSeq: 1, decision: 'counts', matchedBy: 'suggestion' }],
      },
    })
    expect(await actsAbout(session.store)).toContain('order.alert-decided')
  })

  it('has no effect when it was dismissed, which can be undone', async () => {
    expect(await decide(1, false)).toMatchObject({
      value: { bankStatus: { kind: 'not-reported' } },
    })
    expect(await decide(1, true)).toMatchObject({ value: { bankStatus: { kind: 'completed' } } })
    expect(await decide(1, false)).toMatchObject({
      value: {
        bankStatus: { kind: 'not-reported' },
        statusEvents: [],
        alerts: [{ decision: 'dismissed' }],
      },
    })
  })

  it('is required for a decision: a matched alert is none any more, and none is not found', async () => {
    await deliver(debit())
    expect(await decide(2, false)).toMatchObject({ error: { code: 'changed-meanwhile' } })
    expect(await decide(9, true)).toMatchObject({ error: { code: 'not-found' } })
    expect(await bankStatus()).toBe('in-process')
  })

  it('refuses to dismiss what the transaction id of the bank matched a moment before', async () => {
    before('order.alert-decided', async () => {
      await changeStored(session.store, 'o1', { transaction_id: 'B-1', state: 'accepted' })
      session.tracking.track('o1')
      await session.settled()
    })
    expect(await decide(1, false)).toMatchObject({ error: { code: 'changed-meanwhile' } })
    expect(await matches()).toMatchObject([{ matched_by: 'transaction-id', decision: 'counts' }])
    expect(await bankStatus()).toBe('completed')
    expect(await actsAbout(session.store)).not.toContain('order.alert-decided')
  })

  it('refuses to override the decision of another person, which was not shown', async () => {
    expect(await decide(1, true, 'open')).toMatchObject({ ok: true })
    expect(await decide(1, false, 'open')).toMatchObject({ error: { code: 'changed-meanwhile' } })
    expect(await bankStatus()).toBe('completed')
  })

  it('that a person confirmed cannot be dismissed once an id names the order', async () => {
    await decide(1, true)
    await changeStored(session.store, 'o1', { transaction_id: 'B-1', state: 'accepted' })
    session.tracking.track('o1')
    await session.settled()
    expect(await decide(1, false)).toMatchObject({ error: { code: 'changed-meanwhile' } })
    expect(await matches()).toMatchObject([{ matched_by: 'transaction-id', decision: 'counts' }])
    expect(await bankStatus()).toBe('completed')
  })

  it('that is dismissed takes nothing from an equal alert that counts', async () => {
    await deliver(nameless({ tranBusnStatusCode: 'Completed' }))
    await decide(1, true)
    await decide(2, true)
    expect(await decide(1, false)).toMatchObject({
      value: { bankStatus: { kind: 'completed' }, statusEvents: [{ alertSeq: 2 }] },
    })
    expect(await decide(2, false)).toMatchObject({
      value: { bankStatus: { kind: 'not-reported' }, statusEvents: [] },
    })
  })
})

describe('bank note 101: the status of an alert', () => {
  it('is its tranBusnStatusCode, at the time of payNotifyTs, both as they came', async () => {
    await storedOrder(session.store)
    await deliver(debit({ wireEventNm: 'Completed', tranBusnStatusCode: 'RegulatoryFilter' }))
    const shown = await session.reading.show('o1', people.mara)
    expect(shown).toMatchObject({
      value: {
        bankStatus: { kind: 'in-review', statusText: 'RegulatoryFilter' },
        statusEvents: [
          { source: 'alert', vocabulary: 'business', bankTime: '2026-11-23 14:00:00', alertSeq: 1 },
        ],
      },
    })
  })

  it('is none where it carries no business status, and it is listed all the same', async () => {
    await storedOrder(session.store)
    await deliver(debit({ wireEventNm: 'Completed', tranBusnStatusCode: null }))
    expect(await bankStatus()).toBe('not-reported')
    expect(await session.reading.show('o1', people.mara)).toMatchObject({
      value: { alerts: [{ status: null, decision: 'counts' }] },
    })
  })

  it('bank note 99: counts once where it is delivered again under another id', async () => {
    await storedOrder(session.store)
    await deliver(debit(), debit())
    expect(await matches()).toHaveLength(2)
    const shown = await session.reading.show('o1', people.mara)
    expect(shown.ok && shown.value.statusEvents).toHaveLength(1)
  })

  it('bank note 74: moves nothing backwards when it comes late', async () => {
    await storedOrder(session.store)
    await deliver(debit({ tranBusnStatusCode: 'Completed' }))
    await deliver(debit({ tranBusnStatusCode: 'LimitCheck', payNotifyTs: '2026-11-23 13:00:00' }))
    expect(await bankStatus()).toBe('completed')
    await deliver(debit({ tranBusnStatusCode: 'Returned' }))
    expect(await bankStatus()).toBe('returned')
  })
})

describe('alerts that come at unexpected times', () => {
  it('before the answer: match by the transaction id once that is known', async () => {
    await storedOrder(session.store, { state: 'outcome-unknown', amount: 1 })
    await deliver(nameless({ tranId: 'T-77', tranBusnStatusCode: 'Completed' }))
    expect(await matches()).toEqual([])
    session.bank.script = [
      {
        status: 200,
        body: { status: 'IN_PROCESS', transactionId: 'T-77', requestReference: reference },
      },
    ]
    await session.tracking.handlers.inquire({ id: 'o1' }, { operator: people.mara })
    await session.settled()
    expect(await matches()).toMatchObject([{ matched_by: 'transaction-id' }])
    expect(await bankStatus()).toBe('completed')
  })

  it('about an order with an unknown outcome: start a status inquiry at once, and end no unknown outcome themselves', async () => {
    await storedOrder(session.store, { state: 'outcome-unknown' })
    await session.tracking.start()
    await session.settled()
    expect(session.bank.requested).toHaveLength(1)
    await deliver(debit({ tranBusnStatusCode: 'Completed' }))
    await session.settled()
    expect(session.bank.requested).toHaveLength(2)
    expect(await storedRow(session.store)).toMatchObject({
      state: 'outcome-unknown',
      bank_status: 'completed',
    })
  })

  it('about an accepted order: end nothing themselves, and a status inquiry at once decides', async () => {
    await storedOrder(session.store, { state: 'accepted' })
    const statusIs = (status: string) => {
      session.bank.script = [{ status: 200, body: { status, requestReference: reference } }]
    }
    statusIs('IN_PROCESS')
    await session.tracking.start()
    await session.tracking.handlers.inquire({ id: 'o1' }, { operator: people.mara })
    await session.settled()
    const asked = session.bank.requested.length
    await deliver(debit({ tranBusnStatusCode: 'Completed' }))
    // The next one by its age is due after ten seconds.
    await session.pass(1_000)
    expect(session.bank.requested).toHaveLength(asked + 1)
    expect(await storedRow(session.store)).toMatchObject({ bank_status: 'completed', is_final: 0 })
    statusIs('COMPLETED')
    await session.tracking.handlers.inquire({ id: 'o1' }, { operator: people.mara })
    expect(await storedRow(session.store)).toMatchObject({ bank_status: 'completed', is_final: 1 })
  })

  it('while the program was off: are matched at the next start', async () => {
    await storedOrder(session.store)
    await deliver(debit())
    await intake.take(deliveryOf(debit({ tranBusnStatusCode: 'Completed' })))
    await intake.settled()
    expect(await bankStatus()).toBe('in-process')
    await session.tracking.start()
    await session.settled()
    expect(await bankStatus()).toBe('completed')
    expect(session.problems).toEqual([])
  })

  it('twice: are matched once', async () => {
    await storedOrder(session.store)
    await deliver(debit())
    await session.tracking.start()
    await session.tracking.alertsRead(1)
    await session.settled()
    expect(await matches()).toHaveLength(1)
  })
})

describe('an alert about a payment that came back as not sent', () => {
  it.each(notOnItsWay)('makes its outcome unknown again while it is %s', async (to) => {
    await cameBack(session, to)
    await deliver(debit({ tranBusnStatusCode: 'Completed' }))
    const row = await storedRow(session.store)
    expect(row).toMatchObject({ state: 'outcome-unknown', amount: 1_250_000 })
  })

  it.each(notOnItsWay)(
    'is offered to a person if it names no reference, while it is %s',
    async (to) => {
      await cameBack(session, to)
      if (to !== 'approved') await deliver(nameless({ dbArngNum: '99', tranAmt: '1.00' }))
      expect(await matches()).toEqual([])
      await deliver(nameless())
      expect(await matches()).toMatchObject([{ matched_by: 'suggestion', decision: 'open' }])
      expect((await storedRow(session.store)).state).toBe(to)
      await decide((await matches())[0]?.alert_seq ?? 0, true)
      await session.settled()
      expect((await storedRow(session.store)).state).toBe('outcome-unknown')
    },
  )
})
