/**
 * Reads the content of a batch for lists and for its view. Counted by a few SQL statements for the
 * whole batch, never entry by entry.
 */
import { sql } from 'kysely'
import { refusedVerdicts } from '../../../preload/contract/bank/ach-origination/answered-entries.ts'
import { originationTerms } from '../../../preload/contract/domain/batches/batch-form.ts'
import {
  mostShownOutliers,
  type BatchContent,
  type BatchLine,
} from '../../../preload/contract/domain/batches/batch.ts'
import { ownerSignOf } from '../../../preload/contract/domain/orders/owner-knowledge.ts'
import type { ResultClass } from '../../../preload/contract/domain/validation-reading.ts'
import type { LineDetails, OrderRow, OrderContext } from '../order/types.ts'
import type { Reader } from '../../store/store.ts'
import { batchRemarksIn } from './tracking/batch-answer.ts'
import { changedFrom } from '../payee-payments.ts'
import { countDuplicates, duplicateFlags, noDuplicates } from './drafts/duplicate-checks.ts'
import { payeeFlaggedEntries, payeeFlagsIn } from './entries/batch-payee-flags.ts'
import { amountOutliers } from './drafts/outlier-checks.ts'
import type { BatchRow, PreparedFrom } from './types.ts'
import { batchFormIn, findBatch } from './batch-records.ts'
import { ownAccountOf, storedFigures } from './drafts/batch-rows.ts'
import { chosenAccount, otherAccountOf } from './tracking/debited-account.ts'
import { rejectedWithoutFollowUp } from './tracking/reversal-rules.ts'
import { effectiveDateOf } from './tracking/tracked-batch.ts'
import { knownOwnership } from './ownership/query.ts'
import { countSentAnyway, sentAnywayOf } from './drafts/sent-anyway.ts'
import { isLateToReverse, lastDayToReverse } from '../network-deadlines.ts'

type Tally = NonNullable<BatchLine['tally']>

const countOf = (condition: string) =>
  sql<number>`coalesce(sum(CASE WHEN ${sql.raw(condition)} THEN 1 ELSE 0 END), 0)`

const refused = refusedVerdicts.map((verdict) => `'${verdict}'`).join(', ')

/** Returns the entry results of these batches; a batch without any answer is absent. */
async function talliesOf(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Tally>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('batch_entries')
    .select('order_id as id')
    .select([
      countOf(
        `bank_status = 'settled' AND returned_at IS NULL AND return_reported_at IS NULL
          AND coalesce(verdict, '') NOT IN (${refused})`,
      ).as('settled'),
      countOf(`verdict = 'accepted'`).as('accepted'),
      countOf(`verdict = 'rejected'`).as('rejected'),
      countOf(`verdict = 'in-error'`).as('inError'),
      countOf(`verdict = 'unclear'`).as('unclear'),
      countOf(`verdict = 'not-mentioned'`).as('notMentioned'),
      countOf('returned_at IS NOT NULL').as('returned'),
      countOf('changed_at IS NOT NULL').as('changed'),
    ])
    .where('order_id', 'in', [...ids])
    .groupBy('order_id')
    .execute()
  return new Map(rows.map(({ id, ...tally }) => [id, tally]))
}

type Outcome = NonNullable<BatchContent['outcome']>

/** Returns the outcome of an entry without a status of its own, by the state of the batch. */
function unreportedEntry(state: OrderRow['state']): keyof Outcome {
  if (state === 'accepted') return 'inProgress'
  return state === 'rejected' ? 'rejected' : 'unclear'
}

/**
 * Counts the entries of an answered batch, each by the furthest of its states: a return follows a
 * settlement. A status after a rejection contradicts it.
 */
