import { describe, expect, it } from 'vitest'
import type { BankStatus } from '../../../preload/contract/domain/orders/bank-status.ts'
import { bankStatuses } from '../../../preload/contract/domain/orders/bank-status.ts'
import {
  orderStates,
  type OrderState,
} from '../../../preload/contract/domain/orders/order-states.ts'
import { furthestTexts } from '../../../renderer/text/batch-badges.ts'
import {
  bankStatusNote,
  checkBadges,
  orderStatusBadge,
} from '../../../renderer/text/order-badges.ts'

type Kind = BankStatus['kind']
const bankStatus = (kind: Kind, part: Partial<BankStatus> = {}): BankStatus => ({
  kind,
  statusText: null,
  at: null,
  isFinal: ['completed', 'failed', 'cancelled', 'returned', 'contradictory'].includes(kind),
  needsBankAction: false,
  ...part,
})
const payment = (
  state: OrderState,
  kind: Kind = 'not-reported',
  part: Partial<BankStatus> = {},
) => ({
  state,
  bankStatus: bankStatus(kind, part),
  isClosed: false,
  notSent: null,
  batch: null,
})
const tally = {
  settled: 0,
  accepted: 3,
  rejected: 0,
  inError: 0,
  unclear: 0,
  notMentioned: 0,
  returned: 0,
  changed: 0,
}
const batch = (part: Partial<typeof tally>, kind: Kind = 'in-process', isFinal = false) => ({
  ...payment('accepted', kind),
  bankStatus: bankStatus(kind, { isFinal: isFinal || kind === 'failed' }),
  batch: { entries: 3, tally: { ...tally, ...part } },
})

describe('the status of a payment', () => {
  it.each([
    [payment('draft'), 'Draft', 'neutral'],
    [payment('awaiting-approval'), 'Awaiting approval', 'neutral'],
    [payment('approved'), 'Approved', 'neutral'],
    [{ ...payment('approved'), notSent: 'The bank was not reachable' }, 'Not sent', 'warning'],
    [payment('queued'), 'Waiting for the bank', 'info'],
    [payment('sending'), 'Sending', 'info'],
    [payment('accepted'), 'Accepted', 'info'],
    [payment('accepted', 'in-process'), 'In process at bank', 'info'],
    [payment('accepted', 'in-review'), 'In review at bank', 'warning'],
    [payment('accepted', 'in-review', { needsBankAction: true }), 'Held at the bank', 'warning'],
    [
      payment('accepted', 'in-process', { statusText: 'FutureWarehouse' }),
      'Waits at the bank',
      'info',
    ],
    [payment('accepted', 'in-process', { needsBankAction: true }), 'Held at the bank', 'warning'],
    [payment('accepted', 'completed'), 'Completed', 'good'],
    [payment('accepted', 'returned'), 'Returned', 'bad'],
    [payment('accepted', 'failed'), 'Failed at bank', 'bad'],
    [payment('accepted', 'cancelled'), 'Canceled at bank', 'bad'],
    [payment('accepted', 'contradictory'), 'Statuses conflict', 'unknown'],
    [payment('rejected'), 'Rejected', 'bad'],
    [payment('rejected', 'failed'), 'Rejected', 'bad'],
    [payment('withdrawn'), 'Withdrawn', 'neutral'],
    [payment('outcome-unknown'), 'Outcome unknown', 'unknown'],
    [{ ...payment('outcome-unknown'), isClosed: true }, 'Closed: not made', 'neutral'],
  ] as const)('%# is “%s”', (order, label, tone) => {
    expect(orderStatusBadge(order)).toEqual({ label, tone })
  })

  it.each(bankStatuses)(
    'stays unknown while the outcome is, whatever the bank reports: %s',
    (kind) => {
      expect(orderStatusBadge(payment('outcome-unknown', kind)).label).toBe('Outcome unknown')
      const closed = { ...payment('outcome-unknown', kind), isClosed: true }
      expect(orderStatusBadge(closed).label === 'Closed: not made').toBe(kind === 'not-reported')
    },
  )

  it.each(['in-process', 'in-review', 'completed', 'returned', 'contradictory'] as const)(
    'is no rejection where the bank also reports %s',
    (kind) => {
      const badge = orderStatusBadge(payment('rejected', kind))
      expect(badge).toEqual({ label: 'Statuses conflict', tone: 'unknown' })
    },
  )

  it.each(['draft', 'awaiting-approval', 'approved', 'queued', 'withdrawn'] as const)(
    'shows no progress of a payment that is %s, but that the bank reports it',
    (state) => {
      const badge = orderStatusBadge(payment(state, 'completed'))
      expect(badge).toEqual({ label: 'Reported by bank', tone: 'unknown' })
    },
  )

  it('is good only where the bank reports completed', () => {
    const good = orderStates.flatMap((state) =>
      bankStatuses
        .filter((kind) => orderStatusBadge(payment(state, kind)).tone === 'good')
        .map((kind) => `${state} ${kind}`),
    )
    expect(good).toEqual(['accepted completed'])
  })
})

