import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  originationBatch,
  secCodes,
} from '../../../../../preload/contract/bank/ach-origination/batch.ts'
import {
  effectiveDateProblem,
  effectiveDateWarnings,
} from '../../../../../preload/contract/bank/ach-origination/effective-date.ts'
import { totalsOf } from '../../../../../preload/contract/bank/ach-origination/totals.ts'
import { minorUnits } from '../../../../../preload/contract/kernel/money.ts'
import { sourceOfIssue } from '../../../../../preload/contract/kernel/rule-source.ts'
import { anyBatch, idOf, plainBatch, plainEntry, type BatchInput } from './support/ach-batch.ts'

interface Problem {
  readonly path: string
  readonly message: string
  readonly source: string | null
}
const problemsOf = (input: unknown): Problem[] =>
  (originationBatch.safeParse(input).error?.issues ?? []).map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
    source: sourceOfIssue(issue),
  }))
const withEntry = (batch: BatchInput, change: object): BatchInput => ({
  ...batch,
  details: batch.details.map((one, index) => (index === 0 ? { ...one, ...change } : one)),
})

/** The document's rules again, written in a different way from the schema. */
function obeys(batch: Readonly<Record<string, unknown>>): boolean {
  const details = batch['details'] as readonly Readonly<Record<string, unknown>>[]
  const custom = batch['customData']
  const ids = [batch['uuid'], ...details.map((one) => one['uuid'])].map(String)
  const alphanumeric = (text: string) =>
    Array.from(text).every((one) => '0' <= one && one <= 'z' && /\w/.test(one) && one !== '_')
  return (
    ['CCD', 'CTX', 'PPD'].includes(String(batch['secCode'])) &&
    ids.every((id) => id.length === 32 && alphanumeric(id)) &&
    new Set(ids).size === ids.length &&
    String(batch['companyEntryDescription']).trim().length > 0 &&
    (custom === undefined ||
      (typeof custom === 'string' && custom.length <= 500 && alphanumeric(custom))) &&
    details.length > 0 &&
    details.every(
      (one) =>
        (one['creditDebitCode'] === 'C' || one['creditDebitCode'] === 'D') &&
        Array.from(String(one['routingNumber'])).filter((d) => '0' <= d && d <= '9').length === 9,
    )
  )
}

describe('a batch to originate', () => {
  it.each(secCodes)('takes a plain %s batch as it is', (secCode) => {
    expect(originationBatch.parse(plainBatch(secCode))).toEqual(plainBatch(secCode))
  })

  it('bank note 78: takes whatever the document does not forbid, and changes nothing of it', () => {
    fc.assert(
      fc.property(anyBatch, (batch) => {
        expect(obeys(batch)).toBe(true)
        expect(originationBatch.parse(batch)).toEqual(batch)
      }),
      { numRuns: 200 },
    )
  })

  const limits = 'Wire/RTP Payments and ACH Origination Specification, Limits'
  const request = 'Wire/RTP Payments and ACH Origination Specification, ACH origination request'
  const breaks: readonly (readonly [
    what: string,
    spoil: (batch: BatchInput) => object,
    path: string,
    message: RegExp,
    source: string | null,
  ])[] = [
    [
      'bank note 82: a batch id with hyphens',
      (batch) => ({ ...batch, uuid: '0f8fad5b-d9cb-469f-a165-70867728950e' }),
      'uuid',
      /32 hexadecimal/,
      limits,
    ],
    [
      'bank note 82: an entry id of 46 characters',
      (batch) => withEntry(batch, { uuid: 'a'.repeat(46) }),
      'details.0.uuid',
      /32 hexadecimal/,
      limits,
    ],
    [
      'an entry with the id of its batch',
      (batch) => withEntry(batch, { uuid: batch['uuid'] }),
      'details.0.uuid',
      /Used before/,
      request,
    ],
    [
      'two entries with one id',
      (batch) => ({ ...batch, details: [plainEntry(2), plainEntry(3), plainEntry(2)] }),
      'details.2.uuid',
      /Used before/,
      request,
    ],
    [
      'bank note 59: a hyphen in customData',
      (batch) => ({ ...batch, customData: 'batch-7' }),
      'customData',
      /Letters and digits/,
      limits,
    ],
    [
      'bank note 107: customData of 501 characters',
      (batch) => ({ ...batch, customData: 'a'.repeat(501) }),
      'customData',
      /at most 500/,
      limits,
    ],
    [
      'bank note 59: a letter beyond A to Z in customData',
      (batch) => ({ ...batch, customData: 'caf\u00e9' }),
      'customData',
      /Letters and digits/,
      limits,
    ],
    [
      'a blank entry description',
      (batch) => ({ ...batch, companyEntryDescription: '  ' }),
      'companyEntryDescription',
      /Needed/,
      request,
    ],
    [
      'a day that does not exist',
      (batch) => ({ ...batch, effectiveDate: '2026-02-30' }),
      'effectiveDate',
      /YYYY-MM-DD/,
      request,
    ],
    [
      'a routing number of eight digits',
      (batch) => withEntry(batch, { routingNumber: '04100012' }),
      'details.0.routingNumber',
      /Nine digits/,
      request,
    ],
    [
      'a routing number with digits of another script',
      (batch) => withEntry(batch, { routingNumber: '04100012\u0664' }),
      'details.0.routingNumber',
      /Nine digits/,
      request,
    ],
    [
      'a direction that is neither C nor D',
      (batch) => withEntry(batch, { creditDebitCode: 'X' }),
      'details.0.creditDebitCode',
      /C for credit or D for debit/,
      null,
    ],
    [
      'half a cent',
      (batch) => withEntry(batch, { amount: 0.5 }),
      'details.0.amount',
      /whole number of cents/,
      'workstation',
    ],
    [
      'an amount below zero',
      (batch) => withEntry(batch, { amount: -1 }),
      'details.0.amount',
      /never negative/,
      'workstation',
    ],
    [
      'more cents than a double counts',
      (batch) => withEntry(batch, { amount: 2 ** 53 }),
      'details.0.amount',
      /whole number of cents/,
      'workstation',
    ],
    [
      'blank remittance text',
      (batch) => withEntry(batch, { addenda: [' '] }),
      'details.0.addenda.0',
      /Leave empty/,
      request,
    ],
    [
      'no entries',
      (batch) => ({ ...batch, details: [] }),
      'details',
      /at least one/,
      'workstation',
    ],
    [
      'a total that no double holds',
      (batch) => ({
        ...batch,
        details: [2, 3].map((n) => plainEntry(n, { amount: Number.MAX_SAFE_INTEGER })),
      }),
      'details',
      /count to the cent/,
      'workstation',
    ],
  ]

  it.each(breaks)(
    'refuses %s, and says where and by which rule',
    (_w, spoil, path, message, source) => {
      fc.assert(
        fc.property(anyBatch, (batch) => {
          const problems = problemsOf(spoil(batch))
          expect(problems).toHaveLength(1)
          expect(problems[0]).toMatchObject({
            path,
            message: expect.stringMatching(message) as string,
          })
          expect(problems[0]?.source?.startsWith(source ?? '') ?? source === null).toBe(true)
        }),
        { numRuns: 25 },
      )
    },
  )

  it('refuses a field that no batch has, in the batch and in an entry', () => {
    for (const spoiled of [
      plainBatch('CCD', { partnerClientId: 'x' }),
      withEntry(plainBatch('CCD'), { totalAmount: 1 }),
      withEntry(plainBatch('CTX'), { numberOfAddendaRecords: 4 }),
      withEntry(plainBatch('CCD'), { individualIdentificationNumber: 'X' }),
    ]) {
      expect(originationBatch.safeParse(spoiled).success).toBe(false)
    }
  })

  it('bank note 87: originates CCD, CTX and PPD, and neither TEL nor WEB', () => {
    expect(secCodes).toEqual(['CCD', 'CTX', 'PPD'])
    for (const secCode of ['TEL', 'WEB', 'IAT', 'ccd', '']) {
      expect(originationBatch.safeParse({ ...plainBatch('CCD'), secCode }).success).toBe(false)
    }
  })

  it('bank note 81: requires no field that the document does not require, except those that form an entry', () => {
    const { secCode, uuid, effectiveDate, companyEntryDescription } = plainBatch('CCD')
    const { routingNumber, accountNumber, creditDebitCode, amount } = plainEntry(2)
    const bare = {
      uuid: idOf(2),
      routingNumber,
      accountNumber,
      creditDebitCode,
      amount,
      addenda: [],
    }
    const batch = { secCode, uuid, effectiveDate, companyEntryDescription, details: [bare] }
    expect(originationBatch.parse(batch)).toEqual(batch)
  })

  it('keeps leading zeros of accounts, and blanks inside remittance text', () => {
    const addenda = ['  RMR*IV*0001  ']
    const parsed = originationBatch.parse(
      withEntry(plainBatch('CTX'), { accountNumber: ' 000123 ', addenda }),
    )
    expect(parsed.details[0]).toMatchObject({ accountNumber: '000123', addenda })
  })
})

