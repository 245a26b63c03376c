import { describe, expect, it } from 'vitest'
import {
  bankStatuses,
  type BankStatus,
} from '../../../preload/contract/domain/orders/bank-status.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { orderStates } from '../../../preload/contract/domain/orders/order-states.ts'
import {
  bankStatusLine,
  entrySentence,
  outcomeSentence,
} from '../../../renderer/text/order-outcome.ts'
import { order } from '../support/fake-orders.ts'

const at = '2026-11-23T13:40:21.000Z'
const bankStatus = (kind: BankStatus['kind'], part: Partial<BankStatus> = {}): BankStatus => ({
  kind,
  statusText: null,
  at,
  isFinal: ['completed', 'failed', 'cancelled', 'returned', 'contradictory'].includes(kind),
  needsBankAction: false,
  ...part,
})
const of = (
  state: Order['state'],
  kind: BankStatus['kind'] = 'not-reported',
  part: Partial<Order> = {},
) => outcomeSentence(order({ state, bankStatus: bankStatus(kind), ...part }))
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
const batch = (part: Partial<typeof tally>, isFinal = false) =>
  outcomeSentence({
    ...order({ state: 'accepted', bankStatus: bankStatus('in-process', { isFinal }) }),
    batch: { entries: 3, tally: { ...tally, ...part } },
  })
const restored = { backupAt: at, restoredAt: at, acknowledged: null }

describe('the outcome of a payment', () => {
  it('names the workstation of a team that sends it', () => {
    const workstation = 'Workstation 3'
    expect(of('queued', 'not-reported', { workstation })).toBe(
      'Released on Workstation 3, which waits for a connection to the bank.',
    )
    expect(of('sending', 'not-reported', { workstation })).toBe(
      'Being sent by Workstation 3; no answer from the bank yet.',
    )
  })

  it.each([
    [of('draft'), 'Not sent: still a draft.'],
    [
      of('draft', 'not-reported', { restored }),
      'Restored from a backup; it may have been sent since.',
    ],
    [of('awaiting-approval'), 'Not sent yet.'],
    [of('approved'), 'Approved, not sent yet.'],
    [of('approved', 'not-reported', { notSent: 'No way' }), 'Released, but nothing was sent.'],
    [of('queued'), 'Released; waiting for a connection to the bank.'],
    [of('sending'), 'Being sent; no answer from the bank yet.'],
    [of('accepted'), 'Accepted by the bank; no later status yet.'],
    [of('accepted', 'in-process'), 'Accepted; the bank is processing it.'],
    [of('accepted', 'in-review'), 'Accepted; the bank is reviewing it.'],
    [
      outcomeSentence(
        order({
          state: 'accepted',
          bankStatus: bankStatus('in-process', { statusText: 'Clearing' }),
        }),
      ),
      'Accepted. Waiting for the payment network.',
    ],
    [
      outcomeSentence(
        order({
          state: 'accepted',
          bankStatus: bankStatus('in-review', { needsBankAction: true }),
        }),
      ),
      'Accepted, but held at the bank.',
    ],
    [
      outcomeSentence(
        order({
          state: 'accepted',
          bankStatus: bankStatus('in-process', { statusText: 'FutureWarehouse' }),
        }),
      ),
      'Accepted; proceeds on a later day by itself.',
    ],
    [
      of('accepted', 'contradictory'),
      'Not clear: the bank\u2019s statuses contradict each other. Call the bank.',
    ],
    [
      of('rejected', 'completed'),
      'Not clear: the bank\u2019s statuses contradict each other. Call the bank.',
    ],
    [of('withdrawn'), 'Discarded before anything was sent.'],
    [
      of('outcome-unknown', 'not-reported', { isClosed: true }),
      'Closed as not made, on the reply of bank support. It cannot be resent. Status checks continue, and an answer or alert about it reopens it.',
    ],
    [of('draft', 'completed'), 'Not known to be sent from here, but the bank reports it.'],
  ])('%# is “%s”', (sentence, expected) => {
    expect(sentence).toBe(expected)
  })

  it.each([
    ['completed', /^Completed by the bank on 2026-11-23 \d\d:40\. A return may still follow\.$/],
    ['returned', /^Returned by the receiving bank on 2026-11-23 \d\d:40\.$/],
    ['failed', /^Failed at the bank on 2026-11-23 \d\d:40\.$/],
    ['cancelled', /^Canceled at the bank on 2026-11-23 \d\d:40\.$/],
  ] as const)('shows when it was %s', (kind, sentence) => {
    expect(of('accepted', kind)).toMatch(sentence)
  })

  it('is unknown while the outcome is, whatever the bank reports, and completed in one case only', () => {
    for (const kind of bankStatuses)
      expect(of('outcome-unknown', kind)).toBe('The bank may or may not have this payment.')
    const completed = orderStates.flatMap((state) =>
      bankStatuses
        .filter((kind) => of(state, kind).startsWith('Completed'))
        .map((kind) => `${state} ${kind}`),
    )
    expect(completed).toEqual(['accepted completed'])
  })
})

