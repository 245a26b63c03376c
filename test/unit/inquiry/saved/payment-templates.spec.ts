import { describe, expect, it } from 'vitest'
import { createSavedRequests } from '../../../../main/inquiry/saved/saved.service.ts'
import {
  emptyForm,
  emptyParty,
  type PaymentForm,
} from '../../../../preload/contract/domain/orders/payment-form.ts'
import {
  formOfTemplate,
  paymentTemplate,
  templateOf,
} from '../../../../preload/contract/domain/orders/payment-template.ts'
import { savedQuestion } from '../../../../preload/contract/api/saved-questions.ts'
import { saved as contract } from '../../../../preload/contract/api/saved.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'
import { sessionContext } from '../../support/session-context.ts'

const form: PaymentForm = {
  ...emptyForm,
  debitAccountId: 'practice-1',
  payeeId: 'payee-1',
  valueDate: '2026-11-23',
  amount: '12,500.00',
  requestReference: 'CS2026112312345678',
  sendersReference: 'CS2026112312345678',
  originatorReference: 'Invoice 4711',
  receiversReference: 'Invoice 4711',
  creditParty: {
    ...emptyParty,
    name: 'Ridgeway Supply',
    accountNumber: '123456789',
    address: ['12 Ridge Road', ''],
  },
  creditPartyBank: { ...emptyParty, aba: '550010014' },
  bankToBankInstructions: 'For 123456789, SSN: 123-45-6789, call first',
}

async function session() {
  const store = await open(newStorePath())
  return { store, saved: createSavedRequests(sessionContext(store).context) }
}
const wanted = { kind: 'payment-template', name: 'Rent' } as const
const template = JSON.stringify(templateOf(form))

describe('templates of payments', () => {
  it('are a form without its references and its date, and fill a new one', () => {
    expect(paymentTemplate.parse(templateOf(form))).toEqual(templateOf(form))
    expect(template).not.toMatch(/4711|CS2026|2026-11-23/)
    expect(formOfTemplate(templateOf(form))).toEqual({
      ...form,
      valueDate: '',
      requestReference: null,
      sendersReference: '',
      originatorReference: '',
      receiversReference: '',
    })
  })

  it('P5: are listed by beneficiary and amount, the account masked', async () => {
    const { saved, store } = await session()
    const stored = await saved.save({ ...wanted, request: template }, 'maker')
    expect(contract.save.output.parse(stored)).toEqual(stored)
    expect(stored.about).toEqual({
      of: 'payment-template',
      service: 'WIRE',
      beneficiary: 'Ridgeway Supply',
      account: '\u2022\u2022\u2022\u20226789',
      amount: '12,500.00',
      currency: 'USD',
    })
    const { items } = await saved.list({ kind: wanted.kind, cursor: null, limit: 10 })
    expect(items).toEqual([stored])
    const acts = await auditEntries(store)
    expect(JSON.stringify([items, acts])).not.toContain('123456789')
  })

  it('bank note 39: store an account that looks like an SSN, and no SSN that was typed beside it', async () => {
    const { saved, store } = await session()
    const { id } = await saved.save({ ...wanted, request: template }, 'maker')
    const taken = await saved.take(id, 'checker')
    const back = taken.ok ? savedQuestion('payment-template', taken.value.request) : undefined
    expect(back?.creditParty).toEqual(form.creditParty)
    expect(back?.creditPartyBank.aba).toBe('550010014')
    expect(back?.bankToBankInstructions).toContain('For 123456789')
    expect(back?.bankToBankInstructions).not.toContain('123-45-6789')
    const rows = await store.read.selectFrom('saved_requests').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('123-45-6789')
  })

  it('without a beneficiary are listed as empty, and an account in a name is masked', async () => {
    const { saved } = await session()
    const empty = JSON.stringify(templateOf(emptyForm))
    const { about } = await saved.save({ ...wanted, request: empty }, 'maker')
    expect(about).toMatchObject({ beneficiary: '', account: '', amount: '' })
    const named = { ...form.creditParty, name: 'Ridgeway 123456789', accountNumber: '00123456789' }
    const request = JSON.stringify(templateOf({ ...form, creditParty: named }))
    const outcome = await saved.save({ ...wanted, request }, 'maker')
    expect(JSON.stringify(outcome)).not.toContain('123456789')
  })

  it('are refused with an unknown field, such as a reference', () => {
    const input = { ...wanted, request: JSON.stringify(form) }
    expect(contract.save.input.safeParse(input).error?.issues.map(({ path }) => path)).toEqual([
      ['request'],
    ])
    expect(contract.save.input.safeParse({ ...wanted, request: template }).success).toBe(true)
  })
})
