import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  entryProblems,
  originationEntries,
  secCodes,
  type SecCode,
} from '../../../../preload/contract/bank/ach-origination/batch.ts'
import { requestSource } from '../../../../preload/contract/bank/ach-origination/rules.ts'
import { sourceOfIssue } from '../../../../preload/contract/kernel/rule-source.ts'
import {
  defaultAchSettings,
  emptyBatchForm,
  type BatchForm,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import {
  asciiOffer,
  checkBatchForm,
  checkEntry,
  checkWholeBatch,
} from '../../../../preload/contract/domain/batches/check-entries.ts'
import { emptyEntry, type TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { batchWarnings, readBatch } from '../../../../preload/contract/domain/batches/read-batch.ts'

const idOf = (number: number): string => number.toString(16).padStart(32, '0')
const today = '2026-11-23'
const terms = {
  ...defaultAchSettings,
  collectionApplicationId: 'CA17',
  point: '001',
  collectionApplicationType: 'ACH',
}
const form = (change: Partial<BatchForm> = {}): BatchForm => ({
  ...emptyBatchForm,
  accountId: 'a',
  effectiveDate: '2026-11-24',
  companyDescriptiveDate: '261124',
  companyEntryDescription: 'PAYROLL',
  ...change,
})
const entry = (number: number, change: Partial<TypedEntry> = {}): TypedEntry => ({
  ...emptyEntry(idOf(number)),
  routingNumber: '041000124',
  accountNumber: '0004471',
  accountType: 'C',
  creditDebitCode: 'C',
  transactionType: 'L',
  amount: '1250.00',
  receiverName: 'Ann Alder',
  identificationNumber: 'E-1',
  individualIdentificationNumber: 'E-1',
  ...change,
})
const problemsOf = (change: Partial<TypedEntry>, secCode: SecCode = 'PPD') =>
  checkEntry(entry(2, change), secCode).problems.map(({ path, message }) => [path, message])
const warningsOf = (change: Partial<TypedEntry>, secCode: SecCode = 'PPD') =>
  checkEntry(entry(2, change), secCode).warnings.map(({ path, source }) => [path, source])

/** Values that may be typed into a cell: valid, wrong, blank, or any text. */
const cell = (...right: string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...right) },
    fc.constantFrom('', ' ', '\u00a0', '0', '-1', 'x'.repeat(256), '1,234.50', '12.345', '\u00e9'),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  )
const typed = (number: number): fc.Arbitrary<TypedEntry> =>
  fc
    .record({
      routingNumber: cell('041000124', ' 021000021 '),
      accountNumber: cell('0004471', '99887766'),
      accountType: cell('C', 'S', ''),
      creditDebitCode: cell('C', 'D', 'c'),
      transactionType: cell('L', 'P'),
      amount: cell('0', '1250.00', '99,999.99'),
      receiverName: cell('Ann Alder', 'Jos\u00e9'),
      identificationNumber: cell('E-1', ''),
      individualIdentificationNumber: cell('E-1', ''),
      discretionaryData: cell('', 'S1'),
      addenda: fc.array(cell('RMR', '', 'A'.repeat(300)), { maxLength: 3 }),
    })
    .map((cells) => ({ ...emptyEntry(idOf(number)), ...cells }))

