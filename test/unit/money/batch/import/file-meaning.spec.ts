/** What a table of entries says about direction, account type and prenotes, in any usual spelling. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  suggestedMapping,
  suggestedOptions,
  tableColumns,
  unusedColumns,
} from '../../../../../main/money/batch/import/column-mapping.ts'
import { checkedRow, foundInTable } from '../../../../../main/money/batch/import/file-entries.ts'
import type { ReadRow } from '../../../../../main/money/batch/import/table-rows.ts'
import { headedSheet } from '../../../../../main/platform/spreadsheets/headed-sheet.ts'
import type { Sheet } from '../../../../../main/platform/spreadsheets/spreadsheet.ts'
import {
  isErroneous,
  type BatchImport,
  type ImportedRow,
} from '../../../../../preload/contract/domain/batches/drafts.ts'
import { mara, must, openBatches, payroll } from '../open-batches.ts'

type Session = Awaited<ReturnType<typeof openBatches>>
type Columns = Readonly<Record<string, readonly string[]>>

/** Rows of these columns beside name, routing and account, and USD 10.00 where no column has amounts. */
function cellsOf(columns: Columns): string[][] {
  const count = Math.max(...Object.values(columns).map(({ length }) => length))
  const hasAmount = Object.values(columns).some((cells) =>
    cells.some((cell) => /\d\.\d\d/.test(cell)),
  )
  const each = (cell: (at: number) => string): string[] =>
    Array.from({ length: count }, (_, at) => cell(at))
  const all: Columns = {
    Name: each((at) => `Person ${String(at)}`),
    Routing: each(() => '055001009'),
    Account: each((at) => String(10_000_000 + at)),
    ...(!hasAmount && { Amount: each(() => '10.00') }),
    ...columns,
  }
  return [
    Object.keys(all),
    ...each(() => '').map((_, at) => Object.values(all).map((cells) => cells[at] ?? '')),
  ]
}

