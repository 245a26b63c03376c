import { randomInt } from 'node:crypto'
import { makersOf } from '../../../../main/money/order/approval/approvals.ts'
import { describe, expect, it } from 'vitest'
import { columnsOf, debitAccountOf } from '../../../../main/money/payment/draft-row.ts'
import { isHeldAfterRestore } from '../../../../main/money/order/restore-hold.ts'
import { newOrderReference } from '../../../../main/money/order/order-reference.ts'
import { practiceProfile } from '../../../../main/session/practice/practice-client.ts'
import { emptyForm, emptyParty } from '../../../../preload/contract/domain/orders/payment-form.ts'
import { paymentRules } from '../../../../preload/contract/bank/payments/payment-rules.ts'
import type { PayeeStatus } from '../../../../main/money/payees/payees.service.ts'
import { auditEntries } from '../../store/stores.ts'
import { restore } from '../../support/restore.ts'
import { saveCall, saveValidation, mara, nils, openDrafts, wire } from '../order/open-drafts.ts'

describe('a draft', () => {
  it('is saved exactly as it was typed, with every rule broken', async () => {
    const { save, typedIn } = await openDrafts()
    const typed = {
      ...emptyForm,
      amount: ' 12,50 ',
      currency: 'dollars',
      valueDate: 'tomorrow',
      creditParty: { ...emptyParty, name: ' Ridgeway  ', address: ['', ' 12 Ridge Road'] },
      sendersReference: 'mine',
      customData: 'not-alphanumeric!',
    }
    const id = await save(typed)
    expect(await typedIn(id)).toEqual({ ...typed, requestReference: expect.any(String) as string })
  })

  it('is saved with texts as long as its form takes', async () => {
    const { save, typedIn } = await openDrafts()
    const long = (): string =>
      String.fromCodePoint(...Array.from({ length: 2_000 }, () => 0x4e00 + randomInt(20_000)))
    const typed = {
      ...emptyForm,
      currency: long(),
      valueDate: long(),
      creditParty: { name: long(), accountNumber: long(), aba: long(), address: [long()] },
      sendersReference: long(),
    }
    expect(await typedIn(await save(typed))).toEqual({
      ...typed,
      requestReference: expect.any(String) as string,
    })
  })

  it('bank note 66: keeps account numbers as text, leading zeros and all', async () => {
    const { save, rowOf, typedIn } = await openDrafts()
    const id = await save(wire)
    expect((await typedIn(id)).creditParty.accountNumber).toBe('0012345678')
    expect(await rowOf(id)).toMatchObject({
      debit_account: '0072004500',
      debit_significant: '72004500',
      beneficiary_account: '0012345678',
      beneficiary_significant: '12345678',
      amount: 1_250_000,
    })
  })

  it('has its account in the columns of accounts only, since no search reads them', async () => {
    const { save, rowOf } = await openDrafts()
    const account = '0012345678'
    const named = { ...wire, sendersReference: `FOR${account}` }
    const { search_text: found } = await rowOf(await save(named))
    expect(found).toBe('')
  })

  it('bank note 63: has the same sender\u2019s reference as its reference, unless its maker writes another', async () => {
    const { save, rowOf, typedIn } = await openDrafts()
    const plain = await save(wire)
    expect((await typedIn(plain)).sendersReference).toBe((await rowOf(plain)).reference)
    const own = await save({ ...wire, sendersReference: 'INV-7' })
    expect((await typedIn(own)).sendersReference).toBe('INV-7')
  })

  it('keeps its reference whatever the window sends later', async () => {
    const { save, rowOf, typedIn } = await openDrafts()
    const id = await save(wire)
    const { reference } = await rowOf(id)
    await save({ ...wire, amount: '1.00', requestReference: 'ANOTHER' }, id)
    expect(await rowOf(id)).toMatchObject({ reference, amount: 100 })
    expect((await typedIn(id)).requestReference).toBe(reference)
  })

  it('is recorded with each change and once for what did not change, without an account or a typed text', async () => {
    const { save, acts, typedIn } = await openDrafts()
    const id = await save({ ...wire, bankToBankInstructions: 'for the roof' })
    await save(await typedIn(id), id)
    await save({ ...(await typedIn(id)), amount: '12,500.01' }, id)
    const recorded = await acts()
    expect(recorded.map(({ kind }) => kind)).toEqual(['order.drafted', 'order.draft-saved'])
    const detail = recorded.map((one) => one.detail).join('')
    expect(detail).not.toMatch(/12345678|72004500|Ridgeway|roof/)
    expect(detail).toContain('\u2022\u2022\u2022\u20225678')
  })

  it('is written by nobody but its maker, who could else approve what is partly their own', async () => {
    const { drafts, save, rowOf } = await openDrafts()
    const id = await save(wire)
    const before = await rowOf(id)
    const refused = { ok: false, error: { code: 'not-maker' } }
    const form = { ...wire, amount: '9.00' }
    expect(await drafts.handlers.saveDraft({ id, form }, nils)).toEqual(refused)
    expect(await drafts.handlers.openDraft({ id }, nils)).toEqual(refused)
    expect(await drafts.handlers.discard({ id }, nils)).toEqual(refused)
    expect(await rowOf(id)).toEqual(before)
  })

  it('is written no more once it was submitted', async () => {
    const { drafts, save, rowOf, store } = await openDrafts()
    const id = await save(wire)
    await store.record({ actor: 'mara', kind: 'test', subject: id, detail: {} }, (tx) =>
      tx.updateTable('orders').set({ state: 'awaiting-approval' }).execute(),
    )
    const before = await rowOf(id)
    const refused = { ok: false, error: { code: 'order-state', state: 'awaiting-approval' } }
    expect(await drafts.handlers.saveDraft({ id, form: { ...wire, amount: '9' } }, mara)).toEqual(
      refused,
    )
    expect(await drafts.handlers.preCheck({ id }, mara)).toEqual(refused)
    expect(await drafts.handlers.discard({ id }, mara)).toEqual(refused)
    expect(await rowOf(id)).toEqual(before)
  })

  it('is opened in full as a recorded act, and withdrawn when it is discarded', async () => {
    const { drafts, save, rowOf, acts } = await openDrafts()
    const id = await save(wire)
    const opened = await drafts.handlers.openDraft({ id }, mara)
    expect(opened).toMatchObject({ ok: true, value: { form: { amount: '12,500.00' } } })
    expect(await drafts.handlers.discard({ id }, mara)).toEqual({ ok: true, value: undefined })
    expect((await rowOf(id)).state).toBe('withdrawn')
    expect((await acts()).map(({ kind }) => kind)).toEqual([
      'order.drafted',
      'order.draft-opened',
      'order.discarded',
    ])
  })

  it('of an earlier payment takes everything but its references and dates', async () => {
    const { drafts, save, rowOf } = await openDrafts()
    const id = await save({ ...wire, receiversReference: 'Invoice 4711', originatorReference: 'O' })
    const copied = await drafts.handlers.copy({ id }, mara)
    if (!copied.ok) throw new Error(copied.error.code)
    const { form } = copied.value
    const { reference } = await rowOf(copied.value.id)
    expect(form).toEqual({
      ...wire,
      valueDate: '',
      requestReference: reference,
      sendersReference: reference,
    })
    expect(reference).not.toBe((await rowOf(id)).reference)
  })
})

