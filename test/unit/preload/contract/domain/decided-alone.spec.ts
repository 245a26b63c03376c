/** Which orders may be approved or released together with others, and why the rest may not. */
import { describe, expect, it } from 'vitest'
import { whyDecidedAlone } from '../../../../../preload/contract/domain/orders/decided-alone.ts'
import {
  payeeFlags,
  type Order,
  type PayeeFlag,
} from '../../../../../preload/contract/domain/orders/order.ts'
import { orderStates } from '../../../../../preload/contract/domain/orders/order-states.ts'
import { resultClasses } from '../../../../../preload/contract/domain/validation-reading.ts'

type Facts = Parameters<typeof whyDecidedAlone>[0]
type Batch = NonNullable<Order['batch']>

const at = '2026-11-23T14:00:00.000Z'
const ownership: NonNullable<Order['evidence']['ownership']> = {
  validationId: 'v1',
  at,
  by: 'Mara Ellison',
  resultClass: 'owner-matches',
  differingNames: [],
  queriedName: 'R\u2022\u2022\u2022',
  queriedKind: 'business',
  isAnotherName: false,
  score: 96,
  ageHours: 1,
  tooOld: false,
}
const trace = {
  status: 200,
  transactionId: null,
  namesPayment: false,
  correlationId: null,
  transactionTime: null,
}
const preCheck = {
  at,
  by: 'Mara Ellison',
  callId: 'c1',
  aboutThisBody: true,
  answer: { kind: 'no-answer', reason: 'timed-out' },
  raw: null,
} as unknown as NonNullable<Order['evidence']['validate']>
const evidence: Order['evidence'] = {
  ownership,
  validate: null,
  payee: { id: 'p1', version: 1, payments: 3, lastPaidAt: at },
  flags: [],
}
const payment: Facts = {
  state: 'awaiting-approval',
  isClosed: false,
  attempts: [],
  alerts: [],
  notSent: null,
  restored: null,
  problems: [],
  evidence,
  flags: [],
  warnings: [],
  batch: null,
  amount: 1_250_000,
}
const batchOf = (part: Partial<Batch>): Facts => ({
  ...payment,
  evidence: { ...evidence, ownership: null, payee: null },
  batch: {
    entriesWithProblems: 0,
    sentAnyway: [],
    duplicatesWithin: 0,
    outliers: { count: 0, first: [] },
    earlierDuplicates: 0,
    changedPayees: 0,
    firstPayments: 3,
    prepared: null,
    reversalOf: null,
    ownership: owners({}),
    ...part,
  } as Batch,
})
const owners = (part: Partial<Batch['ownership']>): Batch['ownership'] => ({
  matches: 3,
  matchesInPart: 0,
  differs: 0,
  closed: 0,
  notFound: 0,
  unknown: 0,
  notVerified: 0,
  oldestAt: at,
  ...part,
})
const withOwner = (part: Partial<typeof ownership>): Facts => ({
  ...payment,
  evidence: { ...evidence, ownership: { ...ownership, ...part } },
})