/** Texts on both sides of every rule of an entry, untrimmed and blank ones included. */
const uncheckedText = fc.oneof(
  fc.constantFrom('', ' ', '\u00a0', 'C', ' D', '041000124', ' 041000124 ', '4'.repeat(9), 'x'),
  fc.constantFrom(idOf(7), ` ${idOf(7)}`, 'x'.repeat(255), 'x'.repeat(256), ` ${'x'.repeat(255)} `),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
const unchecked = fc.record(
  {
    uuid: uncheckedText,
    routingNumber: uncheckedText,
    accountNumber: uncheckedText,
    creditDebitCode: uncheckedText,
    accountType: uncheckedText,
    transactionType: uncheckedText,
    amount: fc.constantFrom(0, 125_000, -1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY),
    receiverName: uncheckedText,
    identificationNumber: uncheckedText,
    discretionaryData: uncheckedText,
    addenda: fc.array(fc.oneof(uncheckedText, fc.constantFrom('x'.repeat(1_001))), {
      maxLength: 3,
    }),
    individualIdentificationNumber: uncheckedText,
  },
  {
    requiredKeys: [
      'uuid',
      'routingNumber',
      'accountNumber',
      'creditDebitCode',
      'amount',
      'addenda',
    ],
  },
)

describe('the check of one entry', () => {
  it('finds the same problems in the same order as the schema of the entry', () => {
    let wrong = 0
    fc.assert(
      fc.property(fc.constantFrom(...secCodes), unchecked, (secCode, one) => {
        const { individualIdentificationNumber, ...corporate } = one
        const sent =
          secCode === 'PPD' ? { ...corporate, individualIdentificationNumber } : corporate
        const read = originationEntries[secCode].safeParse(sent)
        const issues = read.success ? [] : read.error.issues
        expect(entryProblems(sent)).toEqual(
          issues.map((issue) => ({
            path: issue.path.join('.'),
            message: issue.message,
            source: sourceOfIssue(issue) ?? requestSource,
          })),
        )
        if (issues.length > 2) wrong += 1
      }),
      { numRuns: 3_000 },
    )
    expect(wrong).toBeGreaterThan(500)
  })

  it('passes the entries of a batch if and only if the request takes the batch', () => {
    let taken = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...secCodes),
        fc
          .integer({ min: 1, max: 3 })
          .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => typed(at + 2)))),
        (secCode, entries) => {
          const read = readBatch(form({ secCode }), entries, terms, idOf(1), today)
          const checks = entries.map((one) => checkEntry(one, secCode))
          const isFree = checks.every(({ problems }) => problems.length === 0)
          expect(isFree).toBe(read.batch !== null)
          if (isFree) taken += 1
          // The same messages at the same entry, too.
          const messages = checks.flatMap(({ problems }) => problems.map(({ message }) => message))
          expect(read.problems.map(({ message }) => message).toSorted()).toEqual(
            messages.toSorted(),
          )
        },
      ),
      { numRuns: 800 },
    )
    expect(taken).toBeGreaterThan(100)
  })

  it('warns of the same as the check of the whole request', () => {
    fc.assert(
      fc.property(fc.constantFrom(...secCodes), typed(2), (secCode, one) => {
        const { batch } = readBatch(form({ secCode }), [one], terms, idOf(1), today)
        if (!batch) return
        const whole = batchWarnings(batch, today)
          .filter(({ path }) => path.startsWith('details.0.') && !path.includes('addenda.'))
          .map((warning) => ({ ...warning, path: warning.path.slice('details.0.'.length) }))
        const alone = checkEntry(one, secCode).warnings.filter(
          ({ path }) => !path.includes('addenda.'),
        )
        expect(alone).toEqual(whole)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    [{ routingNumber: '41000124' }, 'routingNumber', /Nine digits/],
    [{ routingNumber: '' }, 'routingNumber', /Needed/],
    [{ accountNumber: ' ' }, 'accountNumber', /Needed/],
    [{ creditDebitCode: 'X' }, 'creditDebitCode', /C for credit or D for debit/],
    [{ amount: '' }, 'amount', /Enter an amount. A prenotification has 0.00/],
    [{ amount: '1,5' }, 'amount', /Dollars and cents/],
    [{ amount: '1.005' }, 'amount', /At most two decimals/],
    [{ amount: '-1' }, 'amount', /Dollars and cents/],
    [{ amount: '99999999999999999' }, 'amount', /^Too large$/],
    [{ id: 'no-id' }, 'id', /32 hexadecimal/],
  ] as const)('names the field of %j', (change, path, message) => {
    const { problems } = checkEntry(entry(2, change), 'PPD')
    expect(problems.map((one) => one.path)).toEqual([path])
    expect(problems[0]?.message).toMatch(message)
    expect(problems[0]?.source).not.toBe('')
  })

  it('names an addenda by its own place, blank ones before it or not', () => {
    expect(problemsOf({ addenda: ['', 'x'.repeat(1_001)] })).toEqual([
      ['addenda.1', 'At most 1000 characters'],
    ])
    expect(warningsOf({ addenda: [' ', 'A'.repeat(81)] }, 'CTX')).toEqual([
      ['addenda.1', 'network'],
    ])
  })

  it('says nothing of a check digit where the digits are wrong already', () => {
    expect(warningsOf({ routingNumber: '1' })).toEqual([])
    expect(warningsOf({ routingNumber: '041000125' })).toEqual([['routingNumber', 'network']])
  })

  it('offers a transliteration for letters that are not carried, and changes none', () => {
    const given = entry(2, { receiverName: 'Jos\u00e9 Nu\u00f1ez' })
    const [warning] = checkEntry(given, 'PPD').warnings
    expect(warning?.message).toContain('"Jose Nunez"')
    expect(given.receiverName).toBe('Jos\u00e9 Nu\u00f1ez')
  })

  it('hints at IAT where an account looks like one abroad', () => {
    const { warnings } = checkEntry(entry(2, { accountNumber: 'DE89370400440532013000' }), 'CCD')
    expect(warnings.some(({ where }) => where === 'Nacha, IAT')).toBe(true)
    expect(warningsOf({ accountNumber: '37040044053201300' })).toEqual([])
  })

  it('bank note 78: formats that are not shown are warned of and never refused', () => {
    const odd = { accountType: 'GL', transactionType: 'x', discretionaryData: 'long', addenda: [] }
    expect(problemsOf(odd)).toEqual([])
    expect(warningsOf(odd)).toEqual([
      ['accountType', 'bank'],
      ['transactionType', 'bank'],
      ['discretionaryData', 'network'],
    ])
  })
})

describe('a transliteration', () => {
  it.each([
    ['Stra\u00dfe', 'Strasse'],
    ['\u0141\u00f3d\u017a', 'Lodz'],
    ['O\u2019Brien \u2013 Sons', "O'Brien - Sons"],
    ['tab\there', 'tab here'],
    ['\ufb01ne', 'fine'],
  ])('of %s is offered', (text, offer) => {
    expect(asciiOffer(text)).toBe(offer)
  })

  it.each(['plain ASCII', '\u0410\u0434\u0435\u0440', '\u{1f600}', ''])('of %j is none', (text) => {
    expect(asciiOffer(text)).toBeNull()
  })

  it('is printable ASCII, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const offer = asciiOffer(text)
        expect(offer === null || /^[ -~]+$/.test(offer)).toBe(true)
        expect(offer).not.toBe(text)
      }),
    )
  })
})

