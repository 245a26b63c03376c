/**
 * Exports a batch to a file of the operator: full account numbers, so the export is recorded before
 * anybody has it.
 */
import { orderKindOf } from '../../../../preload/contract/domain/orders/order.ts'
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import { entryCells, type TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { centsIn } from '../../../../preload/contract/domain/batches/read-batch.ts'
import { entryStateText } from '../../../../preload/contract/text/bank-status.ts'
import { amountText } from '../../../../preload/contract/kernel/money.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { findOrder } from '../../order/order-records.ts'
import type { WrittenColumn, WrittenRow } from '../../../platform/spreadsheets/spreadsheet.ts'
import { writeSpreadsheet } from '../../../platform/spreadsheets/write-spreadsheet.ts'
import { fileNameOf } from '../../../platform/files/file-text.ts'
import type { BatchContext, BatchExport, EntryRow } from '../types.ts'
import { batchFormIn, entriesOf } from '../batch-records.ts'
import { typedIn } from '../../batch-facts.ts'
import { ownAccountOf } from './batch-rows.ts'
import { whyNotNacha, writeNacha } from '../../../platform/spreadsheets/nacha/write-nacha.ts'

/** The most reasons that are listed. */
const mostReasons = 50

export function createBatchExport(context: BatchContext): BatchExport {
  const { store } = context
  return {
    async written({ id, as }, actor) {
      const order = await findOrder(store.read, id)
      if (!order || orderKindOf(order.service) !== 'batch') return err({ code: 'not-found' })
      const rows = await entriesOf(store.read, id)
      if (rows.length === 0) return err({ code: 'nothing-to-send' })
      const content =
        as === 'csv' ? ok(await csvOf(rows)) : nachaOf(context, order.reference, rows, order)
      if (!content.ok) return content
      const detail = { as, entries: rows.length, account: maskedAccount(order.debit_account) }
      await store.note({ actor, kind: 'batch.exported', subject: id, detail })
      const { form } = batchFormIn(order)
      const name = `${form.secCode} ${form.companyEntryDescription} ${form.effectiveDate} ${order.reference.slice(0, 8)}`
      const suggestedName = `${fileNameOf(name).replace(/\s+/g, ' ')}.${as === 'csv' ? 'csv' : 'ach'}`
      return ok({ suggestedName, content: content.value })
    },
  }
}

const titles: Readonly<Record<(typeof entryCells)[number], string>> = {
  receiverName: 'Receiver name',
  identificationNumber: 'Identification number',
  individualIdentificationNumber: 'Individual identification number',
  routingNumber: 'Routing number',
  accountNumber: 'Account number',
  accountType: 'Account type',
  creditDebitCode: 'Credit or debit',
  transactionType: 'Transaction type',
  amount: 'Amount',
  discretionaryData: 'Discretionary data',
}
const atBank = [
  'Addenda',
  'Entry id',
  'Answer',
  'Trace number',
  'PAR number',
  'Status',
  'Return code',
  'Return date',
  'Change code',
]
const columns: readonly WrittenColumn[] = [
  ...entryCells.map((cell) => ({
    title: titles[cell],
    holds: cell === 'amount' ? ('number' as const) : ('text' as const),
  })),
  ...atBank.map((title) => ({ title, holds: 'text' as const })),
]

function csvRow(row: EntryRow): WrittenRow {
  const entry = typedIn(row)
  const cents = centsIn(entry.amount)
  const amount = cents === null ? entry.amount : amountText(cents)
  return [
    ...entryCells.map((cell) => (cell === 'amount' ? amount : entry[cell])),
    entry.addenda.join('\n'),
    row.id,
    row.verdict,
    row.trace_number,
    row.par_number,
    row.bank_status === 'not-reported' && row.return_reported_at === null
      ? null
      : entryStateText(row.bank_status, row.return_reported_at !== null),
    row.return_code,
    row.return_date,
    row.change_code,
  ]
}

const csvOf = (rows: readonly EntryRow[]): Promise<Uint8Array> =>
  writeSpreadsheet({ format: 'csv', title: 'Entries', columns, rows: rows.map(csvRow) })

/** Why a batch cannot be written as a Nacha file, field by field. */
type DraftFailure = Failure<'invalid-input'>

function nachaOf(
  { profile, clock }: BatchContext,
  uuid: string,
  rows: readonly EntryRow[],
  order: { readonly form: string },
): Result<Uint8Array, DraftFailure> {
  const { form } = batchFormIn(order)
  const account = ownAccountOf(form, profile().accounts)
  if (!account) {
    const message = 'Choose an own account. The file names its bank'
    return refused([{ path: 'accountId', message, source: 'Nacha, batch header record' }])
  }
  const entries = rows.map((row): TypedEntry & { traceNumber: string | null } => ({
    ...typedIn(row),
    traceNumber: row.trace_number,
  }))
  const reasons = whyNotNacha({ form, entries })
  if (reasons.length > 0) {
    const source = 'Nacha, entry detail record'
    return refused(
      reasons.slice(0, mostReasons).map((message) => ({ path: 'entries', message, source })),
    )
  }
  const file = writeNacha({
    form,
    uuid,
    entries,
    companyName: account.name,
    companyId: account.company_id,
    originRouting: account.routing_number,
    now: clock.now(),
  })
  return ok(Buffer.from(file, 'latin1'))
}

const refused = (fields: DraftFailure['fields']): Result<never, DraftFailure> =>
  err({ code: 'invalid-input', fields })
