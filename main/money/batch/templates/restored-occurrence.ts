/**
 * A recurring batch after a restore (Promise P1): the replaced store may have drafted the same
 * occurrence under another uuid, and it may have been sent. Such a draft gets the restore mark, and
 * a second person must acknowledge it before submission.
 */
import type { Occurrence } from '../../../../preload/contract/kernel/recurrence.ts'
import { markOfOccurrence, type RestoreMark } from '../../order/restore-hold.ts'
import type { BatchContext } from '../types.ts'
import { preparedOn } from '../../batch-facts.ts'
import type { TemplateHead } from './template-records.ts'

/**
 * Returns the mark of a template's draft; null if no other store can have drafted it. A draft by hand
 * does not stand for the occurrence that is due next.
 */
export const restoredOccurrence = (
  { store: { read } }: Pick<BatchContext, 'store'>,
  row: TemplateHead,
  occurrence: Occurrence | null,
): Promise<RestoreMark | null> =>
  markOfOccurrence(read, preparedOn(row), async (restoredAt) => {
    const drafts =
      occurrence === null
        ? read.selectFrom('batches').select('order_id').where('template_id', '=', row.id)
        : read
            .selectFrom('batch_template_occurrences')
            .select('order_id')
            .where('template_id', '=', row.id)
    const since = await read
      .selectFrom('orders')
      .select('id')
      .where('id', 'in', drafts)
      .where('created_at', '>=', restoredAt)
      .limit(1)
      .executeTakeFirst()
    return since !== undefined
  })
