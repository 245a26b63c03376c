/** One invoice is paid once, whatever the rail, and however its account is spelled. */
import { describe, expect, it } from 'vitest'
import { createOrderEvidence } from '../../../../main/money/order/approval/evidence.ts'
import type { PossibleDuplicates } from '../../../../preload/contract/domain/orders/order-course.ts'
import {
  emptyParty,
  type PaymentForm,
} from '../../../../preload/contract/domain/orders/payment-form.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { approvedBatch, batchDraft, batchUuid, entry, uuidOf } from './support/batch-session.ts'
import { contextOf, readingOf } from './support/reading-session.ts'
import { storedOrder } from './support/stored-orders.ts'
import {
  approvedOrder,
  as,
  codeOf,
  draft,
  openSession,
  release,
  rowOf,
  saveAlertStatus,
  stateOf,
  wireForm,
  type SendingSession,
} from './support/sending-session.ts'

/** A session that finds duplicates itself. */
const openFinding = () =>
  openSession({
    evidence: (context) => createOrderEvidence(contextOf({ context } as SendingSession)),
  })

const account = '55501420077'
const routing = '550010016'
const toAccount = (accountNumber: string, aba: string): Partial<PaymentForm> => ({
  creditParty: { ...wireForm.creditParty, accountNumber },
  creditPartyBank: { ...emptyParty, aba },
})
const credit = (number: number, part: Partial<TypedEntry> = {}): TypedEntry =>
  entry(number, {
    accountNumber: account,
    routingNumber: routing,
    amount: '12500.00',
    ...part,
  })

const duplicatesOf = (session: SendingSession, id: string): Promise<PossibleDuplicates> =>
  readingOf(session)
    .get('mara', id)
    .then(({ duplicates }) => duplicates)

describe('what was paid by wire', () => {
  const openPaid = async (part: Partial<PaymentForm> = {}) => {
    const session = await openFinding()
    const approvalHash = await approvedOrder(session, 'o1', {
      ...toAccount(account, routing),
      ...part,
    })
    await release(session, approvalHash, 'accepted')
    return session
  }

  it('is not paid by ACH as well without a reason', async () => {
    const session = await openPaid()
    const { reference } = await rowOf(session)
    await batchDraft(session, { id: 'o2', entries: [credit(1), entry(2)] })
    const submitted = await as(session, 'mara')('submit', { id: 'o2' })
    expect(submitted).toMatchObject({
      error: {
        code: 'possible-duplicate',
        entries: 1,
        batches: [],
        payments: [
          {
            id: 'o1',
            kind: 'payment',
            isChangedFrom: false,
            orderId: 'o1',
            reference,
            state: 'accepted',
            day: '2026-11-23',
            amount: 1_250_000,
            currency: 'USD',
            account: '\u2022\u2022\u2022\u20220077',
          },
        ],
      },
    })
    expect(await stateOf(session, 'o2')).toBe('draft')
    const { flags, batch } = await readingOf(session).get('mara', 'o2')
    expect(flags).toContain('possible-duplicate')
    expect(batch).toMatchObject({ duplicatesWithin: 0, earlierDuplicates: 1, firstPayments: 1 })
  })

  it.each([
    ['a debit', { creditDebitCode: 'D' }],
    ['another amount', { amount: '12500.01' }],
    ['another account', { accountNumber: '55501420078' }],
    ['another bank', { routingNumber: '550020022' }],
  ])('has nothing to do with %s', async (_what, part) => {
    const session = await openPaid()
    await batchDraft(session, { id: 'o2', entries: [credit(1, part)] })
    expect(await duplicatesOf(session, 'o2')).toEqual({ payments: [], entries: 0, batches: [] })
  })

  it('in another currency is not paid by ACH', async () => {
    const session = await openFinding()
    await storedOrder(
      session.store,
      {},
      { ...wireForm, ...toAccount(account, routing), currency: 'EUR' },
    )
    await batchDraft(session, { id: 'o2', entries: [credit(1)] })
    expect(await duplicatesOf(session, 'o2')).toEqual({ payments: [], entries: 0, batches: [] })
  })

  it('is found for a later day as long as that day is not past', async () => {
    const session = await openPaid({ valueDate: '2026-12-07' })
    session.pass(12 * 86_400_000)
    await draft(session, 'o2', toAccount(account, routing))
    expect((await duplicatesOf(session, 'o2')).payments).toMatchObject([{ orderId: 'o1' }])
    session.pass(13 * 86_400_000)
    expect((await duplicatesOf(session, 'o2')).payments).toEqual([])
  })

  it('is found though this computer\u2019s clock is set a month forward', async () => {
    const session = await openPaid()
    session.setClock(new Date('2026-12-23T14:00:00Z'))
    await draft(session, 'o2', toAccount(account, routing))
    expect((await duplicatesOf(session, 'o2')).payments).toMatchObject([{ orderId: 'o1' }])
    await batchDraft(session, { id: 'o3', entries: [credit(1)] })
    session.setClock(new Date('2027-06-23T14:00:00Z'))
    expect(await duplicatesOf(session, 'o3')).toMatchObject({ entries: 1 })
  })

  it('is found though the bank rejected it first and reports it now', async () => {
    const session = await openFinding()
    await storedOrder(
      session.store,
      { state: 'rejected' },
      { ...wireForm, ...toAccount(account, routing) },
    )
    await draft(session, 'o2', toAccount(account, routing))
    expect((await duplicatesOf(session, 'o2')).payments).toEqual([])
    await saveAlertStatus(session)
    expect(await stateOf(session)).toBe('rejected')
    expect((await duplicatesOf(session, 'o2')).payments).toMatchObject([
      { orderId: 'o1', state: 'rejected' },
    ])
    await batchDraft(session, { id: 'o3', entries: [credit(1)] })
    expect(await duplicatesOf(session, 'o3')).toMatchObject({ entries: 1 })
  })
})

