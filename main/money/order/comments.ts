/**
 * Comments of operators on an order, in any state. Nothing is ever changed or removed, and neither
 * the row of the order nor its approvals depend on them.
 */
import type { Transaction } from 'kysely'
import type { JsonObject } from '../../platform/json/canonical-json.ts'
import { sha256Of } from '../../platform/sha256.ts'
import type { Tables } from '../../store/store.ts'
import { requireOrder } from './order-facts.ts'
import type { CommentRow } from './order-records.ts'
import { refuse } from './refusals.ts'
import type { OrderContext, OrderRow } from './types.ts'

/** Refuses with `profile-retired` where the profile is retired: its store is only read. */
export function requireWritable(
  { callBlockFor, kinds }: Pick<OrderContext, 'callBlockFor' | 'kinds'>,
  row: Pick<OrderRow, 'service'>,
): void {
  const blocked = callBlockFor(kinds.of(row).product(row.service))
  if (blocked && !blocked.ok && blocked.error.code === 'profile-retired') refuse(blocked.error)
}

/** Stores a text and returns its facts for the audit act, which has the hash and never the text. */
export async function storeComment(
  tx: Transaction<Tables>,
  comment: Omit<CommentRow, 'seq'>,
): Promise<JsonObject> {
  const { last } = await tx
    .selectFrom('order_comments')
    .select((select) => select.fn.max<number | null>('seq').as('last'))
    .where('order_id', '=', comment.order_id)
    .executeTakeFirstOrThrow()
  const seq = (last ?? 0) + 1
  await tx
    .insertInto('order_comments')
    .values({ ...comment, seq })
    .execute()
  return { seq, sha256: sha256Of(comment.text) }
}

/** Adds a comment as typed. Refuses with `not-found`, and in a retired profile. */
export async function addComment(
  context: OrderContext,
  { id, text }: { readonly id: string; readonly text: string },
  author: string,
): Promise<void> {
  const { store, clock, emitEvent } = context
  const detail = {}
  const act = { actor: author, kind: 'order.commented', subject: id, detail }
  const { state } = await store.record(act, async (tx) => {
    const row = await requireOrder(tx, id)
    requireWritable(context, row)
    const at = clock.now().toISOString()
    Object.assign(
      detail,
      await storeComment(tx, { order_id: id, at, author, purpose: 'comment', text }),
    )
    return row
  })
  emitEvent('orders', 'changed', { id, state })
}
