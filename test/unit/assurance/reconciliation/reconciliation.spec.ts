/**
 * A day of an account compared with the bank, on a real store: each way in which the two sides
 * compare.
 */
import type { Insertable } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { StatusEventsTable } from '../../../../main/store/tables/order-history.ts'
import type { Store } from '../../../../main/store/store.ts'
import { practiceProfile } from '../../../../main/session/practice/practice-client.ts'
import { noSummary } from '../../../../main/inquiry/ach/stored-inquiry.ts'
import { listKey, questionKey, resolveQuestion } from '../../../../main/inquiry/ach/question.ts'
import { insertInquiry } from '../../../../main/inquiry/inquiry-records.ts'
import { storedSupportReply } from '../../money/order/support/stored-orders.ts'
import {
  account,
  accountId,
  day,
  openDay,
  idOf,
  link,
  mara,
  putLeftBatch,
  putPayment,
  putRecovered,
} from './open-day.ts'

const brief = (lines: readonly { id: string; match: string; reasons: readonly string[] }[]) =>
  lines.map(({ id, match, reasons }) => [id.replace(/0{8,}$/, ''), match, ...reasons]).toSorted()

/** Stores what the bank said of the payment p1: the first in a status inquiry, unless it says otherwise. */
const says = (
  store: Store,
  part: Pick<Insertable<StatusEventsTable>, 'vocabulary' | 'status_text'> &
    Partial<Insertable<StatusEventsTable>>,
) =>
  store.record({ actor: 't', kind: 't', subject: 'p1', detail: {} }, (tx) =>
    tx
      .insertInto('order_status_events')
      .values({
        order_id: 'p1',
        seq: 1,
        at: '2026-11-23T13:00:00.000Z',
        source: 'status-inquiry',
        ...part,
      })
      .execute(),
  )

