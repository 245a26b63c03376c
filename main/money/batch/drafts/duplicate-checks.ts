/**
 * Counts the entries of a batch that are duplicates, go to a receiver for the first time, or to
 * another account than before, and lists the duplicates. People must look at these before money
 * leaves (Nacha 2026, originator fraud monitoring). A duplicate has the same amount in the same
 * direction to the same account at the same bank: the commonest way to pay twice is a second file
 * or a second person, not a machine that repeats.
 */
import { type RawBuilder, sql } from 'kysely'
import { refusedVerdicts } from '../../../../preload/contract/bank/ach-origination/answered-entries.ts'
import type { BatchContent } from '../../../../preload/contract/domain/batches/batch.ts'
import {
  duplicateDays,
  mostDuplicateBatches,
  mostDuplicatePayments,
  type PossibleDuplicates,
} from '../../../../preload/contract/domain/orders/order-course.ts'
import type { PayeeFlag } from '../../../../preload/contract/domain/orders/order.ts'
import type { Reader } from '../../../store/store.ts'
import { isBackAs } from '../tracking/reversal-rules.ts'
import type { PossibleDuplicate } from '../../../../preload/contract/domain/batches/drafts.ts'
import { orderKindOf, type OrderService } from '../../../../preload/contract/domain/orders/order.ts'
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
import {
  alikeIn,
  changedFrom,
  duplicatePayments,
  isPaid,
  paid,
  type AlikeRow,
} from '../../payee-payments.ts'
import type { BatchContext, EntryRow } from '../types.ts'

export type Duplicates = Pick<
  BatchContent,
  'firstPayments' | 'changedPayees' | 'duplicatesWithin' | 'earlierDuplicates'
>

/** For a batch that cannot leave any more, nothing is counted. */
export const noDuplicates: Duplicates = {
  firstPayments: 0,
  changedPayees: 0,
  duplicatesWithin: 0,
  earlierDuplicates: 0,
}

/**
 * Counts them, each with one SQL statement. Entries are grouped by account first, so that ten
 * thousand entries to one account cost no more than to ten thousand accounts.
 */
export async function countDuplicates(
  reader: Reader,
  orderId: string,
  now: Date,
): Promise<Duplicates> {
  const [first, changed, within, earlier] = await Promise.all([
    counted(reader, firstPayments(orderId)),
    changedPayees(reader, orderId),
    countDuplicatesWithin(reader, orderId),
    counted(reader, earlierDuplicates(orderId, now)),
  ])
  return {
    firstPayments: first,
    changedPayees: changed,
    duplicatesWithin: within,
    earlierDuplicates: earlier,
  }
}

type DuplicateCounts = Pick<Duplicates, 'duplicatesWithin' | 'earlierDuplicates'>

/** Returns the possible duplicates of a batch; counts them first where that was not done. */
export async function possibleDuplicatesOf(
  reader: Reader,
  orderId: string,
  now: Date,
  counts?: DuplicateCounts,
): Promise<PossibleDuplicates> {
  const [within, earlier] = counts
    ? [counts.duplicatesWithin, counts.earlierDuplicates]
    : await Promise.all([
        countDuplicatesWithin(reader, orderId),
        counted(reader, earlierDuplicates(orderId, now)),
      ])
  const entries = within + earlier
  const changed = await changedFrom(reader, orderId)
  if (earlier === 0) return { payments: changed, entries, batches: [] }
  const [payments, batches] = await Promise.all([
    duplicatePayments(reader, alikeEntries(orderId, now), {
      most: mostDuplicatePayments.batch - changed.length,
      wanted: 'payments',
    }),
    batchesWithDuplicates(reader, orderId, now),
  ])
  return { payments: [...changed, ...payments], entries, batches }
}

/** All that is like an entry of this batch, in other orders. */
const alikeEntries = (orderId: string, now: Date): RawBuilder<unknown> =>
  alikeIn(
    sql`SELECT DISTINCT account_significant AS account, routing_number AS routing, amount, direction,
        'USD' AS currency
      FROM batch_entries
      WHERE order_id = ${orderId} AND account_significant <> '' AND amount IS NOT NULL`,
    { ownId: orderId, now, days: duplicateDays.batch },
  )

