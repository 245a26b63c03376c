/**
 * Maps a table to entries. The meaning of its columns is suggested from their headers, and a person
 * sees and changes the suggestion. A cell that is not understood is kept unchanged; the operator
 * corrects it.
 */
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import {
  batchColumns,
  type BatchImportOptions,
  type BatchMapping,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import { maskedDigits } from '../../../../preload/contract/domain/personal-names.ts'
import {
  emptyEntry,
  type EntryCell,
  mostAddenda,
  type TypedEntry,
} from '../../../../preload/contract/domain/batches/entry.ts'
import {
  transactionCode,
  type TransactionCode,
} from '../../../platform/spreadsheets/nacha/transaction-codes.ts'

/** A field that a column can fill. */
export type BatchColumn = (typeof batchColumns)[number]

const people = 'individual|employee|payee|receiver|recipient|beneficiary|customer|person|owner'
const companies =
  'company|vendor|supplier|business|organi[sz]ation|merchant|receivingcompany|payor|payer'
const numbers = 'number|num|nbr|no'
const number = `(?:${numbers})?`

const patterns: readonly (readonly [BatchColumn, RegExp])[] = [
  [
    'routingNumber',
    new RegExp(
      `^(?:receiving|bank|payee|vendor|employee|destination)?(?:routing|routingtransit|transitrouting|transit|aba|abarouting|routingaba|rtn|rdfi|rdfirouting|dfi|receivingdfi|bankcode|bankid)(?:id|code|aba|${numbers})?$`,
    ),
  ],
  [
    'accountNumber',
    new RegExp(
      `^(?:bank|payee|vendor|receiver|receiving|beneficiary|employee|customer|dfi|rdfi|deposit|depositor|checking|credit)?(?:account|acct|acc)${number}$|^dfiaccountnumber$|^dda(?:account)?${number}$`,
    ),
  ],
  [
    'creditDebitCode',
    /^(?:creditdebit|debitcredit|creditordebit|debitorcredit|crdr|drcr|cd|dc|dbcr|crdb)(?:code|indicator|ind|flag|type)?$|^(?:transaction|tran|trans|txn|tc|tran?s?action)code$|^tc$|^direction$|^sign$/,
  ],
  [
    'accountType',
    /^(?:bank|dfi|receiver|payee)?(?:account|acct|acc)(?:type|kind)$|^(?:checking|ddas?)(?:or)?savings?$|^(?:checkingsavings|chksav)$/,
  ],
  [
    'transactionType',
    /^(?:transaction|tran|txn|entry)type$|^(?:live)?(?:or)?prenote$|^prenotification$/,
  ],
  [
    'amount',
    /^(?:payment|transaction|entry|transfer|total|net|netpay|pay|credit|debit|invoice|deposit|ach)?(?:amount|amt)(?:usd|indollars)?$|^netpay$|^value$|^dollars$|^total$|^usd$/,
  ],
  ['individualIdentificationNumber', /^individual(?:identification|id)(?:number|no)?$/],
  [
    'identificationNumber',
    new RegExp(
      `^(?:id|identification|ident|identifier|reference|ref|invoice|inv|memo|customer|vendor|supplier|payee|company|receiver|payment|employee|person|personnel|payroll|check|contract|policy|member)?(?:id|identification|ident|reference|ref|number|num|no|code)(?:number|no)?$|^(?:id|identifier|identification|reference|ref|invoice)$`,
    ),
  ],
  ['discretionaryData', /^discretionary(?:data)?$/],
  [
    'addenda',
    /^(?:addenda|addendum|remittance|paymentrelated|paymentdetails?|remit)(?:information|info|text|advice|record|records|data)?s?$|^(?:memo|notes?|comments?|message|remarks?|paymentrelatedinformation)$/,
  ],
  [
    'receiverName',
    new RegExp(
      `^(?:${people}|${companies}|account|accountholder|full|receivingcompany)?names?$|^(?:${people}|${companies})$|^(?:accountholder|paidto|payto|to|depositor|receivingcompanynameidnumber|individualorcompanyname|nameonaccount|nameofaccount)$|^(?:account|acct)(?:holder|owner)?name$`,
    ),
  ],
]

/** Returns a header in lower case without separators. */
const joined = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Returns the suggested mapping; each field takes the first column that fits. */
export function suggestedMapping(headers: readonly string[]): BatchMapping {
  const mapping: BatchMapping = {}
  const free = new Set(headers)
  for (const [field, fits] of patterns) {
    const header = headers.find((one) => free.has(one) && fits.test(joined(one)))
    if (header === undefined) continue
    free.delete(header)
    mapping[field] = header
  }
  return mapping
}

const neededColumns: readonly BatchColumn[] = [
  'receiverName',
  'routingNumber',
  'accountNumber',
  'amount',
]

/** Returns whether each needed field has one column whose header fits, and no other column does. */
export function isMappingCertain(headers: readonly string[], mapping: BatchMapping): boolean {
  return patterns
    .filter(([field]) => neededColumns.includes(field))
    .every(([field, fits]) => {
      const fitting = headers.filter((header) => fits.test(joined(header)))
      return fitting.length === 1 && mapping[field] === fitting[0]
    })
}

/**
 * Returns defaults for values missing in the table; a person sees them before any draft is created.
 */
export function suggestedOptions(headers: readonly string[]): BatchImportOptions {
  const named = headers.map(joined)
  const ofCompanies = named.some((name) => new RegExp(`^(?:${companies})(?:name)?$`).test(name))
  const secCode: SecCode = ofCompanies ? 'CCD' : 'PPD'
  return {
    secCode,
    creditDebitCode: 'C',
    accountType: 'C',
    transactionType: 'L',
    addendaSeparator: '',
  }
}

/**
 * Returns distinct headers for display, masked; a file without headers shows its first row here.
 */
export function shownHeaders(headers: readonly string[]): string[] {
  const seen = new Set<string>()
  return headers.map((header, at) => {
    const masked = maskedDigits(header).slice(0, 200)
    const shown = seen.has(masked) ? `${masked} (Column ${String(at + 1)})` : masked
    seen.add(shown)
    return shown
  })
}

/** Returns whether the header row looks like an entry itself. */
export const looksLikeEntry = (headers: readonly string[]): boolean =>
  headers.some((header) => /^\d{9}$/.test(header.trim())) ||
  headers.filter((header) => /^\$?[\d,]+(?:\.\d\d)?$/.test(header.trim())).length > 1

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

/** Longest text of a field; more is cut off. */
const longest = 255
const longestAddenda = 1_000

/** Words for credit and debit in files. */
const directions: readonly (readonly [string, RegExp])[] = [
  ['C', /^(?:c|cr|credit|credits|pay|payment|deposit)$/],
  ['D', /^(?:d|dr|db|debit|debits|collect|collection|withdrawal)$/],
]
const accountTypes: readonly (readonly [string, RegExp])[] = [
  ['C', /^(?:c|ck|chk|checking|chequing|check|dda|demand|current)$/],
  ['S', /^(?:s|sv|sav|saving|savings)$/],
]
const transactionTypes: readonly (readonly [string, RegExp])[] = [
  ['L', /^(?:l|live|n|no|false|0)$/],
  ['P', /^(?:p|pre|prenote|prenotes|prenotification|y|yes|true|1)$/],
]
const codeOfText = (cell: string, spellings: readonly (readonly [string, RegExp])[]): string =>
  spellings.find(([, fits]) => fits.test(cell.toLowerCase()))?.[0] ?? cell

/**
 * A transaction code gives direction, account type and prenotification at once; null if the cell is
 * not a code that can be originated.
 */
function codeIn(cell: string | undefined): TransactionCode | null {
  if (cell === undefined || !/^\d\d$/.test(cell)) return null
  const code = transactionCode(cell)
  return code.why === null ? code : null
}

/** The texts of a row by field; a field without a column is absent. */
type Cells = Readonly<Partial<Record<(typeof batchColumns)[number], string>>>

/** Returns the column index of each mapped field. */
export function columnsOf(
  headers: readonly string[],
  mapping: BatchMapping,
): ReadonlyMap<(typeof batchColumns)[number], number> {
  return new Map(
    batchColumns.flatMap((field) => {
      const at = headers.indexOf(mapping[field] ?? '')
      return mapping[field] === undefined || at === -1 ? [] : [[field, at] as const]
    }),
  )
}

/** Reads a row, with leading zeros kept. */
export function entryOfRow(
  row: number,
  texts: readonly string[],
  columns: ReturnType<typeof columnsOf>,
  options: BatchImportOptions,
): ReadRow {
  const problems: RowProblem[] = []
  const cells: Cells = Object.fromEntries(
    [...columns].map(([field, at]) => [field, (texts[at] ?? '').trim()]),
  )
  const text = (field: EntryCell): string => fitted(field, cells[field] ?? '', longest, problems)
  const code = codeIn(cells.creditDebitCode)
  const directionCode = code?.creditDebitCode ?? codeOfText(text('creditDebitCode'), directions)
  const amount = amountIn(text('amount'), directionCode, problems)
  const blank: FileEntry = withoutIds
  return {
    row,
    entry: {
      ...blank,
      receiverName: text('receiverName'),
      routingNumber: text('routingNumber'),
      accountNumber: text('accountNumber'),
      amount,
      identificationNumber: text('identificationNumber'),
      individualIdentificationNumber: text('individualIdentificationNumber'),
      discretionaryData: text('discretionaryData'),
      creditDebitCode: directionCode || options.creditDebitCode,
      accountType:
        (codeIn(cells.accountType)?.accountType ?? codeOfText(text('accountType'), accountTypes)) ||
        (code?.accountType ?? options.accountType),
      transactionType:
        codeOfText(text('transactionType'), transactionTypes) ||
        (code?.transactionType ?? options.transactionType),
      addenda: addendaIn(cells.addenda ?? '', options.addendaSeparator, problems),
    },
    problems,
  }
}

const { id: _id, payeeId: _payeeId, ...withoutIds } = emptyEntry('')

function fitted(path: string, cell: string, atMost: number, problems: RowProblem[]): string {
  if (cell.length <= atMost) return cell
  const message = `Cut off after ${String(atMost)} characters`
  problems.push({ path, message, source: 'workstation' })
  return cell.slice(0, atMost)
}

/**
 * Returns an amount without its currency. A negative amount counts only where the row itself says
 * debit, because a sign alone never decides the direction of money.
 */
function amountIn(cell: string, direction: string, problems: RowProblem[]): string {
  const bare = cell
    .replace(/^(\(?\s*-?\s*)(?:USD|US\$|\$)\s*/i, '$1')
    .replace(/\s*(?:USD|US\$|\$)(\s*\)?)$/i, '$1')
  const plain = asShown(bare.trim())
  const negative = /^\(\s*([\d.,]+)\s*\)$|^-\s*([\d.,]+)$|^([\d.,]+)\s*-$/.exec(plain)
  if (!negative) return plain
  if (direction === 'D') return negative[1] ?? negative[2] ?? negative[3] ?? plain
  const message =
    direction === 'C'
      ? 'Negative amount in a row that says credit'
      : 'Negative amount, but no debit in the credit/debit column'
  problems.push({ path: 'amount', message, source: 'workstation' })
  return plain
}

/**
 * A number computed by a workbook, rounded to the fifteen digits that the workbook shows: 0.1 + 0.2
 * is shown as 0.3.
 */
function asShown(text: string): string {
  if (!/^-?\d+\.\d+$/.test(text) || text.replace(/\D/g, '').replace(/^0+/, '').length < 16)
    return text
  const shown = Number(Number(text).toPrecision(15))
  return /e/i.test(String(shown)) ? text : String(shown)
}

function addendaIn(cell: string, separator: string, problems: RowProblem[]): string[] {
  const all = (separator === '' ? [cell] : cell.split(separator)).filter((one) => one.trim() !== '')
  if (all.length > mostAddenda) {
    const message = `Only the first ${String(mostAddenda)} addenda were read`
    problems.push({ path: 'addenda', message, source: 'workstation' })
  }
  return all
    .slice(0, mostAddenda)
    .map((one, at) => fitted(`addenda.${String(at)}`, one.trim(), longestAddenda, problems))
}

/** Returns why a row is not an entry; undefined for an entry, valid or not. */
export function whyNotEntry({ entry }: ReadRow): string | undefined {
  const { routingNumber, accountNumber, receiverName, identificationNumber } = entry
  if (routingNumber !== '' || accountNumber !== '') return undefined
  const name = receiverName || identificationNumber
  if (/^(?:grand|sub)?[ -]?totals?:?$/i.test(name)) return 'A total, not an entry'
  return name === '' ? 'No receiver, bank or account. Not an entry' : undefined
}
