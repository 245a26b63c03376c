/** Batches for tests: one without remarks, and any that the document allows. */
import fc from 'fast-check'
import type { SecCode } from '../../../../../../preload/contract/bank/ach-origination/batch.ts'

/** Returns an id of 32 hexadecimal digits, made from a number. */
export const idOf = (number: number): string => number.toString(16).padStart(32, '0')

/** Input of the schema from a form or an import. */
export type BatchInput = Readonly<Record<string, unknown>> & {
  readonly secCode: SecCode
  readonly details: readonly Readonly<Record<string, unknown>>[]
}

/** Returns a live entry without remarks from the bank's document or the network. */
export const plainEntry = (number: number, change: object = {}) => ({
  uuid: idOf(number),
  routingNumber: '041000124',
  accountNumber: '0004471',
  accountType: 'C',
  transactionType: 'L',
  creditDebitCode: 'C',
  amount: 125_000,
  receiverName: 'Alder Mills',
  identificationNumber: 'INV-2207',
  addenda: [] as readonly string[],
  ...change,
})

/** Returns a batch without remarks. */
export const plainBatch = (secCode: SecCode, change: object = {}): BatchInput => ({
  secCode,
  uuid: idOf(1),
  collectionApplicationId: 'CA17',
  point: '001',
  collectionApplicationType: 'ACH',
  effectiveDate: '2026-11-24',
  companyDescriptiveDate: '261124',
  companyEntryDescription: 'SUPPLIERS',
  customData: idOf(1),
  details: [plainEntry(2), plainEntry(3)],
  ...change,
})

/** Text that is not blank and has no blanks around it. */
const texts = (maxLength: number) =>
  fc
    .string({ minLength: 1, maxLength, unit: 'grapheme' })
    .map((text) => text.trim())
    .filter((text) => text !== '' && text.length <= maxLength)
const hex = fc.string({
  unit: fc.constantFrom(...Array.from('0123456789abcdef')),
  minLength: 32,
  maxLength: 32,
})
const letters = Array.from('ABCXYZabcxyz0123456789')
const day = fc
  .integer({ min: 0, max: 3_000 })
  .map((days) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10))

const entry = (secCode: SecCode) =>
  fc.record(
    {
      routingNumber: fc.integer({ min: 0, max: 999_999_999 }).map((n) => `${n}`.padStart(9, '0')),
      accountNumber: texts(40),
      creditDebitCode: fc.constantFrom('C', 'D'),
      amount: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000_000_000 })),
      addenda: fc.array(texts(300), { maxLength: 3 }),
      accountType: texts(3),
      transactionType: texts(3),
      receiverName: texts(60),
      identificationNumber: texts(30),
      discretionaryData: texts(6),
      ...(secCode === 'PPD' && { individualIdentificationNumber: texts(30) }),
    },
    {
      requiredKeys: ['routingNumber', 'accountNumber', 'creditDebitCode', 'amount', 'addenda'],
    },
  )

/** Any batch that the document allows, of one SEC code. */
export const anyBatchOf = (secCode: SecCode): fc.Arbitrary<BatchInput> =>
  fc
    .record(
      {
        ids: fc.uniqueArray(hex, { minLength: 6, maxLength: 6 }),
        entries: fc.array(entry(secCode), { minLength: 1, maxLength: 5 }),
        effectiveDate: day,
        companyEntryDescription: texts(20),
        companyDescriptiveDate: texts(10),
        collectionApplicationId: texts(20),
        point: texts(20),
        collectionApplicationType: texts(20),
        customData: fc.string({
          unit: fc.constantFrom(...letters),
          minLength: 1,
          maxLength: 500,
        }),
      },
      { requiredKeys: ['ids', 'entries', 'effectiveDate', 'companyEntryDescription'] },
    )
    .map(({ ids, entries, ...rest }) => ({
      ...rest,
      secCode,
      uuid: ids[0],
      details: entries.map((one, index) => ({ ...one, uuid: ids[index + 1] })),
    }))

/** Any batch that the document allows. */
export const anyBatch: fc.Arbitrary<BatchInput> = fc.oneof(
  anyBatchOf('CCD'),
  anyBatchOf('CTX'),
  anyBatchOf('PPD'),
)