async function outcomeOf(
  reader: Reader,
  { id, state }: Pick<OrderRow, 'id' | 'state'>,
): Promise<Outcome> {
  const unreported = unreportedEntry(state)
  const totalOf = (direction: 'C' | 'D') =>
    sql<number>`coalesce(sum(amount) FILTER (WHERE direction = ${direction}), 0)`
  const rows = await reader
    .selectFrom('batch_entries')
    .select([
      sql<keyof Outcome>`CASE
        WHEN returned_at IS NOT NULL OR bank_status = 'returned' THEN 'returned'
        WHEN return_reported_at IS NOT NULL THEN 'unclear'
        WHEN bank_status IN ('settled', 'unclear') THEN bank_status
        WHEN verdict IN (${sql.join(refusedVerdicts)})
          THEN iif(bank_status = 'not-reported', 'rejected', 'unclear')
        WHEN bank_status = 'collected' THEN 'inProgress'
        WHEN verdict IN ('unclear', 'not-mentioned') AND ${unreported} = 'inProgress' THEN 'unclear'
        ELSE ${unreported} END`.as('group'),
      sql<number>`count(*)`.as('entries'),
      totalOf('C').as('credits'),
      totalOf('D').as('debits'),
    ])
    .where('order_id', '=', id)
    .groupBy('group')
    .execute()
  const none = { entries: 0, credits: 0, debits: 0 }
  const found = Object.fromEntries(rows.map(({ group, ...totals }) => [group, totals]))
  const empty = { settled: none, inProgress: none, returned: none, rejected: none, unclear: none }
  return { ...empty, ...found }
}

/** Returns whether the bank reported anything about the batch or its entries that could be counted. */
const isAnswered = ({ state }: Pick<OrderRow, 'state'>, batch: BatchRow): boolean =>
  batch.answer_call_id !== null || batch.polled_at !== null || state === 'accepted'

const lineOf = (batch: BatchRow, tally: Tally | null): BatchLine => ({
  secCode: batch.sec_code,
  entries: batch.entries,
  credits: batch.credits,
  debits: batch.debits,
  tally,
  part:
    batch.part !== null && batch.parts !== null
      ? { file: batch.source_file ?? splitOf(batch), part: batch.part, of: batch.parts }
      : null,
  isReversal: batch.reversal_of !== null,
})

/** Names the origin of a part that came from no file. */
function splitOf(batch: BatchRow): string {
  if (batch.reversal_of !== null) return 'a reversal'
  if (batch.reentry_of !== null) return 'entries that are presented again'
  return batch.template_id === null ? 'a copy' : 'a template'
}

/** States in which people decide about a batch. */
const decided: readonly OrderRow['state'][] = ['awaiting-approval', 'approved']

/**
 * How long a list shows the checks of a batch before they are read again: half a second for ten
 * thousand entries, and lists are read at every change. The view of a batch always reads them.
 */
const checksLastMs = 60_000

type Checks = Pick<LineDetails, 'flags' | 'owner'>
type KnownChecks = Map<
  string,
  { readonly hash: string | null; readonly atMs: number; readonly checks: Promise<Checks> }
>
const shownChecks = new WeakMap<OrderContext['store'], KnownChecks>()

/** Returns the checks of a batch for a list: those of its present body, a minute old at most. */
function recentChecks(
  context: Pick<ContentContext, 'store' | 'clock' | 'waits' | 'settings'>,
  { id, body_sha256: hash }: Pick<OrderRow, 'id' | 'body_sha256'>,
): Promise<Checks> {
  const known: KnownChecks = shownChecks.get(context.store) ?? new Map()
  shownChecks.set(context.store, known)
  const atMs = context.clock.monotonicMs()
  for (const [key, one] of known) if (atMs - one.atMs >= checksLastMs) known.delete(key)
  const last = known.get(id)
  if (last?.hash === hash) return last.checks
  const checks = checksOf(context, id)
  known.set(id, { hash, atMs, checks })
  checks.catch(() => known.delete(id))
  return checks
}

/** Returns the flags and the most serious owner check of a batch, as its view has them. */
async function checksOf(
  context: Pick<ContentContext, 'store' | 'clock' | 'waits' | 'settings'>,
  id: string,
): Promise<Checks> {
  const { read } = context.store
  const [payees, counts, payments, ownership] = await Promise.all([
    payeeFlaggedEntries(read, id),
    countDuplicates(read, id, context.waits.earliest()),
    changedFrom(read, id),
    ownershipTally(context, id),
  ])
  return {
    flags: [...new Set([...payeeFlagsIn(payees), ...duplicateFlags(counts, { payments })])],
    owner: ownerSignOf({ evidence: { ownership: null }, batch: { ownership } }),
  }
}

/**
 * Returns the list content of these batches. Flags and owner checks are read only where people
 * decide, because they need a search of all entries.
 */
