/** What is found of the tables; each engine's triggers are written from it. */
import { searchedFacts } from '../../../preload/contract/api/traffic.ts'
import { columnOf } from '../named-row.ts'

/** What a search of the calls finds, one field a line; bytes that are not text are left out. */
export const textOfCall = (row: string): string => {
  const columns = [...searchedFacts.map(columnOf), 'actor', 'detail', 'request_body']
  const valuesOf = (headers: string): string =>
    `(SELECT string_agg(value, char(10)) FROM json_each(${row}.${headers}))`
  return `concat_ws(char(10), ${columns.map((column) => `${row}.${column}`).join(', ')},
    ${valuesOf('request_headers')}, ${valuesOf('response_headers')},
    CASE ${row}.response_body_base64 WHEN 0 THEN ${row}.response_body END)`
}

/**
 * Marks a word that nobody can type: an exact amount, or an exact account. The index treats it as a
 * letter.
 */
const sign = 'char(57344)'
const plain = (text: string): string => `replace(coalesce(${text}, ''), ${sign}, ' ')`
const spaced = (parts: readonly string[]): string => parts.join(` || ' ' || `)

/**
 * The whole account as one word, and its last four digits as they are shown. A search by beginnings
 * would otherwise reveal the rest.
 */
const account = (significant: string): string => `
  CASE WHEN ${significant} = '' THEN '' ELSE ${sign} || 'a' || hex(lower(replace(replace(${significant}, '-', ''), ' ', ''))) END || ' ' ||
  CASE WHEN length(${significant}) > 4 THEN substr(${significant}, -4) ELSE '' END`

const without = `'BIF','CLP','DJF','GNF','ISK','JPY','KMF','KRW','PYG','RWF','UGX','UYI','VND','VUV','XAF','XOF','XPF'`
const ofThree = `'BHD','IQD','JOD','KWD','LYD','OMR','TND'`
/** An amount in the smallest units, with the number of its decimals. */
const amount = (units: string, currency: string): string => `
  coalesce(${sign} || 'm' || CASE WHEN upper(${currency}) IN (${without}) THEN '0'
    WHEN upper(${currency}) IN (${ofThree}) THEN '3' ELSE '2' END || 'x' || ${units}, '')`

const typed = (row: string, field: string): string =>
  plain(`json_extract(${row}.typed, '$.${field}')`)
const all = (row: string, ...columns: readonly string[]): readonly string[] =>
  columns.map((column) => plain(`${row}.${column}`))

export interface Searched {
  readonly kind: 'payment' | 'batch' | 'entry' | 'validation' | 'payee'
  readonly table: string
  /** Condition for rows of this kind. */
  readonly only?: (row: string) => string
  readonly words: (row: string) => string
  /** Columns that are used in `words`. */
  readonly columns: readonly string[]
}

const payments = `('WIRE', 'RTP')`
const orderColumns = [
  'reference',
  'beneficiary',
  'beneficiary_bank',
  'debit_label',
  'transaction_id',
]
const orderFacts = [
  ...orderColumns,
  'amount',
  'currency',
  'beneficiary_significant',
  'debit_significant',
]
const ofOrder = (row: string): readonly string[] => [
  ...all(row, ...orderColumns),
  amount(`${row}.amount`, `${row}.currency`),
  account(`${row}.beneficiary_significant`),
  account(`${row}.debit_significant`),
]

/** Everything that the global search finds, but the alerts. */
export const searched: readonly Searched[] = [
  {
    kind: 'payment',
    table: 'orders',
    only: (row) => `${row}.service IN ${payments}`,
    words: (row) => spaced(ofOrder(row)),
    columns: orderFacts,
  },
  {
    kind: 'batch',
    table: 'orders',
    only: (row) => `${row}.service NOT IN ${payments}`,
    words: (row) =>
      spaced([
        ...ofOrder(row),
        plain(`(SELECT source_file FROM batches WHERE order_id = ${row}.id)`),
      ]),
    columns: orderFacts,
  },
  {
    kind: 'entry',
    table: 'batch_entries',
    words: (row) =>
      spaced([
        typed(row, 'receiverName'),
        typed(row, 'identificationNumber'),
        typed(row, 'individualIdentificationNumber'),
        amount(`${row}.amount`, `'USD'`),
        account(`${row}.account_significant`),
      ]),
    columns: ['typed', 'amount', 'account_significant'],
  },
  {
    kind: 'validation',
    table: 'validations',
    words: (row) =>
      spaced([
        ...all(row, 'owner_name', 'routing_number', 'user_defined'),
        account(`${row}.account_significant`),
      ]),
    columns: ['owner_name', 'routing_number', 'user_defined', 'account_significant'],
  },
  {
    kind: 'payee',
    table: 'payees',
    words: (row) => plain(`${row}.search_text`),
    columns: ['search_text'],
  },
]

/** Returns the number of a row in the search. */
export const placeOf = (kind: string, id: string): string =>
  `(SELECT seq FROM search_places WHERE kind = '${kind}' AND id = ${id})`
