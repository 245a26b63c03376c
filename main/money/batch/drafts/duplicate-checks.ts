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
  mostDuplicateBatches,
  type PossibleDuplicates,
} from '../../../../preload/contract/domain/orders/order-course.ts'
import type { PayeeFlag } from '../../../../preload/contract/domain/orders/order.ts'
import type { Reader } from '../../../store/store.ts'
import { isBackAs } from '../tracking/reversal-rules.ts'
import type { PossibleDuplicate } from '../../../../preload/contract/domain/batches/drafts.ts'
import {
  goneStates,
  type OrderState,
} from '../../../../preload/contract/domain/orders/order-states.ts'
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

/** Earlier payments count for this many days. */
export const withinDays = 90
const dayMs = 86_400_000

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
    counted(reader, earlierDuplicates(orderId, startOf(now))),
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
        counted(reader, earlierDuplicates(orderId, startOf(now))),
      ])
  const batches = earlier === 0 ? [] : await batchesWithDuplicates(reader, orderId, startOf(now))
  return { payments: [], entries: within + earlier, batches }
}

const startOf = (now: Date): string => new Date(now.getTime() - withinDays * dayMs).toISOString()

/** Returns the counts as flags, the most serious first. */
export const duplicateFlags = (of: Duplicates): PayeeFlag[] => [
  ...(of.duplicatesWithin + of.earlierDuplicates > 0 ? (['possible-duplicate'] as const) : []),
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
        AND coalesce(p.verdict, '') NOT IN (${sql.join(refusedVerdicts)}))
    AND (account, routing) NOT IN (
      SELECT beneficiary_significant, trim(json_extract(form, '$.creditPartyBank.aba')) FROM orders
      WHERE state = 'accepted' AND service IN ('WIRE', 'RTP')
        AND json_extract(form, '$.creditPartyBank.aba') IS NOT NULL))`

/**
 * The same amount in the same direction to the same account at the same bank, in an order that may
 * have left. An entry presented again on purpose equals the one that it follows; only that one does
 * not count, while it is returned.
 */
const earlierDuplicates = (orderId: string, since: string) => sql<{
  count: number
}>`(WITH here AS MATERIALIZED (
    SELECT DISTINCT account_significant AS account, routing_number AS routing, amount, direction
    FROM batch_entries
    WHERE order_id = ${orderId} AND account_significant <> '' AND amount IS NOT NULL),
  before AS MATERIALIZED (
    SELECT h.account, h.routing, h.amount, h.direction, count(*) AS many, max(p.id) AS one,
      max(${isBackAs('p')}) AS is_back
    FROM here AS h
      CROSS JOIN batch_entries AS p ON p.account_significant = h.account
        AND p.routing_number = h.routing AND p.amount = h.amount AND p.direction = h.direction
      CROSS JOIN orders AS o ON o.id = p.order_id
    WHERE p.order_id <> ${orderId} AND o.state NOT IN ('draft', 'withdrawn', 'rejected')
      AND coalesce(o.released_at, o.submitted_at, o.created_at) >= ${since}
    GROUP BY h.account, h.routing, h.amount, h.direction)
  SELECT count(*) AS count FROM batch_entries AS e
    CROSS JOIN before AS b ON b.account = e.account_significant
      AND b.routing = e.routing_number AND b.amount = e.amount AND b.direction = e.direction
  WHERE e.order_id = ${orderId} AND (b.many > 1 OR b.one IS DISTINCT FROM e.follows_entry OR NOT b.is_back))`

/**
 * Returns the other batches with entries like those of this one, each by the hash of its message: a
 * batch that was taken back and submitted with other entries is another one.
 */
async function batchesWithDuplicates(
  reader: Reader,
  orderId: string,
  since: string,
): Promise<string[]> {
  const found = sql<{ message: string }>`(
    SELECT coalesce(o.body_sha256, o.id) AS message
    FROM (SELECT DISTINCT account_significant AS account, routing_number AS routing, amount, direction
        FROM batch_entries
        WHERE order_id = ${orderId} AND account_significant <> '' AND amount IS NOT NULL) AS h
      CROSS JOIN batch_entries AS p ON p.account_significant = h.account
        AND p.routing_number = h.routing AND p.amount = h.amount AND p.direction = h.direction
      CROSS JOIN orders AS o ON o.id = p.order_id
    WHERE p.order_id <> ${orderId} AND o.state NOT IN (${sql.join(goneStates)})
      AND coalesce(o.released_at, o.submitted_at, o.created_at) >= ${since}
    GROUP BY o.id
    ORDER BY coalesce(o.released_at, o.submitted_at, o.created_at) DESC, o.id DESC
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
  const last = sql`(SELECT *, row_number() OVER (PARTITION BY payee ORDER BY at DESC) AS nth FROM (
      SELECT p.payee_id AS payee, p.account_significant AS account, p.routing_number AS routing,
        o.released_at AS at
      FROM orders AS o JOIN batch_entries AS p ON p.order_id = o.id
      WHERE o.state = 'accepted' AND o.service IN ('CCD', 'CTX', 'PPD') AND o.id <> ${orderId}
        AND p.payee_id IN (${named})
      UNION ALL
      SELECT payee_id, beneficiary_significant, trim(json_extract(form, '$.creditPartyBank.aba')),
        released_at
      FROM orders WHERE state = 'accepted' AND service IN ('WIRE', 'RTP') AND payee_id IN (${named})) AS paid)`
  const { count } = await reader
    .selectFrom('batch_entries as e')
    .innerJoin(last.as('l'), (join) => join.on(sql<boolean>`l.payee = e.payee_id AND l.nth = 1`))
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('e.order_id', '=', orderId)
    .where(sql<boolean>`(l.account <> e.account_significant OR l.routing <> e.routing_number)`)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Returns duplicates within the batch, and duplicates of entries of the last 90 days, the newest of
 * each.
 */
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

interface Before extends DuplicateFields {
  readonly id: string
  readonly is_back: 0 | 1 | null
  readonly order_id: string
  readonly reference: string
  readonly value_date: string
  readonly state: OrderState
}

/**
 * Finds the two newest earlier entries of each kind. An entry presented again on purpose equals the
 * one that it follows; while that one is returned, the other one counts. Each kind is queried once,
 * however many entries have it.
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
      WHERE p.order_id <> ${orderId} AND o.state NOT IN (${sql.join(goneStates)})
        AND coalesce(o.released_at, o.submitted_at, o.created_at) >= ${since})
    SELECT * FROM before WHERE nth <= 2 ORDER BY nth)`

async function duplicatesBefore(
  { store, clock }: BatchContext,
  orderId: string,
  entries: readonly ComparedEntry[],
): Promise<PossibleDuplicate[]> {
  const since = new Date(clock.now().getTime() - withinDays * dayMs).toISOString()
  const found = await store.read
    .selectFrom(newestBefore(orderId, since).as('newest'))
    .selectAll()
    .execute()
  const newest = Map.groupBy(found, duplicateKey)
  return entries.flatMap((entry): PossibleDuplicate[] => {
    const other = newest
      .get(duplicateKey(entry))
      ?.find(({ id, is_back }) => id !== entry.follows_entry || is_back !== 1)
    if (!other) return []
    const { order_id, reference: batchUuid, value_date: effectiveDate, state } = other
    const duplicateOf = {
      where: 'before' as const,
      orderId: order_id,
      batchUuid,
      effectiveDate,
      state,
    }
    return [{ entryId: entry.id, duplicateOf }]
  })
}