describe('payments', () => {
  it('agree where the bank has completed them with the same amount, reported by an alert', async () => {
    const { store, take, wire, report } = await openDay()
    await putPayment(store, { id: 'p1', bankStatus: 'completed', statusText: 'Completed' })
    await take(
      wire({
        crOrDbCode: 'D',
        dbArngNum: '7200450011',
        crArngNum: '99120001',
        requestReferenceNumber: 'REFp1',
        tranAmt: '12500.00',
      }),
    )
    await link(store, 'p1', 1, 'counts')
    const { lines, report: built } = await report()
    expect(brief(lines)).toEqual([['payment:p1', 'agreed']])
    expect(lines[0]).toMatchObject({
      flow: 'out',
      here: { amount: 1_250_000, day, dayBy: 'sent' },
      bank: { amount: 1_250_000, day: '2026-11-23', dayBy: 'bank', reportedBy: ['alert'] },
    })
    expect(built.totals.flows).toEqual([
      {
        currency: 'USD',
        flow: 'out',
        difference: 0,
        unreadable: 0,
        here: { count: 1, amount: 1_250_000 },
        bank: { count: 1, amount: 1_250_000 },
      },
    ])
  })

  it('differ where the bank shows another amount or currency, or refused them', async () => {
    const { store, take, wire, lines, report } = await openDay()
    const completed = { bankStatus: 'completed', statusText: 'Completed' }
    await putPayment(store, { id: 'less', ...completed })
    await putPayment(store, { id: 'euro', ...completed })
    await putPayment(store, {
      id: 'no',
      state: 'rejected',
      bankStatus: 'failed',
      statusText: 'Rejected',
    })
    const of = { crOrDbCode: 'D', dbArngNum: '7200450011' }
    await take(
      wire({ ...of, requestReferenceNumber: 'REFless', tranAmt: '12499.99', tranId: 'T-2' }),
      wire({ ...of, requestReferenceNumber: 'REFeuro', dbTranCurrencyCode: 'EUR', tranId: 'T-3' }),
    )
    await link(store, 'less', 1, 'counts')
    await link(store, 'euro', 2, 'counts')
    expect(brief(await lines())).toEqual([
      ['payment:euro', 'differs', 'currency'],
      ['payment:less', 'differs', 'amount'],
      ['payment:no', 'differs', 'refused'],
    ])
    const { totals } = (await report()).report
    expect(totals.flows.map(({ currency, difference }) => [currency, difference])).toEqual([
      ['EUR', 1_250_000],
      ['USD', -1_250_000 - 1_250_000 - 1],
    ])
  })

  it('are not due, overdue or of unknown outcome while nothing final was reported, and never called failed', async () => {
    const { store, lines, report } = await openDay()
    await putPayment(store, { id: 'due', bankStatus: 'in-process', statusText: 'IN_PROCESS' })
    const earlier = { valueDate: '2026-11-20' }
    await putPayment(store, {
      id: 'late',
      bankStatus: 'in-process',
      statusText: 'IN_PROCESS',
      ...earlier,
    })
    await putPayment(store, { id: 'answerless', state: 'outcome-unknown', ...earlier })
    const built = await lines()
    expect(brief(built)).toEqual([
      ['payment:answerless', 'missing-at-bank', 'unknown-outcome'],
      ['payment:due', 'pending', 'not-due'],
      ['payment:late', 'missing-at-bank', 'overdue'],
    ])
    expect(built.find(({ id }) => id === 'payment:answerless')?.bank).toBeNull()
    // What is pending is no difference.
    const { totals } = (await report()).report
    expect(totals.flows).toMatchObject([{ here: { count: 2 }, difference: -2_500_000 }])
    expect(totals.outcomes).toContainEqual(
      expect.objectContaining({ match: 'pending', here: { count: 1, amount: 1_250_000 } }),
    )
    await storedSupportReply(store, { order_id: 'answerless' })
    const { reasons } = (await lines()).find(({ id }) => id === 'payment:answerless') ?? {}
    expect(reasons).toEqual(['unknown-outcome', 'support-not-made'])
  })

  it('that were never sent are in no day', async () => {
    const { store, lines } = await openDay()
    await putPayment(store, { id: 'p1', outcome: 'not-sent' })
    await putPayment(store, { id: 'p2', sentAt: '2026-11-20T12:00:00.000Z' })
    expect(await lines()).toEqual([])
    expect(brief(await lines('2026-11-20'))).toEqual([['payment:p2', 'pending', 'not-due']])
  })

  it('that came back are listed twice: on the day of sending, and on the day of their return', async () => {
    const { store, lines } = await openDay()
    await putPayment(store, {
      id: 'p1',
      sentAt: '2026-11-20T12:00:00.000Z',
      bankStatus: 'returned',
      statusText: 'Returned',
    })
    await says(store, { vocabulary: 'business', status_text: 'Returned' })
    expect(await lines('2026-11-20')).toMatchObject([
      {
        id: 'payment:p1',
        match: 'agreed',
        flow: 'out',
        remarks: expect.arrayContaining(['came-back-later']) as unknown,
      },
    ])
    expect(await lines()).toMatchObject([
      {
        id: 'return:payment:p1',
        match: 'returned',
        reasons: ['came-back'],
        flow: 'in',
        here: { counts: true },
        bank: { counts: true, amount: 1_250_000 },
      },
    ])
  })
})

describe('bank note 74: a return that the payments API tells as a failure', () => {
  it('has a line on the day on which the money came back', async () => {
    const { store, lines } = await openDay()
    const sentAt = '2026-11-20T12:00:00.000Z'
    const word = 'FAILED: Returned by the receiving bank'
    await putPayment(store, { id: 'p1', sentAt, bankStatus: 'returned', statusText: word })
    await says(store, { vocabulary: 'payment', status_text: word })
    expect(await lines()).toMatchObject([
      { id: 'return:payment:p1', reasons: ['came-back'], flow: 'in', bank: { counts: true } },
    ])
  })
})

describe('a return that an alert alone reports', () => {
  it('of a payment is listed, and reverses nothing until a status inquiry shows it', async () => {
    const { store, lines, report } = await openDay()
    const status = { bankStatus: 'returned', statusText: 'Returned' } as const
    await putPayment(store, { id: 'p1', sentAt: '2026-11-20T12:00:00.000Z', ...status })
    await says(store, { source: 'alert', vocabulary: 'business', status_text: 'Returned' })
    await says(store, { seq: 2, vocabulary: 'payment', status_text: 'COMPLETED' })
    const id = 'return:payment:p1'
    expect(await lines()).toMatchObject([
      { id, reasons: ['return-reported'], here: { counts: false }, bank: { counts: false } },
    ])
    expect((await report()).report.totals.flows).toMatchObject([{ difference: 0 }])
    await says(store, { seq: 3, vocabulary: 'payment', status_text: 'FAILED' })
    expect(await lines()).toMatchObject([{ id, reasons: ['came-back'], bank: { counts: true } }])
  })

  it('of an entry is listed, and reverses nothing until the bank’s list shows it', async () => {
    const { store, take, ach, lines, report } = await openDay()
    await putLeftBatch(store, 'b1', [{ id: 'e1', trace: '1', state: 'settled' }])
    await take(ach({ traceNumber: '1', transactionStatus: 'RETURNED', returnDate: '2026-11-25' }))
    const id = `return:entry:${idOf('e1')}`
    expect(await lines('2026-11-25')).toMatchObject([
      { id, reasons: ['return-reported'], here: { counts: false }, bank: { counts: false } },
    ])
    expect((await report('2026-11-25')).report.totals.flows).toMatchObject([{ difference: 0 }])
    await putRecovered(store, { event: 'RETURNED', day: '2026-11-25', trace: '1', entryId: 'e1' })
    expect(await lines('2026-11-25')).toMatchObject([
      { id, reasons: ['came-back'], bank: { counts: true, amount: 12_050 } },
    ])
  })
})