describe('a payment', () => {
  it('with good evidence is decided with others, to approve and to release', () => {
    expect(whyDecidedAlone(payment)).toBeNull()
    expect(whyDecidedAlone({ ...payment, state: 'approved' })).toBeNull()
    expect(whyDecidedAlone({ ...payment, flags: ['first-payment'] })).toBeNull()
  })

  it('of unknown outcome never is, however good its evidence', () => {
    expect(whyDecidedAlone({ ...payment, state: 'outcome-unknown' })).toBe('unknown-outcome')
    expect(whyDecidedAlone({ ...payment, isClosed: true })).toBe('unknown-outcome')
    for (const state of orderStates.filter((one) => one !== 'outcome-unknown'))
      expect(whyDecidedAlone({ ...payment, state }), state).toBeNull()
  })

  it('is decided with others for one result of its ownership check alone', () => {
    const good = resultClasses.filter(
      (resultClass) => whyDecidedAlone(withOwner({ resultClass })) === null,
    )
    expect(good).toEqual(['owner-matches'])
  })

  it.each<[string, Facts, string]>([
    ['another owner', withOwner({ resultClass: 'owner-differs' }), 'owner-differs'],
    ['a check of another name', withOwner({ isAnotherName: true }), 'owner-differs'],
    ['a partial match', withOwner({ resultClass: 'owner-matches-in-part' }), 'owner-in-part'],
    ['a closed account', withOwner({ resultClass: 'account-closed' }), 'no-account'],
    ['no such account', withOwner({ resultClass: 'account-not-found' }), 'no-account'],
    ['no clear answer', withOwner({ resultClass: 'cannot-tell' }), 'owner-unknown'],
    ['an old check', withOwner({ tooOld: true }), 'owner-too-old'],
    ['no check', { ...payment, evidence: { ...evidence, ownership: null } }, 'owner-unknown'],
    [
      'a pre-check without an answer',
      { ...payment, evidence: { ...evidence, validate: preCheck } },
      'pre-check',
    ],
    [
      'a pre-check of another version',
      {
        ...payment,
        evidence: {
          ...evidence,
          validate: {
            ...preCheck,
            aboutThisBody: false,
            answer: { kind: 'answered', reading: {}, warnings: [], beside: [], trace } as never,
          },
        },
      },
      'pre-check',
    ],
    ['no payee of the book', { ...payment, evidence: { ...evidence, payee: null } }, 'not-in-book'],
    [
      'an earlier sending',
      { ...payment, attempts: [{} as Order['attempts'][number]] },
      'sent-before',
    ],
    ['a release that came back', { ...payment, notSent: 'Waited too long' }, 'sent-before'],
    [
      'an alert that may be about it',
      { ...payment, alerts: [{} as Order['alerts'][number]] },
      'sent-before',
    ],
    [
      'a restore',
      { ...payment, restored: { backupAt: at, restoredAt: at, acknowledged: null } },
      'restored',
    ],
    [
      'a broken rule',
      { ...payment, problems: [{ path: 'x', message: 'x', source: null }] },
      'rules-broken',
    ],
    ['no amount', { ...payment, amount: null }, 'no-amount'],
  ])('is decided alone with %s', (_what, facts, reason) => {
    expect(whyDecidedAlone(facts)).toBe(reason)
  })

  it('is decided alone with every flag but a first payment, in its line or its evidence', () => {
    const reasons: Partial<Record<PayeeFlag, string>> = {
      'possible-duplicate': 'duplicate',
      'not-in-book': 'not-in-book',
    }
    for (const flag of payeeFlags.filter((one) => one !== 'first-payment')) {
      const reason = reasons[flag] ?? 'payee'
      expect(whyDecidedAlone({ ...payment, flags: [flag] }), flag).toBe(reason)
      const seen = { ...payment, evidence: { ...evidence, flags: [flag] } }
      expect(whyDecidedAlone(seen), flag).toBe(reason)
    }
  })

  it('is decided alone once it changed since the last review', () => {
    const changes = [{ field: 'Amount', before: '1', after: '2' }]
    expect(whyDecidedAlone(payment, changes)).toBe('changed')
  })

  it('has the most serious reason', () => {
    const facts = withOwner({ resultClass: 'owner-differs', tooOld: true })
    expect(whyDecidedAlone({ ...facts, flags: ['possible-duplicate'] })).toBe('owner-differs')
    expect(whyDecidedAlone({ ...facts, state: 'outcome-unknown' })).toBe('unknown-outcome')
  })
})

describe('a batch', () => {
  it('whose owners all match is decided with others, though its evidence has no payee', () => {
    expect(whyDecidedAlone(batchOf({}))).toBeNull()
  })

  it.each<[string, Facts, string]>([
    ['an owner that differs', batchOf({ ownership: owners({ differs: 1 }) }), 'owner-differs'],
    ['a partial match', batchOf({ ownership: owners({ matchesInPart: 1 }) }), 'owner-in-part'],
    ['a closed account', batchOf({ ownership: owners({ closed: 1 }) }), 'no-account'],
    ['no such account', batchOf({ ownership: owners({ notFound: 1 }) }), 'no-account'],
    ['an unclear owner', batchOf({ ownership: owners({ unknown: 1 }) }), 'owner-unknown'],
    ['an unchecked owner', batchOf({ ownership: owners({ notVerified: 1 }) }), 'owner-unknown'],
    ['a duplicate in it', batchOf({ duplicatesWithin: 1 }), 'duplicate'],
    ['a flagged amount', batchOf({ outliers: { count: 1, first: [] } }), 'amount-outlier'],
    ['a duplicate in another', batchOf({ earlierDuplicates: 1 }), 'duplicate'],
    ['a changed receiver', batchOf({ changedPayees: 1 }), 'payee'],
    [
      'an entry that the payee book flags',
      {
        ...batchOf({}),
        warnings: [{ path: 'entries', message: 'x', source: 'network', where: 'x' }],
      },
      'payee',
    ],
    ['a broken rule', batchOf({ entriesWithProblems: 1 }), 'rules-broken'],
    [
      'an entry that the bank will reject',
      batchOf({ sentAnyway: [{ code: 'amount', entries: 1 }] }),
      'rules-broken',
    ],
    [
      'an original',
      batchOf({ prepared: { as: 'reentry', orderId: 'b0', uuid: 'u', reason: 'x' } }),
      'follows-another',
    ],
    [
      'a batch to reverse',
      batchOf({ reversalOf: { orderId: 'b0', uuid: 'u', lastDay: null, isLate: false } }),
      'follows-another',
    ],
  ])('is decided alone with %s', (_what, facts, reason) => {
    expect(whyDecidedAlone(facts)).toBe(reason)
  })
})
