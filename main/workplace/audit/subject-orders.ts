/**
 * The orders behind the ids in audit entries: the chain holds no reference, yet people know an
 * order by its reference alone.
 */
import { orderKindOf } from '../../../preload/contract/domain/orders/order.ts'
import { sql, type RawBuilder } from 'kysely'
import type { AuditEntry } from '../../../preload/contract/api/audit/channels.ts'
import type { Store } from '../../store/store.ts'

type Named = NonNullable<AuditEntry['subjectOrder']>

/** Returns the orders, by each of these subjects that is an order or an entry of one. */
export async function ordersOf(
  { read }: Pick<Store, 'read'>,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Named>> {
  const ids = sql<string>`(SELECT value FROM json_each(${JSON.stringify([...new Set(subjects)])}))`
  const columns = ['o.id', 'o.service', 'o.reference', 'o.beneficiary'] as const
  const own = await read
    .selectFrom('orders as o')
    .select([...columns, 'o.id as subject'])
    .where(sql<boolean>`o.id IN ${ids}`)
    .execute()
  const ofEntries = await read
    .selectFrom('batch_entries as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .select([...columns, 'e.id as subject'])
    .where(sql<boolean>`e.id IN ${ids}`)
    .execute()
  return new Map(
    [...ofEntries, ...own].map(({ subject, id, reference, beneficiary: name, ...row }) => [
      subject,
      { id, kind: orderKindOf(row.service), reference, name },
    ]),
  )
}

/**
 * Returns a condition: the subject is an order, or an entry of one, whose reference or name
 * contains the term. `term` must be in lower case.
 */
export const ofNamedOrder = (term: string): RawBuilder<unknown> => {
  const holds = sql`(instr(lower(o.reference), ${term}) > 0 OR instr(lower(o.beneficiary), ${term}) > 0)`
  return sql`(subject IN (SELECT o.id FROM orders AS o WHERE ${holds})
    OR subject IN (SELECT e.id FROM batch_entries AS e JOIN orders AS o ON o.id = e.order_id WHERE ${holds}))`
}
