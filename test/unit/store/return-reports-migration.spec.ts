/**
 * The migration of returns that an alert reports: one that no list or detail of the bank shows is no fact
 * any more, and its batch is queried at once.
 */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { orderRow } from '../money/order/support/stored-orders.ts'
import { fakeWorker, newStorePath, open } from './stores.ts'

const at = '2026-11-20T10:00:00.000Z'
type Event = readonly [source: 'alert' | 'inquiry' | 'detail', word: string]

/** Returns an entry as the newest version has it, and when its batch is due. */
async function migrated(standing: string, events: readonly Event[]) {
  const file = newStorePath()
  const before = await open(file, { worker: fakeWorker({ until: 32 }) })
  const act = { actor: 'mara', kind: 'order.drafted', subject: 'o1', detail: {} }
  await before.record(act, async (tx) => {
    const row = orderRow({ id: 'o1', service: 'PPD', state: 'draft', reference: 'B1' })
    await tx.insertInto('orders').values(row).execute()
    await tx.insertInto('batches').values({ order_id: 'o1', sec_code: 'PPD' }).execute()
    await sql`INSERT INTO batch_entries (id, order_id, position, typed, direction, routing_number,
        account_significant, receiver_folded, standing, returned_at)
      VALUES (${'e'.repeat(32)}, 'o1', 1, '{}', 'C', '', '', '', ${standing},
        ${standing === 'returned' ? at : null})`.execute(tx)
    for (const [index, [source, word]] of events.entries())
      await tx
        .insertInto('batch_entry_events')
        .values({ entry_id: 'e'.repeat(32), seq: index + 1, at, source, word })
        .execute()
  })
  await before.close()
  const store = await open(file)
  const entry = await store.read.selectFrom('batch_entries').selectAll().executeTakeFirstOrThrow()
  const batch = await store.read.selectFrom('batches').selectAll().executeTakeFirstOrThrow()
  return { ...entry, due: batch.next_follow_at }
}

it.each<[string, string, readonly Event[], object]>([
  [
    'a return that an alert alone reported',
    'returned',
    [
      ['inquiry', 'SETTLED'],
      ['alert', 'RETURNED'],
    ],
    {
      standing: 'settled',
      shown_standing: 'settled',
      returned_at: null,
      return_reported_at: at,
      unanswered_since: at,
      due: at,
    },
  ],
  [
    'a return that a detail shows',
    'returned',
    [
      ['alert', 'RETURNED'],
      ['detail', 'RETURNED'],
    ],
    { standing: 'returned', shown_standing: 'returned', returned_at: at, due: null },
  ],
  [
    'a settlement that an alert alone reported',
    'settled',
    [
      ['inquiry', 'Posted'],
      ['alert', 'SETTLED'],
    ],
    { standing: 'settled', shown_standing: 'collected', unanswered_since: null },
  ],
  [
    'an unclear state',
    'unclear',
    [['inquiry', 'SETTLED']],
    { standing: 'unclear', shown_standing: 'unclear' },
  ],
  ['no status', 'not-said', [], { standing: 'not-said', shown_standing: 'not-said', due: null }],
])('reads %s as it is known', async (_what, standing, events, expected) => {
  expect(await migrated(standing, events)).toMatchObject(expected)
})
