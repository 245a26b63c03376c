/**
 * Status inquiries of orders at the bank, by hand and automatic: they only read, and decide only if
 * nothing else can be meant.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { readOutcomeEvidence } from '../../../../../main/money/order/approval/approval-hash.ts'
import { firstInquiry, nextInquiry } from '../../../../../main/money/order/status/inquiry-due.ts'
import { addStatusEvents } from '../../../../../main/money/order/status/status-events.ts'
import { bankKnows } from '../../../../../main/money/may-bank-have.ts'
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
  debitAccount,
  reference,
  storedAttempt,
  storedInquiries,
  storedOrder,
  storedRow,
} from '../support/stored-orders.ts'

let session: OrderTrackingSession
beforeEach(async () => {
  session = await openOrderTracking()
})
const caller = { operator: people.mara }
const inquire = (id = 'o1') => session.tracking.handlers.inquire({ id }, caller)
const payment = (status: string, more: object = {}) => ({
  status: 200,
  body: { status, transactionId: 'T-77', requestReference: reference, ...more },
})
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

describe('a payment that is queried for a sweep', () => {
  beforeEach(() => storedOrder(session.store, { transaction_id: 'T-77' }))

  it.each([
    ['an answer about it', payment('COMPLETED'), { answered: true, isStatusKnown: true }],
    ['a failure of the bank', { status: 500, body: {} }, { answered: true, isStatusKnown: false }],
    [
      'an answer about no payment',
      { status: 200, body: {} },
      { answered: true, isStatusKnown: false },
    ],
  ])('bank note 18: is reported by %s, or not', async (_what, answer, came) => {
    session.bank.script = [answer]
    expect(await session.tracking.inquireForSweep('o1')).toMatchObject({ ok: true, value: came })
  })

  it('is reported by no answer that was too slow', async () => {
    session.bank.script = [{ noAnswer: 'timed-out' }]
    expect(await session.tracking.inquireForSweep('o1')).toMatchObject({
      value: { answered: false, isStatusKnown: false, isTooSlow: true },
    })
  })
})

describe('a payment that seems not to have been sent, since the bank refused it barely and no status inquiry found it', () => {
  const state = async () => (await storedRow(session.store)).state
  const waiting = ['draft', 'awaiting-approval', 'approved', 'queued'] as const

  it.each(notOnItsWay)(
    'is queried further by itself while it is %s, as it was sent, and is accepted once the bank shows it',
    async (to) => {
      await cameBack(session, to)
      await session.tracking.start()
      await session.pass(to === 'withdrawn' ? hour : 0)
      expect(session.bank.requested).toEqual([`by-reference ${debitAccount} ${reference} system`])
      expect(await state()).toBe(to)
      session.bank.script = [payment('IN_PROCESS')]
      await session.pass(day)
      expect(await state()).toBe('accepted')
      expect(await storedRow(session.store)).toMatchObject({
        not_sent: null,
        transaction_id: 'T-77',
        amount: 1_250_000,
        debit_account: debitAccount,
      })
      expect(await actsAbout(session.store, 'o1')).toContain('order.ended')
    },
  )

  it('is queried while it waits in the queue too, and not sent once the bank shows it', async () => {
    await cameBack(session, 'queued')
    await session.tracking.start()
    session.bank.script = [payment('IN_PROCESS')]
    await session.pass(hour)
    expect(await bankKnows(session.store.read, 'o1')).toBe(true)
    expect(await state()).toBe('queued')
  })

  it.each(waiting)('is queried for an hour and longer while it is %s', async (to) => {
    await cameBack(session, to)
    await session.tracking.start()
    await session.pass(4 * hour)
    expect(session.bank.requested.length).toBeGreaterThan(8)
  })

  it('is queried twice more once it is discarded', async () => {
    await cameBack(session, 'withdrawn')
    await session.tracking.start()
    await session.pass(10 * day)
    expect(session.bank.requested).toHaveLength(2)
  })

  it.each(notOnItsWay)('is queried on request while it is %s', async (to) => {
    await cameBack(session, to)
    session.bank.script = [payment('IN_PROCESS')]
    expect(await inquire()).toMatchObject({ ok: true })
    await session.settled()
    expect(await state()).not.toBe(to)
  })
})

it('is not queried by itself, but on request, where it was journalled and never left', async () => {
  await storedOrder(session.store, { state: 'approved' })
  await storedAttempt(session.store, { outcome: 'not-sent', reason: 'connection-refused' })
  await session.tracking.start()
  await session.pass(hour)
  expect(session.bank.requested).toEqual([])
  expect(await inquire()).toMatchObject({ ok: true })
  expect(session.bank.requested).toHaveLength(1)
})

it('is not queried while it is approved and was never sent', async () => {
  await storedOrder(session.store, { state: 'approved' })
  await session.tracking.start()
  await session.pass(hour)
  expect(session.bank.requested).toEqual([])
  expect(await inquire()).toMatchObject({ error: { code: 'order-state' } })
})

describe('an order with an unknown outcome that is queried', () => {
  beforeEach(() => storedOrder(session.store, { state: 'outcome-unknown' }))

  it('bank note 66: is queried by account and reference exactly as they were sent', async () => {
    await inquire()
    expect(session.bank.requested).toEqual([`by-reference ${debitAccount} ${reference} mara`])
  })

  it('bank note 66: is queried by its transaction id first, and then by both, where both are known', async () => {
    await changeStored(session.store, 'o1', { transaction_id: 'T-77' })
    await inquire()
    expect(session.bank.requested).toEqual([
      'by-id T-77 mara',
      `by-reference ${debitAccount} ${reference} mara`,
    ])
    expect(await storedInquiries(session.store)).toMatchObject([
      { seq: 1, route: 'transaction-id', verdict: 'not-found', after_attempt: 1 },
      { seq: 2, route: 'reference', verdict: 'not-found', after_attempt: 1 },
    ])
  })

  it.each([
    ['IN_PROCESS', 'accepted', 'in-process'],
    ['COMPLETED', 'accepted', 'completed'],
    ['FAILED', 'rejected', 'failed'],
  ] as const)(
    'bank note 71: found as %s ends the unknown outcome as %s',
    async (statusText, state, kind) => {
      await changeStored(session.store, 'o1', {
        resend: JSON.stringify({
          by: 'theo',
          at: session.time.now,
          reason: 'r',
          evidence: 'e',
        }),
      })
      session.bank.script = [payment(statusText)]
      const answer = await inquire()
      expect(answer).toMatchObject({ ok: true, value: { state, transactionId: 'T-77' } })
      expect(await storedRow(session.store)).toMatchObject({
        state,
        bank_status: kind,
        bank_status_text: statusText,
        transaction_id: 'T-77',
        last_call_id: 'call-1',
        resend: null,
      })
      expect(session.emitted).toContain(`o1 ${state}`)
      expect(await actsAbout(session.store)).toContain('order.status-inquired')
    },
  )

  it.each([
    ['a foreign id alone', { status: 'COMPLETED', transactionId: 'T-OTHER' }],
    ['no name at all', { status: 'COMPLETED' }],
    ['a status elsewhere that disagrees', payment('COMPLETED', { paymentStatus: 'FAILED' }).body],
    ['a failure elsewhere', payment('FAILED', { payment: { status: 'COMPLETED' } }).body],
    ['a name twice', `{"requestReference":"${reference}","status":"FAILED","status":"COMPLETED"}`],
  ])('stays outcome-unknown where the answer holds %s', async (_what, body) => {
    session.bank.script = [{ status: 200, body }]
    expect(await inquire()).toMatchObject({ value: { state: 'outcome-unknown' } })
    expect(await storedInquiries(session.store)).toMatchObject([{ verdict: 'undecided' }])
  })

  it('is not reported missing by an answer that names a member twice', async () => {
    session.bank.script = [{ status: 404, body: '{"ErrorMessage":"none","ErrorMessage":"some"}' }]
    await inquire()
    expect(await storedInquiries(session.store)).toMatchObject([{ verdict: 'no-answer' }])
  })

  it('is found by an id that it is known by, though its reference is not named', async () => {
    await changeStored(session.store, 'o1', { transaction_id: 'T-77' })
    session.bank.script = [{ status: 200, body: { status: 'COMPLETED', transactionId: 'T-77' } }]
    expect(await inquire()).toMatchObject({ value: { state: 'accepted' } })
  })

  it('bank note 65: stays outcome-unknown when one of two sendings failed: the bank may have the other', async () => {
    await storedAttempt(session.store, { seq: 2, confirmed_by: 'mara' })
    session.bank.script = [payment('FAILED')]
    expect(await inquire()).toMatchObject({ value: { state: 'outcome-unknown' } })
    expect(await storedRow(session.store)).toMatchObject({ bank_status: 'not-reported' })
    expect(await storedInquiries(session.store)).toMatchObject([
      { verdict: 'undecided', status_text: 'FAILED' },
    ])
    session.bank.script = [payment('COMPLETED')]
    expect(await inquire()).toMatchObject({ value: { state: 'accepted' } })
  })

  it('bank note 65: adopts no transaction id of a failed sending while another may be at the bank', async () => {
    await storedAttempt(session.store, { seq: 2, outcome: 'rejected', confirmed_by: 'mara' })
    session.bank.script = [payment('FAILED', { transactionId: 'T-2' })]
    await inquire()
    expect(await storedRow(session.store)).toMatchObject({
      state: 'outcome-unknown',
      transaction_id: null,
      bank_status: 'not-reported',
      is_final: 0,
    })
  })

  it('bank note 71: stays outcome-unknown, with both shown, when a status inquiry reports failed and an alert completed', async () => {
    await session.store.record(
      { actor: 'system', kind: 'test.alert', subject: 'o1', detail: {} },
      (tx) =>
        addStatusEvents(
          tx,
          'o1',
          [
            {
              source: 'alert',
              vocabulary: 'business',
              statusText: 'Completed',
              bankTime: null,
              at: session.time.now,
              callId: null,
              alertSeq: null,
            },
          ],
          session.context.kinds,
        ),
    )
    session.bank.script = [payment('FAILED')]
    expect(await inquire()).toMatchObject({
      value: {
        state: 'outcome-unknown',
        inquiries: [{ verdict: 'undecided', statusText: 'FAILED' }],
        statusEvents: [{ statusText: 'Completed' }, { statusText: 'FAILED' }],
      },
    })
    expect(await storedRow(session.store)).toMatchObject({ bank_status: 'contradictory' })
  })

  it.each([
    ['a clearing reference', { clearingSystemReference: '20261123MMQFMP2C000123' }, 'FAILED'],
    ['COMPLETED beside it', { ServiceError: { status: 'COMPLETED' } }, 'FAILED / COMPLETED'],
    ['no reference of ours', { requestReference: undefined }, 'FAILED'],
  ] as const)(
    'bank note 71: is not rejected by FAILED with %s',
    async (_what, more, statusText) => {
      session.bank.script = [payment('FAILED', more)]
      await inquire()
      expect(await storedInquiries(session.store)).toMatchObject([
        { verdict: 'undecided', status_text: statusText },
      ])
      expect(await storedRow(session.store)).toMatchObject({
        state: 'outcome-unknown',
        bank_status: 'not-reported',
        is_final: 0,
      })
    },
  )

  it('bank note 71: is not accepted by COMPLETED with FAILED beside it', async () => {
    session.bank.script = [payment('COMPLETED', { ServiceError: { status: 'FAILED' } })]
    expect(await inquire()).toMatchObject({ value: { state: 'outcome-unknown' } })
    expect(await storedRow(session.store)).toMatchObject({ bank_status: 'not-reported' })
  })

  it('bank notes 71 and 74: is not rejected by FAILED that says returned: a returned payment was taken in', async () => {
    const error = { code: 'SVC-2002', title: 'Returned by the receiving bank' }
    session.bank.script = [payment('FAILED', { error })]
    await inquire()
    expect(await storedInquiries(session.store)).toMatchObject([
      { verdict: 'undecided', status_text: 'FAILED: Returned by the receiving bank' },
    ])
    expect(await storedRow(session.store)).toMatchObject({
      state: 'outcome-unknown',
      bank_status: 'not-reported',
      is_final: 0,
    })
  })

  it('is rejected without our reference by the transaction id that was known before', async () => {
    await changeStored(session.store, 'o1', { transaction_id: 'T-77' })
    session.bank.script = [payment('FAILED', { requestReference: undefined })]
    expect(await inquire()).toMatchObject({ value: { state: 'rejected' } })
  })

  it('bank note 67: stays outcome-unknown when it is not found, which is evidence only', async () => {
    const evidenceOf = async () =>
      readOutcomeEvidence(session.store.read, await storedRow(session.store))
    const before = await evidenceOf()
    const answer = await inquire()
    const evidence = await evidenceOf()
    expect(evidence).not.toBe(before)
    expect(answer).toMatchObject({
      value: {
        state: 'outcome-unknown',
        unknownOutcome: { evidence },
        inquiries: [{ verdict: 'not-found', counts: true, by: 'Mara Ellison', callId: 'call-1' }],
      },
    })
    expect(await storedRow(session.store)).toMatchObject({
      state: 'outcome-unknown',
      bank_status: 'not-reported',
    })
  })

  it('bank note 67: is not found by the common envelope, whose transaction id is the call\u2019s own', async () => {
    const envelope = { ErrorMessage: 'Not found', TransactionId: 'G-1', 'X-CorrelationId': 'c-1' }
    session.bank.script = [{ status: 404, body: envelope }]
    await inquire()
    expect(await storedInquiries(session.store)).toMatchObject([
      { verdict: 'not-found', status_text: null },
    ])
  })

  it.each([
    ['ERROR', payment('ERROR'), 'undecided', 'ERROR'],
    ['a status that is not listed', payment('DONE'), 'undecided', 'DONE'],
    ['another reference', payment('COMPLETED', { requestReference: 'OTHER' }), 'undecided', null],
    ['another account', payment('COMPLETED', { debitAccountNumber: '999' }), 'undecided', null],
    ['no payment by name', { status: 200, body: { status: 'COMPLETED' } }, 'undecided', null],
    ['FAILED about nothing', { status: 200, body: { status: 'FAILED' } }, 'undecided', null],
    ['a page', { status: 404, body: '<html>404</html>' }, 'no-answer', null],
    ['a failing backend', { status: 502, body: '<html></html>' }, 'no-answer', null],
    ['silence', { noAnswer: 'timed-out' }, 'no-answer', null],
    [
      'a 404 with the payment\u2019s id',
      { status: 404, body: { ServiceError: { transactionId: 'T-1', status: 'FAILED' } } },
      'undecided',
      null,
    ],
  ] as const)(
    'bank notes 67 and 71: decides nothing by %s',
    async (_what, script, verdict, statusText) => {
      session.bank.script = [script]
      expect(await inquire()).toMatchObject({ value: { state: 'outcome-unknown' } })
      expect(await storedInquiries(session.store)).toMatchObject([
        { verdict, status_text: statusText },
      ])
      expect(await storedRow(session.store)).toMatchObject({
        state: 'outcome-unknown',
        is_final: 0,
      })
    },
  )

  it('bank note 61: is found whatever the amount of the answer', async () => {
    session.bank.script = [
      payment('COMPLETED', { transferAmount: 125, debitAccountNumber: '72004500' }),
    ]
    expect(await inquire()).toMatchObject({
      value: { state: 'accepted', answer: { reading: { transferAmount: '125' } } },
    })
  })

  it('bank note 60: is found by a status that comes as an object', async () => {
    session.bank.script = [payment('', { status: { paymentStatus: 'COMPLETED' } })]
    expect(await inquire()).toMatchObject({ value: { state: 'accepted' } })
  })

  it('changes nothing of an order that was sent again during the query', async () => {
    session.bank.script = [payment('FAILED')]
    session.bank.during = async () => {
      await changeStored(session.store, 'o1', { state: 'queued' })
      await changeStored(session.store, 'o1', { state: 'sending' })
      await storedAttempt(session.store, { seq: 2, confirmed_by: 'cleo', outcome: 'under-way' })
    }
    expect(await inquire()).toMatchObject({ value: { state: 'sending' } })
    expect(await storedInquiries(session.store)).toMatchObject([{ after_attempt: 1 }])
  })

  it('is still outcome-unknown where it became unknown by another sending meanwhile', async () => {
    session.bank.script = [payment('FAILED')]
    session.bank.during = () => storedAttempt(session.store, { seq: 2, confirmed_by: 'cleo' })
    expect(await inquire()).toMatchObject({ value: { state: 'outcome-unknown' } })
  })

  it('is queried once where two people do so at one moment', async () => {
    await Promise.all([inquire(), inquire()])
    expect(session.bank.requested).toHaveLength(1)
    expect(await storedInquiries(session.store)).toHaveLength(1)
  })

  it('stores nothing of a status inquiry whose transaction fails', async () => {
    session.bank.script = [payment('COMPLETED')]
    const { store } = session
    await store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
      await tx.schema.dropTable('order_status_events').execute()
    })
    await expect(inquire()).rejects.toThrow(/order_status_events/)
    expect(await storedInquiries(store)).toEqual([])
    expect(await actsAbout(store)).not.toContain('order.status-inquired')
    expect((await storedRow(store)).state).toBe('outcome-unknown')
  })
})

describe('the route of a status inquiry that finds nothing', () => {
  const notThere = { status: 404, body: { ErrorMessage: 'No such payment' } }
  const other = 'CS20261122OTHER'
  const otherAnswer = { status: 200, body: { status: 'COMPLETED', requestReference: other } }
  const taken = (part: object = {}) =>
    storedOrder(session.store, { id: 'o2', reference: other, ...part })
  const routes = async () =>
    (await storedInquiries(session.store)).map(
      ({ verdict, status_text: statusText, route_reliability: reliability, reason }) => [
        verdict,
        statusText ?? reason,
        reliability,
      ],
    )
  /** A status inquiry of another order, stored like one of a sweep. */
  const shown = (at: string) =>
    session.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx
        .insertInto('order_status_inquiries')
        .values({
          order_id: 'o2',
          seq: 1,
          at,
          actor: 'system',
          status_text: 'COMPLETED',
          route: 'reference',
          verdict: 'found',
          after_attempt: 1,
          call_id: null,
        })
        .execute(),
    )
  const [before, after] = ['2026-11-23T13:00:00.000Z', '2026-11-23T14:00:00.000Z']
  beforeEach(async () => {
    session.bank.script = [notThere]
    await storedOrder(session.store, { state: 'outcome-unknown' })
  })

  it('is not proven where the bank has taken in nothing that it could show, and both people see the answer', async () => {
    await storedOrder(session.store, { id: 'o3', state: 'rejected', reference: 'R' })
    expect(await inquire()).toMatchObject({
      value: {
        unknownOutcome: { isRouteProven: false },
        inquiries: [
          { reliability: 'untried', counts: true, raw: '{"ErrorMessage":"No such payment"}' },
        ],
      },
    })
    expect(session.bank.requested).toHaveLength(1)
  })

  it('is proven by the newest that the bank has taken in, which is queried', async () => {
    await taken()
    await taken({ id: 'o4', reference: 'OLDER', released_at: '2026-11-20T10:00:00.000Z' })
    session.bank.script = [notThere, otherAnswer, notThere]
    expect(await inquire()).toMatchObject({ value: { unknownOutcome: { isRouteProven: true } } })
    expect(session.bank.requested[1]).toBe(`by-reference ${debitAccount} ${other} mara`)
    expect(await routes()).toEqual([['not-found', null, 'proven']])
    // Once after the sending is enough.
    await inquire()
    expect(session.bank.requested).toHaveLength(3)
    expect((await routes()).at(-1)).toEqual(['not-found', null, 'proven'])
  })

  it('makes it no answer where it does not show an order that the bank has taken in', async () => {
    await taken()
    expect(await inquire()).toMatchObject({
      value: { state: 'outcome-unknown', inquiries: [{ counts: false, raw: null }] },
    })
    expect(await routes()).toEqual([['no-answer', 'route-shows-nothing', null]])
  })

  it.each([
    ['reported as another', { status: 200, body: { status: 'COMPLETED', requestReference: 'X' } }],
    ['silent', { noAnswer: 'timed-out' }],
    ['a page', { status: 404, body: '<html>404</html>' }],
  ] as const)('is not proven by one that is %s', async (_what, answer) => {
    await taken()
    session.bank.script = [notThere, answer]
    await inquire()
    expect(await routes()).toEqual([['no-answer', 'route-shows-nothing', null]])
  })

  it('is proven by an order that a sweep showed since the sending, and by none before it', async () => {
    await taken()
    await shown(before)
    await inquire()
    expect(session.bank.requested).toHaveLength(2)
    expect((await routes()).at(-1)?.[0]).toBe('no-answer')
    await session.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx
        .updateTable('order_status_inquiries')
        .set({ at: after })
        .where('order_id', '=', 'o2')
        .execute(),
    )
    await inquire()
    expect(session.bank.requested).toHaveLength(3)
    expect((await routes()).at(-1)).toEqual(['not-found', null, 'proven'])
  })

  it('is not checked while the order has no unknown outcome', async () => {
    await taken()
    await changeStored(session.store, 'o1', { state: 'queued' })
    await changeStored(session.store, 'o1', { state: 'accepted' })
    await inquire()
    expect(session.bank.requested).toHaveLength(1)
    expect(await routes()).toEqual([['not-found', null, null]])
  })
})