it('holds a copy of a payment that is older than a restore, which may have been copied and sent since', async () => {
  const { drafts, save, rowOf, store } = await openDrafts()
  const id = await save(wire)
  const rejected = { actor: 'system', kind: 'x', subject: id, detail: {} }
  await store.record(rejected, (tx) =>
    tx.updateTable('orders').set({ state: 'rejected' }).execute(),
  )
  const isCopyOpen = async (): Promise<boolean> => {
    const copied = await drafts.handlers.copy({ id }, mara)
    if (!copied.ok) throw new Error(copied.error.code)
    return isHeldAfterRestore(await rowOf(copied.value.id))
  }
  expect(await isCopyOpen()).toBe(false)
  await restore(store, '2026-11-30T12:00:00.000Z')
  expect(await isCopyOpen()).toBe(true)
})

it('counts the author of a payment among the makers of its copy (P3)', async () => {
  const { drafts, save, rowOf, store } = await openDrafts()
  const copied = await drafts.handlers.copy({ id: await save(wire) }, nils)
  if (!copied.ok) throw new Error(copied.error.code)
  const makers = await makersOf(store.read, await rowOf(copied.value.id))
  expect([...makers].sort()).toEqual(['mara', 'nils'])
})

it('makes no copy of a payment with an unknown outcome: under another reference the two could not be distinguished', async () => {
  const { drafts, save, store } = await openDrafts()
  const id = await save(wire)
  const act = { actor: 'system', kind: 'order.interrupted', subject: id, detail: {} }
  await store.record(act, (tx) =>
    tx.updateTable('orders').set({ state: 'outcome-unknown' }).execute(),
  )
  const refused = { code: 'order-state', state: 'outcome-unknown' }
  expect(await drafts.handlers.copy({ id }, mara)).toEqual({ ok: false, error: refused })
})