describe('entries of batches', () => {
  it('agree by their trace: collected and settled are one line with the latest status', async () => {
    const { store, take, ach, lines } = await openDay()
    await putLeftBatch(store, 'b1', [{ id: 'e1', trace: '091000010000001', state: 'settled' }])
    await take(ach({}))
    await take(ach({ transactionStatus: 'SETTLED', settlementDate: '2026-11-24' }))
    expect(await lines()).toMatchObject([
      {
        id: `entry:${idOf('e1')}`,
        match: 'agreed',
        flow: 'out',
        reference: '091000010000001',
        here: { amount: 12_050, day, dayBy: 'collected', valueDate: day },
        bank: { amount: 12_050, statusText: 'SETTLED', day, dayBy: 'bank', reportedBy: ['alert'] },
      },
    ])
  })

  it('belong to the day of their collection, whatever date was requested', async () => {
    const { store, take, ach, lines } = await openDay()
    const entries = [{ id: 'e1', trace: '091000010000001', state: 'collected' as const }]
    await putLeftBatch(store, 'b1', entries, { effective: '2026-11-20' })
    await take(ach({}))
    expect(brief(await lines())).toEqual([['entry:e1', 'agreed']])
    expect(await lines('2026-11-20')).toEqual([])
  })

  it('go by the effective date of the bank where the collection was not reported', async () => {
    const { store, lines } = await openDay()
    await putLeftBatch(store, 'b1', [{ id: 'e1' }], {
      effective: '2026-11-20',
      bankDate: '20261123',
    })
    expect(await lines('2026-11-20')).toEqual([])
    expect(await lines()).toMatchObject([
      { id: `entry:${idOf('e1')}`, reasons: ['not-due'], here: { dayBy: 'effective' } },
    ])
  })

  it('differ in amount and direction, are refused, unclear, overdue or of unknown outcome', async () => {
    const { store, take, ach, lines } = await openDay()
    await putLeftBatch(store, 'b1', [
      { id: 'amount', trace: '1', state: 'unclear' },
      { id: 'other', trace: '2', state: 'collected' },
      { id: 'turned', trace: '3', state: 'collected' },
      { id: 'shown', trace: '4', state: 'collected', shown: '1.00' },
      { id: 'no', verdict: 'rejected' },
    ])
    await putLeftBatch(store, 'b2', [{ id: 'answerless', verdict: null }], {
      state: 'outcome-unknown',
    })
    await take(
      ach({ traceNumber: '2', transactionAmount: 99 }),
      ach({ traceNumber: '3', transactionCode: '27' }),
    )
    expect(brief(await lines())).toEqual([
      ['entry:amount', 'differs', 'unclear'],
      ['entry:answerless', 'missing-at-bank', 'unknown-outcome'],
      ['entry:no', 'differs', 'refused'],
      ['entry:other', 'differs', 'amount'],
      ['entry:shown', 'differs', 'amount'],
      ['entry:turned', 'differs', 'direction'],
    ])
  })

  it('that came back later stay on their day, and the return is a line of its own without a difference', async () => {
    const { store, take, ach, lines, report } = await openDay()
    const entries = [{ id: 'e1', trace: '1', state: 'returned' as const, returnDate: '2026-11-25' }]
    await putLeftBatch(store, 'b1', entries)
    await take(ach({ traceNumber: '1' }))
    await take(
      ach({
        traceNumber: '1',
        transactionStatus: 'RETURNED',
        returnDate: '2026-11-25',
        returnReasonCode: 'R01',
      }),
    )
    expect(await lines()).toMatchObject([
      { id: `entry:${idOf('e1')}`, match: 'agreed', remarks: ['came-back-later'] },
    ])
    expect(await lines('2026-11-25')).toMatchObject([
      {
        id: `return:entry:${idOf('e1')}`,
        match: 'returned',
        reasons: ['came-back'],
        flow: 'in',
        bank: { day: '2026-11-25', returnCode: 'R01', amount: 12_050 },
      },
    ])
    const { totals } = (await report('2026-11-25')).report
    expect(totals.flows).toMatchObject([{ flow: 'in', here: { count: 1 }, difference: 0 }])
  })

  it('report that they are reversed, and the reversal is an entry of its own', async () => {
    const { store, lines } = await openDay()
    await putLeftBatch(store, 'b1', [{ id: 'e1', state: 'collected' }])
    const reversal = [
      { id: 'r1', direction: 'D' as const, follows: 'e1', state: 'collected' as const },
    ]
    await putLeftBatch(store, 'b2', reversal, { reversalOf: 'b1' })
    const built = await lines()
    expect(built.map(({ id, flow }) => [id.replace(/0{8,}$/, ''), flow])).toEqual([
      ['entry:e1', 'out'],
      ['entry:r1', 'in'],
    ])
    expect(built[0]?.remarks).toContain('reversed')
  })

  it('report that a status without an alert came by inquiry', async () => {
    const { store, lines } = await openDay()
    await putLeftBatch(store, 'b1', [{ id: 'e1', trace: '1', state: 'collected' }])
    await putRecovered(store, { event: 'COLLECTED', day, trace: '1', entryId: 'e1' })
    expect(await lines()).toMatchObject([
      { match: 'agreed', remarks: ['by-inquiry'], bank: { reportedBy: ['recovered'] } },
    ])
  })
})

