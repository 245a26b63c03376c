/**
 * A recurring batch after a restore (promise P1): the store that was replaced may have drafted the very occurrence that
 * this one is about to draft, under another uuid, and it may have been sent. Such a draft is marked as drafts of the
 * backup are: a second person heeds it before it is submitted.
 */
import { markOfLastRestore, type RestoreMark } from '../../order/restore-hold.ts'
import type { BatchContext } from '../types.ts'
import { preparedOn, type TemplateHead } from './template-records.ts'

/**
 * The mark of a template's next occurrence; null: no other store can have drafted it. Marked is what was due by the day
 * of the restore, and the first one after it, which a person may have drafted ahead of its day.
 */
export async function restoredOccurrence(
  { store: { read } }: Pick<BatchContext, 'store'>,
  row: TemplateHead,
): Promise<RestoreMark | null> {
  const mark = await markOfLastRestore(read)
  if (mark === null) return null
  const { restoredAt } = mark
  const due = preparedOn(row)
  if (due !== null && due <= restoredAt.slice(0, 10)) return mark
  const since = await read
    .selectFrom('batches')
    .innerJoin('orders', 'orders.id', 'batches.order_id')
    .select('orders.id')
    .where('batches.template_id', '=', row.id)
    .where('orders.created_at', '>=', restoredAt)
    .limit(1)
    .executeTakeFirst()
  return since ? null : mark
}