const formProblems = (change: Partial<BatchForm>) => {
  const { problems, warnings } = checkBatchForm(form(change), terms, today)
  return [
    ...problems.map(({ path, message }) => `! ${path}: ${message}`),
    ...warnings.map(({ path, message }) => `${path}: ${message}`),
  ]
}

describe('the check of the head', () => {
  it('reports nothing for a plain one', () => {
    expect(formProblems({})).toEqual([])
  })

  it.each([
    [{ accountId: null }, /^! accountId/],
    [{ companyEntryDescription: ' ' }, /^! companyEntryDescription: Needed/],
    [{ effectiveDate: '24.11.2026' }, /^! effectiveDate: A date as YYYY-MM-DD/],
    [{ effectiveDate: '2026-12-28' }, /^! effectiveDate: Within 31 days of today/],
    [{ effectiveDate: '2026-11-26' }, /Not a banking day \(Thanksgiving Day\).*2026-11-27/],
    [{ effectiveDate: '2026-11-28' }, /Not a banking day \(Saturday\).*2026-11-30/],
    [{ effectiveDate: '2026-11-20' }, /This date is in the past/],
    [{ effectiveDate: today }, /windows end at 10:30, 14:45 and 16:45/],
    [{ companyDescriptiveDate: '2026-11-24' }, /companyDescriptiveDate: At most 6 characters/],
    [{ companyEntryDescription: 'Payroll' }, /in capitals: PAYROLL/],
    [{ companyEntryDescription: 'PURCHASE' }, /WEB\), which are not originated here/],
    [{ companyEntryDescription: 'REVERSAL' }, /names no batch to reverse/],
    [{ companyEntryDescription: 'RETRY PYMT' }, /R01 or R09, at most twice/],
    [{ reversalOf: idOf(9) }, /A reversal is described as REVERSAL/],
    [
      { reversalOf: idOf(9), companyEntryDescription: 'REVERSAL' },
      /within 5 banking days of the settlement/,
    ],
  ] as const)('reports the problem of %j', (change, messages) => {
    const all = formProblems(change)
    expect(all.some((one) => messages.test(one))).toBe(true)
    expect(all).toHaveLength(1)
  })

  it('bank note 88: says which of the bank\u2019s constants are not set', () => {
    expect(
      checkBatchForm(form(), defaultAchSettings, today).warnings.map(({ path }) => path),
    ).toEqual(['collectionApplicationId', 'point', 'collectionApplicationType'])
  })
})