it('makes no copy of a payment that waits at bank support, which may still send it', async () => {
  const { drafts, save, store } = await openDrafts()
  const id = await save(wire)
  const withStatus = (statusText: string) =>
    store.record({ actor: 'system', kind: 'x', subject: id, detail: {} }, (tx) =>
      tx.updateTable('orders').set({ state: 'accepted', bank_status_text: statusText }).execute(),
    )
  await withStatus('Repair')
  const refused = await drafts.handlers.copy({ id }, mara)
  expect(refused).toMatchObject({
    error: {
      code: 'invalid-input',
      fields: [
        { message: expect.stringContaining('staff has it and may still send it') as string },
      ],
    },
  })
  expect(await store.read.selectFrom('orders').select('id').execute()).toHaveLength(1)
  await withStatus('Completed')
  expect(await drafts.handlers.copy({ id }, mara)).toMatchObject({ ok: true })
})

describe('the last payment to a payee, copied into a draft', () => {
  const book: PayeeStatus = { id: 'p1', approved: null, isProposed: false, isRemoved: false }
  const paid = { ...wire, payeeId: 'p1', receiversReference: 'Invoice 7', amount: '88.00' }
  const blank = { ...emptyForm, payeeId: 'p1', valueDate: '2026-11-24' }
  async function withPayment(bankStatus: 'completed' | 'returned' = 'completed') {
    const session = await openDrafts([book])
    const last = await session.save(paid)
    const accept = (state: 'accepted' | 'outcome-unknown') =>
      session.store.record({ actor: 'system', kind: 'x', subject: last, detail: {} }, (tx) =>
        tx
          .updateTable('orders')
          .set({ state, bank_status: bankStatus })
          .where('id', '=', last)
          .execute(),
      )
    await accept('accepted')
    return { ...session, last, accept }
  }

  it('gives service, amount, currency, purpose and account, and nothing else', async () => {
    const { drafts, save, typedIn, rowOf } = await withPayment()
    const id = await save({ ...blank, creditParty: { ...emptyParty, name: 'Of the book' } })
    const before = await typedIn(id)
    const copied = await drafts.handlers.copyLast({ id }, mara)
    const { service, type, amount, currency, receiversReference, debitAccountId } = paid
    const form = {
      ...before,
      service,
      type,
      amount,
      currency,
      receiversReference,
      debitAccountId,
      debitParty: {
        ...emptyParty,
        name: 'Alder Falls Company',
        address: ['200 Mill Road', 'Alder Falls OR 97001'],
      },
    }
    expect(copied).toEqual({ ok: true, value: { id, form } })
    expect(await typedIn(id)).toEqual(form)
    expect(await rowOf(id)).toMatchObject({ state: 'draft', amount: 8_800 })
  })

  it('keeps the sender that a person typed', async () => {
    const { drafts, save, typedIn } = await withPayment()
    const sender = { ...emptyParty, name: 'Mill Street Trust', address: ['1 Mill Street'] }
    const typed = await save({ ...blank, debitParty: sender })
    expect(await drafts.handlers.copyLast({ id: typed }, mara)).toMatchObject({ ok: true })
    expect(await typedIn(typed)).toMatchObject({ amount: '88.00', debitParty: sender })
  })

  it('may wait at the bank for a later day, when a copy of it on its own is refused', async () => {
    const { drafts, save, typedIn, store, last } = await withPayment()
    const waiting = {
      is_final: 0,
      bank_status: 'in-process',
      bank_status_text: 'Future Warehouse',
    } as const
    await store.record({ actor: 'system', kind: 'x', subject: last, detail: {} }, (tx) =>
      tx.updateTable('orders').set(waiting).where('id', '=', last).execute(),
    )
    const id = await save(blank)
    expect(await drafts.handlers.copyLast({ id }, mara)).toMatchObject({ ok: true })
    expect((await typedIn(id)).amount).toBe('88.00')
    const refused = { ok: false, error: { code: 'invalid-input' } }
    expect(await drafts.handlers.copy({ id: last }, mara)).toMatchObject(refused)
  })

  it('that the bank\u2019s staff may still send leaves the draft as it was', async () => {
    const { drafts, save, rowOf, store, last } = await withPayment()
    await store.record({ actor: 'system', kind: 'x', subject: last, detail: {} }, (tx) =>
      tx.updateTable('orders').set({ bank_status_text: 'Repair' }).where('id', '=', last).execute(),
    )
    const id = await save(blank)
    const before = await rowOf(id)
    const refused = { ok: false, error: { code: 'invalid-input', fields: [{ path: 'id' }] } }
    expect(await drafts.handlers.copyLast({ id }, mara)).toMatchObject(refused)
    expect(await rowOf(id)).toEqual(before)
  })

  it('makes its authors authors of the draft (P3)', async () => {
    const { drafts, save, rowOf, store, last } = await withPayment()
    const id = await save(blank, null, nils)
    expect(await drafts.handlers.copyLast({ id }, nils)).toMatchObject({ ok: true })
    const makers = await makersOf(store.read, await rowOf(id))
    expect([...makers].sort()).toEqual(['mara', 'nils'])
    const acts = await auditEntries(store)
    expect(JSON.parse(acts.at(-1)?.detail ?? '')).toMatchObject({ copiedFrom: last })
  })

  it('is held where it is older than a restore, as any copy is', async () => {
    const { drafts, save, rowOf, store } = await withPayment()
    await restore(store, '2026-11-30T12:00:00.000Z')
    const id = await save(blank)
    expect(isHeldAfterRestore(await rowOf(id))).toBe(false)
    expect(await drafts.handlers.copyLast({ id }, mara)).toMatchObject({ ok: true })
    expect(isHeldAfterRestore(await rowOf(id))).toBe(true)
  })

  it('is none of unknown outcome, none that came back, and none of another payee', async () => {
    const none = { ok: false, error: { code: 'not-found' } }
    const returned = await withPayment('returned')
    const one = await returned.save(blank)
    expect(await returned.drafts.handlers.copyLast({ id: one }, mara)).toEqual(none)
    const unknownOutcome = await withPayment()
    await unknownOutcome.accept('outcome-unknown')
    const two = await unknownOutcome.save(blank)
    expect(await unknownOutcome.drafts.handlers.copyLast({ id: two }, mara)).toEqual(none)
    const other = await withPayment()
    const three = await other.save({ ...blank, payeeId: null })
    expect(await other.drafts.handlers.copyLast({ id: three }, mara)).toEqual(none)
  })

  it('goes into nobody else\u2019s draft', async () => {
    const { drafts, save } = await withPayment()
    const id = await save(blank)
    const refused = { ok: false, error: { code: 'not-maker' } }
    expect(await drafts.handlers.copyLast({ id }, nils)).toEqual(refused)
  })
})

