/**
 * One order as an operator sees it: masked by main, with every field of the bank's answer, and the
 * allowed actions.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { saveCall } from '../../../../../main/bank/call-record.ts'
import { businessStatuses } from '../../../../../preload/contract/bank/codes/payment-business-status.ts'
import type { ActBlocker } from '../../../../../preload/contract/domain/orders/act-blockers.ts'
import {
  order as orderSchema,
  type Order,
} from '../../../../../preload/contract/domain/orders/order.ts'
import type { OrderRow } from '../../../../../main/money/order/types.ts'
import { addStatusEvents } from '../../../../../main/money/order/status/status-events.ts'
import { recorded } from '../../../inquiry/traffic/recorded-calls.ts'
import { openOrderTracking, people, type OrderTrackingSession } from '../support/order-tracking.ts'
import {
  changeStored,
  debitAccount,
  reference,
  storedOrder,
  wireForm,
} from '../support/stored-orders.ts'

let session: OrderTrackingSession
beforeEach(async () => {
  session = await openOrderTracking()
})
type Person = keyof typeof people
const shown = async (who: Person = 'mara', id = 'o1'): Promise<Order> => {
  const answer = await session.reading.handlers.get({ id }, { operator: people[who] })
  return answer.ok ? answer.value : expect.fail(answer.error.code)
}
const mayOf = async (who: Person): Promise<Record<string, ActBlocker | null>> =>
  Object.fromEntries((await shown(who)).may.map(({ act, why }) => [act, why]))

const raw =
  `{"status":{"paymentStatus":"COMPLETED"},"transactionId":"T-77","requestReference":"${reference}",` +
  `"sendersReference":"S-1","receiversReference":"For 55501420077","debitAccountNumber":"${debitAccount}",` +
  '"creditAccountNumber":"55501420077","valueDate":"2026-11-24","transferAmount":12500,' +
  '"transferCurrency":"USD","doddFrank":{"noYesType":"Yes"},"clearingSystemReference":"CLR-9",' +
  '"error":{"code":"E1","title":"Late","description":"After the cutoff"},"fee":12.5}'
const answered = (part: object = {}) =>
  recorded({
    id: 'answer',
    purpose: 'payment-initiate',
    path: '/rtp/v1/payment/initiate',
    requestBody: null,
    status: 200,
    responseBody: raw,
    ...part,
  })

describe('an order', () => {
  it('crosses the border as the contract has it', async () => {
    for (const state of ['draft', 'awaiting-approval', 'accepted', 'outcome-unknown'] as const) {
      await storedOrder(session.store, { id: state, reference: state, state })
      expect(orderSchema.parse(await shown('mara', state))).toEqual(await shown('mara', state))
    }
  })

  it('names no account in full, in no text of it', async () => {
    await saveCall(session.store, answered())
    await storedOrder(session.store, { last_call_id: 'answer' })
    const text = JSON.stringify(await shown())
    expect(text).not.toContain('55501420077')
    expect(text).not.toContain(debitAccount)
    expect(text).not.toContain('72004500')
    expect(text).toContain('\u2022\u2022\u2022\u20220077')
    expect(text).toContain('Ridgeway Supply')
    expect(text).toContain(reference)
  })

  it('has a masked body that is JSON still, its amount by its digits', async () => {
    await storedOrder(session.store)
    const { body, bodySha256 } = await shown()
    expect(body).toContain('"transferAmount":12500.00')
    expect(JSON.parse(body ?? '')).toMatchObject({
      creditParty: { accountNumber: '\u2022\u2022\u2022\u20220077' },
      receiversReference: 'Invoice 4711 for account \u2022\u2022\u2022\u20220077',
      creditPartyBank: { aba: '550010014' },
    })
    expect(bodySha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is shown in full after that was recorded, and not when it cannot be', async () => {
    const row = await storedOrder(session.store)
    const answer = await session.reading.handlers.reveal({ id: 'o1' }, { operator: people.theo })
    expect(answer).toMatchObject({ value: { isMasked: false, body: row.body } })
    const acts = await session.store.read
      .selectFrom('audit_entries')
      .select(['actor', 'kind', 'detail'])
      .where('kind', '=', 'order.revealed')
      .execute()
    expect(acts).toEqual([{ actor: 'theo', kind: 'order.revealed', detail: '{}' }])
    await session.store.close()
    await expect(
      session.reading.handlers.reveal({ id: 'o1' }, { operator: people.theo }),
    ).rejects.toThrow()
  })

  it('that is not there is not found', async () => {
    const missing = { ok: false, error: { code: 'not-found' } }
    const caller = { operator: people.mara }
    expect(await session.reading.handlers.get({ id: 'x' }, caller)).toEqual(missing)
    expect(await session.reading.handlers.reveal({ id: 'x' }, caller)).toEqual(missing)
    expect(await session.reading.handlers.review({ id: 'x' }, caller)).toEqual(missing)
  })

  it('bank notes 60, 61 and 71: shows every field of the bank\u2019s answer beside what was sent', async () => {
    await saveCall(session.store, answered())
    await storedOrder(session.store, { last_call_id: 'answer' })
    const { answer, raw: text, amount, callId } = await shown()
    expect(answer).toMatchObject({
      kind: 'answered',
      reading: {
        status: 'COMPLETED',
        transactionId: 'T-77',
        requestReference: reference,
        sendersReference: 'S-1',
        valueDate: '2026-11-24',
        transferAmount: '12500',
        transferCurrency: 'USD',
        doddFrank: 'Yes',
        clearingSystemReference: 'CLR-9',
        error: { code: 'E1', title: 'Late', description: 'After the cutoff' },
        debitAccountNumber: '\u2022\u2022\u2022\u20224500',
        creditAccountNumber: '\u2022\u2022\u2022\u20220077',
      },
    })
    expect(JSON.stringify(answer)).toContain('"fee"')
    expect(text).toContain('"transferAmount":12500,')
    expect(amount).toBe(1_250_000)
    expect(callId).toBe('answer')
  })

  it('shows validate\u2019s answer as received, and whether it was about this body (bank note 65)', async () => {
    const path = '/rtp/v1/payment/validate'
    await saveCall(
      session.store,
      answered({ id: 'v', purpose: 'payment-validate', path, responseBody: '{"checked":"yes"}' }),
    )
    const validated = {
      validate_call_id: 'v',
      validate_at: session.time.now,
      validate_by: 'mara',
      validate_kind: 'answered',
      validate_body_sha256: 'another',
    }
    await storedOrder(session.store, { state: 'awaiting-approval', ...validated })
    const { evidence } = await shown()
    expect(evidence.validate).toMatchObject({
      by: 'Mara Ellison',
      aboutThisBody: false,
      raw: '{"checked":"yes"}',
      answer: { kind: 'answered' },
    })
  })

  it.each([
    ['was never sent', 'not-sent'],
    ['may have been sent', 'no-answer'],
  ] as const)('reports of a validate without an answer whether it %s', async (_what, kind) => {
    const validated = { validate_at: session.time.now, validate_by: 'mara', validate_kind: kind }
    await storedOrder(session.store, { state: 'awaiting-approval', ...validated })
    expect((await shown()).evidence.validate?.answer.kind).toBe(kind)
  })
})

describe('a possible act on an order', () => {
  const inState = (state: OrderRow['state'], part: Partial<OrderRow> = {}) =>
    storedOrder(session.store, { state, ...part })

  it('is listed with the reason where it is not allowed', async () => {
    await inState('awaiting-approval')
    expect(await mayOf('mara')).toEqual({
      approve: { code: 'not-permitted', needs: ['checker'] },
      'send-back': { code: 'not-permitted', needs: ['checker'] },
      'return-to-draft': null,
      copy: null,
      print: null,
    })
    expect(await mayOf('theo')).toEqual({
      approve: null,
      'send-back': null,
      print: null,
      'return-to-draft': { code: 'not-permitted', needs: ['maker'] },
      copy: { code: 'not-permitted', needs: ['maker'] },
    })
    expect((await mayOf('max'))['return-to-draft']).toEqual({
      code: 'not-maker',
      maker: 'Mara Ellison',
    })
  })

  it('is no approval of one\u2019s own work', async () => {
    await inState('awaiting-approval', { maker: 'theo' })
    expect((await mayOf('theo'))['approve']).toEqual({ code: 'own-work' })
  })

  it('is no release before the approvals are there', async () => {
    await inState('approved')
    expect((await mayOf('theo'))['release']).toEqual({ code: 'approvals-missing', more: 1 })
  })

  it('names the evidence that the policy misses', async () => {
    session = await openOrderTracking({ validateFirst: true, payeeFromBook: true })
    await storedOrder(session.store, { state: 'awaiting-approval' })
    expect((await mayOf('theo'))['approve']).toEqual({
      code: 'evidence-needed',
      missing: ['validate', 'payee'],
    })
  })

  it('bank note 67: is no resend before a qualifying status inquiry', async () => {
    session = await openOrderTracking({ inquiryAfterMinutes: 5 })
    await storedOrder(session.store, { state: 'outcome-unknown' })
    expect(await mayOf('theo')).toMatchObject({
      inquire: null,
      'propose-resend': {
        code: 'inquiry-first',
        countsFrom: '2026-11-23T14:05:00.000Z',
      },
    })
    expect(await mayOf('theo')).not.toHaveProperty('confirm-resend')
  })

  it('is no confirming of what one has proposed, nor of other evidence', async () => {
    const proposal = {
      by: 'theo',
      at: session.time.now,
      reason: 'Lost',
      evidence: 'evidence of 0 inquiries',
    }
    await inState('outcome-unknown', { resend: JSON.stringify(proposal) })
    expect((await mayOf('theo'))['confirm-resend']).toEqual({
      code: 'same-person',
      person: 'Theo Park',
    })
    const stale = JSON.stringify({ ...proposal, evidence: 'other' })
    await changeStored(session.store, 'o1', { resend: stale })
    expect((await mayOf('cleo'))['confirm-resend']).toEqual({
      code: 'evidence-changed',
      since: 'proposal',
    })
    expect((await shown('cleo')).unknownOutcome).toMatchObject({
      proposal: { by: { id: 'theo', name: 'Theo Park' }, reason: 'Lost' },
    })
    const confirmed = JSON.stringify({ ...proposal, confirmedBy: 'cleo' })
    await changeStored(session.store, 'o1', { resend: confirmed })
    expect((await shown('cleo')).unknownOutcome?.proposal).toBeNull()
    expect(await mayOf('cleo')).not.toHaveProperty('confirm-resend')
  })

  it.each(businessStatuses)(
    'bank note 74: offers nothing that acts on a payment at the bank: $code',
    async ({ code }) => {
      await storedOrder(session.store)
      const statusEvent = {
        ...({ source: 'alert', vocabulary: 'business', statusText: code, bankTime: null } as const),
        at: session.time.now,
        callId: null,
        alertSeq: 1,
      }
      await session.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, (tx) =>
        addStatusEvents(tx, 'o1', [statusEvent], session.context.kinds),
      )
      const { may, bankStatus } = await shown('theo')
      expect(may.map(({ act }) => act)).toEqual(['inquire', 'copy', 'print'])
      expect(bankStatus.statusText).toBe(code)
    },
  )

  it.each([
    ['Repair', 'at-bank-staff'],
    ['Duplicate Content', 'at-bank-staff'],
    ['FutureWarehouse', 'waits-at-bank'],
    ['In Process', null],
    ['Completed', null],
  ])(
    'is no copy of a payment that the bank holds or keeps for a later day: %s',
    async (statusText, why) => {
      await storedOrder(session.store, { bank_status_text: statusText, bank_status: 'in-review' })
      const { copy } = await mayOf('mara')
      if (why === null) expect(copy).toBeNull()
      else expect(copy).toEqual({ code: 'not-copied', why })
      expect((await mayOf('mara'))['inquire']).toBeNull()
    },
  )

  it('offers every act of its state and no other', async () => {
    const acts: Partial<Record<OrderRow['state'], string>> = {
      draft: 'edit validate submit discard copy',
      approved: 'release send-back return-to-draft copy print',
      queued: 'take-back print',
      sending: 'print',
      rejected: 'inquire copy print',
      withdrawn: 'copy print',
    }
    for (const [state, wanted] of Object.entries(acts)) {
      await storedOrder(session.store, { id: state, reference: state, state } as Partial<OrderRow>)
      const { may } = await shown('mara', state)
      expect(may.map(({ act }) => act).join(' '), state).toBe(wanted)
    }
  })
})

describe('who acts next', () => {
  const next = async (): Promise<string[]> =>
    (await shown('mara')).nextActors.map(({ name }) => name)

  it('names the checkers whose approval would count, and nobody who wrote it or approved it', async () => {
    const row = await storedOrder(session.store, { state: 'awaiting-approval' })
    expect(await next()).toEqual(['Theo Park', 'Cleo Ward'])
    await changeStored(session.store, 'o1', { maker: 'theo' })
    expect(await next()).toEqual(['Cleo Ward'])
    await session.store.record({ actor: 'cleo', kind: 'x', subject: 'o1', detail: {} }, (tx) =>
      tx
        .insertInto('order_approvals')
        .values({
          order_id: 'o1',
          seq: 1,
          operator: 'cleo',
          at: session.time.now,
          approval_hash: row.approval_hash ?? '',
          reason: null,
          voided_at: null,
          voided_because: null,
        })
        .execute(),
    )
    expect(await next()).toEqual([])
  })

  it('names everybody who may release, and is empty in any other state', async () => {
    await storedOrder(session.store, { state: 'approved' })
    expect(await next()).toEqual(['Mara Ellison', 'Max Hale', 'Theo Park', 'Cleo Ward'])
    for (const state of ['draft', 'queued', 'sending', 'outcome-unknown', 'accepted'] as const) {
      await changeStored(session.store, 'o1', { state })
      expect(await next(), state).toEqual([])
    }
  })
})

describe('a draft', () => {
  it('names the rules that are still broken, and has no body before', async () => {
    await storedOrder(
      session.store,
      { state: 'draft' },
      { ...wireForm, amount: '', valueDate: 'soon' },
    )
    const { problems, body, bodySha256, approvalHash: reviewedHash } = await shown()
    expect(problems.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['amount', 'valueDate']),
    )
    expect([body, bodySha256, reviewedHash]).toEqual([null, null, null])
    expect((await mayOf('mara'))['submit']).toEqual({ code: 'form-errors' })
  })
})
