/** Shows an order for a decision, and lists the changes since the operator viewed it last. */
import type { OrderReview } from '../../../../preload/contract/domain/orders/order.ts'
import type { Reader } from '../../../store/store.ts'
import type { OrderContext, OrderRow } from '../types.ts'
import { renewing } from './evidence.ts'

/**
 * The store was changed from outside: the shown order is not the one that would be sent, and nobody
 * can approve it.
 */
const notAsWritten = {
  field: 'The message to be sent',
  before: 'As in the form',
  after: 'Different: the stored data was changed from outside',
} as const

/** The order as it is now, beside this operator's last review. */
export interface ReviewReading extends Pick<OrderReview, 'seenAt' | 'changes'> {
  readonly at: string
  /** Stored as JSON. */
  readonly seen: string
}

/** Returns what an operator saw at the last review, as JSON; undefined if there was none. */
export const lastView = async (
  reader: Reader,
  orderId: string,
  operator: string,
): Promise<string | undefined> =>
  (
    await reader
      .selectFrom('order_views')
      .select('seen')
      .where('order_id', '=', orderId)
      .where('operator', '=', operator)
      .executeTakeFirst()
  )?.seen

/** Returns when this operator reviewed the order last and the changes since. Records nothing. */
export async function readReview(
  { store, clock, kinds }: Pick<OrderContext, 'store' | 'clock' | 'kinds'>,
  row: OrderRow,
  actor: string,
): Promise<ReviewReading> {
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
  const isAsWritten = row.body === null || (await renewing(() => kind.matchesForm(store.read, row)))
  const changed = isAsWritten ? [] : [notAsWritten]
  if (!before) return { at, seen, seenAt: null, changes: changed }
  // An earlier view that cannot be read any more counts as entirely different.
  const unknown = [
    { field: 'Whole order', before: 'Earlier view cannot be read', after: 'Review all of it' },
  ]
  const changes = snapshot.since(before.seen) ?? unknown
  return { at, seen, seenAt: before.at, changes: [...changed, ...changes] }
}

/** Records that this operator reviewed the order as it was read. */
export async function recordReview(
  { store }: Pick<OrderContext, 'store'>,
  row: OrderRow,
  actor: string,
  { at, seen }: ReviewReading,
): Promise<void> {
  const detail = { approvalHash: row.approval_hash }
  await store.record({ actor, kind: 'order.viewed', subject: row.id, detail }, (tx) =>
    tx
      .insertInto('order_views')
      .values({ order_id: row.id, operator: actor, at, seen })
      .onConflict((conflict) =>
        conflict.columns(['order_id', 'operator']).doUpdateSet({ at, seen }),
      )
      .execute(),
  )
}