describe('bank note 86: a trace number that is used again', () => {
  const trace = '091000010000001'

  it('by another batch months later leaves a signed day as it was, and the later day whole', async () => {
    const { store, take, ach, lines, report, session } = await openDay()
    const earlier = '2026-10-05'
    await putLeftBatch(store, 'b1', [{ id: 'e1', trace, amount: 11_100, state: 'collected' }], {
      effective: earlier,
    })
    const { digest } = (await report(earlier)).report
    await session.signOff({ day: earlier, accountId, note: '', digest }, mara)
    await putLeftBatch(store, 'b2', [{ id: 'e2', trace, amount: 22_200, state: 'collected' }])
    await take(ach({ transactionAmount: 222 }))
    expect(brief(await lines())).toEqual([['entry:e2', 'agreed']])
    expect(brief(await lines(earlier))).toEqual([['entry:e1', 'agreed']])
    expect((await report(earlier)).report.signOff).toMatchObject({ isChanged: false })
  })

  it('on the next day by another system is money of its own on each day', async () => {
    const { take, ach, lines } = await openDay()
    await take(
      ach({ transactionAmount: 10, collectionDate: '2026-11-22' }),
      ach({ transactionAmount: 20, collectionDate: '2026-11-23' }),
    )
    const amounts = async (of: string) => (await lines(of)).map(({ bank }) => bank?.amount)
    expect([await amounts('2026-11-22'), await amounts(day)]).toEqual([[1_000], [2_000]])
  })

  it('twice on one day is two lines, in whatever order they come', async () => {
    const { take, ach, lines } = await openDay()
    await take(ach({ transactionAmount: 20 }), ach({ transactionAmount: 10 }))
    expect((await lines()).map(({ id, bank }) => [id, bank?.amount])).toEqual([
      [`other-ach:ach:${trace}`, 1_000],
      [`other-ach:ach:${trace}#2`, 2_000],
    ])
  })
})

describe('what a sweep found and no alert reported', () => {
  it('is on the day on which it was found where the bank states none', async () => {
    const { store, lines } = await openDay()
    await putRecovered(store, { event: 'COLLECTED', day: null, trace: '7', amount: '9999.00' })
    expect(await lines()).toEqual([])
    expect(await lines('2026-11-24')).toMatchObject([
      { match: 'not-from-here', bank: { amount: 999_900, dayBy: 'received' } },
    ])
  })
})

