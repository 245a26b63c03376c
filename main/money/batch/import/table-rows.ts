/**
 * Turns the rows of a table into entries. Each column that says something about direction, account
 * type or prenotification is heard, and two that contradict each other are a problem of the row. A
 * cell that is not understood is kept unchanged; the operator corrects it.
 */
import {
  askedFields,
  batchColumns,
  type AskedField,
  type BatchColumn,
  type BatchImportOptions,
  type BatchMapping,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import {
  emptyEntry,
  mostAddenda,
  networkLabels,
  type EntryCell,
  type TypedEntry,
} from '../../../../preload/contract/domain/batches/entry.ts'
import { inSlices } from '../../../platform/slices.ts'
import type { Sheet } from '../../../platform/spreadsheets/spreadsheet.ts'
import { hasTotalsLabel, isTotalsLabel } from '../../../platform/spreadsheets/totals-row.ts'
import { amountCell, type AmountCell } from './amount-cells.ts'
import {
  statementReader,
  statingFields,
  type CellStatement,
  type Facet,
  type StatingField,
} from './cell-statements.ts'
import { shownHeaders } from './column-mapping.ts'

/** An entry of a file; it gets an id when its draft is created. */
export type FileEntry = Omit<TypedEntry, 'id' | 'payeeId'>

/** A row as read, with problems that the entry alone does not show, such as a cut text. */
export interface ReadRow {
  readonly row: number
  readonly entry: FileEntry
  readonly problems: readonly RowProblem[]
}
export interface RowProblem {
  readonly path: string
  readonly message: string
  readonly source: string | null
}

/** A row that is no entry. */
export interface LeftOutRow {
  readonly line: number
  readonly text: string
  readonly why: string
}

export interface TableRows {
  readonly rows: readonly ReadRow[]
  readonly leftOut: readonly LeftOutRow[]
  /** The fields about which no row says anything. */
  readonly asks: readonly AskedField[]
}

/** Reads all rows under a mapping; never blocks main for long. */
export async function tableRows(
  { headers, rows }: Sheet,
  mapping: BatchMapping,
  options: BatchImportOptions,
  monotonicMs: () => number,
): Promise<TableRows> {
  const columns = columnsOf(shownHeaders(headers), mapping)
  const read = statementReader()
  const open: OpenRow[] = []
  const leftOut: LeftOutRow[] = []
  await inSlices(
    rows,
    ({ line, cells }) => {
      const row = openRow(line, cells, columns, read)
      const why = whyNotEntry(row, cells)
      if (why === undefined) open.push(row)
      else leftOut.push({ line, text: cells.filter((cell) => cell !== '').join(' | '), why })
    },
    monotonicMs,
  )
  const asks = askedFields.filter(
    (field) => open.length > 0 && !open.some((row) => isAbout(row, field)),
  )
  const amounts = open.flatMap(({ amount }) => (amount && !amount.isZero ? [amount] : []))
  const file: FileFacts = {
    asks,
    columns,
    isAllNegative: amounts.every(({ isNegative }) => isNegative),
  }
  const settled: ReadRow[] = []
  await inSlices(open, (row) => settled.push(settledRow(row, file, options)), monotonicMs)
  return { rows: settled, leftOut, asks }
}

/** A mapped column. */
interface MappedColumn {
  readonly at: number
  readonly header: string
}
type Columns = ReadonlyMap<BatchColumn, MappedColumn>

const columnsOf = (headers: readonly string[], mapping: BatchMapping): Columns =>
  new Map(
    batchColumns.flatMap((field) => {
      const header = mapping[field]
      const at = header === undefined ? -1 : headers.indexOf(header)
      return header === undefined || at === -1 ? [] : [[field, { at, header }] as const]
    }),
  )

/** What one cell says, or that it is not understood (null). */
interface Stated {
  readonly field: StatingField
  readonly cell: string
  readonly statement: CellStatement | null
}

/** A row whose open questions only all rows together answer. */
interface OpenRow {
  readonly row: number
  readonly text: (field: BatchColumn) => string
  readonly stated: readonly Stated[]
  readonly amount: AmountCell | null
  /** The directions that amounts name, and the column of each. */
  readonly sides: readonly Said[]
  readonly problems: readonly RowProblem[]
}

/** A value, and the words for where it is said. */
interface Said {
  readonly value: string
  readonly where: string
}

interface FileFacts {
  readonly asks: readonly AskedField[]
  readonly columns: Columns
  /** Every amount has a minus or parentheses. */
  readonly isAllNegative: boolean
}

const problem = (path: string, message: string): RowProblem => ({
  path,
  message,
  source: 'workstation',
})

function openRow(
  row: number,
  cells: readonly string[],
  columns: Columns,
  read: ReturnType<typeof statementReader>,
): OpenRow {
  const text = (field: BatchColumn): string => {
    const column = columns.get(field)
    return column === undefined ? '' : (cells[column.at] ?? '').trim()
  }
  const stated = statingFields.flatMap((field) => {
    const cell = text(field)
    return cell === '' ? [] : [{ field, cell, statement: read(field, cell) }]
  })
  return { row, text, stated, ...amountOf(text, columns) }
}

const amountColumns = ['amount', 'creditAmount', 'debitAmount'] as const
const sideOf = { amount: undefined, creditAmount: 'C', debitAmount: 'D' } as const

/** Reads the amount columns; beside an amount, a zero in another one says nothing. */
function amountOf(
  text: OpenRow['text'],
  columns: Columns,
): Pick<OpenRow, 'amount' | 'sides' | 'problems'> {
  const all = amountColumns.flatMap((field) => {
    const cell = text(field)
    return cell === '' ? [] : [{ field, cell, amount: amountCell(cell) }]
  })
  const moving = all.filter(({ amount }) => !amount.isZero)
  const used = moving.length > 0 ? moving : all
  const sides = used.flatMap(({ field, cell, amount }) => {
    const header = columns.get(field)?.header ?? ''
    return [
      ...(sideOf[field] === undefined ? [] : [{ value: sideOf[field], where: header }]),
      ...(amount.direction === undefined
        ? []
        : [{ value: amount.direction, where: `${header} (${cell})` }]),
    ]
  })
  const [first, ...others] = used
  if (others.some(({ amount }) => amount.text !== first?.amount.text)) {
    const message = `Different amounts: ${used.map(({ field }) => columns.get(field)?.header ?? '').join(', ')}`
    return { amount: null, sides, problems: [problem('amount', message)] }
  }
  // Zero on both sides moves nothing, and names no side.
  const isUndecided = moving.length === 0 && new Set(sides.map(({ value }) => value)).size > 1
  return { amount: first?.amount ?? null, sides: isUndecided ? [] : sides, problems: [] }
}

/** Returns whether a row says anything about a field, understood or not. */
function isAbout({ stated, sides }: OpenRow, asked: AskedField): boolean {
  if (asked === 'creditDebitCode' && sides.length > 0) return true
  return stated.some(
    ({ field, statement }) =>
      field === asked ||
      (statement === null
        ? field === 'transactionCode'
        : statement.isCode || statement.said[asked] !== undefined),
  )
}

const labels: Readonly<Record<Facet, Readonly<Record<string, string>>>> = {
  creditDebitCode: { C: 'credit', D: 'debit' },
  ...networkLabels,
}
const blankAmongOthers: Readonly<Record<AskedField, string>> = {
  creditDebitCode: 'Blank, but other rows say credit or debit',
  accountType: 'Blank, but other rows say checking or savings',
}

interface Refusal {
  readonly cell: string
  readonly why: string
}

/** What the cells of a row say about a facet. */
interface Heard {
  readonly said: readonly Said[]
  /** A cell of its own that is not understood. */
  readonly unread: string | undefined
  /** A cell of its own with words for an entry that is not originated. */
  readonly refusal: Refusal | null
}

function heard({ stated, sides }: OpenRow, facet: Facet, columns: Columns): Heard {
  const unread = stated.find(
    ({ field, statement }) =>
      statement === null &&
      (field === facet || (field === 'transactionCode' && facet === 'creditDebitCode')),
  )
  const said = stated.flatMap(({ field, cell, statement }) => {
    const value = statement?.said[facet]
    return value === undefined
      ? []
      : [{ value, where: `${columns.get(field)?.header ?? ''} (${cell})` }]
  })
  const refused = stated.find(
    ({ field, statement }) => field === facet && (statement?.refusal ?? null) !== null,
  )
  return {
    said: facet === 'creditDebitCode' ? [...said, ...sides] : said,
    unread: unread?.cell,
    refusal: refused ? { cell: refused.cell, why: refused.statement?.refusal ?? '' } : null,
  }
}

const isContradicted = ({ said }: Heard): boolean =>
  new Set(said.map(({ value }) => value)).size > 1

const contradiction = (facet: Facet, { said }: Heard): RowProblem =>
  problem(
    facet,
    `Contradiction: ${said.map(({ value, where }) => `${where} says ${labels[facet][value] ?? value}`).join(', ')}`,
  )

interface Settled {
  readonly value: string
  readonly problems: readonly RowProblem[]
}

/** Settles a field that is asked once for a file in which no row says anything about it. */
function settledField(
  row: OpenRow,
  field: AskedField,
  { asks, columns }: FileFacts,
  options: BatchImportOptions,
): Settled {
  const of = heard(row, field, columns)
  if (of.refusal !== null)
    return { value: of.refusal.cell, problems: [problem(field, of.refusal.why)] }
  if (of.unread !== undefined) return { value: of.unread, problems: [] }
  // Blank, it cannot leave: a person decides between the columns.
  if (isContradicted(of)) return { value: '', problems: [contradiction(field, of)] }
  const [only] = of.said
  if (only) return { value: only.value, problems: [] }
  if (asks.includes(field)) return { value: options[field], problems: [] }
  const hasUnreadCode = row.stated.some(
    ({ field: own, statement }) => own === 'transactionCode' && statement === null,
  )
  return { value: '', problems: hasUnreadCode ? [] : [problem(field, blankAmongOthers[field])] }
}

/**
 * Settles whether an entry is live. What contradicts itself is a prenotification: it moves no money,
 * and the bank is certain to reject one with an amount.
 */
function settledTransactionType(
  row: OpenRow,
  { columns }: FileFacts,
  options: BatchImportOptions,
): Settled {
  const of = heard(row, 'transactionType', columns)
  if (isContradicted(of)) return { value: 'P', problems: [contradiction('transactionType', of)] }
  return { value: of.said[0]?.value ?? of.unread ?? options.transactionType, problems: [] }
}

/** Returns the transaction code with which a row is not originated, and why; null if there is none. */
function refusedCode({ stated, amount }: OpenRow): Refusal | null {
  for (const { cell, statement } of stated) {
    if (statement?.isCode !== true) continue
    if (statement.refusal !== null) return { cell, why: statement.refusal }
    if (statement.isZeroDollar && amount !== null && !amount.isZero)
      return { cell, why: `Transaction code ${cell} is for zero dollars` }
  }
  return null
}

function settledKind(
  row: OpenRow,
  file: FileFacts,
  options: BatchImportOptions,
): { readonly kind: Readonly<Record<Facet, string>>; readonly problems: readonly RowProblem[] } {
  const refused = refusedCode(row)
  // The code itself stays in sight, and keeps the entry from leaving.
  if (refused !== null)
    return {
      kind: { creditDebitCode: refused.cell, accountType: '', transactionType: '' },
      problems: [problem('creditDebitCode', refused.why)],
    }
  const creditDebitCode = settledField(row, 'creditDebitCode', file, options)
  const accountType = settledField(row, 'accountType', file, options)
  const transactionType = settledTransactionType(row, file, options)
  return {
    kind: {
      creditDebitCode: creditDebitCode.value,
      accountType: accountType.value,
      transactionType: transactionType.value,
    },
    problems: [creditDebitCode, accountType, transactionType].flatMap((one) => one.problems),
  }
}

/**
 * Returns the amount without its sign where the row says debit. An answer for the whole file takes
 * the place of that only where every amount is negative.
 */
function settledAmount(
  { amount }: OpenRow,
  direction: string,
  { asks, isAllNegative }: FileFacts,
  problems: RowProblem[],
): string {
  if (amount === null) return ''
  if (!amount.isNegative) return amount.text
  const isStated = !asks.includes('creditDebitCode')
  if (direction === 'D' && (isStated || isAllNegative)) return amount.text
  const message =
    direction === 'C' && isStated
      ? 'Negative amount in a row that says credit'
      : 'Negative amount, but nothing in the row says debit'
  problems.push(problem('amount', message))
  return amount.signed
}

const { id: _id, payeeId: _payeeId, ...withoutIds } = emptyEntry('')

function settledRow(row: OpenRow, file: FileFacts, options: BatchImportOptions): ReadRow {
  const problems: RowProblem[] = [...row.problems]
  const { kind, problems: ofKind } = settledKind(row, file, options)
  problems.push(...ofKind)
  const fittedText = (field: EntryCell, cell: string): string =>
    fitted(field, cell, longest, problems)
  const text = (field: EntryCell): string => fittedText(field, row.text(field))
  const amount = settledAmount(row, kind.creditDebitCode, file, problems)
  return {
    row: row.row,
    entry: {
      ...withoutIds,
      receiverName: text('receiverName'),
      routingNumber: text('routingNumber'),
      accountNumber: text('accountNumber'),
      amount: fittedText('amount', amount),
      identificationNumber: text('identificationNumber'),
      individualIdentificationNumber: text('individualIdentificationNumber'),
      discretionaryData: text('discretionaryData'),
      creditDebitCode: fittedText('creditDebitCode', kind.creditDebitCode),
      accountType: fittedText('accountType', kind.accountType),
      transactionType: fittedText('transactionType', kind.transactionType),
      addenda: addendaIn(row.text('addenda'), options.addendaSeparator, problems),
    },
    problems,
  }
}

/** Longest text of a field; more is cut off. */
const longest = 255
const longestAddenda = 1_000

function fitted(path: string, cell: string, atMost: number, problems: RowProblem[]): string {
  if (cell.length <= atMost) return cell
  problems.push(problem(path, `Cut off after ${String(atMost)} characters`))
  return cell.slice(0, atMost)
}

function addendaIn(cell: string, separator: string, problems: RowProblem[]): string[] {
  const all = (separator === '' ? [cell] : cell.split(separator)).filter((one) => one.trim() !== '')
  if (all.length > mostAddenda)
    problems.push(problem('addenda', `Only the first ${String(mostAddenda)} addenda were read`))
  return all
    .slice(0, mostAddenda)
    .map((one, at) => fitted(`addenda.${String(at)}`, one.trim(), longestAddenda, problems))
}

/** Returns why a row is not an entry; undefined for an entry, valid or not. */
function whyNotEntry({ text }: OpenRow, cells: readonly string[]): string | undefined {
  const receiver = text('receiverName')
  const isBlank = (field: EntryCell): boolean => text(field) === ''
  const [noBank, noAccount] = [isBlank('routingNumber'), isBlank('accountNumber')]
  const isNamed = receiver !== '' && !(noBank && noAccount)
  if (isNamed ? isTotalsLabel(receiver) : hasTotalsLabel(cells)) return 'A total, not an entry'
  return noBank && noAccount && receiver === '' && isBlank('identificationNumber')
    ? 'No receiver, bank or account. Not an entry'
    : undefined
}
