/**
 * The search index follows the rows: the triggers keep exactly the words that a rebuilt index would
 * hold.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createSearchService } from '../../../../main/workplace/search/search.service.ts'
import type { Store } from '../../../../main/store/store.ts'
import { storedEntry, putBatch } from '../../money/batch/stored-batch.ts'
import { orderRow } from '../../money/order/support/stored-orders.ts'
import { itInFile, newStorePath, open } from '../../store/stores.ts'
import { rebuildSearch } from '../../../bench/support/rebuild-search.ts'
import { written } from './open-search.ts'

const found = async (store: Store, text: string): Promise<string[]> =>
  (await createSearchService({ store }).find(text)).found.map(({ kind, id }) => `${kind} ${id}`)

it('finds nothing any more of a draft that was removed', async () => {
  const store = await open(newStorePath())
  const entry = storedEntry({ receiverName: 'Nadia Keller' })
  const batchId = await putBatch(store, 'PPD', [entry])
  await written(store, async (tx) => {
    await tx.deleteFrom('batch_entries').where('order_id', '=', batchId).execute()
    await tx.deleteFrom('batches').execute()
    await tx.deleteFrom('orders').execute()
  })
  expect(await found(store, 'nadia')).toEqual([])
  expect(await found(store, 'payroll')).toEqual([])
  const { rows } = await written(store, (tx) =>
    sql`SELECT count(*) AS places FROM search_places`.execute(tx),
  ).then((result) => result as { rows: unknown[] })
  expect(rows).toEqual([{ places: 0 }])
})

const names = ['Ada Alder', 'Bruno Birch', 'Zo\u00eb Dorn', '']
const accounts = ['0011223344', '99887766', '31', '']
const changes = fc.array(
  fc.record({
    entry: fc.integer({ min: 0, max: 3 }),
    change: fc.constantFrom('put', 'change', 'remove', 'order'),
    name: fc.constantFrom(...names),
    account: fc.constantFrom(...accounts),
    cents: fc.constantFrom(100, 125_000, 7_710),
  }),
  { minLength: 1, maxLength: 12 },
)
const questions = [
  'ada',
  'bir',
  'zoe',
  '3344',
  '0011223344',
  '99887766',
  '1.00',
  '1250',
  '77.10',
  'rid',
]

itInFile('finds after any changes what a rebuilt index would find', async () => {
  const store = await open(newStorePath())
  await written(store, (tx) =>
    tx
      .insertInto('orders')
      .values(orderRow({ state: 'draft' }))
      .execute(),
  )
  const batchId = await putBatch(store, 'PPD', [])
  const idOf = (at: number): string => String(at).padStart(32, 'a')
  await fc.assert(
    fc.asyncProperty(changes, async (list) => {
      for (const { entry, change, name, account, cents } of list) {
        const typed = {
          ...storedEntry({ receiverName: name, accountNumber: account }),
          id: idOf(entry),
        }
        const row = {
          typed: JSON.stringify(typed),
          amount: cents,
          direction: 'C',
          account_significant: account.replace(/^0+/, ''),
          receiver_folded: '',
        }
        await written(store, async (tx) => {
          if (change === 'put')
            await tx
              .insertInto('batch_entries')
              .values({ ...row, id: typed.id, order_id: batchId, position: 1, routing_number: '' })
              .onConflict((same) => same.column('id').doUpdateSet(row))
              .execute()
          if (change === 'change')
            await tx.updateTable('batch_entries').set(row).where('id', '=', typed.id).execute()
          if (change === 'remove')
            await tx.deleteFrom('batch_entries').where('id', '=', typed.id).execute()
          if (change === 'order')
            await tx
              .updateTable('orders')
              .set({
                amount: cents,
                beneficiary: name,
                beneficiary_significant: account.replace(/^0+/, ''),
              })
              .where('id', '=', 'o1')
              .execute()
        })
      }
      const stored = await Promise.all(questions.map((text) => found(store, text)))
      await written(store, async (tx) => {
        for (const statement of rebuildSearch.split(';').filter((each) => each.trim() !== ''))
          await sql.raw(statement).execute(tx)
      })
      const reload = await Promise.all(questions.map((text) => found(store, text)))
      expect(stored.map((ids) => [...ids].sort())).toEqual(reload.map((ids) => [...ids].sort()))
      // The index also matches the rows.
      const rows = await store.read.selectFrom('batch_entries').select(['id', 'amount']).execute()
      const exact = rows.filter(({ amount }) => amount === 7_710).map(({ id }) => `entry ${id}`)
      const order = await store.read
        .selectFrom('orders')
        .select('amount')
        .where('id', '=', 'o1')
        .executeTakeFirstOrThrow()
      const all = order.amount === 7_710 ? ['payment o1', ...exact] : exact
      expect([...(stored[8] ?? [])].sort()).toEqual(all.sort())
    }),
    { numRuns: 25 },
  )
})
