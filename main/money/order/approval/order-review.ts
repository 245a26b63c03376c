/** Looking at an order before deciding about it: what changed since an operator looked at it last. */
import type { OrderReview } from '../../../../preload/contract/domain/orders/order.ts'
import type { OrderContext, OrderRow } from '../types.ts'

/** The store was changed from outside: what is shown is not what would be sent, and nobody can approve it. */
const notAsWritten = {
  field: 'The text that would be sent',
  before: 'What the form says',
  after: 'Something else: the store was changed from outside',
} as const

/** Notes that this operator sees the order as it is, and answers when they looked before and what changed since. */
export async function lookAt(
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
  const look = await kind.look(store.read, row)
  const { seen } = look
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
    row.body !== null && !(await kind.isAsWritten(store.read, row)) ? [notAsWritten] : []
  if (!before) return { seenAt: null, changes: changed }
  // What cannot be read any more was another order, as far as is known.
  const unknown = [{ field: 'Everything', before: 'Not known any more', after: 'As it stands' }]
  const changes = look.since(before.seen) ?? unknown
  return { seenAt: before.at, changes: [...changed, ...changes] }
}
