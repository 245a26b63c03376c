/**
 * A recurring batch after a restore (Promise P1): the replaced store may have drafted the same
 * occurrence under another uuid, and it may have been sent. Such a draft gets the restore mark, and
 * a second person must acknowledge it before submission.
 */
import { markOfLastRestore, type RestoreMark } from '../../order/restore-hold.ts'
import type { BatchContext } from '../types.ts'
import { preparedOn, type TemplateHead } from './template-records.ts'

/**
 * Returns the mark of a template's next occurrence; null if no other store can have drafted it.
 * Occurrences due by the day of the restore are marked, and the first one after it, which a person
 * may have drafted early.
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