describe('the effective date', () => {
  const on = (day: string) => effectiveDateProblem(day, '2026-11-21')
  it('bank note 89: lies within 31 calendar days of today', () => {
    expect(on('2026-11-21')).toBeNull()
    expect(on('2026-12-22')).toBeNull()
    expect(on('2026-12-23')).toEqual({
      path: 'effectiveDate',
      message: 'Within 31 days of today',
      source: 'Wire/RTP Payments and ACH Origination Specification, ACH origination request',
    })
    expect(on('2027-11-21')).not.toBeNull()
    expect(on('2026-02-30')).not.toBeNull()
  })

  it('bank note 89: may lie in the past, which is warned of, since the document does not say', () => {
    expect(on('2026-10-21')).toBeNull()
    expect(on('2026-10-20')).not.toBeNull()
    expect(effectiveDateWarnings('2026-11-24', '2026-11-21')).toEqual([])
    expect(effectiveDateWarnings('2026-11-20', '2026-11-21')).toMatchObject([
      { path: 'effectiveDate', source: 'bank' },
    ])
  })

  it('counts days across a leap day, the new year and a change of clocks', () => {
    expect(effectiveDateProblem('2028-03-02', '2028-01-31')).toBeNull()
    expect(effectiveDateProblem('2028-03-03', '2028-01-31')).not.toBeNull()
    expect(effectiveDateProblem('2027-01-15', '2026-12-15')).toBeNull()
    expect(effectiveDateProblem('2026-11-24', '2026-10-24')).toBeNull()
    expect(effectiveDateProblem('2026-11-25', '2026-10-24')).not.toBeNull()
  })
})

describe('the totals of a batch', () => {
  it('count credits and debits apart, to the cent', () => {
    const entry = (creditDebitCode: 'C' | 'D', amount: number) => ({
      creditDebitCode,
      amount: minorUnits(amount),
    })
    expect(totalsOf([entry('C', 10), entry('D', 20), entry('C', 5)])).toEqual({
      entries: 3,
      credits: 15,
      debits: 20,
    })
    const most = Number.MAX_SAFE_INTEGER
    expect(totalsOf([entry('C', most), entry('D', most)])).toMatchObject({ credits: most })
    expect(totalsOf([entry('D', most), entry('D', 1)])).toEqual({ problem: 'too-large' })
  })
})
