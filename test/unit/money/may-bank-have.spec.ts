/** Whether the bank may have an order: over every state, bank status and kind of report. */
import { describe, expect, it } from 'vitest'
import { bankKnows, bankMayHave, isLiving, mayBePaid } from '../../../main/money/may-bank-have.ts'
import { bankStatuses } from '../../../preload/contract/domain/orders/bank-status.ts'
import {
  orderStates,
  type OrderState,
} from '../../../preload/contract/domain/orders/order-states.ts'
import { newStorePath, open } from '../store/stores.ts'
import { changeStored, storedOrder } from './order/support/stored-orders.ts'
import type { Store } from '../../../main/store/store.ts'

type Report = 'none' | 'status' | 'answer to initiate' | 'inquiry' | 'not found' | 'entry'
const reports = [
  'none',
  'status',
  'answer to initiate',
  'inquiry',
  'not found',
  'entry',
] as const satisfies readonly Report[]

const onWay: readonly OrderState[] = ['queued', 'sending', 'accepted', 'outcome-unknown']
const submitted: readonly OrderState[] = ['awaiting-approval', 'approved', 'queued']

const record = (store: Store, work: Parameters<Store['record']>[1]) =>
  store.record({ actor: 'system', kind: 'x', subject: 'x', detail: {} }, work)

async function report(store: Store, id: string, what: Report): Promise<void> {
  const at = '2026-11-23T14:30:00.000Z'
  if (what === 'status' || what === 'answer to initiate')
    await record(store, (tx) =>
      tx
        .insertInto('order_status_events')
        .values({
          order_id: id,
          seq: 1,
          at,
          source: what === 'status' ? 'status-inquiry' : 'initiate',
          vocabulary: 'payment',
          status_text: 'IN_PROCESS',
          bank_time: null,
          call_id: null,
          alert_seq: null,
        })
        .execute(),
    )
  if (what === 'inquiry' || what === 'not found')
    await record(store, (tx) =>
      tx
        .insertInto('order_status_inquiries')
        .values({
          order_id: id,
          seq: 1,
          at,
          actor: 'system',
          route: 'reference',
          verdict: what === 'inquiry' ? 'undecided' : 'not-found',
          status_text: 'ERROR',
          after_attempt: 1,
          call_id: null,
        })
        .execute(),
    )
  if (what === 'entry')
    await record(store, (tx) =>
      tx
        .insertInto('batch_entries')
        .values({
          id: id.padStart(32, '0'),
          order_id: id,
          position: 1,
          typed: '{}',
          amount: 1,
          direction: 'C',
          routing_number: '',
          account_significant: '',
          receiver_folded: '',
          payee_id: null,
          follows_entry: null,
          trace_number: '091000010000001',
        })
        .execute(),
    )
}

describe('the bank may have an order', () => {
  it('by its state, or by what it reported and did not call failed', async () => {
    const store = await open(newStorePath())
    const wrong: string[] = []
    let count = 0
    for (const state of orderStates)
      for (const bank_status of bankStatuses)
        for (const what of reports) {
          const id = `o${String((count += 1))}`
          const reference = `CS${id}`
          // Entries are written while it is a draft.
          await storedOrder(store, { id, reference, state: 'draft', bank_status })
          await report(store, id, what)
          if (state === 'sending') await changeStored(store, id, { state: 'queued' })
          await changeStored(store, id, { state })
          const isReported = what === 'status' || what === 'inquiry' || what === 'entry'
          const isFailed = bank_status === 'failed' || bank_status === 'cancelled'
          const mayHave = onWay.includes(state) || what === 'entry' || (isReported && !isFailed)
          const where = (condition: ReturnType<typeof isLiving>) =>
            store.read.selectFrom('orders').select('id').where('id', '=', id).where(condition)
          const [paid, living] = await Promise.all(
            [mayBePaid('orders'), isLiving('orders')].map(
              async (of) => (await where(of).executeTakeFirst()) !== undefined,
            ),
          )
          const found = [
            await bankKnows(store.read, id),
            await bankMayHave(store.read, id),
            paid,
            living,
          ]
          const isPaid = mayHave || submitted.includes(state)
          const expected = [isReported, mayHave, isPaid, isPaid || state === 'draft']
          if (JSON.stringify(found) !== JSON.stringify(expected))
            wrong.push(`${state}, ${bank_status}, ${what}: ${found.join()} not ${expected.join()}`)
        }
    expect(wrong).toEqual([])
    expect(count).toBe(orderStates.length * bankStatuses.length * reports.length)
  })
})
