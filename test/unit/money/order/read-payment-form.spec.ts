import { describe, expect, it } from 'vitest'
import { paymentBody } from '../../../../main/bank/apis/payments-body.ts'
import {
  emptyForm,
  emptyParty,
  paymentFormSchema,
  type PaymentForm,
} from '../../../../preload/contract/domain/orders/payment-form.ts'
import { readPaymentForm } from '../../../../preload/contract/domain/orders/read-payment-form.ts'
import { paymentPartyNames } from '../../../../preload/contract/bank/payments/payment-rules.ts'

const good: PaymentForm = {
  ...emptyForm,
  debitAccountId: 'a',
  valueDate: '2026-11-24',
  amount: '12,500.00',
  creditPartyBank: { ...emptyParty, aba: '550010014' },
  creditParty: { ...emptyParty, name: 'Ridgeway', accountNumber: '0012345678' },
}
const pathsOf = (form: PaymentForm, account = '0072004500') =>
  readPaymentForm(form, account).problems.map(({ path }) => path)

/** The value at a path of the form; undefined if the form has no such place. */
const at = (form: PaymentForm, path: string): unknown =>
  path.split('.').reduce<unknown>((of, key) => (of as Record<string, unknown> | null)?.[key], form)

describe('a form', () => {
  it('is read as the bank\u2019s request, the amount to the last unit', () => {
    const { request, problems } = readPaymentForm(good, '0072004500')
    expect(problems).toEqual([])
    expect(request).toMatchObject({
      transferAmount: 1_250_000,
      requestedService: 'WIRE',
      type: 'DRAFT',
      debitParty: { accountNumber: '0072004500' },
    })
  })

  it('bank note 69: loses its blanks on the way into the body', () => {
    const creditParty = { ...good.creditParty, address: ['', '12 Ridge Road', ' '] }
    const { request } = readPaymentForm({ ...good, creditParty }, '0072004500')
    if (!request) throw new Error('not read')
    const body = JSON.parse(paymentBody(request)) as Record<string, unknown>
    expect(body['creditParty']).toEqual({
      name: 'Ridgeway',
      accountNumber: '0012345678',
      postalAddress: { adrLine: ['12 Ridge Road'] },
    })
    expect(body).not.toHaveProperty('intermediaryBank1')
    expect(body).not.toHaveProperty('customData')
  })

  it('that is empty names each required field', () => {
    expect(pathsOf(emptyForm, '').sort()).toEqual([
      'amount',
      'creditParty.accountNumber',
      'creditPartyBank.aba',
      'debitAccountId',
      'valueDate',
    ])
  })

  it('has every problem at a field of its own, with its source', () => {
    const long = 'x'.repeat(1_999)
    const party = { name: long, accountNumber: '--', aba: long, address: ['', long] }
    const parties = Object.fromEntries(paymentPartyNames.map((name) => [name, party]))
    const bad = paymentFormSchema.parse({
      ...emptyForm,
      ...parties,
      type: 'PAYMENT',
      valueDate: long,
      amount: long,
      currency: long,
      customData: '-',
      requestReference: '/',
      sendersReference: long,
      originatorReference: long,
      receiversReference: long,
      bankToBankInstructions: long,
      externalTemplateName: long,
    })
    const { problems, request } = readPaymentForm(bad, '')
    expect(request).toBeNull()
    expect(problems.length).toBeGreaterThan(30)
    for (const { path, source } of problems) {
      expect(at(bad, path), path).not.toBeUndefined()
      expect(source, path).toMatch(/Specification, |workstation/)
    }
    expect(pathsOf({ ...good, type: 'PAYMENT' })).toEqual(['type'])
  })

  it.each([
    ['1,5', 'Digits and a decimal point, such as 12,500.00'],
    ['-5', 'Digits and a decimal point, such as 12,500.00'],
    ['1.234,56', 'Digits and a decimal point, such as 12,500.00'],
    ['5.001', 'Too many decimals. Write it like 12,500.00'],
    ['99999999999999999', 'Larger than can be counted exactly'],
    ['0', 'More than zero, in the currency\u2019s smallest unit'],
    ['', 'Amount: needed'],
  ])('refuses the amount %j with a message', (amount, message) => {
    expect(readPaymentForm({ ...good, amount }, '1').problems).toMatchObject([
      { path: 'amount', message },
    ])
  })

  it('shows how to write an amount of the chosen currency', () => {
    const { problems } = readPaymentForm({ ...good, amount: '12.50', currency: 'JPY' }, '1')
    expect(problems).toMatchObject([
      { path: 'amount', message: 'Too many decimals. Write it like 12,500' },
    ])
  })

  it('counts an amount by the decimals of its currency', () => {
    const of = (amount: string, currency: string) =>
      readPaymentForm({ ...good, amount, currency }, '1').request?.transferAmount
    expect(of('1,250', 'JPY')).toBe(1_250)
    expect(of('1.250', 'KWD')).toBe(1_250)
  })

  it.each(['', '  '])(
    'bank note 63: carries its own reference where the sender\u2019s is %j, before and after it exists',
    (sendersReference) => {
      const blank = { ...good, sendersReference }
      expect(pathsOf(blank)).toEqual([])
      const { request, problems } = readPaymentForm({ ...blank, requestReference: 'CS1' }, '1')
      expect(problems).toEqual([])
      expect(request).toMatchObject({ requestReference: 'CS1', sendersReference: 'CS1' })
    },
  )
})