const wholeProblems = (
  entries: readonly TypedEntry[],
  change: Partial<BatchForm> = {},
  settings: Parameters<typeof checkWholeBatch>[2] = terms,
) => {
  const { problems, warnings } = checkWholeBatch(form(change), entries, settings, today)
  return [
    ...problems.map(({ path, message }) => `! ${path}: ${message}`),
    ...warnings.map(({ path, message }) => `${path}: ${message}`),
  ]
}

describe('the check of the entries together', () => {
  it('reports nothing for plain wages', () => {
    expect(wholeProblems([entry(2), entry(3)])).toEqual([])
  })

  it.each<[string, TypedEntry[], Partial<BatchForm>, RegExp]>([
    ['no entry', [], {}, /^! details: A batch holds at least one entry/],
    ['an id used twice', [entry(2), entry(2)], {}, /^! details\.1\.id: Used before/],
    [
      'credits beside debits',
      [entry(2), entry(3, { creditDebitCode: 'd' })],
      {},
      /Credits and debits in one batch/,
    ],
    [
      'prenotes beside live entries',
      [entry(2, { transactionType: 'P', amount: '0', accountNumber: '9' }), entry(3)],
      {},
      /Prenotifications \(type P\) and live entries/,
    ],
    [
      'a prenote and a live entry to one account, leading zeros aside',
      [entry(2, { transactionType: 'P', amount: '0', accountNumber: '4471' }), entry(3)],
      {},
      /wait three banking days.*row 2/,
    ],
    ['wages that are not called so', [entry(2)], { companyEntryDescription: 'WAGES' }, /PAYROLL/],
    ['companies called wages', [entry(2)], { secCode: 'CCD' }, /PAYROLL is for wages/],
    [
      'debits two banking days ahead',
      [entry(2, { creditDebitCode: 'D' })],
      { effectiveDate: '2026-11-25', companyEntryDescription: 'DUES' },
      /Debits are processed at most one banking day ahead/,
    ],
    [
      'credits three banking days ahead, over a holiday',
      [entry(2)],
      { effectiveDate: '2026-11-27' },
      /Credits are processed at most two banking days ahead/,
    ],
    [
      'a large amount on the same day',
      [entry(2, { amount: '1000000.00' }), entry(3, { amount: '1000000.01' })],
      { effectiveDate: today },
      /^effectiveDate: Not settled on the same day, being more than 1,000,000.00: row 2$/,
    ],
  ])('reports %s', (_what, entries, change, messages) => {
    const all = wholeProblems(entries, change)
    expect(all).toHaveLength(1)
    expect(all[0]).toMatch(messages)
  })

  it('requires no PAYROLL of a reversal or of an entry presented again', () => {
    expect(wholeProblems([entry(2)], { companyEntryDescription: 'REVERSAL' })).toEqual([])
    expect(wholeProblems([entry(2)], { companyEntryDescription: 'RETRY PYMT' })).toEqual([])
  })

  it('refuses more entries than one call carries, where the settings say how many', () => {
    expect(wholeProblems([entry(2), entry(3)], {}, { ...terms, mostEntries: 1 })).toEqual([
      '! details: More than 1 entries: one call carries no more',
    ])
  })

  it('refuses a total that cannot be counted to the cent', () => {
    const huge = { amount: '80000000000000.00' }
    expect(wholeProblems([entry(2, huge), entry(3, huge)])).toEqual([
      '! details: The total is too large to count to the cent',
    ])
  })

  it('bank note 89: a date is judged by its own day, and a date that does not exist not at all', () => {
    expect(wholeProblems([entry(2)], { effectiveDate: 'soon' })).toEqual([])
    expect(formProblems({ effectiveDate: '2026-12-24' })).toEqual([])
    expect(formProblems({ effectiveDate: '2026-10-23' })).toHaveLength(1)
  })
})