describe('a status inquiry by hand', () => {
  it('is refused in a state in which nothing is at the bank', async () => {
    await storedOrder(session.store, { state: 'approved' })
    expect(await inquire()).toEqual({
      ok: false,
      error: { code: 'order-state', state: 'approved' },
    })
    expect(await inquire('nobody')).toEqual({ ok: false, error: { code: 'not-found' } })
    expect(session.bank.requested).toEqual([])
  })
  it('bank note 19: is refused while the bank requires a pause', async () => {
    await storedOrder(session.store)
    session.way.pausedUntil = new Date(session.time.ms + minute)
    expect(await inquire()).toMatchObject({ error: { code: 'rate-paused' } })
    expect(session.bank.requested).toEqual([])
  })
  it('moves the state of nothing that is not outcome-unknown, and reports the current answer of the bank', async () => {
    await storedOrder(session.store, { state: 'accepted', transaction_id: 'T-77' })
    session.bank.script = [payment('FAILED', { error: { code: 'E1', title: 'Closed account' } })]
    expect(await inquire()).toMatchObject({
      value: {
        state: 'accepted',
        bankStatus: { kind: 'failed', isFinal: true },
        answer: { reading: { error: { code: 'E1', title: 'Closed account' } } },
      },
    })
    expect(session.bank.requested).toEqual(['by-id T-77 mara'])
  })
  describe('bank note 74: a payment that was accepted, and failed later', () => {
    const clearingSystemReference = '20261123MMQFMP2C000123'
    const error = { code: 'SVC-2002', title: 'Returned by the receiving bank' }
    beforeEach(() => storedOrder(session.store, { state: 'accepted', transaction_id: 'T-77' }))

    it.each([
      ['in the error\u2019s title', { error, clearingSystemReference }],
      ['in its description', { error: { code: 'E1', description: 'Payment returned.' } }],
      ['beside the status', { status: { paymentStatus: 'FAILED', code: 'Returned' } }],
      ['as a business status', { tranBusnStatusCode: 'RETURNED', clearingSystemReference }],
    ])('is reported as returned: %s', async (_where, more) => {
      session.bank.script = [payment('COMPLETED'), payment('FAILED', more)]
      await inquire()
      expect(await inquire()).toMatchObject({
        value: { state: 'accepted', bankStatus: { kind: 'returned', isFinal: true } },
      })
      expect(await storedRow(session.store)).toMatchObject({ bank_status: 'returned', is_final: 1 })
    })

    it('is reported so too where nobody was notified that it was completed', async () => {
      session.bank.script = [payment('FAILED', { error, clearingSystemReference })]
      expect(await inquire()).toMatchObject({ value: { bankStatus: { kind: 'returned' } } })
    })

    it.each([
      ['nothing beside it', {}],
      ['a clearing reference', { clearingSystemReference }],
      ['another reason', { error: { code: 'E1', title: 'The network returned an error' } }],
    ])('needs a person where it was completed and FAILED comes with %s', async (_what, more) => {
      session.bank.script = [payment('COMPLETED'), payment('FAILED', more)]
      await inquire()
      expect(await inquire()).toMatchObject({
        value: {
          state: 'accepted',
          bankStatus: { kind: 'contradictory' },
          statusEvents: [{ statusText: 'COMPLETED' }, { statusText: 'FAILED' }],
        },
      })
    })

    it('bank note 65: is not reported so where it was sent twice: the other may be paid', async () => {
      await storedAttempt(session.store, { seq: 2, confirmed_by: 'cleo' })
      session.bank.script = [payment('COMPLETED'), payment('FAILED', { error })]
      await inquire()
      expect(await inquire()).toMatchObject({ value: { bankStatus: { kind: 'completed' } } })
    })
  })

  it('gets one event for the same status, however often it is reported', async () => {
    await storedOrder(session.store)
    session.bank.script = [payment('IN_PROCESS')]
    await inquire()
    const again = await inquire()
    expect(again).toMatchObject({ value: { statusEvents: [{ statusText: 'IN_PROCESS' }] } })
    expect(again.ok && again.value.statusEvents).toHaveLength(1)
  })
})