describe('the account that money leaves from', () => {
  it('is none that is entered for credits only', () => {
    const accounts = practiceProfile.accounts.map((one) => ({ ...one, use: 'credit' as const }))
    expect(debitAccountOf(wire, practiceProfile.accounts)?.account_number).toBe('0072004500')
    expect(debitAccountOf(wire, accounts)).toBeUndefined()
    expect(columnsOf(wire, accounts).debit_account).toBe('')
  })
})

describe('the reference of a payment', () => {
  it('bank note 64: fits into an alert, and into a path as it is', () => {
    const now = new Date('2026-11-22T23:59:00.000Z')
    const references = Array.from({ length: 200 }, () => newOrderReference(now))
    expect(new Set(references).size).toBe(200)
    for (const one of references) {
      expect(one).toMatch(/^CS20261122[A-Z0-9]{16}$/)
      expect(one.length).toBeLessThanOrEqual(32)
      expect(encodeURIComponent(one)).toBe(one)
      expect(paymentRules.requestReference.holds(one)).toBe(true)
    }
  })
})

describe('the bank\u2019s validation of a draft', () => {
  it('bank note 65: is requested for the very text that would be sent, and stored whatever the answer', async () => {
    const { drafts, save, rowOf, requested, acts } = await openDrafts()
    const id = await save(wire)
    expect((await drafts.handlers.preCheck({ id }, nils)).ok).toBe(true)
    const { reference, ...row } = await rowOf(id)
    expect(requested).toHaveLength(1)
    expect(requested[0]).toContain(`"requestReference":"${reference}"`)
    expect(requested[0]).toContain('"transferAmount":12500.00')
    expect(row).toMatchObject({ state: 'draft', validate_kind: 'no-answer', validate_by: 'nils' })
    expect(row.validate_body_sha256).toMatch(/^[0-9a-f]{64}$/)
    const saved = (await acts())[0]?.detail ?? ''
    expect(saved).toContain(row.validate_body_sha256)
  })

  it('is stored with the call that it came from, where that was recorded', async () => {
    const { drafts, save, rowOf, bank, store } = await openDrafts()
    await saveCall(store, 'call-1')
    const id = await save(wire)
    bank.callId = 'call-gone'
    await drafts.handlers.preCheck({ id }, mara)
    expect((await rowOf(id)).validate_call_id).toBeNull()
    bank.callId = 'call-1'
    await drafts.handlers.preCheck({ id }, mara)
    expect((await rowOf(id)).validate_call_id).toBe('call-1')
  })

  it('is not requested for a body that breaks a rule: field, rule and source are named', async () => {
    const { drafts, save, requested } = await openDrafts()
    const id = await save({ ...wire, valueDate: 'soon' })
    expect(await drafts.handlers.preCheck({ id }, mara)).toEqual({
      ok: false,
      error: {
        code: 'invalid-input',
        fields: [
          {
            path: 'valueDate',
            message: paymentRules.requestedValueDate.rule,
            source: paymentRules.requestedValueDate.source,
          },
        ],
      },
    })
    expect(requested).toEqual([])
  })

  it('is evidence of the body that it was about, which a later change does not become', async () => {
    const { drafts, save, rowOf, typedIn } = await openDrafts()
    const id = await save(wire)
    await drafts.handlers.preCheck({ id }, mara)
    const before = (await rowOf(id)).validate_body_sha256
    await save({ ...(await typedIn(id)), amount: '1.00' }, id)
    expect((await rowOf(id)).validate_body_sha256).toBe(before)
    await drafts.handlers.preCheck({ id }, mara)
    expect((await rowOf(id)).validate_body_sha256).not.toBe(before)
  })
})

