/**
 * Made-up batches with the numbers of made-up alerts, written directly into a store of this
 * version.
 */
import { batchFormText } from '../../../main/money/batch/batch-records.ts'
import { connect } from '../../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { emptyBatchForm } from '../../../preload/contract/domain/batches/batch-form.ts'
import { emptyEntry } from '../../../preload/contract/domain/batches/entry.ts'

/** The fields that an entry is matched by. */
export interface FakeEntry {
  readonly traceNumber: string | null
  readonly account: string
  readonly receiver: string
  readonly cents: number
}

/** A routing number that exists in the network. */
export const routingNumber = '041000124'
const at = '2025-12-31T12:00:00.000Z'
const idOf = (batch: number, entry: number): string =>
  (batch * 100_000 + entry + 1).toString(16).padStart(32, '0')

const order = `INSERT INTO orders (id, created_at, updated_at, maker, service, state, reference, form, currency,
    value_date, beneficiary, beneficiary_account, beneficiary_significant, beneficiary_bank, debit_account,
    debit_significant, debit_label, search_text)
  VALUES (?, '${at}', '${at}', 'ann', 'PPD', 'draft', ?, ?, 'USD', '2026-01-02', 'PAYROLL', '', '', '', '', '', '', '')`
const entry = `INSERT INTO batch_entries (id, order_id, position, typed, amount, direction, routing_number,
    account_significant, receiver_folded, trace_number, verdict)
  VALUES (?, ?, ?, ?, ?, 'C', ?, ?, ?, ?, 'accepted')`

/** Fills the closed store at `file`; returns the ids of the orders. */
export function fillWithBatches(
  file: string,
  batches: readonly (readonly FakeEntry[])[],
): string[] {
  const connection = connect(file, practiceKey)
  const form = batchFormText({ form: { ...emptyBatchForm, secCode: 'PPD' }, terms: null })
  const putEntry = connection.prepare(entry)
  connection.exec('BEGIN')
  const ids = batches.map((entries, nth) => {
    const id = `batch-${String(nth)}`
    connection.prepare(order).run(id, id, form)
    connection
      .prepare("INSERT INTO batches (order_id, sec_code, entries) VALUES (?, 'PPD', ?)")
      .run(id, entries.length)
    for (const [place, { traceNumber, account, receiver, cents }] of entries.entries()) {
      const typed = {
        ...emptyEntry(idOf(nth, place)),
        routingNumber,
        accountNumber: account,
        accountType: 'C',
        creditDebitCode: 'C',
        transactionType: 'L',
        amount: (cents / 100).toFixed(2),
        receiverName: receiver,
      }
      putEntry.run(
        typed.id,
        id,
        place + 1,
        JSON.stringify(typed),
        cents,
        routingNumber,
        account,
        receiver.toLowerCase(),
        traceNumber,
      )
    }
    return id
  })
  connection.exec('COMMIT')
  connection.close()
  return ids
}
