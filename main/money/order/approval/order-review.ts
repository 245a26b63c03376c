/** Shows an order for a decision, and lists the changes since the operator viewed it last. */
import type { OrderReview } from '../../../../preload/contract/domain/orders/order.ts'
import type { OrderContext, OrderRow } from '../types.ts'

/**
 * The store was changed from outside: the shown order is not the one that would be sent, and nobody
 * can approve it.
 */
const notAsWritten = {
  field: 'The message to be sent',
  before: 'As in the form',
  after: 'Different: the stored data was changed from outside',
} as const

/**
 * Records that this operator sees the order as it is now. Returns when they saw it before and the
 * changes since.
 */
export async function recordReview(
  { store, clock, kinds }: Pick<OrderContext, 'store' | 'clock' | 'kinds'>,
  row: OrderRow,
  actor: string,
): Promise<{ readonly seenAt: string | null; readonly changes: OrderReview['changes'] }> {
  const at = clock.now().toISOString()
  const before = await store.read
    .selectFrom('order_views')
    .select(['at', 'seen'])
    .where('order_id', '=', row.id)
    .where('operator', '=', actor)
    .executeTakeFirst()
  const kind = kinds.of(row)
  const snapshot = await kind.snapshot(store.read, row)
  const { seen } = snapshot
  const detail = { binding: row.binding }
  await store.record({ actor, kind: 'order.viewed', subject: row.id, detail }, (tx) =>
    tx
      .insertInto('order_views')
      .values({ order_id: row.id, operator: actor, at, seen })
      .onConflict((conflict) =>
        conflict.columns(['order_id', 'operator']).doUpdateSet({ at, seen }),
      )
      .execute(),
  )
  const changed =
    row.body !== null && !(await kind.matchesForm(store.read, row)) ? [notAsWritten] : []
  if (!before) return { seenAt: null, changes: changed }
  // An earlier view that cannot be read any more counts as entirely different.
  const unknown = [
    { field: 'Whole order', before: 'Earlier view cannot be read', after: 'Review all of it' },
  ]
  const changes = snapshot.since(before.seen) ?? unknown
  return { seenAt: before.at, changes: [...changed, ...changes] }
}
