/** A search on a real store that holds one thing of each kind. */
import { createSearchService } from '../../../../main/workplace/search/search.service.ts'
import type { Transaction } from 'kysely'
import type { Store, Tables } from '../../../../main/store/store.ts'
import { insertValidation } from '../../../../main/inquiry/validation/validation.records.ts'
import { act } from '../../store/stores.ts'
import { putBatch, storedEntry } from '../../money/batch/stored-batch.ts'
import { agreed, book } from '../../money/payees/book.ts'
import { orderRow, wireForm } from '../../money/order/support/stored-orders.ts'
import { intakeOf } from '../../alerts/intakes.ts'
import { achAlert, deliveryOf, wireAlert } from '../../alerts/alert-samples.ts'

/** Writes inside one act of a test. */
export const written = (
  store: Store,
  work: (tx: Transaction<Tables>) => Promise<unknown>,
): Promise<unknown> => store.record(act('test'), work)

/** Stores a validation of an account. */
export const putValidation = (
  store: Store,
  part: Partial<Parameters<typeof insertValidation>[1]> = {},
): Promise<unknown> =>
  written(store, (tx) =>
    insertValidation(tx, {
      id: 'v1',
      at: '2026-11-21T14:00:00.000Z',
      actor: 'mara',
      api_version: 'v1',
      routing_number: '091000019',
      account_number: '0055501420077',
      account_significant: '55501420077',
      owner_kind: 'person',
      owner_name: 'Zo\u00eb Marek',
      fields_sent: '[]',
      ssn_digits: null,
      user_defined: 'FILE 7788991122',
      outcome: '{}',
      result_class: 'owner-matches',
      score: 95,
      bank_call_id: null,
      ...part,
    }),
  )

/** A payment, a batch of two entries, two alerts, a validation and a payee. */
export async function filledStore() {
  const stored = await book()
  const { store } = stored
  const payeeId = await agreed(stored)
  await written(store, (tx) =>
    tx
      .insertInto('orders')
      .values(
        orderRow({ transaction_id: 'TX99ABC', payee_id: payeeId, payee_version: 1 }, wireForm),
      )
      .execute(),
  )
  const entries = [
    storedEntry({
      receiverName: 'Ann \u00c1lvarez',
      accountNumber: '0088442211',
      identificationNumber: 'EMP-0042',
    }),
    storedEntry({ receiverName: 'Bruno Castell', amount: '77.10' }),
  ]
  const batchId = await putBatch(store, 'PPD', entries)
  await written(store, async (tx) => {
    await tx
      .updateTable('batches')
      .set({ source_file: 'payroll-november.csv' })
      .where('order_id', '=', batchId)
      .execute()
    await tx
      .updateTable('batch_entries')
      .set({ trace_number: '091000010000042', par_number: 'PAR20261100042' })
      .where('id', '=', entries[0]?.id ?? '')
      .execute()
  })
  const intake = intakeOf(store)
  await intake.take(
    deliveryOf(
      wireAlert({}, { requestReferenceNumber: 'WIREREF1', dbIpINm: 'Lindqvist Optics' }),
      achAlert({}, { traceNumber: '091000010000042', transactionStatus: 'RETURNED' }),
    ),
  )
  await intake.settled()
  await putValidation(store)
  const session = createSearchService({ store })
  return { ...stored, session, intake, batchId, entries, payeeId }
}

/** Returns the results as kind and title. */
export const titles = async (
  session: ReturnType<typeof createSearchService>,
  text: string,
): Promise<string[]> =>
  (await session.find(text)).found.map(({ kind, title }) => `${kind}: ${title}`)
