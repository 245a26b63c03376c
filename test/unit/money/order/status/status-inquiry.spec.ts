/**
 * Status inquiries of orders at the bank, by hand and automatic: they only read, and decide only if
 * nothing else can be meant.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { readOutcomeEvidence } from '../../../../../main/money/order/approval/approval-hash.ts'
import { firstInquiry, nextInquiry } from '../../../../../main/money/order/status/inquiry-due.ts'
import { addStatusEvents } from '../../../../../main/money/order/status/status-events.ts'
import { followingDesk, people, type FollowingDesk } from '../parts/following-desk.ts'
import {
  actsAbout,
  changeStored,
  debitAccount,
  reference,
  storedAttempt,
  storedLookUps,
  storedOrder,
  storedRow,
} from '../parts/stored-orders.ts'

let desk: FollowingDesk
beforeEach(async () => {
  desk = await followingDesk()
})
const caller = { operator: people.mara }
const lookUp = (id = 'o1') => desk.following.verbs.lookUp({ id }, caller)
const payment = (status: string, more: object = {}) => ({
  status: 200,
  body: { status, transactionId: 'T-77', requestReference: reference, ...more },
})
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

describe('a payment that is looked up for a sweep', () => {
  beforeEach(() => storedOrder(desk.store, { transaction_id: 'T-77' }))

  it.each([
    ['an answer about it', payment('COMPLETED'), { answered: true, isStatusKnown: true }],
    ['a failure of the bank', { status: 500, body: {} }, { answered: true, isStatusKnown: false }],
    [
      'an answer about no payment',
      { status: 200, body: {} },
      { answered: true, isStatusKnown: false },
    ],
  ])('bank note 18: is told of by %s, or not', async (_what, answer, came) => {
    desk.bank.script = [answer]
    expect(await desk.following.inquireForSweep('o1')).toMatchObject({ ok: true, value: came })
  })

  it('is told of by no answer that was too slow', async () => {
    desk.bank.script = [{ noAnswer: 'timed-out' }]
    expect(await desk.following.inquireForSweep('o1')).toMatchObject({
      value: { answered: false, isStatusKnown: false, isTooSlow: true },
    })
  })
})

describe('a payment that seems not to have been sent, since the bank refused it barely and no look-up found it', () => {
  const state = async () => (await storedRow(desk.store)).state
  beforeEach(async () => {
    await storedOrder(desk.store, { state: 'approved' })
    await storedAttempt(desk.store, { outcome: 'not-sent', reason: 'refusal-borne-out' })
  })

  it('is looked up on by itself, and is in doubt again and then taken in once the bank shows it', async () => {
    await desk.following.start()
    await desk.settled()
    expect(desk.bank.asked).toHaveLength(1)
    expect(await state()).toBe('approved')
    desk.bank.script = [payment('IN_PROCESS')]
    await desk.pass(hour)
    expect(await state()).toBe('accepted')
    expect(await storedRow(desk.store)).toMatchObject({ not_sent: null, transaction_id: 'T-77' })
    expect(await actsAbout(desk.store, 'o1')).toContain('order.ended')
  })

  it('is looked up when somebody asks', async () => {
    desk.bank.script = [payment('IN_PROCESS')]
    expect(await lookUp()).toMatchObject({ ok: true })
    await desk.settled()
    expect(await state()).not.toBe('approved')
  })
})

it('looks nothing up that is approved and never left', async () => {
  await storedOrder(desk.store, { state: 'approved' })
  await desk.following.start()
  await desk.pass(hour)
  expect(desk.bank.asked).toEqual([])
  expect(await lookUp()).toMatchObject({ error: { code: 'order-state' } })
})

describe('an order in doubt that is looked up', () => {
  beforeEach(() => storedOrder(desk.store, { state: 'outcome-unknown' }))

  it('bank note 66: is asked for by account and reference exactly as they were sent', async () => {
    await lookUp()
    expect(desk.bank.asked).toEqual([`by-reference ${debitAccount} ${reference} mara`])
  })

  it('bank note 66: is asked for by its transaction id first, and then by both, where both are known', async () => {
    await changeStored(desk.store, 'o1', { transaction_id: 'T-77' })
    await lookUp()
    expect(desk.bank.asked).toEqual([
      'by-id T-77 mara',
      `by-reference ${debitAccount} ${reference} mara`,
    ])
    expect(await storedLookUps(desk.store)).toMatchObject([
      { seq: 1, looked_by: 'transaction-id', verdict: 'not-found', after_attempt: 1 },
      { seq: 2, looked_by: 'reference', verdict: 'not-found', after_attempt: 1 },
    ])
  })

  it.each([
    ['IN_PROCESS', 'accepted', 'in-process'],
    ['COMPLETED', 'accepted', 'completed'],
    ['FAILED', 'rejected', 'failed'],
  ] as const)('bank note 71: found as %s ends the doubt as %s', async (word, state, standing) => {
    await changeStored(desk.store, 'o1', {
      second_sending: JSON.stringify({ by: 'theo', at: desk.time.now, reason: 'r', evidence: 'e' }),
    })
    desk.bank.script = [payment(word)]
    const answer = await lookUp()
    expect(answer).toMatchObject({ ok: true, value: { state, transactionId: 'T-77' } })
    expect(await storedRow(desk.store)).toMatchObject({
      state,
      standing,
      standing_word: word,
      transaction_id: 'T-77',
      last_call_id: 'call-1',
      second_sending: null,
    })
    expect(desk.told).toContain(`o1 ${state}`)
    expect(await actsAbout(desk.store)).toContain('order.looked-up')
  })

  it.each([
    ['a foreign id alone', { status: 'COMPLETED', transactionId: 'T-OTHER' }],
    ['no name at all', { status: 'COMPLETED' }],
    ['a status elsewhere that disagrees', payment('COMPLETED', { paymentStatus: 'FAILED' }).body],
    ['a failure elsewhere', payment('FAILED', { payment: { status: 'COMPLETED' } }).body],
    ['a name twice', `{"requestReference":"${reference}","status":"FAILED","status":"COMPLETED"}`],
  ])('stays in doubt where the answer holds %s', async (_what, body) => {
    desk.bank.script = [{ status: 200, body }]
    expect(await lookUp()).toMatchObject({ value: { state: 'outcome-unknown' } })
    expect(await storedLookUps(desk.store)).toMatchObject([{ verdict: 'undecided' }])
  })

  it('is not said to be missing by an answer that names a member twice', async () => {
    desk.bank.script = [{ status: 404, body: '{"ErrorMessage":"none","ErrorMessage":"some"}' }]
    await lookUp()
    expect(await storedLookUps(desk.store)).toMatchObject([{ verdict: 'no-answer' }])
  })

  it('is found by an id that it is known by, though its reference is not named', async () => {
    await changeStored(desk.store, 'o1', { transaction_id: 'T-77' })
    desk.bank.script = [{ status: 200, body: { status: 'COMPLETED', transactionId: 'T-77' } }]
    expect(await lookUp()).toMatchObject({ value: { state: 'accepted' } })
  })

  it('bank note 65: stays in doubt when one of two sendings failed: the bank may have the other', async () => {
    await storedAttempt(desk.store, { seq: 2, confirmed_by: 'mara' })
    desk.bank.script = [payment('FAILED')]
    expect(await lookUp()).toMatchObject({ value: { state: 'outcome-unknown' } })
    expect(await storedRow(desk.store)).toMatchObject({ standing: 'not-said' })
    expect(await storedLookUps(desk.store)).toMatchObject([
      { verdict: 'undecided', word: 'FAILED' },
    ])
    desk.bank.script = [payment('COMPLETED')]
    expect(await lookUp()).toMatchObject({ value: { state: 'accepted' } })
  })

  it('bank note 65: adopts no transaction id of a failed sending while another may be at the bank', async () => {
    await storedAttempt(desk.store, { seq: 2, outcome: 'rejected', confirmed_by: 'mara' })
    desk.bank.script = [payment('FAILED', { transactionId: 'T-2' })]
    await lookUp()
    expect(await storedRow(desk.store)).toMatchObject({
      state: 'outcome-unknown',
      transaction_id: null,
      standing: 'not-said',
      is_final: 0,
    })
  })

  it('bank note 71: stays in doubt, with both shown, when what failed by a look-up was completed by an alert', async () => {
    await desk.store.record(
      { actor: 'system', kind: 'test.alert', subject: 'o1', detail: {} },
      (tx) =>
        addStatusEvents(
          tx,
          'o1',
          [
            {
              source: 'alert',
              vocabulary: 'business',
              word: 'Completed',
              saidAt: null,
              at: desk.time.now,
              callId: null,
              alertSeq: null,
            },
          ],
          desk.context.kinds,
        ),
    )
    desk.bank.script = [payment('FAILED')]
    expect(await lookUp()).toMatchObject({
      value: {
        state: 'outcome-unknown',
        inquiries: [{ verdict: 'undecided', word: 'FAILED' }],
        statements: [{ word: 'Completed' }, { word: 'FAILED' }],
      },
    })
    expect(await storedRow(desk.store)).toMatchObject({ standing: 'contradictory' })
  })

  it.each([
    ['a clearing reference', { clearingSystemReference: '20261123MMQFMP2C000123' }, 'FAILED'],
    ['COMPLETED beside it', { ServiceError: { status: 'COMPLETED' } }, 'FAILED / COMPLETED'],
    ['no reference of ours', { requestReference: undefined }, 'FAILED'],
  ] as const)('bank note 71: is not rejected by FAILED with %s', async (_what, more, word) => {
    desk.bank.script = [payment('FAILED', more)]
    await lookUp()
    expect(await storedLookUps(desk.store)).toMatchObject([{ verdict: 'undecided', word }])
    expect(await storedRow(desk.store)).toMatchObject({
      state: 'outcome-unknown',
      standing: 'not-said',
      is_final: 0,
    })
  })

  it('bank note 71: is not accepted by COMPLETED with FAILED beside it', async () => {
    desk.bank.script = [payment('COMPLETED', { ServiceError: { status: 'FAILED' } })]
    expect(await lookUp()).toMatchObject({ value: { state: 'outcome-unknown' } })
    expect(await storedRow(desk.store)).toMatchObject({ standing: 'not-said' })
  })

  it('bank notes 71 and 74: is not rejected by FAILED that says returned: what came back was taken in', async () => {
    const error = { code: 'SVC-2002', title: 'Returned by the receiving bank' }
    desk.bank.script = [payment('FAILED', { error })]
    await lookUp()
    expect(await storedLookUps(desk.store)).toMatchObject([
      { verdict: 'undecided', word: 'FAILED: Returned by the receiving bank' },
    ])
    expect(await storedRow(desk.store)).toMatchObject({
      state: 'outcome-unknown',
      standing: 'not-said',
      is_final: 0,
    })
  })

  it('is rejected without our reference by the transaction id that was known before', async () => {
    await changeStored(desk.store, 'o1', { transaction_id: 'T-77' })
    desk.bank.script = [payment('FAILED', { requestReference: undefined })]
    expect(await lookUp()).toMatchObject({ value: { state: 'rejected' } })
  })

  it('bank note 67: stays in doubt when it is not found, and that is evidence only', async () => {
    const evidenceOf = async () => readOutcomeEvidence(desk.store.read, await storedRow(desk.store))
    const before = await evidenceOf()
    const answer = await lookUp()
    const evidence = await evidenceOf()
    expect(evidence).not.toBe(before)
    expect(answer).toMatchObject({
      value: {
        state: 'outcome-unknown',
        doubt: { evidence },
        inquiries: [{ verdict: 'not-found', counts: true, by: 'Mara Ellison', callId: 'call-1' }],
      },
    })
    expect(await storedRow(desk.store)).toMatchObject({
      state: 'outcome-unknown',
      standing: 'not-said',
    })
  })

  it('bank note 67: is not found by the common envelope, whose transaction id is the call\u2019s own', async () => {
    const envelope = { ErrorMessage: 'Not found', TransactionId: 'G-1', 'X-CorrelationId': 'c-1' }
    desk.bank.script = [{ status: 404, body: envelope }]
    await lookUp()
    expect(await storedLookUps(desk.store)).toMatchObject([{ verdict: 'not-found', word: null }])
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
    async (_what, script, verdict, word) => {
      desk.bank.script = [script]
      expect(await lookUp()).toMatchObject({ value: { state: 'outcome-unknown' } })
      expect(await storedLookUps(desk.store)).toMatchObject([{ verdict, word }])
      expect(await storedRow(desk.store)).toMatchObject({ state: 'outcome-unknown', is_final: 0 })
    },
  )

  it('bank note 61: is found whatever the amount of the answer', async () => {
    desk.bank.script = [
      payment('COMPLETED', { transferAmount: 125, debitAccountNumber: '72004500' }),
    ]
    expect(await lookUp()).toMatchObject({
      value: { state: 'accepted', answer: { reading: { transferAmount: '125' } } },
    })
  })

  it('bank note 60: is found by a status that comes as an object', async () => {
    desk.bank.script = [payment('', { status: { paymentStatus: 'COMPLETED' } })]
    expect(await lookUp()).toMatchObject({ value: { state: 'accepted' } })
  })

  it('changes nothing of an order that was sent again while the bank was asked', async () => {
    desk.bank.script = [payment('FAILED')]
    desk.bank.during = async () => {
      await changeStored(desk.store, 'o1', { state: 'queued' })
      await changeStored(desk.store, 'o1', { state: 'sending' })
      await storedAttempt(desk.store, { seq: 2, confirmed_by: 'cleo', outcome: 'under-way' })
    }
    expect(await lookUp()).toMatchObject({ value: { state: 'sending' } })
    expect(await storedLookUps(desk.store)).toMatchObject([{ after_attempt: 1 }])
  })

  it('is in doubt still where it came into doubt by another sending meanwhile', async () => {
    desk.bank.script = [payment('FAILED')]
    desk.bank.during = () => storedAttempt(desk.store, { seq: 2, confirmed_by: 'cleo' })
    expect(await lookUp()).toMatchObject({ value: { state: 'outcome-unknown' } })
  })

  it('is asked for once where two ask at one moment', async () => {
    await Promise.all([lookUp(), lookUp()])
    expect(desk.bank.asked).toHaveLength(1)
    expect(await storedLookUps(desk.store)).toHaveLength(1)
  })

  it('keeps nothing of a look-up whose transaction fails', async () => {
    desk.bank.script = [payment('COMPLETED')]
    const { store } = desk
    await store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
      await tx.schema.dropTable('order_statements').execute()
    })
    await expect(lookUp()).rejects.toThrow(/order_statements/)
    expect(await storedLookUps(store)).toEqual([])
    expect(await actsAbout(store)).not.toContain('order.looked-up')
    expect((await storedRow(store)).state).toBe('outcome-unknown')
  })
})

describe('the route of a look-up that finds nothing', () => {
  const notThere = { status: 404, body: { ErrorMessage: 'No such payment' } }
  const other = 'CS20261122OTHER'
  const otherTold = { status: 200, body: { status: 'COMPLETED', requestReference: other } }
  const taken = (part: object = {}) =>
    storedOrder(desk.store, { id: 'o2', reference: other, ...part })
  const routes = async () =>
    (await storedLookUps(desk.store)).map(({ verdict, word, route, reason }) => [
      verdict,
      word ?? reason,
      route,
    ])
  /** A status inquiry of another order, stored like one of a sweep. */
  const shown = (at: string) =>
    desk.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx
        .insertInto('order_look_ups')
        .values({
          order_id: 'o2',
          seq: 1,
          at,
          actor: 'system',
          word: 'COMPLETED',
          looked_by: 'reference',
          verdict: 'found',
          after_attempt: 1,
          call_id: null,
        })
        .execute(),
    )
  const [before, after] = ['2026-11-23T13:00:00.000Z', '2026-11-23T14:00:00.000Z']
  beforeEach(async () => {
    desk.bank.script = [notThere]
    await storedOrder(desk.store, { state: 'outcome-unknown' })
  })

  it('is not proven where the bank has taken in nothing that it could show, and both people see the answer', async () => {
    await storedOrder(desk.store, { id: 'o3', state: 'rejected', reference: 'R' })
    expect(await lookUp()).toMatchObject({
      value: {
        doubt: { isRouteProven: false },
        inquiries: [
          { reliability: 'untried', counts: true, raw: '{"ErrorMessage":"No such payment"}' },
        ],
      },
    })
    expect(desk.bank.asked).toHaveLength(1)
  })

  it('is proven by the newest that the bank has taken in, which is asked for', async () => {
    await taken()
    await taken({ id: 'o4', reference: 'OLDER', released_at: '2026-11-20T10:00:00.000Z' })
    desk.bank.script = [notThere, otherTold, notThere]
    expect(await lookUp()).toMatchObject({ value: { doubt: { isRouteProven: true } } })
    expect(desk.bank.asked[1]).toBe(`by-reference ${debitAccount} ${other} mara`)
    expect(await routes()).toEqual([['not-found', null, 'proven']])
    // Once after the sending is enough.
    await lookUp()
    expect(desk.bank.asked).toHaveLength(3)
    expect((await routes()).at(-1)).toEqual(['not-found', null, 'proven'])
  })

  it('makes it no answer where it does not show what the bank has taken in', async () => {
    await taken()
    expect(await lookUp()).toMatchObject({
      value: { state: 'outcome-unknown', inquiries: [{ counts: false, raw: null }] },
    })
    expect(await routes()).toEqual([['no-answer', 'route-shows-nothing', null]])
  })

  it.each([
    ['told of as another', { status: 200, body: { status: 'COMPLETED', requestReference: 'X' } }],
    ['silent', { noAnswer: 'timed-out' }],
    ['a page', { status: 404, body: '<html>404</html>' }],
  ] as const)('is not proven by one that is %s', async (_what, answer) => {
    await taken()
    desk.bank.script = [notThere, answer]
    await lookUp()
    expect(await routes()).toEqual([['no-answer', 'route-shows-nothing', null]])
  })

  it('is proven by what a sweep was shown since the sending, and by nothing before it', async () => {
    await taken()
    await shown(before)
    await lookUp()
    expect(desk.bank.asked).toHaveLength(2)
    expect((await routes()).at(-1)?.[0]).toBe('no-answer')
    await desk.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx.updateTable('order_look_ups').set({ at: after }).where('order_id', '=', 'o2').execute(),
    )
    await lookUp()
    expect(desk.bank.asked).toHaveLength(3)
    expect((await routes()).at(-1)).toEqual(['not-found', null, 'proven'])
  })

  it('is asked for nothing while the order is in no doubt', async () => {
    await taken()
    await changeStored(desk.store, 'o1', { state: 'queued' })
    await changeStored(desk.store, 'o1', { state: 'accepted' })
    await lookUp()
    expect(desk.bank.asked).toHaveLength(1)
    expect(await routes()).toEqual([['not-found', null, null]])
  })
})

