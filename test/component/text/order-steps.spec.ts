import { describe, expect, it } from 'vitest'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { groupBySteps, orderSteps } from '../../../renderer/text/order-steps.ts'
import { batchContent } from '../support/fake-batches.ts'
import { order } from '../support/fake-orders.ts'

const day = (time: string): string => `2026-11-23T${time}:00.000Z`
const attempt = (
  outcome: Order['attempts'][number]['outcome'],
  at: string,
  endedAt: string | null,
) => ({
  seq: 1,
  releasedBy: { id: 'theo', name: 'Theo Park' },
  confirmedBy: null,
  journalledAt: day(at),
  workstation: null,
  endedAt: endedAt === null ? null : day(endedAt),
  outcome,
  reason: null,
  status: null,
  callId: null,
  transactionId: null,
  bodySha256: 'a'.repeat(64),
  reasons: null,
})
const approvalOf = (
  at: string,
  voidedAt: string | null = null,
): Order['approvalsGiven'][number] => ({
  by: { id: 'theo', name: 'Theo Park' },
  at: day(at),
  approvalHash: 'b'.repeat(64),
  reason: null,
  voidedAt,
  voidedBecause: null,
})
const bankStatus = (kind: Order['bankStatus']['kind'], at: string): Order['bankStatus'] => ({
  kind,
  statusText: kind,
  at: day(at),
  isFinal: kind !== 'in-process',
  needsBankAction: false,
})
const base = {
  createdAt: day('08:00'),
  approvalsGiven: [approvalOf('08:30'), approvalOf('08:10', day('08:20'))],
}
const sent = { ...base, attempts: [attempt('accepted', '09:00', '09:01')] }
const orderWith = (part: Partial<Order>) => order({ ...base, ...part })
/** `>` before the current step, `-` before one that is ahead. */
const stepsOf = (one: Order): string =>
  orderSteps(one)
    .map(({ label, at, tone, isCurrent }) =>
      [
        tone === null ? '-' : isCurrent ? '>' : '',
        label,
        at === null ? '' : ` ${at.slice(11, 16)}`,
      ].join(''),
    )
    .join(', ')

const result = [{ ...attempt('rejected', '09:00', '09:01') }] satisfies Order['attempts']

describe('the steps of an order', () => {
  it.each([
    [{ state: 'draft' }, '>Created 08:00, -Approved, -Sent, -Accepted, -Completed'],
    [{ state: 'awaiting-approval' }, '>Created 08:00, -Approved, -Sent, -Accepted, -Completed'],
    [{ state: 'approved' }, 'Created 08:00, >Approved 08:30, -Sent, -Accepted, -Completed'],
    [{ state: 'queued' }, 'Created 08:00, >Approved 08:30, -Sent, -Accepted, -Completed'],
    [
      { state: 'approved', notSent: 'No way', attempts: [attempt('not-sent', '09:00', '09:01')] },
      'Created 08:00, >Approved 08:30, -Sent, -Accepted, -Completed',
    ],
    [
      { state: 'sending', attempts: [attempt('under-way', '09:00', null)] },
      'Created 08:00, Approved 08:30, >Sending 09:00, -Accepted, -Completed',
    ],
    [
      { ...sent, state: 'accepted' },
      'Created 08:00, Approved 08:30, Sent 09:00, >Accepted 09:01, -Completed',
    ],
    [
      { ...sent, state: 'accepted', bankStatus: bankStatus('in-process', '09:02') },
      'Created 08:00, Approved 08:30, Sent 09:00, >Accepted 09:01, -Completed',
    ],
    [
      { ...sent, state: 'accepted', bankStatus: bankStatus('completed', '10:00') },
      'Created 08:00, Approved 08:30, Sent 09:00, Accepted 09:01, >Completed 10:00',
    ],
    [
      { ...sent, state: 'accepted', bankStatus: bankStatus('returned', '10:00') },
      'Created 08:00, Approved 08:30, Sent 09:00, Accepted 09:01, >Returned 10:00',
    ],
    [
      { ...sent, state: 'accepted', bankStatus: bankStatus('cancelled', '10:00') },
      'Created 08:00, Approved 08:30, Sent 09:00, Accepted 09:01, >Canceled at bank 10:00',
    ],
    [
      { state: 'rejected', attempts: result },
      'Created 08:00, Approved 08:30, Sent 09:00, >Rejected 09:01',
    ],
    [
      { state: 'rejected', attempts: result, bankStatus: bankStatus('completed', '10:00') },
      'Created 08:00, Approved 08:30, Sent 09:00, >Statuses conflict 09:01',
    ],
    [
      {
        state: 'outcome-unknown',
        attempts: [attempt('unknown', '09:00', '09:01')],
        bankStatus: bankStatus('completed', '10:00'),
      },
      'Created 08:00, Approved 08:30, Send attempt 09:00, >Outcome unknown, -Completed',
    ],
    [
      {
        state: 'outcome-unknown',
        isClosed: true,
        attempts: [attempt('unknown', '09:00', '09:01')],
      },
      'Created 08:00, Approved 08:30, Send attempt 09:00, >Closed: not made',
    ],
    [{ state: 'withdrawn' }, 'Created 08:00, >Withdrawn'],
    [
      { state: 'draft', bankStatus: bankStatus('completed', '10:00') },
      'Created 08:00, -Approved, >Reported by bank 10:00',
    ],
  ] as const)('%# are %s', (part, steps) => {
    expect(stepsOf(orderWith(part as Partial<Order>))).toBe(steps)
  })

  it('of a batch end only once every entry has settled', () => {
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
    const ends = [0, 2, 3].map((settled) => {
      const batch = batchContent({ tally: { ...tally, settled } })
      const steps = stepsOf(orderWith({ ...sent, state: 'accepted', batch }))
      return steps.slice(steps.indexOf('09:00, ') + '09:00, '.length)
    })
    expect(ends).toEqual([
      '>Accepted 09:01, -Completed',
      '>Accepted 09:01, -Completed',
      'Accepted 09:01, >Settled',
    ])
  })

  it('take the time of acceptance from the status inquiry where the answer is missing', () => {
    const withoutStatus = {
      state: 'accepted',
      attempts: [attempt('unknown', '09:00', '09:01')],
    } as const
    const found = { source: 'status-inquiry', at: day('09:30'), statusText: 'IN_PROCESS' } as const
    const status = {
      ...found,
      bankTime: null,
      vocabulary: 'payment',
      callId: null,
      alertSeq: null,
    } as const
    const one = orderWith({
      ...withoutStatus,
      attempts: [...withoutStatus.attempts],
      statusEvents: [status],
    })
    expect(stepsOf(one)).toContain('Sent 09:00, >Accepted 09:30')
  })

  it('group every line of the timeline, with none lost', () => {
    const line = (at: string) => ({
      at: day(at),
      kind: 'act' as const,
      by: null,
      title: at,
      detail: '',
      callId: null,
      alertId: null,
    })
    const entries = ['07:59', '08:00', '08:30', '08:59', '09:00', '09:01', '11:00'].map(line)
    const steps = orderSteps(
      orderWith({ ...sent, state: 'accepted', bankStatus: bankStatus('completed', '10:00') }),
    )
    const groups = groupBySteps(entries, steps)
    expect(groups.map((one) => [one.step.label, one.entries.map(({ title }) => title)])).toEqual([
      ['Created', ['07:59', '08:00']],
      ['Approved', ['08:30', '08:59']],
      ['Sent', ['09:00']],
      ['Accepted', ['09:01']],
      ['Completed', ['11:00']],
    ])
  })
})
