import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  looksLikeNacha,
  readNacha,
} from '../../../../../main/platform/spreadsheets/nacha/read-nacha.ts'
import { transactionCode } from '../../../../../main/platform/spreadsheets/nacha/transaction-codes.ts'
import { emptyEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { checkEntry } from '../../../../../preload/contract/domain/batches/check-entries.ts'
import { familyOf } from '../../../../../preload/contract/bank/codes/index.ts'

const textOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')
const read = (name: string) => readNacha(textOf(name))
const onlyBatch = (name: string) => {
  const { batches, ...rest } = read(name)
  expect(batches).toHaveLength(1)
  return { ...batches[0], fileRemarks: rest.remarks, unread: rest.unread }
}
const entriesOf = (name: string) => onlyBatch(name).entries ?? []

describe('a NACHA file', () => {
  it('of PPD gives its head and every entry by account, direction and kind', () => {
    const { form, entries = [], remarks, fileRemarks, unread } = onlyBatch('ppd.ach')
    expect({ remarks, fileRemarks, unread }).toEqual({ remarks: [], fileRemarks: [], unread: [] })
    expect(form).toEqual({
      secCode: 'PPD',
      accountId: null,
      effectiveDate: '2026-11-25',
      companyDescriptiveDate: 'NOV 26',
      companyEntryDescription: 'PAYROLL',
      reversalOf: null,
    })
    expect(entries.map(({ line, entry, why }) => [line, entry.receiverName, why])).toEqual([
      [3, 'ALDER MARGARET', []],
      [4, 'BIRCH THOMAS', []],
      [6, 'CEDAR ANNE', []],
      [7, 'DOGWOOD PAUL', []],
    ])
    expect(entries[0]?.entry).toEqual({
      routingNumber: '041000124',
      accountNumber: '0004471',
      accountType: 'C',
      creditDebitCode: 'C',
      transactionType: 'L',
      amount: '1250.00',
      receiverName: 'ALDER MARGARET',
      identificationNumber: '',
      individualIdentificationNumber: 'EMP-0001',
      discretionaryData: '',
      addenda: [],
    })
    expect(entries[1]?.entry).toMatchObject({
      accountType: 'S',
      amount: '980.55',
      discretionaryData: 'S1',
      addenda: ['BONUS NOVEMBER 2026'],
    })
    expect(entries[2]?.entry).toMatchObject({
      transactionType: 'P',
      amount: '0.00',
      accountNumber: '12345678901234567',
    })
    expect(entries[3]?.entry).toMatchObject({ accountType: 'S', creditDebitCode: 'D' })
  })

  it('of CCD with CRLF gives identification numbers, remittance texts and zero-dollar entries', () => {
    const { entries = [], remarks, fileRemarks } = onlyBatch('ccd.ach')
    expect([remarks, fileRemarks]).toEqual([[], []])
    expect(entries.map(({ entry }) => entry)).toMatchObject([
      {
        identificationNumber: 'INV-2207',
        individualIdentificationNumber: '',
        transactionType: 'L',
        amount: '10000.00',
        addenda: ['RMR*IV*INV-2207**10000.00\\'],
      },
      { transactionType: 'L', amount: '0.00', addenda: ['RMR*IV*INV-2208**0.00\\'] },
      { accountType: 'S', transactionType: 'P', amount: '0.00' },
    ])
  })

  it('of CTX gives every addenda with its own blanks, and the name without the count', () => {
    const [first, second] = entriesOf('ctx.ach')
    expect(first?.why).toEqual([])
    expect(first?.entry).toMatchObject({
      receiverName: 'CEDAR TRADING',
      amount: '50000.01',
      creditDebitCode: 'D',
      addenda: ['ISA*00*          *00*', 'ST*820*0001\\', '  BPR*C*50000.01'],
    })
    expect(second?.entry).toMatchObject({ transactionType: 'P', receiverName: 'DOGWOOD PARTS' })
  })

  it('leaves batches of other SEC codes unread and reports each line, while the rest proceeds', () => {
    const { batches, unread, remarks } = read('mixed-codes.ach')
    expect(
      batches.map(({ number, form, entries }) => [number, form.secCode, entries.length]),
    ).toEqual([
      [1, 'PPD', 1],
      [4, 'CCD', 1],
    ])
    expect(remarks).toEqual([])
    expect(unread.map(({ line, why }) => [line, why])).toEqual([
      ...[5, 6, 7].map((line) => [line, 'SEC code WEB: only CCD, CTX, PPD are originated']),
      ...[8, 9, 10, 11].map((line) => [
        line,
        'IAT: payments with a foreign leg are not originated here',
      ]),
    ])
  })

  it('with wrong counts, hashes and totals is read whole, and each is reported', () => {
    const { entries = [], remarks, fileRemarks } = onlyBatch('wrong-counts.ach')
    expect(entries.map(({ why }) => why)).toEqual([
      [
        'Says it has 3 addenda, but 2 follow',
        'The addenda in line 5 are not number 2 by their own count',
      ],
      ['Says it has no addenda, but 1 follows', 'Says it has 0 addenda, but 1 follows'],
    ])
    expect(remarks).toEqual([
      'The batch control record (line 8) says 9 entries and addenda; there are 5',
      'The batch control record (line 8) says 1 as the hash of the receiving banks; there is 8200024',
      'The batch control record (line 8) says USD 0.77 as total debits; there is USD 0.00',
      'The batch control record (line 8) says USD 9.99 as total credits; there is USD 2.00',
      'The batch control record (line 8) differs from the header in its batch number',
    ])
    expect(fileRemarks.join('\n')).toMatch(
      /says 3 batches; there are 1\n.*says 9 blocks; there are 1/,
    )
  })

  it('without header and control records is read, and each missing one is reported', () => {
    const { batches, remarks, unread } = read('no-controls.ach')
    expect(unread).toEqual([])
    expect(batches.map(({ entries }) => entries.length)).toEqual([1, 1])
    expect(batches.map((batch) => batch.remarks)).toEqual(
      Array(2).fill(['There is no batch control record: entries may be missing']),
    )
    expect(remarks).toEqual(['There is no file header record', 'There is no file control record'])
  })

  it('keeps lines that belong nowhere, each with the reason', () => {
    const { batches, unread } = read('strays.ach')
    expect(batches.map(({ entries }) => entries.length)).toEqual([1])
    expect(unread.map(({ line, why }) => [line, why])).toEqual([
      [2, 'An entry without a batch header before it'],
      [3, 'Addenda without a batch header before them'],
      [4, 'A batch control record without a batch header before it'],
      [6, 'Addenda without an entry before them'],
      [8, 'Does not start with a record type'],
    ])
  })

  it('keeps bad entries, marked and explained, while the rest proceeds', () => {
    const { entries = [], unread } = onlyBatch('bad-entries.ach')
    expect(entries.map(({ entry, why }) => [entry.receiverName, why])).toEqual([
      ['GOOD ONE', []],
      ['UNKNOWN CODE', ['Transaction code 99: not a network code']],
      ['BAD AMOUNT', ['The amount is not all digits']],
      [
        'LEDGER',
        ['Transaction code 42: a general ledger account; only checking and savings are originated'],
      ],
      ['BAD ROUTING', []],
      ['PRENOTE WITH MONEY', ['A prenotification or a zero-dollar entry with an amount']],
      ['ADDENDA MISSING', ['Says it has addenda, but none follow']],
      ['GOOD AGAIN', []],
    ])
    // The return in lines 5 and 6 is listed among the returns.
    expect(unread).toEqual([])
    const broken = entries
      .filter(({ entry }) => {
        const typed = { ...emptyEntry('0'.repeat(32)), ...entry }
        return checkEntry(typed, 'PPD').problems.length > 0
      })
      .map(({ entry }) => entry.receiverName)
    // An entry that cannot be originated unchanged also breaks a rule of the request.
    expect(broken).toEqual(['UNKNOWN CODE', 'BAD AMOUNT', 'BAD ROUTING'])
  })

  it('never makes an ordinary entry of a zero-dollar code with an amount', () => {
    const { batches } = readNacha(textOf('ppd.ach').replace('\n622', '\n624'))
    const [first] = batches[0]?.entries ?? []
    expect(first?.why).toEqual(['A prenotification or a zero-dollar entry with an amount'])
    const typed = { ...emptyEntry('0'.repeat(32)), ...first?.entry }
    expect(checkEntry(typed, 'PPD').problems.map(({ path }) => path)).toEqual(['creditDebitCode'])
  })

  it('with its trailing blanks cut off is read as it was, and an entry that was cut within is marked', () => {
    const { entries = [], remarks, fileRemarks } = onlyBatch('short-lines.ach')
    const credits = 'says USD 6.00 as total credits; there is USD 3.00'
    expect(remarks).toEqual([`The batch control record (line 6) ${credits}`])
    expect(fileRemarks).toEqual([
      'Lines 1, 4, 5, 7: shorter than 94 characters, read as if blanks followed',
      `The file control record (line 7) ${credits}`,
    ])
    expect(entries.map(({ why }) => why)).toEqual([
      [],
      [],
      ['The amount is not all digits', 'The line ends after 35 of 94 characters'],
    ])
  })

  it('with longer lines is read where records follow each other, and marked where they do not', () => {
    const { entries = [], fileRemarks } = onlyBatch('long-lines.ach')
    expect(entries.map(({ line, entry, why }) => [line, entry.receiverName, why])).toEqual([
      [3, 'ALDER', ['The line has 98 characters instead of 94']],
      [4, 'BIRCH', []],
      [4, 'CEDAR', []],
    ])
    expect(fileRemarks).toEqual([
      'Some lines hold several records: read by 94 characters',
      'Line 3: longer than 94 characters, the rest is not read',
    ])
  })

  it.each(['ppd.ach', 'ccd.ach', 'ctx.ach', 'mixed-codes.ach'])(
    'without line breaks says the same: %s',
    (name) => {
      const whole = read(name)
      const unbroken = readNacha(textOf(name).replaceAll(/\r?\n/g, ''))
      expect(unbroken.batches).toEqual(whole.batches)
      expect(unbroken.remarks).toEqual(['The file has no line breaks: read by 94 characters'])
    },
  )

  it('with letters beyond ASCII keeps them, laid out by characters or by bytes, and says where', () => {
    const { entries = [], remarks, fileRemarks } = onlyBatch('non-ascii-bytes.ach')
    expect(entries.map(({ entry }) => [entry.receiverName, entry.amount])).toEqual([
      ['JOS\u00c9 NU\u00d1EZ', '1.00'],
      ['ZO\u00cb M\u00dcLLER', '2.00'],
    ])
    expect(entries.flatMap(({ why }) => why)).toEqual([])
    expect(remarks).toEqual([])
    expect(fileRemarks).toContain('Lines 3, 4: characters beyond ASCII')
  })

  it('in another encoding marks the entries that could not be read', () => {
    const text = textOf('ppd.ach').replace('ALDER MARGARET', 'ALD\ufffdR MARGARET')
    expect(readNacha(text).batches[0]?.entries.map(({ why }) => why.length)).toEqual([1, 0, 0, 0])
  })

  it('of sixty thousand batches is read whole, each under a number of its own', () => {
    const header = `5220${'ALDER'.padEnd(36)}1234567890PPD${'PAYROLL'.padEnd(10)}`
    const line = `${header}      261125   1041000120000001`
    const { batches } = readNacha(Array.from({ length: 60_000 }, () => line).join('\n'))
    expect(new Set(batches.map(({ number }) => number)).size).toBe(60_000)
  })

  it('whose batches have one number gives each a number of its own', () => {
    const twice = textOf('ppd.ach') + textOf('ppd.ach')
    const { batches, remarks } = readNacha(twice)
    expect(batches.map(({ number }) => number)).toEqual([1, 2])
    expect(remarks).toEqual(['The file contains 2 files one after another'])
  })

  it('with an effective date that does not exist keeps its text, and says so', () => {
    const text = textOf('ppd.ach').replace('NOV 26261125', 'NOV 26261332')
    const [batch] = readNacha(text).batches
    expect(batch?.form.effectiveDate).toBe('261332')
    expect(batch?.remarks).toEqual([
      'The batch header record (line 2): its effective date 261332 is not a date',
    ])
  })
})

describe('a file with returns and notifications of change', () => {
  const [fileHeader = '', header = '', entry = ''] = textOf('ppd.ach').split('\n')
  const cor = header.replace('PPD', 'COR')
  const addenda = (type: string, code: string, data = ''): string =>
    `7${type}${code}041000120000001${' '.repeat(6)}55001001${data.padEnd(44)}091000010000001`
  const fileOf = (...lines: string[]) => readNacha([fileHeader, ...lines].join('\n'))

  it('reports what came back once: it is no entry and no unread line, and its batch is none', () => {
    const { batches, unread, returns } = fileOf(
      header,
      entry,
      addenda('99', 'R03'),
      entry,
      addenda('99', 'R01'),
      cor,
      entry,
      addenda('98', 'C01', '0098'),
      `82000000020041000120${'0'.repeat(24)}1041000124${' '.repeat(25)}041000120000001`,
    )
    expect(returns.map(({ line, kind, code }) => [line, kind, code])).toEqual([
      [4, 'return', 'R03'],
      [6, 'return', 'R01'],
      [9, 'change', 'C01'],
    ])
    expect([batches, unread]).toEqual([[], []])
  })

  it('leaves the other entries of the batch to be originated, and the other lines unread', () => {
    const { batches, unread, returns } = fileOf(
      header,
      entry,
      addenda('99', 'R03'),
      entry,
      cor,
      entry,
      addenda('98', 'C01'),
      entry,
    )
    expect(batches.map(({ entries }) => entries.map(({ line }) => line))).toEqual([[5]])
    expect(unread.map(({ line }) => line)).toEqual([6, 9])
    expect(returns).toHaveLength(2)
    expect(batches[0]?.remarks).toContain(
      'The batch has returns or changes among its entries: these are not originated',
    )
  })

  it('returns the corrected data of a notification of change, and nothing of a return', () => {
    const { returns } = fileOf(
      cor,
      entry,
      addenda('98', 'C01', '1918171614'),
      header,
      entry,
      addenda('99', 'R03', 'NO SUCH ACCOUNT'),
    )
    expect(returns.map(({ corrected }) => corrected)).toEqual(['1918171614', ''])
  })
})

describe('a file of a mainframe', () => {
  const text = textOf('ppd.ach')
  it.each([
    ['the character NEL', text.replaceAll('\n', '\u0085')],
    ['its byte, read as Windows-1252', text.replaceAll('\n', '\u2026')],
  ])('with lines ended by %s reads as with line feeds', (_how, given) => {
    expect(looksLikeNacha(given)).toBe(true)
    expect(readNacha(given)).toEqual(readNacha(text))
  })
})

describe('the head of a batch', () => {
  const headed = (from: string, to: string) =>
    readNacha(textOf('ppd.ach').replace(from, to)).batches[0]?.remarks

  it.each([
    ['PAYROLL   ', '          ', 'entry description is blank'],
    ['PAYROLL   ', '0000000000', 'entry description is nothing but zeros'],
    ['PAYROLL   ', '0         ', 'entry description is nothing but zeros'],
    ['1041000124PPD', '          PPD', 'company identification is blank'],
  ])('that has %j as %j is remarked on, with its line', (from, to, what) => {
    expect(headed(from, to)).toContain(`The batch header record (line 2): its ${what}`)
  })

  it('with a blank effective date is remarked on, with its line', () => {
    expect(headed('NOV 26261125', 'NOV 26      ')).toEqual([
      'The batch header record (line 2): its effective date (blank) is not a date',
    ])
  })
})

describe('a transaction code', () => {
  const all = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'))

  it('is one of the network exactly where the code book lists it and it is not reserved', () => {
    const listed = familyOf('ach-transaction-code')?.entries ?? []
    expect(all.filter((code) => !isUnknown(code))).toEqual(
      listed.flatMap(({ code, meaning }) => (meaning === 'Reserved' ? [] : [code])).sort(),
    )
  })

  it('55 is the reversal of a loan credit, a debit that moves money; 56 answers to it, and 57 to 59 are none', () => {
    expect(transactionCode('55')).toEqual({
      accountType: '',
      creditDebitCode: 'D',
      transactionType: 'L',
      isZeroDollar: false,
      why: 'Transaction code 55: the reversal of a loan credit; only checking and savings are originated',
    })
    expect(transactionCode('56').why).toContain('a return or a notification of change')
    for (const code of ['57', '58', '59']) {
      expect(transactionCode(code).why).toBe(`Transaction code ${code}: not a network code`)
    }
  })

  const isUnknown = (code: string): boolean =>
    transactionCode(code).why?.endsWith('not a network code') === true
})

describe('a file of accounting advices (ADV)', () => {
  const header = `101 041000124 0410001242611231015A094101${' '.repeat(54)}`
  const batchHeader = `5280${'RIDGEWAY SUPPLY'.padEnd(36)}1041000124ADVADVICES   ${' '.repeat(6)}261125   0041000120000001`
  /**
   * Codes 81, 83, 85 and 87 credit the bank, 82, 84, 86 and 88 debit it; an amount has twelve
   * digits.
   */
  const advice = (code: string, cents: number, at: number): string =>
    `6${code}041000124${String(at).padEnd(15)}${String(cents).padStart(12, '0')}041000124FILE1 ${'ALDER'.padEnd(22)}  004100012329${String(at).padStart(4, '0')}`
  const controls = (debits: string, credits: string): string[] => [
    `82800000020008200024${debits}${credits}${' '.repeat(19)}041000120000001`,
    `9000001000001000000020008200024${debits}${credits}${' '.repeat(23)}`,
  ]
  const twenty = (cents: string): string => cents.padStart(20, '0')
  const fileOf = (debits: string, credits: string) =>
    readNacha(
      [
        header,
        batchHeader,
        advice('81', 999_999_999_999, 1),
        advice('82', 150, 2),
        ...controls(twenty(debits), twenty(credits)),
      ].join('\n'),
    )

  it('has totals of twenty digits, which are read right', () => {
    const { batches, unread, remarks } = fileOf('150', '999999999999')
    expect([batches, remarks]).toEqual([[], []])
    expect(unread.map(({ line }) => line)).toEqual([2, 3, 4, 5])
  })

  it('adds totals to the cent beyond what a number holds exactly', () => {
    const advices = Array.from({ length: 9_101 }, (_, at) => advice('81', 999_999_999_999, at + 1))
    const text = [header, batchHeader, ...advices, ...controls(twenty('0'), twenty('1'))]
    const [remark] = readNacha(text.join('\n')).remarks.filter((one) => one.includes('credits'))
    // 9,101 times USD 9,999,999,999.99.
    expect(remark).toMatch(/ says USD 0\.01 as total credits; there is USD 91,009,999,999,908\.99$/)
  })

  it('reports each total that differs with its value, in batch and file', () => {
    const { remarks } = fileOf('12345678901234567890', '999999999998')
    const wrong = (record: string): string[] => [
      `The ${record} says USD 123,456,789,012,345,678.90 as total debits; there is USD 1.50`,
      `The ${record} says USD 9,999,999,999.98 as total credits; there is USD 9,999,999,999.99`,
    ]
    expect(remarks).toEqual([
      ...wrong('batch control record (line 5)'),
      ...wrong('file control record (line 6)'),
    ])
  })
})

describe('distinguishing NACHA files from tables', () => {
  it.each([
    'ppd.ach',
    'ccd.ach',
    'ctx.ach',
    'mixed-codes.ach',
    'no-controls.ach',
    'short-lines.ach',
    'non-ascii-bytes.ach',
  ])('recognises %s', (name) => {
    expect(looksLikeNacha(textOf(name))).toBe(true)
  })

  it.each([
    'Routing,Account,Name,Amount\n041000124,0004471,Alder,1250.00\n',
    '101,041000124,0004471\n622,041000124,1\n',
    '622041000124;0004471;1250.00\n',
    '',
    '\n\n',
  ])('does not take for one: %j', (text) => {
    expect(looksLikeNacha(text)).toBe(false)
  })
})
