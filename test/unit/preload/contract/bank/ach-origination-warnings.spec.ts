import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  originationBatch,
  secCodes,
  type SecCode,
} from '../../../../../preload/contract/bank/ach-origination/batch.ts'
import { originationWarnings } from '../../../../../preload/contract/bank/ach-origination/warnings.ts'
import { anyBatch, plainBatch, plainEntry } from './support/ach-batch.ts'
import { bankPlace } from './support/refused-paths.ts'

const about = (secCode: SecCode, change: object = {}) =>
  originationWarnings(originationBatch.parse(plainBatch(secCode, change))).map(
    ({ path, source, message, where }) => ({ path, source, message, where }),
  )
const aboutEntry = (secCode: SecCode, change: object) =>
  about(secCode, { details: [plainEntry(2, change)] }).map(({ path, source }) => [path, source])
const entryPath = (name: string) => `details.0.${name}`

describe('warnings about a batch', () => {
  it.each(secCodes)('says nothing about a plain %s batch', (secCode) => {
    expect(about(secCode)).toEqual([])
  })

  it('never refuses and always names its authority and its place', () => {
    fc.assert(
      fc.property(anyBatch, (input) => {
        const batch = originationBatch.parse(input)
        for (const { path, message, source, where } of originationWarnings(batch)) {
          expect(['network', 'bank']).toContain(source)
          expect(where).toMatch(source === 'network' ? /^(Nacha|ABA), / : bankPlace)
          expect(message).not.toBe('')
          const top = path.split('.')[0] ?? ''
          expect(top === 'details' || top in plainBatch('PPD')).toBe(true)
        }
      }),
      { numRuns: 100 },
    )
  })

  const widths: readonly (readonly [SecCode, name: string, length: number])[] = [
    ['CCD', 'receiverName', 22],
    ['PPD', 'receiverName', 22],
    ['CTX', 'receiverName', 16],
    ['CCD', 'identificationNumber', 15],
    ['CTX', 'identificationNumber', 15],
    ['PPD', 'individualIdentificationNumber', 15],
    ['CCD', 'discretionaryData', 2],
    ['PPD', 'accountNumber', 17],
  ]
  it.each(widths)('%s %s: warns after %i characters, not before', (secCode, name, length) => {
    expect(aboutEntry(secCode, { [name]: 'A'.repeat(length) })).toEqual([])
    expect(aboutEntry(secCode, { [name]: 'A'.repeat(length + 1) })).toEqual([
      [entryPath(name), 'network'],
    ])
  })

  it.each([
    ['companyEntryDescription', 10],
    ['companyDescriptiveDate', 6],
  ])('%s: warns after %i characters, not before', (name, length) => {
    expect(about('CCD', { [name]: 'A'.repeat(length) })).toEqual([])
    expect(about('CCD', { [name]: 'A'.repeat(length + 1) })).toMatchObject([
      { path: name, source: 'network', where: 'Nacha, batch header record' },
    ])
  })

  it('shows where a name may be cut', () => {
    const [warning] = about('CTX', {
      details: [plainEntry(2, { receiverName: 'Ridgeway Supply Company' })],
    })
    expect(warning?.message).toContain('"Ridgeway Supply "')
  })

  it('warns of a routing number whose check digit does not fit', () => {
    expect(aboutEntry('CCD', { routingNumber: '041000125' })).toEqual([
      [entryPath('routingNumber'), 'network'],
    ])
  })

  it.each(['130000006', '000000000'])(
    'warns of the unusual routing number %s, which the bank may take, and of a wrong check digit once',
    (routingNumber) => {
      const warningsFor = (value: string) =>
        originationWarnings(
          originationBatch.parse(
            plainBatch('CCD', { details: [plainEntry(2, { routingNumber: value })] }),
          ),
        ).map(({ message, rejection }) => [message, rejection])
      expect(warningsFor(routingNumber)).toEqual([['Unusual routing number: check it', undefined]])
      expect(warningsFor('130000007')).toEqual([['The check digit does not match', 'check-digit']])
    },
  )

  it.each(['Caf\u00e9', 'Line\nbreak', '\u0410lder', 'tab\there', '\u{1f600}'])(
    'warns of characters that no record carries, and changes none: %j',
    (receiverName) => {
      expect(aboutEntry('CCD', { receiverName })).toEqual([[entryPath('receiverName'), 'network']])
    },
  )

  it('bank note 78: warns of account and transaction types that the document has not seen', () => {
    expect(aboutEntry('CCD', { accountType: 'S', transactionType: 'L' })).toEqual([])
    expect(aboutEntry('CCD', { accountType: 'X', transactionType: 'c' })).toEqual([
      [entryPath('accountType'), 'bank'],
      [entryPath('transactionType'), 'bank'],
    ])
  })

  it('bank notes 81 and 88: says which named fields are left out', () => {
    expect(
      about('CCD', {
        collectionApplicationId: undefined,
        point: undefined,
        collectionApplicationType: undefined,
        companyDescriptiveDate: undefined,
        customData: undefined,
      }).map(({ path, source }) => [path, source]),
    ).toEqual([
      ['collectionApplicationId', 'bank'],
      ['point', 'bank'],
      ['collectionApplicationType', 'bank'],
    ])
    const left = { accountType: undefined, transactionType: undefined, receiverName: undefined }
    expect(aboutEntry('PPD', left)).toEqual([
      [entryPath('accountType'), 'bank'],
      [entryPath('transactionType'), 'bank'],
      [entryPath('receiverName'), 'network'],
    ])
  })

  it('bank note 55: warns of addenda over 80 characters, and over the 255 that an inquiry shows', () => {
    const addenda = ['A'.repeat(80), 'A'.repeat(81), 'A'.repeat(256)]
    expect(aboutEntry('CTX', { addenda })).toEqual([
      [entryPath('addenda.1'), 'network'],
      [entryPath('addenda.2'), 'network'],
      [entryPath('addenda.2'), 'bank'],
    ])
  })

  it.each([
    ['CCD', 1],
    ['PPD', 1],
    ['CTX', 9_999],
  ] as const)('warns of more addenda than %s carries: %i', (secCode, most) => {
    const addenda = (count: number) => ({ addenda: Array.from({ length: count }, () => 'RMR') })
    expect(aboutEntry(secCode, addenda(most))).toEqual([])
    expect(aboutEntry(secCode, addenda(most + 1))).toEqual([[entryPath('addenda'), 'network']])
  })

  it('warns of more than 99,999,999.99 in one entry', () => {
    expect(aboutEntry('CCD', { amount: 9_999_999_999 })).toEqual([])
    expect(aboutEntry('CCD', { amount: 10_000_000_000 })).toEqual([
      [entryPath('amount'), 'network'],
    ])
  })

  it.each([
    ['a live entry', 'CCD', {}, true],
    ['a prenotification', 'CCD', { transactionType: 'P' }, false],
    ['remittance data of a company', 'CTX', { addenda: ['RMR'] }, false],
    ['remittance data of a person', 'PPD', { addenda: ['RMR'] }, true],
  ] as const)('zero dollars in %s (%s)', (_what, secCode, change, warns) => {
    expect(aboutEntry(secCode, { amount: 0, ...change })).toEqual(
      warns ? [[entryPath('amount'), 'network']] : [],
    )
  })

  it('warns of money in an apparent prenotification, and calls that an inference', () => {
    const [warning] = about('CCD', {
      details: [plainEntry(2, { transactionType: 'P', amount: 1 })],
    })
    expect(warning).toMatchObject({ path: 'details.0.amount', source: 'network' })
    expect(warning?.message).toContain('seems')
  })
})