describe('transactions that were not sent from here', () => {
  it('are separated into money in and unexplained debits', async () => {
    const { take, ach, wire, lines } = await openDay()
    await take(
      ach({ traceNumber: '7' }),
      ach({
        traceNumber: '8',
        originatingAccountNumber: '555',
        receivingAccountNumber: '7200450011',
      }),
      wire({ crArngNum: '0007200450011', tranId: 'T-9' }),
      wire({ crOrDbCode: 'D', dbArngNum: '7200450011', crArngNum: '1', tranId: 'T-10' }),
    )
    expect(brief(await lines())).toEqual([
      ['other-ach:ach:7', 'not-from-here', 'unexplained-debit'],
      ['other-ach:ach:8', 'not-from-here', 'incoming-credit'],
      ['other-payment:pay:T-10', 'not-from-here', 'unexplained-debit'],
      ['other-payment:pay:T-9', 'not-from-here', 'incoming-credit'],
    ])
  })

  it('go by the bank\u2019s own date, and by the day of receipt without one', async () => {
    const { take, wire, lines } = await openDay()
    const of = { crArngNum: '7200450011' }
    await take(
      wire({ ...of, tranId: 'T-1', tranExecutedDt: '20261120' }),
      wire({ ...of, tranId: 'T-2', tranExecutedDt: null }),
    )
    expect(await lines()).toMatchObject([{ bank: { transactionId: 'T-2', dayBy: 'received' } }])
    expect(await lines('2026-11-20')).toMatchObject([
      { bank: { transactionId: 'T-1', dayBy: 'bank' } },
    ])
  })

  it('are one line however often they are reported, and say so', async () => {
    const { take, wire, lines } = await openDay()
    const alert = wire({ crArngNum: '7200450011', tranId: 'T-1' })
    await take(alert)
    await take(alert)
    await take(wire({ crArngNum: '7200450011', tranId: 'T-1' }))
    expect(await lines()).toMatchObject([{ remarks: ['repeated'] }])
  })

  it('move nothing where they failed at the bank, and an unreadable amount is in no sum', async () => {
    const { take, wire, report } = await openDay()
    const of = { crArngNum: '7200450011' }
    await take(
      wire({ ...of, tranId: 'T-1', tranBusnStatusCode: 'Rejected' }),
      wire({ ...of, tranId: 'T-2', tranAmt: 'about ten' }),
    )
    const { lines, report: built } = await report()
    expect(lines.map(({ bank }) => [bank?.amountText, bank?.amount, bank?.counts])).toEqual([
      ['12500.00', 1_250_000, false],
      ['about ten', null, true],
    ])
    expect(built.totals).toMatchObject({
      unreadable: 1,
      flows: [{ bank: { count: 0, amount: 0 } }],
    })
  })

  it('may be own payments while a suggestion is open, and are once it is confirmed', async () => {
    const { store, take, wire, lines } = await openDay()
    await putPayment(store, { id: 'p1', sentAt: '2026-11-20T12:00:00.000Z' })
    await take(wire({ crOrDbCode: 'D', dbArngNum: '7200450011', tranId: 'T-1' }))
    await link(store, 'p1', 1, 'open')
    expect(await lines()).toMatchObject([{ remarks: ['perhaps-ours'] }])
  })

  it('leave other accounts out', async () => {
    const { take, wire, ach, lines } = await openDay()
    await take(wire({}), ach({ originatingAccountNumber: '1', receivingAccountNumber: '2' }))
    expect(await lines()).toEqual([])
  })
})

/** Alder Falls Payroll, which the practice bank does not debit. */
const payroll = { account: '7200450029', accountId: 'practice-2' } as const

