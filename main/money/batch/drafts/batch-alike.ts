/**
 * Entries that are alike: the same amount in the same direction to the same account at the same bank. The commonest
 * way to pay twice is no machine that repeats but a second file or a second person.
 */
import { sql } from 'kysely'
import type { Alike } from '../../../../preload/contract/domain/batches/drafts.ts'
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
import type { BatchContext, EntryRow } from '../types.ts'
import { isBackAs } from '../tracking/following-rules.ts'

const withinDays = 90
const dayMs = 86_400_000
/** What has not left and cannot leave any more, and what nobody has submitted. */
const gone: readonly OrderState[] = ['draft', 'withdrawn', 'rejected']

/** What of a batch is alike within it, and like an entry of the last 90 days: the newest one of each. */
export async function alikeEntries(context: BatchContext, orderId: string): Promise<Alike[]> {
  const entries = await comparable(context, orderId)
  return [...alikeWithin(entries), ...(await alikeBefore(context, orderId, entries))]
}

type Kept = Pick<
  EntryRow,
  'id' | 'account_significant' | 'routing_number' | 'amount' | 'direction' | 'follows_entry'
>
type Likeness = Omit<Kept, 'id' | 'follows_entry'>
const likenessOf = (of: Likeness): string =>
  JSON.stringify([of.account_significant, of.routing_number, of.amount, of.direction])

/** The entries that can be compared, in their order. */
const comparable = ({ store }: BatchContext, orderId: string): Promise<Kept[]> =>
  store.read
    .selectFrom('batch_entries')
    .select(['id', 'account_significant', 'routing_number', 'amount', 'direction'])
    .select('follows_entry')
    .where('order_id', '=', orderId)
    .where('amount', 'is not', null)
    .where('account_significant', '<>', '')
    .orderBy('position')
    .orderBy('id')
    .execute()

function alikeWithin(entries: readonly Kept[]): Alike[] {
  const groups = Map.groupBy(entries, likenessOf)
  return entries.flatMap((entry) => {
    const other = groups.get(likenessOf(entry))?.find(({ id }) => id !== entry.id)
    return other ? [{ entryId: entry.id, like: { where: 'here', entryId: other.id } }] : []
  })
}

interface Before extends Likeness {
  readonly id: string
  readonly is_back: 0 | 1 | null
  readonly order_id: string
  readonly reference: string
  readonly value_date: string
  readonly state: OrderState
}

/**
 * The two newest of each kind, whatever order they are in: what is presented again on purpose is like the one that it
 * follows: while that one is back, the other one counts. Each kind is looked for once, however many entries are of it.
 */
const newestBefore = (orderId: string, since: string) => sql<Before>`(
    WITH here AS MATERIALIZED (
      SELECT DISTINCT account_significant, routing_number, amount, direction FROM batch_entries
      WHERE order_id = ${orderId} AND account_significant <> '' AND amount IS NOT NULL),
    before AS (
      SELECT h.*, p.id, ${isBackAs('p')} AS is_back, o.id AS order_id, o.reference, o.value_date, o.state, row_number() OVER (
          PARTITION BY h.account_significant, h.routing_number, h.amount, h.direction
          ORDER BY coalesce(o.released_at, o.submitted_at, o.created_at) DESC, o.id DESC, p.id) AS nth
      FROM here AS h
        CROSS JOIN batch_entries AS p ON p.account_significant = h.account_significant
          AND p.routing_number = h.routing_number AND p.amount = h.amount
          AND p.direction = h.direction
        CROSS JOIN orders AS o ON o.id = p.order_id
      WHERE p.order_id <> ${orderId} AND o.state NOT IN (${sql.join(gone)})
        AND coalesce(o.released_at, o.submitted_at, o.created_at) >= ${since})
    SELECT * FROM before WHERE nth <= 2 ORDER BY nth)`

async function alikeBefore(
  { store, clock }: BatchContext,
  orderId: string,
  entries: readonly Kept[],
): Promise<Alike[]> {
  const since = new Date(clock.now().getTime() - withinDays * dayMs).toISOString()
  const found = await store.read
    .selectFrom(newestBefore(orderId, since).as('newest'))
    .selectAll()
    .execute()
  const newest = Map.groupBy(found, likenessOf)
  return entries.flatMap((entry): Alike[] => {
    const other = newest
      .get(likenessOf(entry))
      ?.find(({ id, is_back }) => id !== entry.follows_entry || is_back !== 1)
    if (!other) return []
    const { order_id, reference: batchUuid, value_date: effectiveDate, state } = other
    const like = { where: 'before' as const, orderId: order_id, batchUuid, effectiveDate, state }
    return [{ entryId: entry.id, like }]
  })
}