describe('a look-up by hand', () => {
  it('is refused in a state in which nothing is at the bank', async () => {
    await storedOrder(desk.store, { state: 'approved' })
    expect(await lookUp()).toEqual({ ok: false, error: { code: 'order-state', state: 'approved' } })
    expect(await lookUp('nobody')).toEqual({ ok: false, error: { code: 'not-found' } })
    expect(desk.bank.asked).toEqual([])
  })
  it('bank note 19: is refused while the bank wants silence', async () => {
    await storedOrder(desk.store)
    desk.way.pausedUntil = new Date(desk.time.ms + minute)
    expect(await lookUp()).toMatchObject({ error: { code: 'rate-paused' } })
    expect(desk.bank.asked).toEqual([])
  })
  it('moves the state of nothing that is not in doubt, and tells what the bank says now', async () => {
    await storedOrder(desk.store, { state: 'accepted', transaction_id: 'T-77' })
    desk.bank.script = [payment('FAILED', { error: { code: 'E1', title: 'Closed account' } })]
    expect(await lookUp()).toMatchObject({
      value: {
        state: 'accepted',
        bankStatus: { kind: 'failed', isFinal: true },
        answer: { reading: { error: { code: 'E1', title: 'Closed account' } } },
      },
    })
    expect(desk.bank.asked).toEqual(['by-id T-77 mara'])
  })
  describe('bank note 74: of a payment that was accepted, and failed later', () => {
    const clearingSystemReference = '20261123MMQFMP2C000123'
    const error = { code: 'SVC-2002', title: 'Returned by the receiving bank' }
    beforeEach(() => storedOrder(desk.store, { state: 'accepted', transaction_id: 'T-77' }))

    it.each([
      ['in the error\u2019s title', { error, clearingSystemReference }],
      ['in its description', { error: { code: 'E1', description: 'Payment returned.' } }],
      ['beside the status', { status: { paymentStatus: 'FAILED', code: 'Returned' } }],
      ['as a business status', { tranBusnStatusCode: 'RETURNED', clearingSystemReference }],
    ])('says that it came back: %s', async (_where, more) => {
      desk.bank.script = [payment('COMPLETED'), payment('FAILED', more)]
      await lookUp()
      expect(await lookUp()).toMatchObject({
        value: { state: 'accepted', bankStatus: { kind: 'returned', isFinal: true } },
      })
      expect(await storedRow(desk.store)).toMatchObject({ standing: 'returned', is_final: 1 })
    })

    it('says so too where nobody heard that it was completed', async () => {
      desk.bank.script = [payment('FAILED', { error, clearingSystemReference })]
      expect(await lookUp()).toMatchObject({ value: { bankStatus: { kind: 'returned' } } })
    })

    it.each([
      ['nothing beside it', {}],
      ['a clearing reference', { clearingSystemReference }],
      ['another reason', { error: { code: 'E1', title: 'The network returned an error' } }],
    ])('needs a person where it was completed and FAILED comes with %s', async (_what, more) => {
      desk.bank.script = [payment('COMPLETED'), payment('FAILED', more)]
      await lookUp()
      expect(await lookUp()).toMatchObject({
        value: {
          state: 'accepted',
          bankStatus: { kind: 'contradictory' },
          statements: [{ word: 'COMPLETED' }, { word: 'FAILED' }],
        },
      })
    })

    it('bank note 65: says nothing of it where it was sent twice: the other may be paid', async () => {
      await storedAttempt(desk.store, { seq: 2, confirmed_by: 'cleo' })
      desk.bank.script = [payment('COMPLETED'), payment('FAILED', { error })]
      await lookUp()
      expect(await lookUp()).toMatchObject({ value: { bankStatus: { kind: 'completed' } } })
    })
  })

  it('says the same thing once, however often it is heard', async () => {
    await storedOrder(desk.store)
    desk.bank.script = [payment('IN_PROCESS')]
    await lookUp()
    const again = await lookUp()
    expect(again).toMatchObject({ value: { statements: [{ word: 'IN_PROCESS' }] } })
    expect(again.ok && again.value.statements).toHaveLength(1)
  })
})