describe('a batch that names another account than the bank debits', () => {
  const traces = ['091000010000001', '091000010000002'] as const
  const entries = traces.map((trace, at) => ({
    id: `e${at + 1}`,
    trace,
    state: 'settled' as const,
  }))
  /** The two entries as the bank reports them: on the account that it debits. */
  const entriesAtBank = (ach: Awaited<ReturnType<typeof openDay>>['ach']) =>
    traces.map((traceNumber) => ach({ traceNumber }))

  it('is never unknown money out: its lines are matched by their trace numbers, and reported once', async () => {
    const { store, take, ach, report } = await openDay()
    await putLeftBatch(store, 'b1', entries, { named: payroll.account })
    await take(...entriesAtBank(ach))
    const { lines, report: built } = await report()
    expect(brief(lines)).toEqual([
      ['entry:e1', 'agreed'],
      ['entry:e2', 'agreed'],
    ])
    expect(lines.map(({ remarks }) => remarks)).toEqual([['other-account'], ['other-account']])
    expect(built.totals.lines['not-from-here']).toBe(0)
    expect(built.totals.flows).toMatchObject([{ flow: 'out', difference: 0 }])
    expect(built.otherAccounts).toEqual([
      {
        orderId: 'b1',
        title: 'CCD PAYROLL',
        entries: 2,
        isHere: true,
        queried: '\u2022\u2022\u2022\u20220029',
        debited: '\u2022\u2022\u2022\u20220011',
        debitedId: accountId,
        debitedName: 'Alder Falls Operating',
      },
    ])
  })

  it('is listed on one account alone: on the one that the bank reported, with a message on the other', async () => {
    const { store, take, ach, report, lines } = await openDay()
    const shown = entries.map((one) => ({ ...one, debited: account }))
    await putLeftBatch(store, 'b1', shown, { named: payroll.account })
    await take(...entriesAtBank(ach))
    expect(await lines()).toHaveLength(2)
    const named = await report(day, payroll.accountId)
    expect(named.lines).toEqual([])
    expect(named.report.otherAccounts).toMatchObject([
      { orderId: 'b1', entries: 2, isHere: false, debitedId: accountId },
    ])
  })

  it('is a batch like any other once somebody has it queried there', async () => {
    const { store, take, ach, report } = await openDay()
    const shown = entries.map((one) => ({ ...one, debited: account }))
    await putLeftBatch(store, 'b1', shown, { named: payroll.account, used: account })
    await take(...entriesAtBank(ach))
    const { lines, report: built } = await report()
    expect(lines.map(({ match, remarks }) => [match, ...remarks])).toEqual([['agreed'], ['agreed']])
    expect(built.otherAccounts).toEqual([])
    const named = await report(day, payroll.accountId)
    expect([named.lines, named.report.otherAccounts]).toEqual([[], []])
  })

  it('that came back is listed there on the day of its return', async () => {
    const { store, take, ach, lines } = await openDay()
    const [first] = entries
    const back = { ...first, id: 'e1', state: 'returned' as const, returnDate: '2026-11-25' }
    await putLeftBatch(store, 'b1', [back], { named: payroll.account })
    await take(
      ach({
        traceNumber: traces[0],
        transactionStatus: 'RETURNED',
        returnReasonCode: 'R03',
        returnDate: '2026-11-25',
      }),
    )
    expect(brief(await lines('2026-11-25'))).toEqual([['return:entry:e1', 'returned', 'came-back']])
  })

  it('is still money in on an own account that receives it, and is lost on no account', async () => {
    const { store, take, ach, lines } = await openDay()
    const to = '72004500'
    await putLeftBatch(store, 'b1', [{ id: 'e1', trace: traces[0], to }], {
      named: payroll.account,
    })
    await take(ach({ traceNumber: traces[0], receivingAccountNumber: to }))
    expect(brief(await lines())).toEqual([['entry:e1', 'agreed']])
    expect(brief(await lines(day, 'practice-3'))).toEqual([
      [`other-ach:ach:${traces[0]}`, 'not-from-here', 'incoming-credit'],
    ])
    const unknown = { ...entries[1], id: 'e2', trace: traces[1], debited: '81234567' }
    await putLeftBatch(store, 'b2', [unknown], { named: payroll.account })
    expect(brief(await lines(day, payroll.accountId))).toContainEqual(['entry:e2', 'agreed'])
  })
})

it('refuses an account that is not of this profile', async () => {
  const { session } = await openDay()
  expect(await session.report({ day, accountId: 'nobody' })).toEqual({
    ok: false,
    error: { code: 'not-found' },
  })
})

it('pages, narrows and sorts the lines of one reading', async () => {
  const { store, list, take, wire } = await openDay()
  await putPayment(store, {
    id: 'p1',
    amount: 300,
    bankStatus: 'completed',
    statusText: 'Completed',
  })
  await putPayment(store, {
    id: 'p2',
    amount: 100,
    bankStatus: 'completed',
    statusText: 'Completed',
  })
  await putPayment(store, { id: 'p3', amount: 200, state: 'outcome-unknown' })
  await take(wire({ crArngNum: '7200450011' }))
  const ids = (page: { items: readonly { id: string }[] }) => page.items.map(({ id }) => id)
  expect(ids(await list())).toEqual([
    'payment:p3',
    'other-payment:pay:T-1',
    'payment:p1',
    'payment:p2',
  ])
  expect(ids(await list({ filter: 'agreed' }))).toEqual(['payment:p1', 'payment:p2'])
  const sort = { column: 'here', direction: 'ascending' } as const
  const first = await list({ sort, limit: 2 })
  expect(ids(first)).toEqual(['payment:p2', 'payment:p3'])
  expect(first.total).toBe(4)
  const rest = await list({ sort, limit: 5, cursor: first.next })
  expect(ids(rest)).toEqual(['payment:p1', 'other-payment:pay:T-1'])
  expect(ids(await list({ search: 'ridgeway refp3' }))).toEqual(['payment:p3'])
})

