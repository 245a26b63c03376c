/** The evidence that the policy in force misses for an order, and the flags of its payee. */
import { describe, expect, it } from 'vitest'
import type { Policy } from '../../../../../preload/contract/domain/operators/policy.ts'
import { needsReason } from '../../../../../preload/contract/domain/orders/owner-knowledge.ts'
import type { Order } from '../../../../../preload/contract/domain/orders/order.ts'
import type { PayeeDetails } from '../../../../../preload/contract/domain/payees/payee.ts'
import { createOrderEvidence } from '../../../../../main/money/order/approval/evidence.ts'
import type { OrderRow } from '../../../../../main/money/order/types.ts'
import type { PayeeStatus } from '../../../../../main/money/payees/payees.service.ts'
import { putBatch, storedEntry } from '../../batch/stored-batch.ts'
import { openOrderTracking, people, type OrderTrackingSession } from '../support/order-tracking.ts'
import { changeStored, storedOrder, storedRow, wireForm } from '../support/stored-orders.ts'

const hour = 3_600_000
const missing = async ({ evidence, store }: OrderTrackingSession) =>
  evidence.missing(await storedRow(store))

/** The bank's answer about the account: open, with this match score of its owner. */
const outcome = (score: string, part: object = {}): string =>
  JSON.stringify({
    kind: 'answered',
    beside: [],
    trace: {
      status: 200,
      transactionId: null,
      namesPayment: false,
      correlationId: null,
      transactionTime: null,
    },
    warnings: [],
    reading: {
      errorCode: '000',
      accountStatus: { code: '099', message: null },
      conditionCode: '000',
      overallMatchScore: score,
      matches: {},
      systemRecordId: null,
      primaryId: null,
      secondaryId: null,
      additionalId: null,
      routingNumber: '550010014',
      accountNumber: '55501420077',
      feeAttrib: null,
      userDefined: null,
      other: [],
      ...part,
    },
  })

/** An ownership check; `part` overrides the tested values. */
async function checked({ store, time }: OrderTrackingSession, part: object = {}): Promise<void> {
  const at = new Date(time.ms - hour).toISOString()
  await store.record({ actor: 'mara', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
    await tx
      .insertInto('validations')
      .values({
        id: 'v1',
        at,
        actor: 'mara',
        api_version: 'v2',
        routing_number: '550010014',
        account_number: '0055501420077',
        account_significant: '55501420077',
        owner_kind: 'business',
        owner_name: 'Ridgeway Supply',
        fields_sent: '[]',
        ssn_digits: null,
        user_defined: null,
        outcome: outcome('96'),
        result_class: 'owner-matches',
        score: 96,
        bank_call_id: null,
        search_text: '',
        ...part,
      })
      .execute()
  })
  await changeStored(store, 'o1', { ownership_validation_id: 'v1', ownership_by: 'mara' })
}
const needsOwnership: Partial<Policy> = { ownership: { from: 1_000_000, maxAgeHours: 24 } }