export async function batchLines(
  context: Pick<ContentContext, 'store' | 'clock' | 'waits' | 'settings'>,
  rows: readonly Pick<OrderRow, 'id' | 'state' | 'body_sha256'>[],
): Promise<ReadonlyMap<string, LineDetails>> {
  if (rows.length === 0) return new Map()
  const { read } = context.store
  const ids = rows.map(({ id }) => id)
  const batches = await read
    .selectFrom('batches')
    .selectAll()
    .where('order_id', 'in', ids)
    .execute()
  const stateOf = new Map(rows.map(({ id, state }) => [id, state]))
  const answered = batches.filter((one) =>
    isAnswered({ state: stateOf.get(one.order_id) ?? 'draft' }, one),
  )
  const tallies = await talliesOf(
    read,
    answered.map(({ order_id }) => order_id),
  )
  const lines = new Map(
    batches.map((one) => [one.order_id, lineOf(one, tallies.get(one.order_id) ?? null)]),
  )
  const found = rows.map(async (row): Promise<[string, LineDetails]> => {
    const checks = decided.includes(row.state)
      ? await recentChecks(context, row)
      : { flags: [], owner: null }
    return [row.id, { ...checks, batch: lines.get(row.id) ?? null }]
  })
  return new Map(await Promise.all(found))
}

type ContentContext = Pick<
  OrderContext,
  'store' | 'clock' | 'waits' | 'settings' | 'ach' | 'profile'
>

/**
 * Returns the content of a batch. `entriesWithProblems` comes from its check; duplicates are
 * counted while it may still leave.
 */
export async function batchContentOf(
  context: ContentContext,
  row: OrderRow,
  {
    entriesWithProblems,
    mayLeave,
  }: { readonly entriesWithProblems: number | Promise<number>; readonly mayLeave: boolean },
): Promise<BatchContent | null> {
  const { read } = context.store
  const { form, terms, prepared } = batchFormIn(row)
  const { accounts } = context.profile()
  const reading = findBatch(read, row.id)
  const [
    batch,
    withProblems,
    sentAnyway,
    figures,
    counts,
    duplicateCounts,
    outliers,
    ownership,
    otherAccount,
    ofBatch,
  ] = await Promise.all([
    reading,
    entriesWithProblems,
    sentAnywayOf(read, row.id),
    storedFigures(read, row.id),
    countsOf(read, row.id),
    mayLeave ? countDuplicates(read, row.id, context.waits.earliest()) : noDuplicates,
    mayLeave ? amountOutliers(read, row.id, context.clock.now()) : [],
    ownershipTally(context, row.id),
    otherAccountOf(read, row.id, accounts),
    reading.then((found) => found && relatedOf(read, row, found, prepared)),
  ])
  if (!batch || !ofBatch) return null
  const inForce = originationTerms.strip().parse(context.ach.current().settings)
  return {
    ...lineOf(batch, ofBatch.tally),
    figures,
    form,
    entriesWithProblems: withProblems,
    companyId: ownAccountOf(form, accounts)?.company_id ?? '',
    sentAnyway: countSentAnyway(sentAnyway),
    terms: row.state === 'draft' ? inForce : (terms ?? inForce),
    ...counts,
    ...duplicateCounts,
    outliers: { count: outliers.length, first: outliers.slice(0, mostShownOutliers) },
    ownership,
    answer: answerOf(batch),
    outcome: ofBatch.outcome,
    rejectedWithoutFollowUp: ofBatch.rejectedWithoutFollowUp,
    polledAt: batch.polled_at,
    nextPollAt: batch.next_poll_at,
    otherAccount,
    queriedAccount: chosenAccount(batch, accounts),
    prepared: ofBatch.prepared,
    ...ofBatch.reversals,
  }
}

/** Returns the results of its entries, and the batches that it depends on or that depend on it. */
async function relatedOf(
  reader: Reader,
  row: OrderRow,
  batch: BatchRow,
  covered: PreparedFrom | undefined,
) {
  const { effectiveDate } = batchFormIn(row).form
  const [tallies, prepared, reversals, outcome, unfollowed] = await Promise.all([
    isAnswered(row, batch) ? talliesOf(reader, [row.id]) : new Map<string, Tally>(),
    preparedOf(reader, batch, covered),
    reversalsOf(reader, batch, effectiveDate.trim()),
    isAnswered(row, batch) ? outcomeOf(reader, row) : null,
    row.state === 'accepted' ? rejectedWithoutFollowUp(reader, row.id) : [],
  ])
  return {
    tally: tallies.get(row.id) ?? null,
    outcome,
    prepared,
    reversals,
    rejectedWithoutFollowUp: unfollowed.length,
  }
}