describe('orders that are polled by themselves', () => {
  const agesOf = () => session.bank.requested.length

  it('with an unknown outcome at 0 s, 5 s, 30 s, 2 min, 10 min, 30 min and then hourly, by the system', async () => {
    await storedOrder(session.store, { state: 'outcome-unknown' })
    await session.tracking.start()
    const requested: number[] = []
    for (const ms of [0, 4, 1, 24, 1, 89, 1, 479, 1, 1_199, 1, 1_799, 1, 3_599, 1]) {
      await session.sleep(ms * second)
      requested.push(agesOf())
    }
    expect(requested).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8])
    expect(session.bank.requested[0]).toMatch(/ system$/)
    expect(await storedRow(session.store)).toMatchObject({
      next_inquiry_at: new Date(session.time.ms + hour).toISOString(),
    })
  })

  it('accepted and not final, later and later', () => {
    const since = new Date('2026-11-23T14:00:00Z')
    const facts = { state: 'accepted', isFinal: false, since, finalSince: null } as const
    const ages: number[] = []
    let at = firstInquiry(facts)
    while (at && at.getTime() - since.getTime() < 6 * day) {
      ages.push((at.getTime() - since.getTime()) / second)
      at = nextInquiry(facts, at)
    }
    expect(ages.slice(0, 9)).toEqual([10, 30, 60, 120, 300, 900, 3_600, 7_200, 10_800])
    expect(ages.slice(-4).map((age) => age / 86_400)).toEqual([2 + 23 / 24, 3, 4, 5])
  })

  it('bank note 74: final, twice more for a return, and then no more', async () => {
    session.bank.script = [payment('COMPLETED')]
    await storedOrder(session.store, { transaction_id: 'T-77' })
    await session.tracking.start()
    await session.pass(10 * second)
    expect(await storedRow(session.store)).toMatchObject({ bank_status: 'completed', is_final: 1 })
    await session.sleep(hour - second)
    expect(agesOf()).toBe(1)
    await session.pass(second)
    expect(agesOf()).toBe(2)
    await session.sleep(22 * hour)
    expect(agesOf()).toBe(2)
    await session.sleep(hour)
    expect(agesOf()).toBe(3)
    await session.sleep(10 * day)
    expect(agesOf()).toBe(3)
    expect((await storedRow(session.store)).next_inquiry_at).toBeNull()
  })

  it('final, at once when an alert contradicts it', async () => {
    session.bank.script = [payment('COMPLETED')]
    await storedOrder(session.store, { transaction_id: 'T-77' })
    await session.tracking.start()
    await session.pass(10 * second)
    expect(agesOf()).toBe(1)
    const returned = {
      source: 'alert',
      vocabulary: 'business',
      statusText: 'Returned',
      at: session.time.now,
      bankTime: null,
      callId: null,
      alertSeq: null,
    } as const
    await session.store.record(
      { actor: 'system', kind: 'test.alert', subject: 'o1', detail: {} },
      (tx) => addStatusEvents(tx, 'o1', [returned], session.context.kinds),
    )
    session.tracking.track('o1')
    await session.pass(0)
    expect(agesOf()).toBe(2)
  })

  it('bank note 76: make up for alerts that were missed: no undocumented inquiry is sent', async () => {
    await storedOrder(session.store, { transaction_id: 'T-77' })
    session.bank.script = [payment('IN_PROCESS'), payment('COMPLETED')]
    await session.tracking.start()
    await session.sleep(10 * second)
    expect(await storedRow(session.store)).toMatchObject({ bank_status: 'in-process', is_final: 0 })
    await session.sleep(20 * second)
    expect(await storedRow(session.store)).toMatchObject({ bank_status: 'completed', is_final: 1 })
    expect(session.bank.requested).toEqual(['by-id T-77 system', 'by-id T-77 system'])
  })

  it('are not polled during a pause or without a bank, and are as soon as it may be called again', async () => {
    await storedOrder(session.store, { state: 'outcome-unknown' })
    session.way.pausedUntil = new Date(session.time.ms + 2 * minute)
    await session.tracking.start()
    await session.pass(minute)
    expect(agesOf()).toBe(0)
    session.way.pausedUntil = null
    session.way.isOpen = false
    await session.pass(minute)
    expect(agesOf()).toBe(0)
    session.way.isOpen = true
    await session.pass(5 * second)
    expect(agesOf()).toBe(1)
  })

  it('store nothing of a call that was never sent, and wait longer and longer while none is', async () => {
    await storedOrder(session.store, { state: 'outcome-unknown' })
    session.bank.script = [{ notSent: 'connection-refused' }]
    await session.tracking.start()
    await session.pass(2 * minute)
    expect(await storedInquiries(session.store)).toEqual([])
    expect(agesOf()).toBeGreaterThan(1)
    expect(agesOf()).toBeLessThan(6)
    session.bank.script = [payment('COMPLETED')]
    await session.pass(5 * minute)
    expect(await storedRow(session.store)).toMatchObject({ state: 'accepted' })
  })

  it('continue where a program that ended had stopped', async () => {
    const next_inquiry_at = new Date(session.time.ms + 20 * minute).toISOString()
    await storedOrder(session.store, { state: 'outcome-unknown', next_inquiry_at })
    await session.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
      await tx
        .insertInto('order_status_inquiries')
        .values({
          order_id: 'o1',
          seq: 1,
          at: session.time.now,
          actor: 'system',
          status_text: null,
          route: 'reference',
          verdict: 'not-found',
          after_attempt: 1,
          call_id: null,
        })
        .execute()
    })
    await session.tracking.start()
    await session.sleep(19 * minute)
    expect(agesOf()).toBe(0)
    await session.pass(minute)
    expect(agesOf()).toBe(1)
  })

  it('restart their schedule after they were sent again, whatever had been planned before', async () => {
    const next_inquiry_at = new Date(session.time.ms + day).toISOString()
    await storedOrder(session.store, { state: 'outcome-unknown', next_inquiry_at })
    await session.tracking.start()
    session.tracking.track('o1')
    await session.pass(second)
    expect(agesOf()).toBe(1)
  })

  it('continue when the clock of the machine is set back', async () => {
    await storedOrder(session.store, { state: 'outcome-unknown' })
    await session.tracking.start()
    await session.settled()
    const before = session.bank.requested.length
    session.time.setBackMs = day
    await session.pass(6 * second)
    expect(session.bank.requested.length).toBe(before + 1)
    await session.pass(2 * hour)
    expect(session.bank.requested.length).toBe(before + 3)
  })

  it('send nothing: the one API that they hold cannot', () => {
    expect(Object.keys(session.bank)).not.toContain('initiate')
  })

  it('stop when they are interrupted, and continue when the profile is shown again', async () => {
    await storedOrder(session.store, { state: 'outcome-unknown' })
    await session.tracking.start()
    await session.tracking.rest()
    await session.sleep(hour)
    expect(agesOf()).toBe(0)
    await session.tracking.start()
    await session.pass(second)
    expect(agesOf()).toBe(1)
  })

  it('continue when a person starts a status inquiry after they were interrupted', async () => {
    await storedOrder(session.store, { state: 'outcome-unknown' })
    await session.tracking.rest()
    await inquire()
    await session.pass(5 * second)
    expect(agesOf()).toBe(2)
  })
})
