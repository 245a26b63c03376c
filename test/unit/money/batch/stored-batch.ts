/** Writes a batch with its entries to a store as a draft, for tests that begin there. */
import {
  significantAccount,
  significantRouting,
} from '../../../../preload/contract/kernel/account-number.ts'
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import { emptyBatchForm } from '../../../../preload/contract/domain/batches/batch-form.ts'
import { emptyEntry, type TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { centsIn } from '../../../../preload/contract/domain/batches/read-batch.ts'
import { batchFormText } from '../../../../main/money/batch/batch-records.ts'
import { newId } from '../../../../main/platform/identifiers.ts'
import { folded } from '../../../../main/store/collation.ts'
import type { Store } from '../../../../main/store/store.ts'

let created = 0
/** An entry with its own id. */
export const storedEntry = (change: Partial<TypedEntry> = {}): TypedEntry => ({
  ...emptyEntry((created += 1).toString(16).padStart(32, '0')),
  routingNumber: '021000021',
  accountNumber: '0004471',
  accountType: 'C',
  creditDebitCode: 'C',
  transactionType: 'L',
  amount: '1250.00',
  receiverName: 'Ann Alder',
  ...change,
})

/** Writes it; returns the order's id. */
export async function putBatch(
  store: Store,
  secCode: SecCode,
  entries: readonly TypedEntry[],
): Promise<string> {
  const id = newId()
  const at = '2026-11-21T12:00:00.000Z'
  const form = batchFormText({ form: { ...emptyBatchForm, secCode }, terms: null })
  await store.record({ actor: 'ann', kind: 'test.batch', subject: id, detail: {} }, async (tx) => {
    await tx
      .insertInto('orders')
      .values({
        id,
        created_at: at,
        updated_at: at,
        maker: 'ann',
        service: secCode,
        state: 'draft',
        reference: id,
        form,
        currency: 'USD',
        value_date: '',
        beneficiary: 'PAYROLL',
        beneficiary_account: '',
        beneficiary_significant: '',
        beneficiary_bank: '',
        debit_account: '',
        debit_significant: '',
        debit_label: '',
        search_text: '',
      } as never)
      .execute()
    await tx
      .insertInto('batches')
      .values({ order_id: id, sec_code: secCode, entries: entries.length })
      .execute()
    for (const [index, typed] of entries.entries())
      await tx
        .insertInto('batch_entries')
        .values({
          id: typed.id,
          order_id: id,
          position: index + 1,
          typed: JSON.stringify(typed),
          amount: centsIn(typed.amount),
          direction: typed.creditDebitCode,
          routing_number: significantRouting(typed.routingNumber),
          account_significant: significantAccount(typed.accountNumber),
          receiver_folded: folded(typed.receiverName),
          payee_id: typed.payeeId,
        })
        .execute()
  })
  return id
}