it.each([
  [{}, false, 'Accepted by the bank; its entries are tracked one by one.'],
  [
    { rejected: 1, accepted: 2 },
    false,
    'Accepted; 1 not accepted of 3 entries. The rest are still tracked.',
  ],
  [{ returned: 1 }, true, 'Accepted; 1 returned of 3 entries. The rest settled.'],
  [{ returned: 3 }, false, 'Accepted as a batch; 3 returned of 3 entries.'],
  [{ accepted: 0, rejected: 3 }, false, 'Accepted as a batch; 3 not accepted of 3 entries.'],
  [{ unclear: 1, accepted: 2 }, false, 'Accepted, but 1 of 3 entries have no clear answer.'],
  [{ settled: 1 }, false, 'Accepted; 1 of 3 entries settled. The rest are still tracked.'],
  [{ settled: 3 }, false, 'Settled: 3 entries. A return may still follow.'],
  [
    { settled: 2, rejected: 1, accepted: 2 },
    false,
    'Accepted; 1 not accepted of 3 entries. The rest settled. A return may still follow.',
  ],
  [
    { settled: 2, returned: 1 },
    false,
    'Accepted; 1 returned of 3 entries. The rest settled. A return may still follow.',
  ],
  // One entry may be both refused and returned, and another not settled.
  [
    { settled: 1, rejected: 1, returned: 1, accepted: 2 },
    false,
    'Accepted; 1 not accepted and 1 returned of 3 entries. The rest are still tracked.',
  ],
  [{}, true, 'Every entry settled, and the return period is over. A late return may still come.'],
] as const)('shows for a batch with %o, final %s: %s', (part, isFinal, sentence) => {
  expect(batch(part, isFinal)).toBe(sentence)
})

it.each([
  [null, 'not-reported', null, /^No result of this entry yet\.$/],
  ['accepted', 'not-reported', null, /^Accepted by the bank; no later status yet\.$/],
  ['rejected', 'not-reported', null, /^Not accepted by the bank\.$/],
  ['in-error', 'not-reported', null, /^Not accepted by the bank\.$/],
  ['not-mentioned', 'not-reported', null, /does not mention this entry\.$/],
  [
    'accepted',
    'collected',
    null,
    /^Collected by the bank on 2026-11-23 \d\d:40; not settled yet\.$/,
  ],
  ['accepted', 'settled', null, /^Settled on 2026-11-23 \d\d:40\. A return may still follow\.$/],
  ['accepted', 'returned', 'R01', /^Returned with R01 on 2026-11-23 \d\d:40\.$/],
  ['accepted', 'unclear', null, /^Not clear/],
  ['unclear', 'settled', null, /^Not clear/],
] as const)('shows for an entry that is %s and %s (%s): %s', (verdict, state, returnCode, text) => {
  expect(
    entrySentence({ verdict, state, stateAt: at, returnCode, returnReportedAt: null }),
  ).toMatch(text)
})

it.each([
  ['collected', /^Return reported on 2026-11-23 \d\d:40; asking the bank\.$/],
  ['unclear', /^Not clear: a return was reported, and the bank does not show it\.$/],
] as const)('shows a return that was only reported as such, beside %s', (state, text) => {
  const entry = { verdict: 'accepted', state, stateAt: at, returnCode: 'R01' } as const
  expect(entrySentence({ ...entry, returnReportedAt: at })).toMatch(text)
})

it.each([
  ['in-process', null, ''],
  ['completed', 'COMPLETED', 'Bank status: COMPLETED.'],
  ['not-reported', 'Moonlit', 'Bank status: Moonlit, not in the bank\u2019s documents.'],
  [
    'in-process',
    'FutureWarehouse',
    'Bank status: FutureWarehouse. Waits at the bank for a later day.',
  ],
  [
    'in-review',
    'Repair',
    'Bank status: Repair. The bank must correct it. Only the bank can proceed.',
  ],
] as const)('shows the status of the bank, %s: %s', (kind, statusText, line) => {
  expect(bankStatusLine({ bankStatus: bankStatus(kind, { statusText }) })).toBe(line)
})
