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
import { queriedAccounts } from './debited-account.ts'
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
type PollFailure = Failure<'not-found'> | Failure<'order-state'> | Failure<'invalid-input'>

/**
 * Polls one batch. Fails with `invalid-input` if its account cannot be listed, or the profile no
 * longer has it.
 */
export async function pollBatch(
  context: BatchContext,
  api: TrackingApi,
  id: string,
  request: PollRequest,
): Promise<Result<PollResult, PollFailure>> {
  const { store, clock } = context
  const tracked = await readTrackedBatch(store, id)
  if (!tracked) return err({ code: 'not-found' })
  const { state } = tracked.order
  if (state !== 'accepted') return err({ code: 'order-state', state })
  const accounts = await accountsOf(context, tracked)
  if (!accounts.ok) return accounts
  const tracker = await readEntryTracker(store, id)
  const pass = passOf(context, { tracked, tracker, accounts: accounts.value, api, request })
  await tracesByAddenda(pass)
  const end = await fetchEntryStatus(pass)
  await tracesByCustomData(store, pass, end.strangers)
  const now = clock.now()
  const { isDone } = end
  const { hasLearned, changeCounts } = tracker
  if (!isDone && changeCounts.entries === 0) return ok({ isDone, hasLearned, next: null })
  const next = isDone ? nextOf(context, tracked, tracker, now) : now
  await savePass(context, { tracked, tracker, end, request, now, next })
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
  const { first, seen, others } = await queriedAccounts(store.read, of, profile())
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
  readonly tracked: TrackedBatch
  readonly tracker: EntryTracker
  readonly accounts: Pick<Pass, 'account' | 'elsewhere'>
  readonly api: TrackingApi
  readonly request: PollRequest
}

function passOf(
  { clock, profile, environment }: BatchContext,
  { tracked, tracker, accounts, api, request }: PassDeps,
): Pass {
  const { order, since } = tracked
  const effectiveDate = effectiveDateOf(tracked)
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
      actor: request.actor,
      lane: request.lane,
      whenPaused: 'fail' as const,
      signal: request.signal,
    },
  }
}

export const pollFacts = (
  { environment }: Pick<BatchContext, 'environment'>,
  tracked: TrackedBatch,
  open: number,
): PollFacts => ({
  environment,
  since: tracked.since,
  open,
  effectiveDate: effectiveDateOf(tracked),
})

const nextOf = (
  context: BatchContext,
  tracked: TrackedBatch,
  tracker: EntryTracker,
  now: Date,
): Date | null => {
  const open = tracker.all().filter(({ entry }) => entry.returned_at === null).length
  return nextPoll(pollFacts(context, tracked, open), now)
}

interface PassToSave {
  readonly tracked: TrackedBatch
  readonly tracker: EntryTracker
  readonly end: PassEnd
  readonly request: PollRequest
  readonly now: Date
  readonly next: Date | null
}

async function savePass(context: BatchContext, saving: PassToSave): Promise<void> {
  const { tracked, tracker, end, request, now, next } = saving
  const { id } = tracked.order
  const at = now.toISOString()
  const detail = { ...tracker.changeDetail, ends: [...end.ends], details: end.details }
  const act = { actor: request.actor, kind: 'batch.followed', subject: id, detail }
  await context.store.record(act, async (tx) => {
    await tracker.save(tx, at)
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
