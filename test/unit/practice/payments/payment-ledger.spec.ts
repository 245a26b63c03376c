import { expect, it } from 'vitest'
import { openPaymentBank } from '../../../../main/practice/payments/payment-bank.ts'
import { PaymentLedger } from '../../../../main/practice/payments/payment-ledger.ts'
import type { PaymentOrder } from '../../../../main/practice/payments/payment-order.ts'
import { dayIn, TestClock } from '../practice-caller.ts'

const today = dayIn(0)
const order = (change: Partial<PaymentOrder> = {}): PaymentOrder => ({
  service: 'RTP',
  requestReference: 'E1',
  sendersReference: 'E1',
  receiversReference: null,
  valueDate: today,
  debitAccount: '7200450011',
  creditAccount: '880017',
  creditName: 'Ridgeway Supply',
  creditBank: '550030038',
  amountMinor: 125,
  currency: 'USD',
  ...change,
})

it('reports each business status once it is reached, as webhooks spell it (bank note 73)', () => {
  const clock = new TestClock()
  const ledger = new PaymentLedger(clock)
  const { transactionId } = ledger.accept(order(), 'returned')
  const startedAt = clock.now().getTime()
  expect(ledger.events().map(({ status }) => status)).toEqual(['ProductSelection'])
  clock.advance(60_000)
  const events = ledger.events()
  expect(events.map(({ status }) => status)).toEqual([
    'ProductSelection',
    'Limitcheck',
    'RegulatoryFilter',
    'Clearing',
    'Completed',
    'Returned',
  ])
  expect(new Set(events.map((event) => event.transactionId))).toEqual(new Set([transactionId]))
  expect(Date.parse(events.at(-1)?.at ?? '') - startedAt).toBe(33_000)
})

it('reports the events of several payments in the order of time, and none of its history', () => {
  const clock = new TestClock()
  const ledger = new PaymentLedger(clock)
  expect(ledger.events()).toEqual([])
  ledger.accept(order({ service: 'WIRE' }), 'completes')
  clock.advance(500)
  ledger.accept(order({ requestReference: 'E2' }), 'completes')
  clock.advance(120_000)
  const times = ledger.events().map(({ at }) => at)
  expect(times).toEqual([...times].sort())
  expect(times).toHaveLength(14)
})

it.each([
  ['cancelled', ['ProductSelection', 'Limitcheck', 'RegulatoryFilter', 'Cancelled']],
  ['cancelled-in-warehouse', ['FutureWarehouse', 'FutureWarehouseCancelled']],
  ['fails-at-once', ['Fatal']],
  ['held', ['ProductSelection', 'Limitcheck', 'RegulatoryFilter']],
] as const)(
  'moves a payment that is to be %s that far and no further (bank note 74)',
  (fate, steps) => {
    const clock = new TestClock()
    const ledger = new PaymentLedger(clock)
    ledger.accept(order(), fate)
    clock.advance(86_400_000)
    expect(ledger.events().map(({ status }) => status)).toEqual(steps)
  },
)

it('puts a payment on its account when it completes, not before, and a return beside it', () => {
  const clock = new TestClock()
  const bank = openPaymentBank(clock, { entries: () => [] })
  const before = bank.entries().length
  const ledger = new PaymentLedger(clock)
  const { transactionId } = ledger.accept(order(), 'returned')
  const own = (): unknown[] =>
    ledger
      .entries()
      .filter(({ reference }) => reference === transactionId)
      .map(({ creditOrDebit, amountMinor, baiCode }) => [creditOrDebit, amountMinor, baiCode])
  clock.advance(2999)
  expect(own()).toEqual([])
  clock.advance(1)
  expect(own()).toEqual([['D', 125, '458']])
  clock.advance(30_000)
  expect(own()).toEqual([
    ['D', 125, '458'],
    ['C', 125, '158'],
  ])
  expect(before).toBeGreaterThan(1500)
})
