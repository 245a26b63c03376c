import { expect, it } from 'vitest'
import { compareProducts } from '../../../../main/workplace/doctor/product-names.ts'
import { products } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { termsOf } from './support/patient.ts'

it.each([
  ['account-validation', 'Account Validation'],
  ['account-validation', 'acct-validation-v1'],
  ['account-validation', 'AccountValidationAPI'],
  ['ach-inquiry', 'ACH Inquiry'],
  ['ach-inquiry', 'ACH_TRANSACTIONS'],
  ['ach-origination', 'achPayments'],
  ['ach-origination', 'ACH'],
  ['wire', 'Wire and RTP Payments'],
  ['rtp', 'Wire and RTP Payments'],
  ['rtp', 'RTPSendPayment'],
  ['wire-inquiry', 'wire inquiry'],
  ['previous-day', 'Prior Day Reporting'],
  ['intraday', 'IntradayReports'],
  ['check-images', 'Check Image Retrieval'],
  ['stop-payment', 'Stop Payments'],
] as const)('bank note 5: finds %s in the bank’s “%s”', (product, name) => {
  expect(compareProducts(termsOf(product), [name])).toEqual({ missing: [], unknown: [] })
})

it.each([
  ['wire', 'Wire Inquiry'],
  ['ach-origination', 'ACH Inquiry'],
  ['rtp', 'Wire Transfer'],
  ['ach-inquiry', 'Stop Payment'],
] as const)('does not find %s in the bank’s “%s”', (product, name) => {
  expect(compareProducts(termsOf(product), [name])?.missing).toEqual([product])
})

it('reports the names that it could not read, so that nobody takes a product for missing', () => {
  expect(compareProducts(termsOf('wire', 'rtp'), ['Alpha', 'RTP'])).toEqual({
    missing: ['wire'],
    unknown: ['Alpha'],
  })
})

it('compares nothing where one side lists nothing, and never requires webhooks', () => {
  expect(compareProducts(termsOf('wire'), [])).toBeNull()
  expect(compareProducts([], ['Wire'])).toBeNull()
  expect(compareProducts(termsOf('webhooks'), ['Wire'])).toBeNull()
})

it('finds every product under the name that it has on screen', async () => {
  const { productNames } =
    await import('../../../../preload/contract/api/profiles/profile-details.ts')
  for (const product of products.filter((one) => one !== 'webhooks')) {
    expect(compareProducts(termsOf(product), [productNames[product]]), product).toEqual({
      missing: [],
      unknown: [],
    })
  }
})