describe('what was paid by ACH', () => {
  it('is not paid by wire as well without a reason, and is named by its batch', async () => {
    const session = await openFinding()
    await release(
      session,
      await approvedBatch(session, { entries: [entry(2), credit(1)] }),
      'accepted',
    )
    await draft(session, 'o2', toAccount(account, routing))
    expect(await as(session, 'mara')('submit', { id: 'o2' })).toMatchObject({
      error: {
        code: 'possible-duplicate',
        entries: 0,
        batches: [],
        payments: [
          {
            id: uuidOf(1),
            kind: 'entry',
            orderId: 'o1',
            reference: batchUuid,
            state: 'accepted',
            day: '2026-11-25',
            amount: 1_250_000,
            currency: 'USD',
            account: '\u2022\u2022\u2022\u20220077',
          },
        ],
      },
    })
    expect((await readingOf(session).get('mara', 'o2')).flags).toContain('possible-duplicate')
  })

  it.each([
    ['collects', { creditDebitCode: 'D' }],
    ['is only a prenotification', { transactionType: 'P', amount: '0.00' }],
  ])('is no payment where it %s', async (_what, part) => {
    const session = await openFinding()
    await release(session, await approvedBatch(session, { entries: [credit(1, part)] }), 'accepted')
    await draft(session, 'o2', toAccount(account, routing))
    expect((await duplicatesOf(session, 'o2')).payments).toEqual([])
    expect((await readingOf(session).get('mara', 'o2')).flags).toContain('first-payment')
  })

  it('refuses an approval that did not see it', async () => {
    const session = await openFinding()
    const [mara, theo] = [as(session, 'mara'), as(session, 'theo')]
    await draft(session, 'o2', toAccount(account, routing))
    expect(codeOf(await mara('submit', { id: 'o2' }))).toBeUndefined()
    const approvalHash = (await rowOf(session, 'o2')).approval_hash ?? ''
    await batchDraft(session, { entries: [credit(1)] })
    const inBatch = await duplicatesOf(session, 'o1')
    expect(inBatch).toMatchObject({ entries: 1, payments: [{ id: 'o2' }] })
    const shown = { payments: ['o2'], entries: 1, batches: [] }
    const reasoned = { id: 'o1', reason: 'two invoices', shownDuplicates: shown }
    expect(codeOf(await mara('submit', reasoned))).toBeUndefined()
    const approving = { id: 'o2', approvalHash, reason: 'two invoices' }
    expect(codeOf(await theo('approve', { id: 'o2', approvalHash }))).toBe('order-changed')
    const unseen = { payments: [], entries: 0, batches: [] }
    expect(codeOf(await theo('approve', { ...approving, shownDuplicates: unseen }))).toBe(
      'order-changed',
    )
    const seen = { ...unseen, payments: [uuidOf(1)] }
    expect(codeOf(await theo('approve', { ...approving, shownDuplicates: seen }))).toBeUndefined()
  })
})

const spellings: readonly (readonly [account: string, routing: string])[] = [
  ['5550-142-0077', routing],
  ['5550 142 0077', routing],
  ['0055501420077', routing],
  [account, '55001-0016'],
  [account, '550 010 016'],
  ['5550\u00a0142\u20110077', '550010016 '],
]

describe('one account', () => {
  it.each(spellings)('in the spelling %s at %s is one for all payments', async (one, bank) => {
    const session = await openFinding()
    await release(
      session,
      await approvedOrder(session, 'o1', toAccount(account, routing)),
      'accepted',
    )
    await draft(session, 'o2', toAccount(one, bank))
    expect((await duplicatesOf(session, 'o2')).payments).toMatchObject([{ id: 'o1' }])
    expect((await readingOf(session).get('mara', 'o2')).flags).not.toContain('first-payment')
    await batchDraft(session, {
      id: 'o3',
      entries: [credit(1, { accountNumber: one }), credit(2, { accountNumber: account })],
    })
    const { batch } = await readingOf(session).get('mara', 'o3')
    expect(batch).toMatchObject({ duplicatesWithin: 2, earlierDuplicates: 2, firstPayments: 0 })
  })

  it('is sent as it was typed', async () => {
    const session = await openFinding()
    await release(
      session,
      await approvedOrder(session, 'o1', toAccount('5550-142-0077', '55001-0016')),
      'accepted',
    )
    expect(session.bank.sent.join()).toContain('5550-142-0077')
    expect(session.bank.sent.join()).toContain('55001-0016')
  })

  it('in small letters is the one in capitals', async () => {
    const session = await openFinding()
    const iban = toAccount('GB29 NWBK 6016 1331 9268 19', routing)
    await release(session, await approvedOrder(session, 'o1', iban), 'accepted')
    await draft(session, 'o2', toAccount('gb29nwbk60161331926819', routing))
    expect((await duplicatesOf(session, 'o2')).payments).toMatchObject([{ id: 'o1' }])
  })
})