describe('a sign-off', () => {
  it('has its sums, and reports a line that has changed since', async () => {
    const { store, session, report } = await openDay()
    await putPayment(store, { id: 'p1', bankStatus: 'completed', statusText: 'Completed' })
    expect((await report()).report.signOff).toBeNull()
    const { digest } = (await report()).report
    await session.signOff({ day, accountId, note: 'By hand', digest }, mara)
    const signed = (await report()).report.signOff
    expect(signed).toMatchObject({ by: 'Name of mara', note: 'By hand', isChanged: false })
    expect(signed?.totals.lines.all).toBe(1)
    await putPayment(store, { id: 'p2', state: 'outcome-unknown' })
    expect((await report()).report.signOff).toMatchObject({ isChanged: true })
    const acts = await store.read.selectFrom('audit_entries').selectAll().execute()
    const act = acts.find(({ kind }) => kind === 'reconciliation.signed-off')
    expect(act?.actor).toBe('mara')
    expect(act?.detail).not.toContain('7200450011')
  })

  it('refuses to sign off a day that shows other lines than those that were seen', async () => {
    const { store, session, report } = await openDay()
    await putPayment(store, { id: 'p1', bankStatus: 'completed', statusText: 'Completed' })
    const { digest } = (await report()).report
    await putPayment(store, { id: 'p2', state: 'outcome-unknown' })
    expect(await session.signOff({ day, accountId, note: '', digest }, mara)).toEqual({
      ok: false,
      error: { code: 'changed-meanwhile' },
    })
    expect((await report()).report.signOff).toBeNull()
  })
})

describe('the coverage of the day', () => {
  const gap = (
    from_at: string,
    until_at: string | null,
    state: 'healed' | 'open',
    id = from_at,
  ) => ({
    id,
    cause: 'asleep' as const,
    from_at,
    until_at,
    found_at: from_at,
    state,
    sweep_id: null,
  })
  it('is unknown without records, complete with a listener, and lists what is missing', async () => {
    const { store, report } = await openDay()
    const coverage = async () => (await report()).report.coverage
    const put = (values: ReturnType<typeof gap>) =>
      store.record({ actor: 't', kind: 't', subject: 't', detail: {} }, (tx) =>
        tx.insertInto('alert_gaps').values(values).execute(),
      )
    expect(await coverage()).toEqual({ state: 'unknown', sinceAt: null, minutes: 0, gaps: [] })
    await store.record({ actor: 't', kind: 't', subject: 't', detail: {} }, (tx) =>
      tx
        .insertInto('listener_watch')
        .values({
          from_at: '2026-11-23T00:00:00.000Z',
          until_at: '2026-11-23T14:00:00.000Z',
          ended: null,
        })
        .execute(),
    )
    expect(await coverage()).toMatchObject({ state: 'complete' })
    await put(gap('2026-11-23T10:00:00.000Z', '2026-11-23T11:00:00.000Z', 'healed'))
    expect(await coverage()).toMatchObject({ state: 'swept', minutes: 60 })
    // Overlapping gaps count once, and a continuing gap counts until now.
    await put(gap('2026-11-23T10:30:00.000Z', '2026-11-23T11:30:00.000Z', 'open'))
    await put(gap('2026-11-23T13:30:00.000Z', null, 'open'))
    expect(await coverage()).toMatchObject({ state: 'may-be-missing', minutes: 120 })
  })
})

it('says since when the listener has run where it ran for the first time on the day', async () => {
  const { store, report } = await openDay()
  const from_at = '2026-11-23T09:07:00.000Z'
  await store.record({ actor: 't', kind: 't', subject: 't', detail: {} }, (tx) =>
    tx
      .insertInto('listener_watch')
      .values({ from_at, until_at: '2026-11-24T14:00:00.000Z', ended: null })
      .execute(),
  )
  expect((await report()).report.coverage).toMatchObject({ state: 'complete', sinceAt: from_at })
  expect((await report('2026-11-24')).report.coverage).toMatchObject({ sinceAt: null })
})