/** Returns the counts, and the order it was changed from, as flags, the most serious first. */
export const duplicateFlags = (
  of: Duplicates,
  { payments }: Pick<PossibleDuplicates, 'payments'>,
): PayeeFlag[] => [
  ...(of.duplicatesWithin + of.earlierDuplicates + payments.length > 0
    ? (['possible-duplicate'] as const)
    : []),
  ...(of.changedPayees > 0 ? (['changed-since-last-payment'] as const) : []),
  ...(of.firstPayments > 0 ? (['first-payment'] as const) : []),
]

async function counted(
  reader: Reader,
  statement: RawBuilder<{ readonly count: number }>,
): Promise<number> {
  const { count } = await reader
    .selectFrom(statement.as('counted'))
    .select('count')
    .executeTakeFirstOrThrow()
  return count
}

/** No batch and no payment that the bank accepted went to that account at that bank. */
const firstPayments = (orderId: string) => sql<{ count: number }>`(WITH here AS MATERIALIZED (
    SELECT account_significant AS account, routing_number AS routing, count(*) AS many
    FROM batch_entries WHERE order_id = ${orderId} AND account_significant <> ''
    GROUP BY account_significant, routing_number)
  SELECT coalesce(sum(many), 0) AS count FROM here
  WHERE NOT EXISTS (
      SELECT 1 FROM batch_entries AS p CROSS JOIN orders AS o ON o.id = p.order_id
      WHERE p.account_significant = here.account AND p.routing_number = here.routing
        AND p.order_id <> ${orderId} AND o.state = 'accepted'
        AND coalesce(p.verdict, '') NOT IN (${sql.join(refusedVerdicts)})
        AND NOT (p.direction = 'C' AND p.returned_at IS NOT NULL))
    AND NOT EXISTS (
      SELECT 1 FROM orders AS o WHERE o.beneficiary_significant = here.account
        AND o.beneficiary_significant <> '' AND o.beneficiary_routing = here.routing AND +${isPaid}))`

/**
 * The same amount in the same direction to the same account at the same bank, in an order that may
 * have left. An entry presented again on purpose equals the one that it follows; only that one does
 * not count, while it is returned.
 */
const earlierDuplicates = (orderId: string, now: Date) => sql<{
  count: number
}>`(WITH ${alikeEntries(orderId, now)},
  before AS MATERIALIZED (
    SELECT account, routing, amount, direction, count(*) AS many, max(id) AS one FROM alike
    GROUP BY account, routing, amount, direction)
  SELECT count(*) AS count FROM batch_entries AS e
    CROSS JOIN before AS b ON b.account = e.account_significant
      AND b.routing = e.routing_number AND b.amount = e.amount AND b.direction = e.direction
    LEFT JOIN batch_entries AS f ON f.id = e.follows_entry
  WHERE e.order_id = ${orderId}
    AND (b.many > 1 OR b.one IS DISTINCT FROM e.follows_entry OR NOT ${isBackAs('f')}))`

/**
 * Returns the other batches with entries like those of this one, each by the hash of its message: a
 * batch that was taken back and submitted with other entries is another one.
 */
async function batchesWithDuplicates(
  reader: Reader,
  orderId: string,
  now: Date,
): Promise<string[]> {
  const found = sql<{ message: string }>`(WITH ${alikeEntries(orderId, now)},
    batches_alike AS (SELECT DISTINCT order_id, at FROM alike WHERE id <> order_id)
    SELECT coalesce(o.body_sha256, o.id) AS message
    FROM batches_alike AS a CROSS JOIN orders AS o ON o.id = a.order_id
    ORDER BY a.at DESC, o.id DESC
    LIMIT ${mostDuplicateBatches})`
  const rows = await reader.selectFrom(found.as('found')).select('message').execute()
  return rows.map(({ message }) => message)
}