const fileOf = (rows: readonly (readonly string[])[]) => ({
  name: 'table.csv',
  bytes: Buffer.from(rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n')),
})

const textOf = ({ entry, problems }: Pick<ReadRow, 'entry' | 'problems'>): string => {
  const { creditDebitCode, accountType, transactionType, amount } = entry
  const read = [creditDebitCode, accountType, transactionType, amount].map((text) => text || '-')
  return [...read, ...problems.map(({ path }) => `!${path}`).toSorted()].join(' ')
}

/** Reads a table under the suggested mapping, as the import does after its thread has split it. */
async function readTable(rows: readonly string[][]) {
  const limits = { bytes: 1, rows: 1_000, columns: 50 }
  const sheet: Sheet = { ...headedSheet(rows, limits), format: 'csv', sheets: [], sheet: null }
  const now = (): number => 0
  const columns = await tableColumns(sheet, now)
  const { mapping } = suggestedMapping(columns)
  const options = suggestedOptions(columns)
  const { batches, asks, unread } = await foundInTable(sheet, mapping, options, now)
  const found = batches.flatMap((batch) =>
    batch.rows.map((row) => {
      const check = checkedRow(row, batch)
      return { ...row, problems: check.problems, isMarked: isErroneous(check) }
    }),
  )
  return { mapping, asks, unread, rows: found, unused: unusedColumns(columns, mapping, options) }
}

async function rowsOf(session: Session, { draftId }: BatchImport): Promise<readonly ImportedRow[]> {
  const wanted = { draftId, only: 'all', cursor: null, limit: 500 } as const
  return must(await session.handlers.listImportRows(wanted, mara)).items
}
const imported = async ({ imports }: Session, rows: readonly (readonly string[])[]) =>
  must(await imports.readImport(fileOf(rows), 'mara'))

const both = ['accountType', 'creditDebitCode'] as const
const direction = ['creditDebitCode'] as const
const type = ['accountType'] as const
interface Expected {
  /** Direction, account type, transaction type and amount of each row, and the fields of its problems. */
  readonly rows: readonly string[]
  readonly asks?: readonly string[]
  readonly unused?: readonly string[]
}
const cases: readonly (readonly [string, Columns, Expected])[] = [
  // Words for credit and debit.
  ['Cr/Dr', { 'Cr/Dr': ['Credit', 'Debit'] }, { rows: ['C - L 10.00', 'D - L 10.00'], asks: type }],
  ['C/D', { 'C/D': ['C', 'D'] }, { rows: ['C - L 10.00', 'D - L 10.00'], asks: type }],
  [
    'C/D, credits only',
    { 'C/D': ['C', 'C'] },
    { rows: ['C - L 10.00', 'C - L 10.00'], asks: type },
  ],
  ['D/C', { 'D/C': ['d', 'c'] }, { rows: ['D - L 10.00', 'C - L 10.00'], asks: type }],
  [
    'Debit/Credit',
    { 'Debit/Credit': ['Debit', 'CREDIT'] },
    { rows: ['D - L 10.00', 'C - L 10.00'], asks: type },
  ],
  [
    'an ISO indicator',
    { 'Credit Debit Indicator': ['CRDT', 'DBIT'] },
    { rows: ['C - L 10.00', 'D - L 10.00'], asks: type },
  ],
  ['CR_DR', { CR_DR: ['CR', 'DR'] }, { rows: ['C - L 10.00', 'D - L 10.00'], asks: type }],
  [
    'DrCr with points',
    { DrCr: ['Dr.', 'Cr.'] },
    { rows: ['D - L 10.00', 'C - L 10.00'], asks: type },
  ],
  [
    'Direction',
    { Direction: [' credit ', 'Debits'] },
    { rows: ['C - L 10.00', 'D - L 10.00'], asks: type },
  ],
  [
    'Credit or Debit',
    { 'Credit or Debit': ['CREDIT', 'DEBIT'] },
    { rows: ['C - L 10.00', 'D - L 10.00'], asks: type },
  ],
  [
    'Credit/Debit Flag',
    { 'Credit/Debit Flag': ['DB', 'CR'] },
    { rows: ['D - L 10.00', 'C - L 10.00'], asks: type },
  ],
  [
    'Transaction Type, debits only',
    { 'Transaction Type': ['Debit', 'Debit'] },
    { rows: ['D - L 10.00', 'D - L 10.00'], asks: type },
  ],
  [
    'Transaction Type in letters',
    { 'Transaction Type': ['C', 'D'] },
    { rows: ['C - L 10.00', 'D - L 10.00'], asks: type },
  ],
  [
    'Type with Debit',
    { Type: ['Debit', 'Debit'] },
    { rows: ['D - L 10.00', 'D - L 10.00'], asks: type },
  ],
  ['Type with C and D', { Type: ['C', 'D'] }, { rows: ['C - L 10.00', 'D - L 10.00'], asks: type }],
  ['Type with CR', { Type: ['CR', 'CR'] }, { rows: ['C - L 10.00', 'C - L 10.00'], asks: type }],
  [
    'Txn Type with ACH words',
    { 'Txn Type': ['ACH Credit', 'ACH Debit'] },
    { rows: ['C - L 10.00', 'D - L 10.00'], asks: type },
  ],
  [
    'Entry Type',
    { 'Entry Type': ['Cr', 'Dr'] },
    { rows: ['C - L 10.00', 'D - L 10.00'], asks: type },
  ],
  [
    'Payment Type',
    { 'Payment Type': ['DEBIT', 'debit'] },
    { rows: ['D - L 10.00', 'D - L 10.00'], asks: type },
  ],
  [
    'Kind',
    { Kind: ['Withdrawal', 'Deposit'] },
    { rows: ['D - L 10.00', 'C - L 10.00'], asks: type },
  ],
  ['Indicator', { Indicator: ['DR', 'CR'] }, { rows: ['D - L 10.00', 'C - L 10.00'], asks: type }],
  [
    'a word that is none',
    { 'Cr/Dr': ['Credit', 'Payment'] },
    { rows: ['C - L 10.00', 'Payment - L 10.00 !creditDebitCode'], asks: type },
  ],
  // Words for checking and savings.
  [
    'Account Type',
    { 'Account Type': ['Checking', 'Savings'] },
    { rows: ['- C L 10.00', '- S L 10.00'], asks: direction },
  ],
  [
    'Acct Type',
    { 'Acct Type': ['c', 's'], 'C/D': ['C', 'D'] },
    { rows: ['C C L 10.00', 'D S L 10.00'] },
  ],
  [
    'Account Type, checking only',
    { 'Account Type': ['C', 'C'], 'C/D': ['C', 'D'] },
    { rows: ['C C L 10.00', 'D C L 10.00'] },
  ],
  [
    'Type with C and S',
    { Type: ['C', 'S'], 'C/D': ['C', 'D'] },
    { rows: ['C C L 10.00', 'D S L 10.00'] },
  ],
  [
    'Type with Checking',
    { Type: ['Checking', 'Checking'], 'C/D': ['C', 'D'] },
    { rows: ['C C L 10.00', 'D C L 10.00'] },
  ],
  [
    'Type of account',
    { 'Type of account': ['CHK', 'SAV'], 'C/D': ['C', 'D'] },
    { rows: ['C C L 10.00', 'D S L 10.00'] },
  ],
  [
    'Account kind',
    { 'Account kind': ['DDA', 'SV'], 'C/D': ['C', 'D'] },
    { rows: ['C C L 10.00', 'D S L 10.00'] },
  ],
  [
    'Checking/Savings',
    { 'Checking/Savings': ['C', 'S'], 'C/D': ['C', 'D'] },
    { rows: ['C C L 10.00', 'D S L 10.00'] },
  ],
  [
    'DDA or Savings',
    { 'DDA or Savings': ['DDA', 'SAVINGS'], 'C/D': ['C', 'D'] },
    { rows: ['C C L 10.00', 'D S L 10.00'] },
  ],
  ['C or S', { 'C or S': ['S', 'S'], 'C/D': ['C', 'D'] }, { rows: ['C S L 10.00', 'D S L 10.00'] }],
  [
    'whole names of accounts',
    { 'Account Type': ['Checking Account', 'Savings acct.'], 'C/D': ['C', 'D'] },
    { rows: ['C C L 10.00', 'D S L 10.00'] },
  ],
  [
    'Bank Account Type',
    { 'Bank Account Type': ['ck', 'sav'], 'C/D': ['C', 'D'] },
    { rows: ['C C L 10.00', 'D S L 10.00'] },
  ],
  [
    'another account type',
    { Type: ['C', 'S', 'Brokerage'], 'C/D': ['C', 'D', 'C'] },
    { rows: ['C C L 10.00', 'D S L 10.00', 'C Brokerage L 10.00'] },
  ],
  [
    'a loan and a ledger',
    { 'Account Type': ['Loan', 'General ledger'], 'C/D': ['C', 'D'] },
    { rows: ['C Loan L 10.00 !accountType', 'D General ledger L 10.00 !accountType'] },
  ],
  // Transaction codes.
  [
    'Transaction Code',
    { 'Transaction Code': ['22', '27'] },
    { rows: ['C C L 10.00', 'D C L 10.00'] },
  ],
  ['Tran Code', { 'Tran Code': ['32', '37'] }, { rows: ['C S L 10.00', 'D S L 10.00'] }],
  [
    'TC with prenotes',
    { TC: ['23', '38'], Amount: ['0.00', '0.00'] },
    { rows: ['C C P 0.00', 'D S P 0.00'] },
  ],
  ['Type with codes', { Type: ['22', '32'] }, { rows: ['C C L 10.00', 'C S L 10.00'] }],
  ['Code with codes', { Code: ['37', '27'] }, { rows: ['D S L 10.00', 'D C L 10.00'] }],
  [
    'Account Type with codes',
    { 'Account Type': ['22', '37'] },
    { rows: ['C C L 10.00', 'D S L 10.00'] },
  ],
  ['Cr/Dr with codes', { 'Cr/Dr': ['27', '32'] }, { rows: ['D C L 10.00', 'C S L 10.00'] }],
  [
    'codes with their names',
    { 'Tran Code': ['22 - Checking Credit', '37 (savings debit)'] },
    { rows: ['C C L 10.00', 'D S L 10.00'] },
  ],
  [
    'a code and another name',
    { 'Tran Code': ['22', '22 - Savings Debit'] },
    { rows: ['C C L 10.00', '22 - Savings Debit - L 10.00 !creditDebitCode'] },
  ],
  [
    'names of codes',
    { 'Transaction Code': ['Checking Credit', 'Savings Debit'] },
    { rows: ['C C L 10.00', 'D S L 10.00'] },
  ],
  [
    'Type with both words',
    { Type: ['Checking Debit', 'Savings Debit'] },
    { rows: ['D C L 10.00', 'D S L 10.00'] },
  ],
  [
    'a general ledger code',
    { 'Tran Code': ['22', '42'] },
    { rows: ['C C L 10.00', '42 - - 10.00 !creditDebitCode'] },
  ],
  [
    'a loan code',
    { 'Tran Code': ['22', '52'] },
    { rows: ['C C L 10.00', '52 - - 10.00 !creditDebitCode'] },
  ],
  [
    'codes of returns',
    { 'Tran Code': ['21', '36'] },
    { rows: ['21 - - 10.00 !creditDebitCode', '36 - - 10.00 !creditDebitCode'] },
  ],
  [
    'a code of no network',
    { 'Tran Code': ['22', '99'] },
    { rows: ['C C L 10.00', '99 - - 10.00 !creditDebitCode'] },
  ],
  [
    'a zero-dollar code with an amount',
    { 'Tran Code': ['24', '22'] },
    { rows: ['24 - - 10.00 !creditDebitCode', 'C C L 10.00'] },
  ],
  [
    'Prenote',
    { Prenote: ['Y', 'N'], Amount: ['0.00', '10.00'], 'C/D': ['C', 'D'] },
    { rows: ['C - P 0.00', 'D - L 10.00'], asks: type },
  ],
  // Two amount columns.
  [
    'Credit and Debit',
    { Credit: ['10.00', ''], Debit: ['', '7.00'] },
    { rows: ['C - L 10.00', 'D - L 7.00'], asks: type },
  ],
  [
    'Debit Amount and Credit Amount',
    { 'Debit Amount': ['10.00', '0.00'], 'Credit Amount': ['0.00', '7.00'] },
    { rows: ['D - L 10.00', 'C - L 7.00'], asks: type },
  ],
  [
    'DR and CR',
    { DR: ['10.00', ''], CR: ['', '7.00'] },
    { rows: ['D - L 10.00', 'C - L 7.00'], asks: type },
  ],
  [
    'Withdrawals and Deposits',
    { Withdrawals: ['10.00', ''], Deposits: ['', '7.00'] },
    { rows: ['D - L 10.00', 'C - L 7.00'], asks: type },
  ],
  [
    'Debit alone',
    { Debit: ['10.00', '7.00'] },
    { rows: ['D - L 10.00', 'D - L 7.00'], asks: type },
  ],
  [
    'Debit Amount alone',
    { 'Debit Amt': ['$10.00', '(7.00)'] },
    { rows: ['D - L 10.00', 'D - L 7.00'], asks: type },
  ],
  [
    'Credit alone',
    { 'Credit Amount (USD)': ['10.00', '7.00'] },
    { rows: ['C - L 10.00', 'C - L 7.00'], asks: type },
  ],
  [
    'both amounts in a row',
    { Credit: ['10.00', '1.00'], Debit: ['7.00', ''] },
    { rows: ['- - L - !amount !creditDebitCode', 'C - L 1.00'], asks: type },
  ],
  [
    'neither amount in a row',
    { Credit: ['', '1.00'], Debit: ['', ''] },
    { rows: ['- - L - !amount !creditDebitCode', 'C - L 1.00'], asks: type },
  ],
  [
    'DR behind the amount',
    { Amount: ['30.00 DR', '5.00CR'] },
    { rows: ['D - L 30.00', 'C - L 5.00'], asks: type },
  ],
  // Signs.
  [
    'a plus',
    { Amount: ['+30.00', '+$5.00'], 'C/D': ['C', 'D'] },
    { rows: ['C - L 30.00', 'D - L 5.00'], asks: type },
  ],
  [
    'a minus alone',
    { Amount: ['-30.00', '5.00'] },
    { rows: ['- - L -30.00 !amount', '- - L 5.00'], asks: both },
  ],
  [
    'parentheses alone',
    { Amount: ['(30.00)', '(5.00)'] },
    {
      rows: ['- - L (30.00) !amount', '- - L (5.00) !amount'],
      asks: both,
    },
  ],
  [
    'a minus in a debit',
    { Amount: ['-30.00', '30.00-'], 'C/D': ['D', 'D'] },
    { rows: ['D - L 30.00', 'D - L 30.00'], asks: type },
  ],
  [
    'a minus in a credit',
    { Amount: ['-30.00', '5.00'], 'C/D': ['C', 'D'] },
    { rows: ['C - L -30.00 !amount', 'D - L 5.00'], asks: type },
  ],
  [
    'a minus among credits',
    { Credit: ['-30.00', '5.00'] },
    { rows: ['C - L -30.00 !amount', 'C - L 5.00'], asks: type },
  ],
  // Columns that contradict each other.
  [
    'code 37 and type C',
    { 'Tran Code': ['37', '37'], 'Account Type': ['C', 'S'] },
    { rows: ['D - L 10.00 !accountType', 'D S L 10.00'] },
  ],
  [
    'code 22 and type S',
    { 'Tran Code': ['22', '22'], 'Account Type': ['Savings', 'Checking'] },
    { rows: ['C - L 10.00 !accountType', 'C C L 10.00'] },
  ],
  [
    'Debit and a credit code',
    { 'Tran Code': ['22', '27'], 'Cr/Dr': ['Debit', 'Debit'] },
    { rows: ['- C L 10.00 !creditDebitCode', 'D C L 10.00'] },
  ],
  [
    'a word and the column of the amount',
    { 'Cr/Dr': ['Credit', 'Debit'], Debit: ['10.00', '7.00'] },
    { rows: ['- - L 10.00 !creditDebitCode', 'D - L 7.00'], asks: type },
  ],
  [
    'a prenote code and Live',
    { 'Tran Code': ['23', '22'], 'Transaction Type': ['L', 'L'] },
    { rows: ['C C P 10.00 !transactionType', 'C C L 10.00'] },
  ],
  [
    'amounts that differ',
    { Amount: ['10.00', '10.00'], Credit: ['10.00', '9.00'] },
    { rows: ['C - L 10.00', 'C - L - !amount'], asks: type },
  ],
  // Blank cells among filled ones.
  [
    'a blank among DR and CR',
    { 'C/D': ['DR', '', 'CR'] },
    { rows: ['D - L 10.00', '- - L 10.00 !creditDebitCode', 'C - L 10.00'], asks: type },
  ],
  [
    'a blank among C and S',
    { Type: ['C', '', 'S'], 'C/D': ['C', 'C', 'C'] },
    { rows: ['C C L 10.00', 'C - L 10.00 !accountType', 'C S L 10.00'] },
  ],
  [
    'a blank among codes',
    { TC: ['22', ''] },
    { rows: ['C C L 10.00', '- - L 10.00 !accountType !creditDebitCode'] },
  ],
  [
    'a blank that another column fills',
    { 'C/D': ['', 'D'], TC: ['22', '27'] },
    { rows: ['C C L 10.00', 'D C L 10.00'] },
  ],
  [
    'a blank column',
    { 'C/D': ['', ''], Type: ['', ''] },
    { rows: ['- - L 10.00', '- - L 10.00'], asks: both },
  ],
  // What could mean two things, or nothing that an entry has.
  [
    'Type with C alone',
    { Type: ['C', 'C'] },
    {
      rows: ['- - L 10.00', '- - L 10.00'],
      asks: both,
      unused: ['Type'],
    },
  ],
  [
    'Type with S alone',
    { Type: ['S', 'S'], 'C/D': ['C', 'D'] },
    { rows: ['C - L 10.00', 'D - L 10.00'], asks: type, unused: ['Type'] },
  ],
  [
    'Type with D alone',
    { Type: ['D', 'D'] },
    {
      rows: ['- - L 10.00', '- - L 10.00'],
      asks: both,
      unused: ['Type'],
    },
  ],
  [
    'Type with C, S and D',
    { Type: ['C', 'S', 'D'], 'C/D': ['C', 'D', 'C'] },
    { rows: ['C - L 10.00', 'D - L 10.00', 'C - L 10.00'], asks: type, unused: ['Type'] },
  ],
  [
    'Account Type with C and D',
    { 'Account Type': ['C', 'D'], 'C/D': ['C', 'D'] },
    { rows: ['C - L 10.00', 'D - L 10.00'], asks: type, unused: ['Account Type'] },
  ],
  [
    'an account type of no bank',
    { 'Account Type': ['D', 'D'], 'C/D': ['C', 'D'] },
    { rows: ['C - L 10.00', 'D - L 10.00'], asks: type, unused: ['Account Type'] },
  ],
  [
    'Type of another thing',
    { Type: ['Salary', 'Bonus'], 'C/D': ['C', 'D'] },
    { rows: ['C - L 10.00', 'D - L 10.00'], asks: type, unused: ['Type'] },
  ],
  [
    'Payment Type with paper checks',
    { 'Payment Type': ['Check', 'Check'], 'C/D': ['C', 'D'] },
    { rows: ['C - L 10.00', 'D - L 10.00'], asks: type, unused: ['Payment Type'] },
  ],
  [
    'Account Type with Check',
    { 'Account Type': ['Check', 'Savings'], 'C/D': ['C', 'D'] },
    { rows: ['C C L 10.00', 'D S L 10.00'] },
  ],
  [
    'two columns of directions',
    { 'C/D': ['C', 'D'], Type: ['Credit', 'Debit'] },
    { rows: ['C - L 10.00', 'D - L 10.00'], asks: type, unused: ['Type'] },
  ],
  [
    'a date',
    { 'Pay date': ['2026-11-25', '2026-11-25'], TC: ['22', '22'] },
    { rows: ['C C L 10.00', 'C C L 10.00'], unused: ['Pay date'] },
  ],
  [
    'a second amount',
    { Amount: ['10.00', '5.00'], 'Net pay': ['9.00', ''], TC: ['22', '22'] },
    { rows: ['C C L 10.00', 'C C L 5.00'], unused: ['Net pay'] },
  ],
  [
    'another currency',
    { Currency: ['USD', 'CAD'], TC: ['22', '22'] },
    { rows: ['C C L 10.00', 'C C L 10.00'], unused: ['Currency'] },
  ],
  [
    'an SEC code per row',
    { SEC: ['PPD', 'CCD'], TC: ['22', '22'] },
    { rows: ['C C L 10.00', 'C C L 10.00'], unused: ['SEC'] },
  ],
  [
    'what says nothing of an entry',
    {
      Department: ['Mill', 'Office'],
      'Row no.': ['1', '2'],
      Currency: ['USD', 'USD'],
      State: ['OR', 'WA'],
      TC: ['22', '22'],
    },
    { rows: ['C C L 10.00', 'C C L 10.00'] },
  ],
]

describe('a table of entries', () => {
  it.each(cases)('means what it says: %s', async (_, columns, { rows, asks = [], unused = [] }) => {
    const read = await readTable(cellsOf(columns))
    expect({
      rows: read.rows.map(textOf),
      asks: [...read.asks].toSorted(),
      unused: read.unused.flatMap(({ header, kind }) => (kind === 'harmless' ? [] : [header])),
    }).toEqual({ rows, asks, unused })
  })

  it('is read in at least sixty spellings', () => {
    expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length)
    expect(cases.length).toBeGreaterThanOrEqual(60)
  })

  it.each(['Class', 'Category', 'Pay Class'])(
    'takes no department in a column %s for a code',
    async (header) => {
      const { mapping, asks, unused } = await readTable(cellsOf({ [header]: ['27'] }))
      expect(Object.values(mapping)).not.toContain(header)
      expect(asks).toContain('creditDebitCode')
      expect(unused).toEqual([{ header, kind: 'ambiguous' }])
    },
  )

  it('names both columns that contradict each other, and what each of them says', async () => {
    const { rows } = await readTable(cellsOf({ 'Tran Code': ['37'], 'Account Type': ['C'] }))
    expect(rows.flatMap(({ problems }) => problems)).toMatchObject([
      { message: 'Contradiction: Account Type (C) says checking, Tran Code (37) says savings' },
    ])
  })

  it('becomes no draft before a person has said what it leaves open', async () => {
    const columns = { Amount: ['-30.00', '-5.00'] }
    const session = await openBatches()
    const { draftId, mapping, options } = await imported(session, cellsOf(columns))
    const wanted = { draftId, batches: [1], form: payroll }
    const before = await session.acts()
    expect(await session.handlers.commitImport(wanted, mara)).toMatchObject({
      error: { fields: [{ path: 'creditDebitCode' }, { path: 'accountType' }] },
    })
    expect(await session.acts()).toEqual(before)
    const said = { ...options, creditDebitCode: 'D', accountType: 'S' }
    const change = { draftId, sheet: null, mapping, options: said }
    const answered = must(await session.handlers.mapImport(change, mara))
    expect(answered.asks).toEqual(['creditDebitCode', 'accountType'])
    // Every amount is negative, and a person says debit.
    expect((await rowsOf(session, answered)).map(textOf)).toEqual(['D S L 30.00', 'D S L 5.00'])
    const { created } = must(await session.handlers.commitImport(wanted, mara))
    expect(await session.batch(created[0] ?? '')).toMatchObject({ debits: 3_500, credits: 0 })
  })

  it.each([
    ['C', ['C C L -30.00 !amount', 'C C L 5.00']],
    ['D', ['D C L -30.00 !amount', 'D C L 5.00']],
  ])('of both signs stays a question for its negative amounts, also as %s', async (way, rows) => {
    const columns = { Amount: ['-30.00', '5.00'], 'Account Type': ['C', 'C'] }
    const session = await openBatches()
    const { draftId, mapping, options } = await imported(session, cellsOf(columns))
    const said = { ...options, creditDebitCode: way }
    const answered = must(
      await session.handlers.mapImport({ draftId, sheet: null, mapping, options: said }, mara),
    )
    expect((await rowsOf(session, answered)).map(textOf)).toEqual(rows)
  })

  it('never takes an answer for the file in place of a blank cell', async () => {
    const columns = { 'C/D': ['DR', '', 'CR'], 'Account Type': ['C', 'C', 'C'] }
    const session = await openBatches()
    const { draftId, mapping, options } = await imported(session, cellsOf(columns))
    const said = { ...options, creditDebitCode: 'C' }
    const again = must(
      await session.handlers.mapImport({ draftId, sheet: null, mapping, options: said }, mara),
    )
    expect((await rowsOf(session, again)).map(textOf)[1]).toBe('- C L 10.00 !creditDebitCode')
  })

  it('names a row of totals, and takes none for an entry', async () => {
    const totals = [
      ['Total:', '', '', '', '30.00'],
      ['GRAND TOTAL', '', '300', '', '30.00'],
      ['', '', 'Total (2 items)', '', '30.00'],
      ['Batch total', '123456789', '2', '', '30.00'],
      ['Total credits: 2', '', '', '', '30.00'],
      ['Sum', '', '', '', '30.00'],
    ]
    const session = await openBatches()
    const file = await imported(session, [
      ['Name', 'Routing', 'Account', 'TC', 'Amount'],
      ['Ann', '055001009', '123456', '22', '10.00'],
      ['Total Wine', '055001009', '123457', '22', '20.00'],
      ...totals,
    ])
    expect(file.batches).toMatchObject([{ entries: 2, credits: 3_000, withProblems: 0 }])
    expect(file.unread.map(({ line, why }) => [line, why])).toEqual(
      totals.map((_, at) => [at + 4, 'A total, not an entry']),
    )
    expect(file.isPlain).toBe(false)
  })

  it('is read below the title of a report, which is named as not read', async () => {
    const session = await openBatches()
    const file = await imported(session, [
      ['Alder Falls payroll'],
      [''],
      ['Pay date:', '2026-11-25'],
      ['Name', 'Routing', 'Account', 'TC', 'Amount', 'Memo'],
      ['Ann', '055001009', '123456', '37', '+10.00', ''],
    ])
    expect((await rowsOf(session, file)).map(textOf)).toEqual(['D S L 10.00'])
    expect(file.remarks).toEqual(['Rows 1 and 3 above the headers were not read.'])
    expect(file.isPlain).toBe(false)
  })

  it('names the column of cells beyond the last header', async () => {
    const { unused } = await readTable([
      ['Name', 'Routing', 'Account', 'TC', 'Amount'],
      ['Ann', '055001009', '123456', '22', '10.00', 'Savings'],
    ])
    expect(unused).toEqual([{ header: 'Column 6', kind: 'unknown' }])
  })

  it('becomes a draft without a question only if nothing is asked and every column is used', async () => {
    const session = await openBatches()
    const isPlain = async (columns: Columns) => (await imported(session, cellsOf(columns))).isPlain
    expect(await isPlain({ TC: ['22'] })).toBe(true)
    expect(await isPlain({ TC: ['22'], Department: ['Mill'] })).toBe(true)
    expect(await isPlain({ TC: ['22'], Status: [''] })).toBe(true)
    expect(await isPlain({ TC: ['22'], Status: ['Hold'] })).toBe(false)
    expect(await isPlain({ 'C/D': ['C'] })).toBe(false)
    expect(await isPlain({ 'Account Type': ['C'] })).toBe(false)
  })

  it('takes its SEC code from a column that has one, and names the column otherwise', async () => {
    const session = await openBatches()
    const of = async (cells: readonly string[]) => {
      const file = await imported(session, cellsOf({ TC: ['22', '22'], 'SEC code': cells }))
      return [file.options.secCode, file.isPlain]
    }
    expect(await of(['CCD', 'CCD'])).toEqual(['CCD', true])
    expect(await of(['WEB', 'WEB'])).toEqual(['PPD', false])
  })

  /** A column as a program may write it: what each of its cells says, and how. */
  interface Written {
    readonly header: string
    readonly cells: readonly { readonly text: string; readonly says: Partial<Says> }[]
  }
  interface Says {
    readonly direction: 'C' | 'D'
    readonly type: 'C' | 'S'
  }
  const rowCount = 4
  const writtenCells = (
    values: readonly (readonly [string, Partial<Says>])[],
  ): fc.Arbitrary<Written['cells']> =>
    fc.array(
      fc.constantFrom(...values).map(([text, says]) => ({ text, says })),
      { minLength: rowCount, maxLength: rowCount },
    )
  const columnOf = (
    headers: readonly string[],
    sets: readonly (readonly (readonly [string, Partial<Says>])[])[],
  ): fc.Arbitrary<Written> =>
    fc.record({
      header: fc.constantFrom(...headers),
      cells: fc.oneof(...sets.map((values) => writtenCells([...values, ['', {}]]))),
    })
  const credit = { direction: 'C' } as const
  const debit = { direction: 'D' } as const
  const checking = { type: 'C' } as const
  const savings = { type: 'S' } as const
  const directions = [
    [
      ['Credit', credit],
      ['Debit', debit],
    ],
    [
      ['CR', credit],
      ['DR', debit],
    ],
    [
      ['Debit', debit],
      ['Salary', {}],
    ],
  ] as const
  const directionLetters = [
    [
      ['C', credit],
      ['D', debit],
    ],
  ] as const
  const types = [
    [
      ['Checking', checking],
      ['Savings', savings],
    ],
    [
      ['CHK', checking],
      ['SAV', savings],
      ['Brokerage', {}],
    ],
  ] as const
  const typeLetters = [
    [
      ['C', checking],
      ['S', savings],
    ],
  ] as const
  const codes = [
    [
      ['22', { ...credit, ...checking }],
      ['37', { ...debit, ...savings }],
      ['42', {}],
    ],
    [
      ['Checking Credit', { ...credit, ...checking }],
      ['Savings Debit', { ...debit, ...savings }],
    ],
  ] as const
  const amounts = (says: Partial<Says>) =>
    [
      [
        ['10.00', says],
        ['(10.00)', says],
        ['+10.00', says],
      ],
    ] as const
  const anyColumn: fc.Arbitrary<Written> = fc.oneof(
    columnOf(
      ['Type', 'Kind', 'Transaction Type', 'Code', 'Cr/Dr', 'Direction'],
      [...directions, ...codes],
    ),
    columnOf(['Cr/Dr', 'C/D', 'Direction'], directionLetters),
    columnOf(
      ['Type', 'Kind', 'Account Type', 'Acct Type', 'Transaction Code'],
      [...types, ...codes],
    ),
    columnOf(['Account Type', 'Acct Type', 'C or S'], typeLetters),
    columnOf(['Amount'], amounts({})),
    columnOf(['Credit', 'CR', 'Credit Amount'], amounts(credit)),
    columnOf(['Debit', 'DR', 'Debit Amount'], amounts(debit)),
    columnOf(
      ['Pay date', 'Location', 'Bonus', 'Status'],
      [
        [
          ['x', {}],
          ['2026-11-25', {}],
        ],
      ],
    ),
  )

  it('loses no column with values, no direction and no account type in silence', async () => {
    const tables = fc.uniqueArray(anyColumn, { selector: ({ header }) => header, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(tables, async (written) => {
        const columns = Object.fromEntries(
          written.map(({ header, cells }) => [header, cells.map(({ text }) => text)]),
        )
        const none = { Note: Array.from({ length: rowCount }, () => '') }
        const { mapping, unused, asks, rows, unread } = await readTable(
          cellsOf({ ...none, ...columns }),
        )
        const used = new Set(Object.values(mapping))
        const named = new Set(unused.map(({ header }) => header))
        for (const { header, cells } of written)
          if (cells.some(({ text }) => text !== ''))
            expect(used.has(header) || named.has(header), `${header} is lost`).toBe(true)
        expect(rows.length + unread.length).toBe(rowCount)
        for (const { row, entry, isMarked } of rows) {
          const said = written.flatMap(({ header, cells }) =>
            used.has(header) ? [cells[row - 2]?.says ?? {}] : [],
          )
          for (const [field, facet, values] of [
            ['creditDebitCode', 'direction', ['C', 'D']],
            ['accountType', 'type', ['C', 'S']],
          ] as const) {
            const heard = [...new Set(said.flatMap((says) => says[facet] ?? []))]
            const isRead = values.some((value) => value === entry[field])
            // What is read was said, and nothing else was. Anything else is marked, or is asked.
            if (isRead) expect([entry[field]], `row ${String(row)}`).toEqual(heard)
            else if (heard.length > 0) expect(isMarked, `row ${String(row)}`).toBe(true)
            else if (entry[field] === '' && !isMarked) expect(asks).toContain(field)
          }
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