describe('an ownership check', () => {
  const session = async (policy = needsOwnership, part: Partial<OrderRow> = {}) => {
    const created = await openOrderTracking(policy)
    await storedOrder(created.store, { state: 'awaiting-approval', ...part })
    return created
  }

  it('is missing from the amount on that the policy names, and in other currencies always', async () => {
    expect(await missing(await session())).toEqual(['ownership'])
    expect(await missing(await session(needsOwnership, { amount: 999_999 }))).toEqual([])
    expect(await missing(await session(needsOwnership, { amount: 1, currency: 'EUR' }))).toEqual([
      'ownership',
    ])
    expect(await missing(await session({ ownership: null }))).toEqual([])
  })

  it('of the same account at the same bank is enough, leading zeros aside (bank note 36)', async () => {
    const created = await session()
    await checked(created)
    expect(await missing(created)).toEqual([])
    expect((await shownOf(created)).evidence.ownership).toEqual({
      validationId: 'v1',
      at: '2026-11-23T13:00:00.000Z',
      by: 'Mara Ellison',
      resultClass: 'owner-matches',
      score: 96,
      ageHours: 1,
      tooOld: false,
      queriedName: 'R\u2022\u2022\u2022 S\u2022\u2022\u2022',
      isAnotherName: false,
      differingNames: [],
      queriedKind: 'business',
    })
    expect(needsReason(await created.evidence.owners(await storedRow(created.store)))).toBe(false)
  })

  it('is too old by the later clock, to whatever time this computer is set', async () => {
    const created = await session()
    await checked(created)
    const latest = (): Date => new Date('2026-11-24T14:00:00.000Z')
    const waits = { ...created.context.waits, latest }
    const evidence = createOrderEvidence({ ...created.context, waits })
    expect(await evidence.missing(await storedRow(created.store))).toEqual(['ownership-too-old'])
  })

  it('of the same account in another spelling is enough', async () => {
    const created = await openOrderTracking(needsOwnership)
    await storedOrder(
      created.store,
      { state: 'awaiting-approval' },
      {
        ...wireForm,
        creditParty: { ...wireForm.creditParty, accountNumber: '5550-142-0077' },
        creditPartyBank: { ...wireForm.creditPartyBank, aba: '55001-0014' },
      },
    )
    await checked(created)
    expect(await missing(created)).toEqual([])
  })

  it('of an owner that matches in part is enough for the policy, and requires a reason', async () => {
    const created = await session()
    await checked(created, { outcome: outcome('96', { matches: { businessNameMatch: 'C' } }) })
    expect(await missing(created)).toEqual([])
    expect((await shownOf(created)).evidence.ownership).toMatchObject({
      resultClass: 'owner-matches-in-part',
      differingNames: ['businessNameMatch'],
    })
    expect(needsReason(await created.evidence.owners(await storedRow(created.store)))).toBe(true)
  })

  it('counts for the beneficiary that it was made for, case and punctuation aside, and for nobody else', async () => {
    const created = await session()
    await checked(created, { owner_name: 'RIDGEWAY  SUPPLY.' })
    expect(await missing(created)).toEqual([])
    const other = await session()
    await checked(other, { owner_name: 'Mallory Thief' })
    expect(await missing(other)).toEqual(['ownership-no-match'])
    expect((await shownOf(other)).evidence.ownership).toMatchObject({
      resultClass: 'cannot-tell',
      isAnotherName: true,
      queriedName: 'M\u2022\u2022\u2022 T\u2022\u2022\u2022',
    })
  })

  it.each([
    ['another account', { account_significant: '99' }, ['ownership']],
    ['another bank', { routing_number: '550020025' }, ['ownership']],
    ['an owner below the threshold', { outcome: outcome('80') }, ['ownership-no-match']],
    [
      'an answer that names another account',
      { outcome: outcome('96', { accountNumber: '99' }) },
      ['ownership-no-match'],
    ],
    ['an outcome that nobody reads', { outcome: '{}' }, ['ownership-no-match']],
  ] as const)('of %s is none', async (_what, part, wanted) => {
    const created = await session()
    await checked(created, part)
    expect(await missing(created)).toEqual(wanted)
  })

  it('of one kind of owner is none for a payee of the other', async () => {
    const fromBook = { ...wireForm, payeeId: 'p1' }
    for (const [kind, requested, wanted] of [
      ['person', 'business', ['ownership']],
      ['business', 'person', ['ownership']],
      ['business', 'business', []],
      ['person', 'person', []],
      [null, 'business', []],
    ] as const) {
      const created = await openOrderTracking(needsOwnership)
      created.payees.set('p1', ofKind(kind))
      await storedOrder(created.store, { state: 'awaiting-approval' }, fromBook)
      await checked(created, { owner_kind: requested })
      expect(await missing(created), `${String(kind)}, requested as ${requested}`).toEqual(wanted)
      const { ownership } = (await shownOf(created)).evidence
      expect(ownership?.queriedKind ?? null).toBe(wanted.length === 0 ? requested : null)
    }
  })

  it('that is too old is reported as such, and one from the future too', async () => {
    for (const days of [-2, 2]) {
      const created = await session()
      await checked(created, { at: new Date(created.time.ms + days * 24 * hour).toISOString() })
      expect(await missing(created)).toContain('ownership-too-old')
      expect((await shownOf(created)).evidence.ownership?.tooOld).toBe(true)
    }
  })
})

const shownOf = async ({ reading: orders }: OrderTrackingSession): Promise<Order> => {
  const answer = await orders.show('o1', people.theo)
  return answer.ok ? answer.value : expect.fail(answer.error.code)
}

