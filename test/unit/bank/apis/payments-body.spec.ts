import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonNumber, parseExact } from '../../../../main/platform/json/exact-json.ts'
import { paymentBody } from '../../../../main/bank/apis/payments-body.ts'
import { amountText } from '../../../../preload/contract/kernel/money.ts'
import { paymentRequest } from '../../../../preload/contract/bank/payments/payment-request.ts'
import { goodPayments, reordered, wire } from '../../preload/contract/bank/support/payments.ts'

const bodyOf = (input: unknown): string => paymentBody(paymentRequest.parse(input))
const withAmount = (transferAmount: number, transferCurrency: string) =>
  bodyOf({ ...wire, transferAmount, transferCurrency })

describe('the body of a payment', () => {
  it('is this text, member for member in the document\u2019s order', () => {
    expect(bodyOf({ ...wire, customData: 'B7', externalTemplateName: 'T1' })).toBe(
      '{"requestedService":"WIRE","requestReference":"CS20261102A0001","type":"DRAFT",' +
        '"requestedValueDate":"2026-11-03","sendersReference":"INV-2077",' +
        '"debitParty":{"name":"Alder Falls","accountNumber":"0072004500","postalAddress":{"adrLine":' +
        '["1 Mill Road","Alder Falls OH 43001"]}},"creditPartyBank":{"aba":"021000021"},' +
        '"creditParty":{"name":"Ridgeway Supply","accountNumber":"5550142","postalAddress":{"adrLine":' +
        '["2 Quay Street","Albany NY 12207"]}},"transferAmount":12500.00,"transferCurrency":"USD",' +
        '"externalTemplateName":"T1","customData":"B7"}',
    )
  })

  it('is the same bytes for the same request, in whatever order its members are', () => {
    fc.assert(
      fc.property(goodPayments, (request) => {
        const text = bodyOf(request)
        expect(bodyOf(reordered(request))).toBe(text)
        expect(bodyOf(paymentRequest.parse(request))).toBe(text)
      }),
      { numRuns: 150 },
    )
  })

  it('bank note 69: holds no blank text, empty list or empty object', () => {
    const isNothing = (value: unknown): boolean =>
      value instanceof JsonNumber
        ? false
        : typeof value === 'object' && value !== null
          ? Object.values(value).length === 0 || Object.values(value).some(isNothing)
          : value === null || (typeof value === 'string' && value.trim() === '')
    fc.assert(
      fc.property(goodPayments, (request) => {
        const parsed = parseExact(bodyOf(request))
        expect('json' in parsed && isNothing(parsed.json)).toBe(false)
      }),
      { numRuns: 150 },
    )
    const blank = { name: ' ', postalAddress: { adrLine: ['', '\t'] } }
    expect(bodyOf({ ...wire, intermediaryBank1: blank, receiversReference: '' })).toBe(bodyOf(wire))
  })

  it('bank note 61: writes the amount digit by digit in the currency\u2019s decimals, as a number', () => {
    expect(withAmount(10, 'USD')).toContain('"transferAmount":0.10,')
    expect(withAmount(1_234_567, 'JPY')).toContain('"transferAmount":1234567,')
    expect(withAmount(5, 'KWD')).toContain('"transferAmount":0.005,')
    expect(withAmount(Number.MAX_SAFE_INTEGER, 'USD')).toContain(
      '"transferAmount":90071992547409.91,',
    )
    fc.assert(
      fc.property(goodPayments, (request) => {
        const parsed = paymentRequest.parse(request)
        const text = amountText(parsed.transferAmount, parsed.transferCurrency)
        expect(bodyOf(request)).toContain(`"transferAmount":${text},"transferCurrency"`)
      }),
      { numRuns: 50 },
    )
  })

  it('bank note 66: keeps the debit account as it was entered, leading zeros and all', () => {
    expect(bodyOf(wire)).toContain('"accountNumber":"0072004500"')
  })

  it('bank note 62: marks a wire DRAFT', () => {
    expect(bodyOf(wire)).toContain('"requestedService":"WIRE"')
    expect(bodyOf(wire)).toContain('"type":"DRAFT"')
  })
})