describe('orders that are looked up by themselves', () => {
  const agesOf = () => desk.bank.asked.length

  it('in doubt at 0 s, 5 s, 30 s, 2 min, 10 min, 30 min and then hourly, by the system', async () => {
    await storedOrder(desk.store, { state: 'outcome-unknown' })
    await desk.following.start()
    const asked: number[] = []
    for (const ms of [0, 4, 1, 24, 1, 89, 1, 479, 1, 1_199, 1, 1_799, 1, 3_599, 1]) {
      await desk.sleep(ms * second)
      asked.push(agesOf())
    }
    expect(asked).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8])
    expect(desk.bank.asked[0]).toMatch(/ system$/)
    expect(await storedRow(desk.store)).toMatchObject({
      next_look_up_at: new Date(desk.time.ms + hour).toISOString(),
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
    desk.bank.script = [payment('COMPLETED')]
    await storedOrder(desk.store, { transaction_id: 'T-77' })
    await desk.following.start()
    await desk.pass(10 * second)
    expect(await storedRow(desk.store)).toMatchObject({ standing: 'completed', is_final: 1 })
    await desk.sleep(hour - second)
    expect(agesOf()).toBe(1)
    await desk.pass(second)
    expect(agesOf()).toBe(2)
    await desk.sleep(22 * hour)
    expect(agesOf()).toBe(2)
    await desk.sleep(hour)
    expect(agesOf()).toBe(3)
    await desk.sleep(10 * day)
    expect(agesOf()).toBe(3)
    expect((await storedRow(desk.store)).next_look_up_at).toBeNull()
  })

  it('bank note 76: make up for alerts that were missed: no inquiry that is not shown is asked', async () => {
    await storedOrder(desk.store, { transaction_id: 'T-77' })
    desk.bank.script = [payment('IN_PROCESS'), payment('COMPLETED')]
    await desk.following.start()
    await desk.sleep(10 * second)
    expect(await storedRow(desk.store)).toMatchObject({ standing: 'in-process', is_final: 0 })
    await desk.sleep(20 * second)
    expect(await storedRow(desk.store)).toMatchObject({ standing: 'completed', is_final: 1 })
    expect(desk.bank.asked).toEqual(['by-id T-77 system', 'by-id T-77 system'])
  })

  it('never while the bank wants silence or there is none, and as soon as it may be asked again', async () => {
    await storedOrder(desk.store, { state: 'outcome-unknown' })
    desk.way.pausedUntil = new Date(desk.time.ms + 2 * minute)
    await desk.following.start()
    await desk.pass(minute)
    expect(agesOf()).toBe(0)
    desk.way.pausedUntil = null
    desk.way.isOpen = false
    await desk.pass(minute)
    expect(agesOf()).toBe(0)
    desk.way.isOpen = true
    await desk.pass(5 * second)
    expect(agesOf()).toBe(1)
  })

  it('keep nothing of a call that never left, and ask later and later while none does', async () => {
    await storedOrder(desk.store, { state: 'outcome-unknown' })
    desk.bank.script = [{ notSent: 'connection-refused' }]
    await desk.following.start()
    await desk.pass(2 * minute)
    expect(await storedLookUps(desk.store)).toEqual([])
    expect(agesOf()).toBeGreaterThan(1)
    expect(agesOf()).toBeLessThan(6)
    desk.bank.script = [payment('COMPLETED')]
    await desk.pass(5 * minute)
    expect(await storedRow(desk.store)).toMatchObject({ state: 'accepted' })
  })

  it('go on where a program that ended had come to', async () => {
    const next_look_up_at = new Date(desk.time.ms + 20 * minute).toISOString()
    await storedOrder(desk.store, { state: 'outcome-unknown', next_look_up_at })
    await desk.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
      await tx
        .insertInto('order_look_ups')
        .values({
          order_id: 'o1',
          seq: 1,
          at: desk.time.now,
          actor: 'system',
          word: null,
          looked_by: 'reference',
          verdict: 'not-found',
          after_attempt: 1,
          call_id: null,
        })
        .execute()
    })
    await desk.following.start()
    await desk.sleep(19 * minute)
    expect(agesOf()).toBe(0)
    await desk.pass(minute)
    expect(agesOf()).toBe(1)
  })

  it('begin anew with what was followed, whatever had been planned before it was sent again', async () => {
    const next_look_up_at = new Date(desk.time.ms + day).toISOString()
    await storedOrder(desk.store, { state: 'outcome-unknown', next_look_up_at })
    await desk.following.start()
    desk.following.follow('o1')
    await desk.pass(second)
    expect(agesOf()).toBe(1)
  })

  it('go on when the clock of the machine is set back', async () => {
    await storedOrder(desk.store, { state: 'outcome-unknown' })
    await desk.following.start()
    await desk.settled()
    const before = desk.bank.asked.length
    desk.time.setBackMs = day
    await desk.pass(6 * second)
    expect(desk.bank.asked.length).toBe(before + 1)
    await desk.pass(2 * hour)
    expect(desk.bank.asked.length).toBe(before + 3)
  })

  it('send nothing: the one API that they hold cannot', () => {
    expect(Object.keys(desk.bank)).not.toContain('initiate')
  })

  it('end when they are interrupted, and go on when the profile is shown again', async () => {
    await storedOrder(desk.store, { state: 'outcome-unknown' })
    await desk.following.start()
    await desk.following.rest()
    await desk.sleep(hour)
    expect(agesOf()).toBe(0)
    await desk.following.start()
    await desk.pass(second)
    expect(agesOf()).toBe(1)
  })

  it('go on when a person looks one up after they were interrupted', async () => {
    await storedOrder(desk.store, { state: 'outcome-unknown' })
    await desk.following.rest()
    await lookUp()
    await desk.pass(5 * second)
    expect(agesOf()).toBe(2)
  })
})