it('may miss alerts since a killed listener was last heard, while no gap is stored yet', async () => {
  const { store, report } = await openDay()
  const until_at = '2026-11-23T13:30:00.000Z'
  await store.record({ actor: 't', kind: 't', subject: 't', detail: {} }, (tx) =>
    tx
      .insertInto('listener_watch')
      .values({ from_at: '2026-11-22T00:00:00.000Z', until_at, ended: null })
      .execute(),
  )
  expect((await report()).report.coverage).toMatchObject({
    state: 'may-be-missing',
    minutes: 30,
    gaps: [{ fromAt: until_at, untilAt: null, isHealed: false }],
  })
})

it('counts a payment on the banking day of its sending, whatever this computer shows', async () => {
  const { context, store, report } = await openDay(practiceProfile, 'America/New_York')
  expect(context.bankingZone()).toBe('America/New_York')
  await putPayment(store, { id: 'late', sentAt: '2026-11-24T03:00:00.000Z' })
  const linesOf = async (of: string) => (await report(of)).lines.map(({ id }) => id)
  expect(await linesOf('2026-11-23')).toEqual(['payment:late'])
  expect(await linesOf('2026-11-24')).toEqual([])
  expect((await report()).report.zone).toBe('America/New_York')
})

it('queries the three lists of the bank for the day, and reports why it could not', async () => {
  const { session, requested } = await openDay()
  expect(await session.fetchLists({ day, accountId }, mara)).toEqual({
    ok: false,
    error: { code: 'bank-not-running' },
  })
  expect(requested).toEqual([
    {
      again: true,
      question: {
        mode: 'list',
        account: { kind: 'own', id: accountId },
        dateSearchType: 'COLLECTED',
        fromDate: day,
        toDate: day,
      },
    },
  ])
})

describe('a list of the bank that is stored', () => {
  /** As if it was read to its end on the day itself. */
  async function putList({ store, context }: Awaited<ReturnType<typeof openDay>>): Promise<void> {
    const { accounts } = context.profile()
    const question = {
      mode: 'list',
      account: { kind: 'own', id: accountId },
      dateSearchType: 'SETTLED',
      fromDate: day,
      toDate: day,
    } as const
    const asked = resolveQuestion(question, { accounts, settlement: null, today: day })
    if (!asked.ok) throw new Error(asked.error.code)
    const row = {
      id: 'i1',
      at: `${day}T13:00:00.000Z`,
      actor: 'mara',
      kind: 'ach',
      title: 'Settled',
      question: JSON.stringify(question),
      question_key: questionKey(asked.value),
      list_key: listKey(asked.value),
      summary: JSON.stringify({ ...noSummary, progress: { kind: 'complete' }, answers: true }),
    }
    await store.record({ actor: 'mara', kind: 'x', subject: 'i1', detail: {} }, (tx) =>
      insertInquiry(tx, row),
    )
  }
  const settledIn = async ({ report }: Awaited<ReturnType<typeof openDay>>) =>
    (await report()).report.queried.find(({ search }) => search === 'SETTLED')

  it('stays for ever, though the bank is asked for 180 days only', async () => {
    const opened = await openDay()
    await putList(opened)
    opened.pass(183 * 86_400_000)
    expect(await settledIn(opened)).toMatchObject({ state: 'complete', inquiryId: 'i1' })
  })

  it('stays where the number of the account is written in another way by now', async () => {
    const accounts = practiceProfile.accounts.map((one) => ({ ...one }))
    const opened = await openDay({ ...practiceProfile, accounts })
    await putList(opened)
    for (const one of accounts) Object.assign(one, { account_number: `00-${one.account_number}` })
    expect(await settledIn(opened)).toMatchObject({ state: 'complete', inquiryId: 'i1' })
  })

  it('stays where the profile settles consolidated by now, which asks for no such list', async () => {
    const details = { ...practiceProfile.details, settlement: 'consolidated' }
    const opened = await openDay({ ...practiceProfile, details } as typeof practiceProfile)
    expect(await settledIn(opened)).toMatchObject({ state: 'not-applicable' })
    await putList(opened)
    expect(await settledIn(opened)).toMatchObject({ state: 'complete' })
  })
})
