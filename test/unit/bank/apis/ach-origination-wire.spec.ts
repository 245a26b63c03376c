import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { originationBody } from '../../../../main/bank/apis/ach-origination-wire.ts'
import {
  originationBatch,
  type SecCode,
} from '../../../../preload/contract/bank/ach-origination/batch.ts'
import { anyBatch, plainBatch, plainEntry } from '../../preload/contract/bank/support/ach-batch.ts'

type Json = Readonly<Record<string, unknown>>
const bodyOf = (input: unknown, amountUnit: 'dollars' | 'cents' = 'dollars'): string =>
  originationBody(originationBatch.parse(input), { amountUnit })
const parsed = (body: string): { batch: Json & { details: Json[] }; customData?: string } =>
  JSON.parse(body) as ReturnType<typeof parsed>
const full = {
  discretionaryData: 'S1',
  addenda: ['RMR*IV*1', 'RMR*IV*2'],
}
const firstEntry = (secCode: SecCode, change: object = full): Json => {
  const [first] = parsed(bodyOf(plainBatch(secCode, { details: [plainEntry(2, change)] }))).batch
    .details
  return first ?? {}
}

/** Every object with its members in reverse order. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, one]) => [name, turned(one)]),
  )
}

describe('a batch as the bank spells it', () => {
  const common = [
    'DFIAccountNumber',
    'accountType',
    'checkDigit',
    'creditDebitCode',
    'receivingDFIId',
    'transactionType',
    'uuid',
    'identificationNumber',
    'discretionaryData',
    'addenda',
  ]

  it.each([
    ['CCD', ['amount', 'receivingCompanyName']],
    ['CTX', ['totalAmount', 'numberOfAddendaRecords', 'receivingCompanyNameIDNumber']],
    ['PPD', ['amount', 'individualName', 'individualIdentificationNumber']],
  ] as const)(
    'bank note 79: %s has the fields that the document gives it, and no others',
    (secCode, own) => {
      const change = secCode === 'PPD' ? { ...full, individualIdentificationNumber: 'P-9' } : full
      expect(Object.keys(firstEntry(secCode, change))).toEqual([...common, ...own])
    },
  )

  it('bank note 79: PPD carries the individual id besides the identification number', () => {
    expect(firstEntry('PPD', { individualIdentificationNumber: 'P-9' })).toMatchObject({
      identificationNumber: 'INV-2207',
      individualIdentificationNumber: 'P-9',
      individualName: 'Alder Mills',
    })
  })

  it('bank note 80: one routing number becomes receivingDFIId and checkDigit, as text', () => {
    expect(firstEntry('CCD')).toMatchObject({
      DFIAccountNumber: '0004471',
      receivingDFIId: '04100012',
      checkDigit: '4',
    })
  })

  it('bank note 79: CTX counts its addenda, none included', () => {
    expect(firstEntry('CTX')).toMatchObject({
      numberOfAddendaRecords: 2,
      addenda: [
        { paymentRelatedInformation: 'RMR*IV*1' },
        { paymentRelatedInformation: 'RMR*IV*2' },
      ],
    })
    const none = firstEntry('CTX', {})
    expect(none).toMatchObject({ numberOfAddendaRecords: 0 })
    expect(none).not.toHaveProperty('addenda')
  })

  it('bank note 88: holds the given constants, and customData beside the batch', () => {
    const { batch, ...beside } = parsed(bodyOf(plainBatch('CCD')))
    expect(Object.keys(batch)).toEqual([
      'collectionApplicationId',
      'point',
      'secCode',
      'uuid',
      'collectionApplicationType',
      'effectiveDate',
      'companyDescriptiveDate',
      'companyEntryDescription',
      'details',
    ])
    expect(batch).toMatchObject({ point: '001', secCode: 'CCD', effectiveDate: '2026-11-24' })
    expect(beside).toEqual({ customData: plainBatch('CCD')['customData'] })
  })

  it('bank note 81: writes the amount as a number, in dollars or in cents as it is set', () => {
    const texts = (secCode: SecCode, unit: 'dollars' | 'cents', amount: number) =>
      /"(?:amount|totalAmount)":([^,}]+)/.exec(
        bodyOf(plainBatch(secCode, { details: [plainEntry(2, { amount })] }), unit),
      )?.[1]
    expect(texts('CCD', 'dollars', 110)).toBe('1.10')
    expect(texts('CTX', 'dollars', 9_999_999_999)).toBe('99999999.99')
    expect(texts('PPD', 'dollars', 7)).toBe('0.07')
    expect(texts('PPD', 'dollars', 0)).toBe('0.00')
    expect(texts('CTX', 'cents', 110)).toBe('110')
    expect(texts('CCD', 'cents', Number.MAX_SAFE_INTEGER)).toBe('9007199254740991')
    expect(texts('CCD', 'dollars', Number.MAX_SAFE_INTEGER)).toBe('90071992547409.91')
  })

  it('gives the same bytes for the same batch, in whatever order it was put together', () => {
    fc.assert(
      fc.property(anyBatch, (batch) => {
        const body = bodyOf(batch)
        expect(bodyOf(structuredClone(batch))).toBe(body)
        expect(bodyOf(turned(batch))).toBe(body)
        expect(Buffer.from(body).toString()).toBe(body)
      }),
      { numRuns: 100 },
    )
  })

  it('sends nothing empty and nothing that was not filled in', () => {
    fc.assert(
      fc.property(anyBatch, (batch) => {
        const body = bodyOf(batch)
        expect(body).not.toMatch(/:(""|null|\[\]|\{\})/)
        const entry = parsed(body).batch.details[0] ?? {}
        const filledIn = Object.keys(batch.details[0] ?? {})
        expect('discretionaryData' in entry).toBe(filledIn.includes('discretionaryData'))
        expect('accountType' in entry).toBe(filledIn.includes('accountType'))
      }),
      { numRuns: 100 },
    )
  })
})
