/**
 * Suggests the meaning of each column of a table of entries, which a person sees and changes. Names
 * and numbers are recognized by their headers. A column of directions, account types or codes is
 * recognized by its header and its values together: *Type* alone says nothing.
 */
import { secCodes, type SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import type {
  BatchColumn,
  BatchImportOptions,
  BatchMapping,
  UnusedColumn,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import { maskedDigits } from '../../../../preload/contract/domain/personal-names.ts'
import { inSlices } from '../../../platform/slices.ts'
import type { Sheet } from '../../../platform/spreadsheets/spreadsheet.ts'
import { isAmountCell } from './amount-cells.ts'
import { fieldsOf, statingFields, type StatingField } from './cell-statements.ts'

/** A column of a table, and what its cells have in common. */
export interface TableColumn {
  /** As shown. */
  readonly header: string
  /** How many cells are not blank. */
  readonly filled: number
  /** The different values and how many cells have each; null: too many to be words or codes. */
  readonly values: ReadonlyMap<string, number> | null
  /** How many cells are amounts, under a header such as *Debit*. */
  readonly amounts: number
}

/** A column of words or codes has fewer different values. */
const mostValues = 60

/** Reads what the cells of each column have in common; never blocks main for long. */
export async function tableColumns(
  { headers, filled, rows }: Sheet,
  monotonicMs: () => number,
): Promise<TableColumn[]> {
  const shown = shownHeaders(headers)
  const columns = shown.map((header, at) => ({
    header,
    filled: filled[at] ?? 0,
    values: new Map<string, number>() as Map<string, number> | null,
    amounts: 0,
    at,
    isSide: amountSides.some(([, fits]) => fits.test(joined(header))),
  }))
  let open = columns
  await inSlices(
    rows,
    ({ cells }) => {
      for (const column of open) {
        const cell = (cells[column.at] ?? '').trim()
        if (cell === '') continue
        if (column.isSide && isAmountCell(cell)) column.amounts += 1
        if (column.values === null) continue
        column.values.set(cell, (column.values.get(cell) ?? 0) + 1)
        if (column.values.size <= mostValues) continue
        column.values = null
        open = open.filter(({ values, isSide }) => values !== null || isSide)
      }
    },
    monotonicMs,
  )
  return columns
}

const people = 'individual|employee|payee|receiver|recipient|beneficiary|customer|person|owner'
const companies =
  'company|vendor|supplier|business|organi[sz]ation|merchant|receivingcompany|payor|payer'
const numbers = 'number|num|nbr|no'
const number = `(?:${numbers})?`

/** Headers of names, numbers and texts: their values need not be looked at. */
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
    'amount',
    /^(?:payment|transaction|entry|transfer|total|net|netpay|pay|invoice|ach)?(?:amount|amt)(?:usd|indollars)?$|^netpay$|^value$|^dollars$|^total$|^usd$/,
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

/** Headers of columns of amounts that say the direction too. */
const side = (words: string): RegExp =>
  new RegExp(
    `^(?:total|net|payment|transaction|trans|tran|entry|ach)?(?:${words})(?:amount|amt|value|usd|dollars)*$|^(?:amount|amt)(?:${words})$`,
  )
const amountSides: readonly (readonly ['creditAmount' | 'debitAmount', RegExp])[] = [
  ['creditAmount', side('(?:credit|crdt|cr|deposit|directdeposit)s?')],
  ['debitAmount', side('(?:debit|dbit|dbt|dr|withdrawal|collection)s?')],
]

const ofEntry = '(?:transaction|trans|tran|trx|txn|entry|payment|pmt|ach|nacha|posting|item)?'
const ofAccount =
  '(?:bank|dfi|rdfi|receiver|receiving|recipient|payee|beneficiary|individual|employee|vendor|customer|deposit)?'
const code = '(?:code|cd|indicator|ind|flag)'

/** Headers that name what their column says. */
const statingHeaders: readonly (readonly [StatingField, RegExp])[] = [
  [
    'creditDebitCode',
    new RegExp(
      `^${ofEntry}(?:(?:credit|cr|c)(?:or|and)?(?:debit|db|dr|d)|(?:debit|db|dr|d)(?:or|and)?(?:credit|cr|c))(?:${code}|type)?$|^${ofEntry}(?:direction|sign)$`,
    ),
  ],
  [
    'accountType',
    new RegExp(
      `^${ofAccount}(?:account|acct|acc)(?:type|kind|class|category)${code}?$|^(?:type|kind)of(?:account|acct|acc)$|^(?:checking|chk|ck|dda|c)s?(?:or|and)?(?:savings?|sav|sv|s)$|^savings?(?:or|and)?checking$`,
    ),
  ],
  [
    'transactionCode',
    /^(?:ach|nacha|entry)?(?:transaction|trans|tran|trx|txn|trn|tc)(?:code|cd)$|^tc$|^(?:ach|nacha|entry)code$/,
  ],
  ['transactionType', new RegExp(`^(?:is|live)?(?:or)?prenote${code}?$|^prenotification${code}?$`)],
]
/** Headers that name no more than a kind of something: their values say of what. */
const kindHeader = new RegExp(
  `^${ofEntry}(?:types?|kind|class|category|${code})$|^(?:record|deposit|pay)(?:type|kind|class|code)$|^(?:transaction|trans|tran|txn|entry)$`,
)
/** Headers of a ledger's departments as often: numbers under them may be codes, and may be theirs. */
const departmentHeader = /^(?:pay)?(?:class|category)$/
const transactionTypeHeader = /^(?:transaction|tran|trans|trx|txn|entry)type$/

/** Headers of columns that say nothing about the entries. */
const harmlessHeader = new RegExp(
  [
    '^(?:row|line|seq|sequence)(?:id|number|num|no|nbr)?$|^(?:item|record|entry|sr|s)(?:id|number|num|no|nbr)$',
    '^(?:home)?(?:department|dept|division|location|office|costcenter|center|team)(?:name|code|id|number|no)?$',
    '^(?:job)?(?:title|position)$|^(?:manager|supervisor)(?:name)?$',
    '^(?:work|home|contact)?(?:email|mail|phone|telephone|tel|mobile|cell|fax)(?:address|number|no)?$',
    '^(?:gross|grosspay|grosswages|hours|hoursworked|regularhours|overtime|overtimehours|payrate|hourlyrate|taxes|withholding|deductions)$',
    '^(?:home|mailing|street)?(?:address|street|addressline)[1-3]?$|^city$|^(?:zip|postal)(?:code)?$',
    '^(?:receiving|payee|vendor|employee)?(?:bank|financialinstitution|institution)name$',
  ].join('|'),
)
/** Headers of columns that say nothing about the entries while all of their values are of this form. */
const harmlessValues: readonly (readonly [header: RegExp, value: RegExp])[] = [
  [
    /^(?:payment|transaction|amount|ach)?(?:currency|ccy|curr?)(?:code)?$/,
    /^(?:usd|us\$|\$|us dollars?)$/i,
  ],
  [/^state$/, /^[a-z]{2}$/i],
]
const secCodeHeader = /^(?:sec|secclass|entryclass|standardentryclass)(?:code)?$/

/** Returns a header in lower case without separators. */
const joined = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The number of cells that may be values of each field. */
type Fits = Readonly<Record<StatingField, number>>

function fitsOf(values: ReadonlyMap<string, number>): Fits {
  const fits = { creditDebitCode: 0, accountType: 0, transactionType: 0, transactionCode: 0 }
  for (const [value, count] of values) for (const field of fieldsOf(value)) fits[field] += count
  return fits
}

/** Returns the one field that more cells fit than any other; null if several do, or no cell does. */
function bestOf(fits: Fits): StatingField | null {
  const most = Math.max(...statingFields.map((field) => fits[field]))
  const [best = null, ...others] = statingFields.filter((field) => fits[field] === most)
  return most === 0 || others.length > 0 ? null : best
}

const isLetter = (value: string): boolean => /^[a-z]$/i.test(value)

/**
 * Returns what a column says by its header and its values: a field; *ambiguous* if its values have
 * two meanings, or only some have one; null if it says nothing of this kind.
 */
function statedBy({ header, filled, values }: TableColumn): StatingField | 'ambiguous' | null {
  const name = joined(header)
  const own = statingHeaders.find(([, fits]) => fits.test(name))?.[0] ?? null
  const isKind = kindHeader.test(name) || amountSides.some(([, fits]) => fits.test(name))
  if (own === null && !isKind) return null
  if (filled === 0 || values === null) return own
  const fits = fitsOf(values)
  const best = bestOf(fits)
  const all = [...values.keys()]
  if (own !== null) {
    if (best === null || best === own || fits[best] < filled || own === 'transactionType')
      return own
    // Letters alone do not outweigh a header that fits some of them too.
    const isWeak = all.every(isLetter) && (fits[own] > 0 || all.length === 1)
    return isWeak ? 'ambiguous' : best
  }
  if (transactionTypeHeader.test(name) && fits.transactionType === filled) return 'transactionType'
  if (best === null) return all.some((value) => fieldsOf(value).length > 0) ? 'ambiguous' : null
  const isMixed = all.some((value) => {
    const fields = fieldsOf(value)
    return fields.length > 0 && !fields.includes(best)
  })
  const isDepartment = departmentHeader.test(name) && all.every((value) => /^\d+$/.test(value))
  if (isMixed || isDepartment || (all.length === 1 && all.every(isLetter))) return 'ambiguous'
  return fits[best] * 2 > filled ? best : 'ambiguous'
}

/** The suggested mapping, and the headers whose values have two meanings. */
export interface SuggestedMapping {
  readonly mapping: BatchMapping
  readonly ambiguous: ReadonlySet<string>
}

/** Returns the suggested mapping; each field takes the first column that fits and has values. */
export function suggestedMapping(columns: readonly TableColumn[]): SuggestedMapping {
  const mapping: BatchMapping = {}
  const ambiguous = new Set<string>()
  const free = new Set(columns)
  const take = (field: BatchColumn, fitting: readonly TableColumn[]): void => {
    const column = fitting.find(({ filled }) => filled > 0) ?? fitting[0]
    if (mapping[field] !== undefined || column === undefined) return
    free.delete(column)
    mapping[field] = column.header
  }
  for (const [field, fits] of amountSides)
    take(
      field,
      columns.filter(
        ({ header, filled, amounts }) => amounts * 2 > filled && fits.test(joined(header)),
      ),
    )
  const stated = Map.groupBy(free, statedBy)
  for (const { header } of stated.get('ambiguous') ?? []) ambiguous.add(header)
  // What says something about the kind of an entry is no name or number, even if nothing uses it.
  const others = new Set(stated.get(null))
  for (const field of statingFields) {
    const isNamed = ({ header }: TableColumn): boolean =>
      statingHeaders.some(([own, fits]) => own === field && fits.test(joined(header)))
    const fitting = stated.get(field) ?? []
    take(field, [...fitting.filter(isNamed), ...fitting.filter((column) => !isNamed(column))])
  }
  for (const [field, fits] of patterns)
    take(
      field,
      [...others].filter((column) => free.has(column) && fits.test(joined(column.header))),
    )
  return { mapping, ambiguous }
}

const neededColumns: readonly (readonly BatchColumn[])[] = [
  ['receiverName'],
  ['routingNumber'],
  ['accountNumber'],
  ['amount', 'creditAmount', 'debitAmount'],
]

/** Returns whether each needed field has a column. */
export const hasNeededColumns = (mapping: BatchMapping): boolean =>
  neededColumns.every((fields) => fields.some((field) => mapping[field] !== undefined))

/** Returns the columns with values that fill no field, each with what is known about it. */
export function unusedColumns(
  columns: readonly TableColumn[],
  mapping: BatchMapping,
  { secCode }: Pick<BatchImportOptions, 'secCode'>,
): UnusedColumn[] {
  const used = new Set(Object.values(mapping))
  const { ambiguous } = suggestedMapping(columns)
  return columns
    .filter(({ header, filled }) => filled > 0 && !used.has(header))
    .map((column) => ({ header: column.header, kind: kindOf(column, secCode, ambiguous) }))
}

function kindOf(
  { header, values }: TableColumn,
  secCode: SecCode,
  ambiguous: SuggestedMapping['ambiguous'],
): UnusedColumn['kind'] {
  if (ambiguous.has(header)) return 'ambiguous'
  const name = joined(header)
  const isEach = (form: (value: string) => boolean): boolean =>
    values !== null && [...values.keys()].every(form)
  const isHarmless =
    header === '#' ||
    harmlessHeader.test(name) ||
    harmlessValues.some(([fits, form]) => fits.test(name) && isEach((value) => form.test(value))) ||
    (secCodeHeader.test(name) && isEach((value) => value === secCode))
  return isHarmless ? 'harmless' : 'unknown'
}

/**
 * Returns the values for what the table does not say; a person sees them before any draft is
 * created. Direction and account type are left open: only a person says them.
 */
export function suggestedOptions(columns: readonly TableColumn[]): BatchImportOptions {
  const ofCompanies = columns.some(({ header }) =>
    new RegExp(`^(?:${companies})(?:name)?$`).test(joined(header)),
  )
  const stated = columns.find(
    ({ header, filled }) => filled > 0 && secCodeHeader.test(joined(header)),
  )
  const [only, ...others] = stated?.values?.keys() ?? []
  const named = others.length === 0 ? secCodes.find((secCode) => secCode === only) : undefined
  return {
    secCode: named ?? (ofCompanies ? 'CCD' : 'PPD'),
    creditDebitCode: '',
    accountType: '',
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
