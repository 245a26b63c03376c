/**
 * A page of 1,000 rows, the bank's maximum in one answer, parsed with every digit of its numbers
 * and read by its shape. Compared with JSON.parse alone, which neither keeps digits nor checks
 * names.
 */
import { parseExact } from '../../main/platform/json/exact-json.ts'
import { readShape } from '../../main/bank/answers/read-shape.ts'
import { field, shape } from '../../preload/contract/bank/answers/shape.ts'
import { report } from './support/bench.ts'
import { sized } from './support/size.ts'

const rows = sized(1_000, 20)
const rounds = sized(60, 1)
const warmUp = sized(10, 0)
const source = 'Account Validation and ACH Inquiry Specification, ACH list'

const texts = [
  'transactionDescription',
  'authorizedCustomerName',
  'receivingCompanyName',
  'originatingCompanyName',
  'returnReasonDescription',
  'companyEntryDescription',
  'companyDescriptiveDate',
  'individualName',
  'fileIdModifier',
  'transactionStatus',
] as const
const textFields = Object.fromEntries(texts.map((name) => [name, field.text(name)]))
const listItem = shape(source, {
  ...textFields,
  transactionAmount: field.amount('Amount'),
  collectionDate: field.date('Collected'),
  returnDate: field.date('Returned'),
  transactionCode: field.code('Transaction code', 'ach-transaction-code'),
  addendaCount: field.count('Addenda'),
  receivingAccountNumber: field.account('Receiving account'),
  originatingAccountNumber: field.account('Originating account'),
  routingNumber: field.routing('Routing number'),
  traceNumber: field.identifier('Trace number', 'traceNumber', 'traceId', 'transactionTraceId'),
  parNumber: field.identifier('PAR number', 'parNumber', 'transactionParNumber'),
  batch: field.identifier('Batch', 'batchId', 'batchID'),
  creditOrDebit: field.flag(
    'Credit or debit',
    'creditOrDebitCode',
    'creditDebitCode',
    'crOrDbCode',
  ),
})
const list = shape(source, { transactions: field.list('Transactions', listItem) })

const row = (index: number) => ({
  ...Object.fromEntries(texts.map((name) => [name, `${name} ${String(index)}`])),
  transactionAmount: index + 0.25,
  collectionDate: '2026-11-02',
  returnDate: null,
  transactionCode: '22',
  addendaCount: index % 3,
  receivingAccountNumber: String(1_000_000_000 + index),
  originatingAccountNumber: '1000200031',
  routingNumber: '550010016',
  traceNumber: String(91_000_012_000_000 + index),
  parNumber: `PAR${String(index)}`,
  batchID: `B${String(index % 7)}`,
  crOrDbCode: 'C',
  notInTheDocument: 'kept under other',
})
const text = JSON.stringify({ transactions: Array.from({ length: rows }, (_, i) => row(i)) })

function timed(what: string, run: () => unknown): void {
  for (let i = 0; i < warmUp; i += 1) run()
  const times: number[] = []
  for (let i = 0; i < rounds; i += 1) {
    const startedAt = performance.now()
    run()
    times.push(performance.now() - startedAt)
  }
  report(
    `${rows.toLocaleString('en-US')} rows (${(text.length / 1_024).toFixed(0)} kB), ${what}`,
    times,
    'ms',
  )
}

const exact = () => {
  const parsed = parseExact(text)
  if (!('json' in parsed)) throw new Error(parsed.problem)
  return parsed.json
}
const parsedOnce = exact()
timed('JSON.parse alone', () => JSON.parse(text) as unknown)
timed('parseExact', exact)
timed('readShape', () => readShape(list, parsedOnce))
timed('parseExact and readShape', () => readShape(list, exact()))