describe('the status of a batch', () => {
  it.each([
    [{ ...batch({}), batch: { entries: 3, tally: null } }, 'Accepted', 'info'],
    [batch({}, 'not-reported'), 'Accepted', 'info'],
    [batch({}), 'Accepted', 'info'],
    [batch({ changed: 1 }), 'Accepted', 'info'],
    [batch({ accepted: 2, rejected: 1 }), 'Accepted in part', 'warning'],
    [batch({ accepted: 0, rejected: 2, inError: 1 }), 'No entry accepted', 'warning'],
    [batch({ accepted: 0, rejected: 3 }, 'in-process', true), 'No entry accepted', 'warning'],
    [batch({ accepted: 2, unclear: 1 }), 'Entries unclear', 'unknown'],
    [batch({ accepted: 1, rejected: 1, notMentioned: 1 }), 'Entries unclear', 'unknown'],
    [batch({ accepted: 2, unclear: 1, returned: 1 }), 'Entries unclear', 'unknown'],
    [batch({ returned: 1 }), 'Returned in part', 'bad'],
    [batch({ accepted: 2, rejected: 1, returned: 2 }), 'Returned in part', 'bad'],
    [batch({ returned: 3 }), 'Returned', 'bad'],
    [batch({}, 'in-process', true), 'Completed', 'good'],
    [batch({ accepted: 2, rejected: 1 }, 'in-process', true), 'Completed in part', 'warning'],
    [batch({ returned: 1 }, 'in-process', true), 'Returned in part', 'bad'],
    [batch({ settled: 1 }), 'Settled in part', 'info'],
    [batch({ settled: 3 }), 'Settled', 'good'],
    [batch({ settled: 3 }, 'not-reported'), 'Settled', 'good'],
    [batch({ settled: 2, unclear: 1 }), 'Entries unclear', 'unknown'],
    [batch({ settled: 2, returned: 1 }), 'Returned in part', 'bad'],
    [batch({ settled: 1, accepted: 2, rejected: 1 }), 'Accepted in part', 'warning'],
    [batch({ settled: 2, accepted: 2, rejected: 1 }), 'Accepted in part', 'warning'],
    [batch({ settled: 3 }, 'failed'), 'Failed at bank', 'bad'],
    [batch({ settled: 3 }, 'contradictory'), 'Statuses conflict', 'unknown'],
    [{ ...batch({ settled: 3 }), state: 'outcome-unknown' }, 'Outcome unknown', 'unknown'],
    [batch({}, 'failed'), 'Failed at bank', 'bad'],
    [batch({}, 'contradictory'), 'Statuses conflict', 'unknown'],
    [{ ...batch({}), state: 'outcome-unknown' }, 'Outcome unknown', 'unknown'],
    [{ ...batch({}), state: 'sending' }, 'Sending', 'info'],
  ] as const)('%# is “%s”', (order, label, tone) => {
    expect(orderStatusBadge(order)).toEqual({ label, tone })
  })
})

it('names the status of the bank with its time, and nothing without one', () => {
  const at = '2026-11-23T13:40:21.000Z'
  const note = (part: Partial<BankStatus>) =>
    bankStatusNote({ bankStatus: bankStatus('in-process', part) })
  expect(note({ statusText: 'IN_PROCESS', at })).toMatch(/^IN_PROCESS, 2026-11-23 \d\d:40:21$/)
  expect(note({ statusText: 'Moonlit' })).toBe('Moonlit')
  expect(note({ at })).toBe('')
})

describe('the entries of a batch in a list', () => {
  it.each([
    [{}, '3 accepted'],
    [{ settled: 1 }, '1 settled, 2 accepted'],
    [{ settled: 3 }, '3 settled'],
    [{ settled: 2, returned: 1 }, '2 settled, 1 returned'],
    [{ returned: 1 }, '3 accepted, 1 returned'],
  ] as const)('are counted by their furthest state: %o', (part, text) => {
    expect(furthestTexts(batch(part).batch).join(', ')).toBe(text)
  })
})

describe('the checks of an order', () => {
  const labels = (...[line]: Parameters<typeof checkBadges>) =>
    checkBadges(line).map(({ label, tone }) => `${tone}: ${label}`)

  it('say that the owner was not checked, before a first payment and after a possible duplicate', () => {
    expect(labels({ owner: 'not-checked', flags: [] })).toEqual(['warning: Owner not checked'])
    expect(
      labels({ owner: 'not-checked', flags: ['first-payment', 'possible-duplicate'] }),
    ).toEqual(['bad: Possible duplicate', 'warning: Owner not checked', 'warning: First payment'])
    expect(labels({ owner: null, flags: [] })).toEqual([])
  })
})
