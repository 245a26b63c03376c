/**
 * One pass over the entries of a batch: read the stored data, query, then store the updates, the
 * act and the next due time in one transaction. Passes of one batch never overlap.
 */
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import type { Lane } from '../../../../preload/contract/bank/lanes.ts'
import { collectionDay } from './batch-collection.ts'
import type { BatchContext } from '../types.ts'
import { batchFormIn } from '../batch-records.ts'
import { askedAccounts } from './debited-account.ts'
import { listable } from '../../../bank/apis/ach-list-limits.ts'
import {
  fetchEntryStatus,
  type TrackingApi,
  type Pass,
  type PassEnd,
} from './fetch-entry-status.ts'
import { nextPoll, searchedDays, type PollFacts } from './poll-interval.ts'
import {
  effectiveDateOf,
  readTrackedBatch,
  readEntryTracker,
  type TrackedBatch,
  type EntryTracker,
} from './tracked-batch.ts'
import { bankDay } from '../../network-deadlines.ts'
import { tracesByAddenda, tracesByCustomData } from './missing-traces.ts'

export interface PollRequest {
  readonly actor: string
  readonly lane: Lane
  readonly signal: AbortSignal
}

export interface PollResult {
  /** False: the bank did not answer everything; the batch is polled again soon. */
  readonly isDone: boolean
  /** Trace numbers became known, so earlier alerts may be about them. */
  readonly hasLearned: boolean
  readonly next: Date | null
}
type Unfollowed = Failure<'not-found'> | Failure<'order-state'> | Failure<'invalid-input'>

/**
 * Polls one batch. Fails with `invalid-input` if its account cannot be listed, or the profile no
 * longer has it.
 */
export async function pollBatch(
  context: BatchContext,
  api: TrackingApi,
  id: string,
  asking: PollRequest,
): Promise<Result<PollResult, Unfollowed>> {
  const { store, clock } = context
  const followed = await readTrackedBatch(store, id)
  if (!followed) return err({ code: 'not-found' })
  const { state } = followed.order
  if (state !== 'accepted') return err({ code: 'order-state', state })
  const accounts = await accountsOf(context, followed)
  if (!accounts.ok) return accounts
  const tracker = await readEntryTracker(store, id)
  const pass = passOf(context, { followed, tracker, accounts: accounts.value, api, asking })
  await tracesByAddenda(pass)
  const end = await fetchEntryStatus(pass)
  await tracesByCustomData(store, pass, end.strangers)
  const now = clock.now()
  const { isDone } = end
  const { hasLearned, news } = tracker
  if (!isDone && news.entries === 0) return ok({ isDone, hasLearned, next: null })
  const next = isDone ? nextOf(context, followed, tracker, now) : now
  await keepPass(context, { followed, tracker, end, asking, now, next })
  return ok({ isDone, hasLearned, next })
}

/**
 * Returns where its entries are queried: on the account that a person chose or the batch names, and
 * on others.
 */
async function accountsOf(
  { store, profile }: BatchContext,
  { order }: TrackedBatch,
): Promise<Result<Pick<Pass, 'account' | 'elsewhere'>, Failure<'invalid-input'>>> {
  const { accountId } = batchFormIn(order).form
  const named = profile().accounts.find(({ id }) => id === accountId)?.account_number
  const of = { orderId: order.id, named }
  const { first, seen, others } = await askedAccounts(store.read, of, profile())
  const refuse = (message: string, source: string) =>
    err({ code: 'invalid-input' as const, fields: [{ path: 'accountId', message, source }] })
  if (first === undefined) {
    return refuse('No longer an account of this profile', 'workstation')
  }
  const account = listable(first)
  if (account !== null) return ok({ account, elsewhere: { seen, others } })
  return refuse(
    'ACH inquiry cannot list an account of 17 digits: its entries are tracked by alerts only',
    'Account Validation and ACH Inquiry Specification, POST /accounts/transactions/v1/ach/list',
  )
}

interface PassDeps {
  readonly followed: TrackedBatch
  readonly tracker: EntryTracker
  readonly accounts: Pick<Pass, 'account' | 'elsewhere'>
  readonly api: TrackingApi
  readonly asking: PollRequest
}

function passOf(
  { clock, profile, environment }: BatchContext,
  { followed, tracker, accounts, api, asking }: PassDeps,
): Pass {
  const { order, since } = followed
  const effectiveDate = effectiveDateOf(followed)
  const today = bankDay(environment, clock.now())
  const sentOn = bankDay(environment, since)
  return {
    api,
    tracker,
    ...accounts,
    clock,
    uuid: order.reference,
    days: searchedDays({ acceptedOn: sentOn, effectiveDate, today }),
    // Before that day an empty list says nothing, because the bank collects by the effective date.
    isOverdue: today > collectionDay({ effectiveDate, lastSentOn: sentOn }),
    isConsolidated: profile().details?.settlement === 'consolidated',
    callOptions: {
      actor: asking.actor,
      lane: asking.lane,
      whenPaused: 'fail' as const,
      signal: asking.signal,
    },
  }
}

export const pollFacts = (
  { environment }: Pick<BatchContext, 'environment'>,
  followed: TrackedBatch,
  open: number,
): PollFacts => ({
  environment,
  since: followed.since,
  open,
  effectiveDate: effectiveDateOf(followed),
})

const nextOf = (
  context: BatchContext,
  followed: TrackedBatch,
  tracker: EntryTracker,
  now: Date,
): Date | null => {
  const open = tracker.all().filter(({ entry }) => entry.returned_at === null).length
  return nextPoll(pollFacts(context, followed, open), now)
}

interface ToKeep {
  readonly followed: TrackedBatch
  readonly tracker: EntryTracker
  readonly end: PassEnd
  readonly asking: PollRequest
  readonly now: Date
  readonly next: Date | null
}

async function keepPass(context: BatchContext, kept: ToKeep): Promise<void> {
  const { followed, tracker, end, asking, now, next } = kept
  const { id } = followed.order
  const at = now.toISOString()
  const detail = { ...tracker.news, ends: [...end.ends], details: end.details }
  const act = { actor: asking.actor, kind: 'batch.followed', subject: id, detail }
  await context.store.record(act, async (tx) => {
    await tracker.keep(tx, at)
    await tx
      .updateTable('batches')
      .set({
        ...(end.isDone && end.isWhole && { followed_at: at }),
        next_follow_at: next?.toISOString() ?? null,
      })
      .where('order_id', '=', id)
      .execute()
  })
  if (tracker.sawOtherAmount) await context.ach.refresh()
  context.emitEvent('batches', 'changed', { id })
}