describe('the bank\u2019s validation', () => {
  it('counts of this very body, answered well', async () => {
    const created = await openOrderTracking({ validateFirst: true })
    const { body_sha256 } = await storedOrder(created.store, { state: 'awaiting-approval' })
    expect(await missing(created)).toEqual(['validate'])
    const answered = { validate_at: created.time.now, validate_kind: 'answered' }
    await changeStored(created.store, 'o1', { ...answered, validate_body_sha256: 'other' })
    expect(await missing(created)).toEqual(['validate'])
    await changeStored(created.store, 'o1', { ...answered, validate_body_sha256: body_sha256 })
    expect(await missing(created)).toEqual([])
    await changeStored(created.store, 'o1', { validate_kind: 'not-understood' })
    expect(await missing(created)).toEqual(['validate-failed'])
  })

  it('of a draft counts for the current body of its form', async () => {
    const created = await openOrderTracking({ validateFirst: true })
    await storedOrder(created.store, { state: 'draft' })
    const { bodySha256 } = await shownOf(created)
    const requested = { validate_body_sha256: bodySha256, validate_kind: 'answered' }
    await changeStored(created.store, 'o1', requested)
    expect(await missing(created)).toEqual([])
    const form = JSON.stringify({ ...wireForm, amount: '1.00' })
    await changeStored(created.store, 'o1', { form })
    expect(await missing(created)).toEqual(['validate'])
  })
})

const details: PayeeDetails = {
  kind: 'business',
  name: 'Ridgeway Supply',
  accountNumber: '55501420077',
  note: '',
  services: ['WIRE'],
  address: ['1 Quay Road', 'Portland'],
  bank: { name: 'Millbrook Savings', aba: '550010014', address: [] },
  intermediaries: [],
}
const inBook = (part: Partial<PayeeStatus> = {}): PayeeStatus => ({
  id: 'p1',
  isProposed: false,
  isRemoved: false,
  approved: { version: 2, details, at: '2026-11-01T00:00:00.000Z' },
  ...part,
})
const ofKind = (kind: PayeeDetails['kind']): PayeeStatus =>
  inBook({
    approved: { version: 2, details: { ...details, kind }, at: '2026-11-01T00:00:00.000Z' },
  })

describe('the same payment entered twice', () => {
  const day = 24 * hour
  const another = (created: OrderTrackingSession, part: Partial<OrderRow>, form = wireForm) =>
    storedOrder(created.store, { id: 'o2', reference: 'EARLIER', ...part }, form)

  it('is flagged with reference, day and state of the other, for maker and approver', async () => {
    const created = await openOrderTracking()
    await storedOrder(created.store, { state: 'awaiting-approval' })
    await another(created, { state: 'outcome-unknown' })
    const shown = await shownOf(created)
    expect(shown.flags).toContain('possible-duplicate')
    expect(shown.evidence.flags).toContain('possible-duplicate')
    expect(shown.duplicates).toEqual({
      payments: [
        {
          id: 'o2',
          kind: 'payment',
          isChangedFrom: false,
          orderId: 'o2',
          reference: 'EARLIER',
          state: 'outcome-unknown',
          at: expect.stringContaining('2026-11-23') as string,
          day: '2026-11-23',
          amount: 1_250_000,
          currency: 'USD',
          account: '\u2022\u2022\u2022\u20220077',
        },
      ],
      entries: 0,
      batches: [],
    })
  })

  it.each([
    ['was rejected', { state: 'rejected' }, wireForm],
    ['is a draft', { state: 'draft' }, wireForm],
    [
      'is older',
      {
        released_at: new Date(Date.UTC(2026, 10, 23) - 11 * day).toISOString(),
        value_date: '2026-11-12',
      },
      wireForm,
    ],
    ['has another amount', {}, { ...wireForm, amount: '12,500.01' }],
    [
      'goes to another account',
      {},
      { ...wireForm, creditParty: { ...wireForm.creditParty, accountNumber: '1' } },
    ],
    [
      'goes to another bank',
      {},
      { ...wireForm, creditPartyBank: { ...wireForm.creditPartyBank, aba: '550020025' } },
    ],
  ] as const)('is none where the other %s', async (_what, part, form = wireForm) => {
    const created = await openOrderTracking()
    await storedOrder(created.store, { state: 'awaiting-approval' })
    await another(created, part, form)
    expect((await shownOf(created)).flags).not.toContain('possible-duplicate')
  })
})