/** Spaces, tabs and line breaks, and the space that does not break. */
const blanks = '\t\n\v\f\r \u00A0'

const countsOf = (reader: Reader, id: string) =>
  reader
    .selectFrom('batch_entries')
    .select([
      countOf(`upper(trim(json_extract(typed, '$.transactionType'))) = 'P'`).as('prenotes'),
      // Blank addenda are not sent.
      sql<number>`coalesce(sum((SELECT count(*) FROM json_each(typed, '$.addenda')
        WHERE trim(value, ${blanks}) <> '')), 0)`.as('addenda'),
    ])
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()

const answerOf = (batch: BatchRow): BatchContent['answer'] =>
  batch.bank_messages === null && batch.bank_status === null
    ? null
    : {
        status: batch.bank_status,
        effectiveDate: batch.bank_effective_date,
        requestAcceptedUTCTime: batch.bank_accepted_at,
        ...batchRemarksIn(batch),
      }

/** Counts the results of the newest ownership checks of a batch's entries. */
export async function ownershipTally(
  context: Pick<ContentContext, 'store' | 'clock' | 'waits' | 'settings'>,
  id: string,
): Promise<BatchContent['ownership']> {
  const checks = [...(await knownOwnership(context, id)).values()]
  const checked = checks.filter((one) => one !== null)
  const of = (wanted: ResultClass): number =>
    checked.filter(({ resultClass }) => resultClass === wanted).length
  const known = {
    matches: of('owner-matches'),
    matchesInPart: of('owner-matches-in-part'),
    differs: of('owner-differs'),
    closed: of('account-closed'),
    notFound: of('account-not-found'),
  }
  const oldestAt = checked.reduce<string | null>(
    (oldest, { at }) => (oldest === null || at < oldest ? at : oldest),
    null,
  )
  const total = Object.values(known).reduce((sum, one) => sum + one, 0)
  return {
    ...known,
    unknown: checked.length - total,
    notVerified: checks.length - checked.length,
    oldestAt,
  }
}

/** Returns what it was prepared from, as the approval hash covers it, with the uuid of that batch. */
async function preparedOf(
  reader: Reader,
  { reversal_of: reversal, reentry_of: reentry }: BatchRow,
  covered: PreparedFrom | undefined,
): Promise<BatchContent['prepared']> {
  const orderId = reversal ?? reentry
  if (orderId === null) return null
  const as = reversal === null ? 'reentry' : 'reversal'
  if (covered) return { ...covered, orderId }
  // Prepared before approvals covered the reason, which is only in the audit chain.
  const original = await reader
    .selectFrom('orders')
    .select('reference')
    .where('id', '=', orderId)
    .executeTakeFirst()
  return { as, orderId, uuid: original?.reference ?? '', reason: null }
}

/** Returns the batch that it reverses, and those that reverse it. */
async function reversalsOf(
  reader: Reader,
  { order_id: id, reversal_of: of }: BatchRow,
  on: string,
) {
  const orders = reader.selectFrom('orders').select(['orders.id as orderId', 'reference as uuid'])
  const [original, reversedBy] = await Promise.all([
    of === null
      ? undefined
      : orders
          .innerJoin('batches as b', 'b.order_id', 'orders.id')
          .select(['value_date', 'bank_effective_date'])
          .where('orders.id', '=', of)
          .executeTakeFirst(),
    orders
      .innerJoin('batches', 'batches.order_id', 'orders.id')
      .where('batches.reversal_of', '=', id)
      .where('orders.state', '<>', 'withdrawn')
      .orderBy('created_at')
      .execute(),
  ])
  if (!original) return { reversalOf: null, reversedBy }
  const { value_date, bank_effective_date, ...named } = original
  const settled = effectiveDateOf({ batch: { bank_effective_date }, order: { value_date } })
  const lastDay = lastDayToReverse(settled)
  return { reversalOf: { ...named, lastDay, isLate: isLateToReverse(settled, on) }, reversedBy }
}