describe('an ownership check of a draft\u2019s beneficiary', () => {
  it('is attached where account and bank are the same, leading zeros aside', async () => {
    const { drafts, save, rowOf, store } = await openDrafts()
    const validationId = await saveValidation(store)
    const id = await save(wire)
    expect((await drafts.handlers.attachOwnership({ id, validationId }, nils)).ok).toBe(true)
    expect(await rowOf(id)).toMatchObject({
      ownership_validation_id: validationId,
      ownership_by: 'nils',
    })
  })

  it.each([
    ['another account', { account: '12345679' }],
    ['another bank', { routing: '550010022' }],
  ])('is refused where it is about %s', async (_what, part) => {
    const { drafts, save, rowOf, store } = await openDrafts()
    const validationId = await saveValidation(store, part)
    const id = await save(wire)
    expect(await drafts.handlers.attachOwnership({ id, validationId }, mara)).toEqual({
      ok: false,
      error: { code: 'account-differs' },
    })
    expect((await rowOf(id)).ownership_validation_id).toBeNull()
  })

  it('is refused where the payee is a person and a business was checked', async () => {
    const details = {
      kind: 'person' as const,
      name: 'Ridgeway Supply',
      accountNumber: '0012345678',
      address: [],
      intermediaries: [],
      services: [],
      note: '',
      bank: { name: '', aba: '550010014', address: [] },
    }
    const at = '2026-11-01T00:00:00.000Z'
    const payee = { id: 'p1', isProposed: false, isRemoved: false }
    const { drafts, save, rowOf, store } = await openDrafts([
      { ...payee, approved: { version: 1, details, at } },
    ])
    const validationId = await saveValidation(store)
    const id = await save({ ...wire, payeeId: 'p1' })
    expect(await drafts.handlers.attachOwnership({ id, validationId }, mara)).toEqual({
      ok: false,
      error: { code: 'owner-kind-differs', payee: 'person' },
    })
    expect((await rowOf(id)).ownership_validation_id).toBeNull()
  })

  it('is removed when the beneficiary becomes another, and stays when the amount changes', async () => {
    const { drafts, save, rowOf, store, typedIn } = await openDrafts()
    const validationId = await saveValidation(store)
    const id = await save(wire)
    await drafts.handlers.attachOwnership({ id, validationId }, mara)
    await save({ ...(await typedIn(id)), amount: '2.00' }, id)
    expect((await rowOf(id)).ownership_validation_id).toBe(validationId)
    const creditParty = { ...wire.creditParty, accountNumber: '99' }
    await save({ ...(await typedIn(id)), creditParty }, id)
    expect((await rowOf(id)).ownership_validation_id).toBeNull()
  })

  it('is removed when the beneficiary is renamed', async () => {
    const { drafts, save, rowOf, store, typedIn } = await openDrafts()
    const id = await save(wire)
    const validationId = await saveValidation(store)
    await drafts.handlers.attachOwnership({ id, validationId }, mara)
    await save({ ...(await typedIn(id)), creditParty: { ...wire.creditParty, name: 'Other' } }, id)
    expect((await rowOf(id)).ownership_validation_id).toBeNull()
  })
})