describe('the payee', () => {
  const session = async (status?: PayeeStatus, form = { ...wireForm, payeeId: 'p1' }) => {
    const created = await openOrderTracking({ payeeFromBook: true })
    const of = status ? form : { ...form, payeeId: null }
    if (status) created.payees.set('p1', status)
    await storedOrder(created.store, { state: 'awaiting-approval' }, of)
    return created
  }
  const flags = async (created: OrderTrackingSession) => (await shownOf(created)).flags

  it('of the book, approved and unchanged, lacks nothing but an earlier payment', async () => {
    const created = await session(inBook())
    expect(await missing(created)).toEqual([])
    expect(await flags(created)).toEqual(['first-payment'])
  })

  it('typed by hand, or removed, is not in the book', async () => {
    for (const status of [undefined, inBook({ isRemoved: true })]) {
      const created = await session(status)
      expect(await missing(created)).toEqual(['payee'])
      expect(await flags(created)).toContain('not-in-book')
    }
  })

  it('that nobody has approved is flagged, and one with a change that waits', async () => {
    const fresh = await session(inBook({ approved: null, isProposed: true }))
    expect(await flags(fresh)).toEqual(['not-approved', 'first-payment'])
    expect(await missing(fresh)).toEqual(['payee'])
    expect(await flags(await session(inBook({ isProposed: true })))).toContain('change-proposed')
  })

  it.each([
    ['account', { creditParty: { ...wireForm.creditParty, accountNumber: '55501420078' } }],
    ['name', { creditParty: { ...wireForm.creditParty, name: 'Ridgeway Supply Inc' } }],
    ['bank', { creditPartyBank: { ...wireForm.creditPartyBank, aba: '550020025' } }],
    ['intermediary', { intermediaryBank1: { ...wireForm.creditPartyBank } }],
    ['address', { creditParty: { ...wireForm.creditParty, address: ['2 Quay Road'] } }],
  ])('whose %s was typed otherwise differs from the book', async (_what, part) => {
    const created = await session(inBook(), { ...wireForm, payeeId: 'p1', ...part })
    expect(await flags(created)).toContain('differs-from-book')
    expect(await missing(created)).toEqual(['payee'])
  })

  it('of another version than was submitted counts by what is paid', async () => {
    const created = await session(inBook())
    await changeStored(created.store, 'o1', { payee_id: null, payee_version: 1 })
    expect(await missing(created)).toEqual([])
    const changed = { ...details, accountNumber: '111' }
    created.payees.set('p1', inBook({ approved: { version: 3, details: changed, at: '' } }))
    expect(await missing(created)).toEqual(['payee'])
  })

  it('that was paid before at another account is flagged until it is paid', async () => {
    const created = await session(inBook())
    const elsewhere = { ...wireForm.creditParty, accountNumber: '111' }
    await created.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
      const at = created.time.now
      await tx
        .insertInto('payees')
        .values({
          id: 'p1',
          at,
          approved_version: 2,
          approved_at: at,
          proposed_version: null,
          removed_at: null,
          changed_at: at,
          search_text: '',
        })
        .execute()
    })
    await storedOrder(
      created.store,
      { id: 'before', reference: 'BEFORE', payee_id: 'p1' },
      { ...wireForm, creditParty: elsewhere, payeeId: 'p1' },
    )
    expect(await flags(created)).toEqual(['changed-since-last-payment'])
    expect((await shownOf(created)).evidence.payee).toMatchObject({ id: 'p1', payments: 1 })
    // A returned payment paid nobody, so it is neither a first payment nor the last one.
    await changeStored(created.store, 'before', { bank_status: 'returned' })
    expect(await flags(created)).toEqual(['first-payment'])
    expect((await shownOf(created)).evidence.payee).toMatchObject({ id: 'p1', payments: 0 })
  })

  it('that was paid by ACH before is paid neither for the first time nor as before elsewhere', async () => {
    const created = await session(inBook())
    const paidByAch = async (accountNumber: string, at: string, creditDebitCode = 'C') => {
      const bank = { routingNumber: details.bank.aba, creditDebitCode }
      const batch = await putBatch(created.store, 'CCD', [
        storedEntry({ payeeId: 'p1', accountNumber, ...bank }),
      ])
      await changeStored(created.store, batch, { state: 'accepted', released_at: at })
    }
    await paidByAch('55501420077', '2026-11-20T14:00:00.000Z', 'D')
    expect(await flags(created)).toEqual(['first-payment'])
    await paidByAch('111', '2026-11-21T14:00:00.000Z')
    expect(await flags(created)).toEqual(['changed-since-last-payment'])
    await paidByAch('5550-142-0077', '2026-11-22T14:00:00.000Z')
    expect(await flags(created)).toEqual([])
    expect((await shownOf(created)).evidence.payee).toMatchObject({ id: 'p1', payments: 2 })
  })

  it('is flagged no more once the payment has been sent', async () => {
    const created = await session(undefined)
    await changeStored(created.store, 'o1', { state: 'accepted' })
    expect(await flags(created)).toEqual([])
  })
})
