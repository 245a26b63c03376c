/**
 * A recurring batch after a restore (Promise P1): the replaced store may have drafted the same
 * occurrence under another uuid, and it may have been sent. Such a draft gets the restore mark, and
 * a second person must acknowledge it before submission.
 */
import { markOfOccurrence, type RestoreMark } from '../../order/restore-hold.ts'
import type { BatchContext } from '../types.ts'
import { preparedOn, type TemplateHead } from './template-records.ts'

/** Returns the mark of a template's next occurrence; null if no other store can have drafted it. */
export const restoredOccurrence = (
  { store: { read } }: Pick<BatchContext, 'store'>,
  row: TemplateHead,
): Promise<RestoreMark | null> =>
  markOfOccurrence(read, preparedOn(row), async (restoredAt) => {
    const since = await read
      .selectFrom('batches')
      .innerJoin('orders', 'orders.id', 'batches.order_id')
      .select('orders.id')
      .where('batches.template_id', '=', row.id)
      .where('orders.created_at', '>=', restoredAt)
      .limit(1)
      .executeTakeFirst()
    return since !== undefined
  })