async function countDuplicatesWithin(reader: Reader, orderId: string): Promise<number> {
  const groups = reader
    .selectFrom('batch_entries')
    .select((select) => select.fn.countAll<number>().as('many'))
    .where('order_id', '=', orderId)
    .where('account_significant', '<>', '')
    .where('amount', 'is not', null)
    .groupBy(['account_significant', 'routing_number', 'amount', 'direction'])
    .having((having) => having(having.fn.countAll(), '>', 1))
  const { count } = await reader
    .selectFrom(groups.as('g'))
    .select(sql<number>`coalesce(sum(many), 0)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Counts entries of payees whose last payment went to another account or bank. */
async function changedPayees(reader: Reader, orderId: string): Promise<number> {
  const named = reader
    .selectFrom('batch_entries')
    .select('payee_id')
    .where('order_id', '=', orderId)
    .where('payee_id', 'is not', null)
  if ((await named.limit(1).executeTakeFirst()) === undefined) return 0
  const before = paid({
    payments: sql`o.payee_id IN (${named})`,
    entries: sql`p.payee_id IN (${named}) AND p.order_id <> ${orderId}`,
  })
  const last = sql`(SELECT *, row_number() OVER (PARTITION BY payee ORDER BY at DESC) AS nth
    FROM ${before} AS paid)`
  const { count } = await reader
    .selectFrom('batch_entries as e')
    .innerJoin(last.as('l'), (join) => join.on(sql<boolean>`l.payee = e.payee_id AND l.nth = 1`))
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('e.order_id', '=', orderId)
    .where(sql<boolean>`(l.account <> e.account_significant OR l.routing <> e.routing_number)`)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns duplicates within the batch, and the newest earlier payment or entry like each. */
export async function duplicateEntries(
  context: BatchContext,
  orderId: string,
): Promise<PossibleDuplicate[]> {
  const entries = await comparable(context, orderId)
  return [...duplicatesWithin(entries), ...(await duplicatesBefore(context, orderId, entries))]
}

type ComparedEntry = Pick<
  EntryRow,
  'id' | 'account_significant' | 'routing_number' | 'amount' | 'direction' | 'follows_entry'
>
type DuplicateFields = Omit<ComparedEntry, 'id' | 'follows_entry'>
const duplicateKey = (of: DuplicateFields): string =>
  JSON.stringify([of.account_significant, of.routing_number, of.amount, of.direction])

/** Returns the entries that can be compared, in order. */
const comparable = ({ store }: BatchContext, orderId: string): Promise<ComparedEntry[]> =>
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

function duplicatesWithin(entries: readonly ComparedEntry[]): PossibleDuplicate[] {
  const groups = Map.groupBy(entries, duplicateKey)
  return entries.flatMap((entry) => {
    const other = groups.get(duplicateKey(entry))?.find(({ id }) => id !== entry.id)
    return other ? [{ entryId: entry.id, duplicateOf: { where: 'here', entryId: other.id } }] : []
  })
}

interface Before extends AlikeRow {
  /** Null for a payment, which is no entry. */
  readonly is_back: 0 | 1 | null
  readonly service: OrderService
  readonly reference: string
  readonly value_date: string
  readonly state: OrderState
}

/**
 * Finds the two newest earlier ones of each kind. An entry presented again on purpose equals the
 * one that it follows; while that one is returned, the other one counts. Each kind is queried once,
 * however many entries have it.
 */
const newestBefore = (orderId: string, now: Date) => sql<Before>`(
    WITH ${alikeEntries(orderId, now)},
    before AS (
      SELECT alike.*, row_number() OVER (
          PARTITION BY account, routing, amount, direction
          ORDER BY at DESC, order_id DESC, id) AS nth
      FROM alike)
    SELECT b.*, o.service, o.reference, o.value_date, o.state, ${isBackAs('p')} AS is_back
    FROM before AS b CROSS JOIN orders AS o ON o.id = b.order_id
      LEFT JOIN batch_entries AS p ON p.id = b.id
    WHERE b.nth <= 2)`

async function duplicatesBefore(
  { store, waits }: BatchContext,
  orderId: string,
  entries: readonly ComparedEntry[],
): Promise<PossibleDuplicate[]> {
  const found = await store.read
    .selectFrom(newestBefore(orderId, waits.earliest()).as('newest'))
    .selectAll()
    .orderBy(sql`nth`)
    .execute()
  const newest = Map.groupBy(found, ({ account, routing, amount, direction }) =>
    JSON.stringify([account, routing, amount, direction]),
  )
  return entries.flatMap((entry): PossibleDuplicate[] => {
    const other = newest
      .get(duplicateKey(entry))
      ?.find(({ id, is_back }) => id !== entry.follows_entry || is_back !== 1)
    if (!other) return []
    const { order_id: orderId, service, reference, value_date: day, state } = other
    const where = orderKindOf(service) === 'batch' ? 'batch' : 'payment'
    return [{ entryId: entry.id, duplicateOf: { where, orderId, reference, day, state } }]
  })
}
