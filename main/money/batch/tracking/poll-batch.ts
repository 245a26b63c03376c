/**
 * One pass over the entries of a batch: read the stored data, query, then store the updates, the
 * act and the next due time in one transaction. Passes of one batch never overlap.
 */
import type { Transaction } from 'kysely'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { utcDay } from '../../../../preload/contract/kernel/calendar.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import type { Lane } from '../../../../preload/contract/bank/lanes.ts'
import { collectionDay } from './batch-collection.ts'
import type { Tables } from '../../../store/store.ts'
import type { BatchContext } from '../types.ts'
import { queriedAccountsOf } from './debited-account.ts'
import { listable } from '../../../bank/apis/ach-list-limits.ts'
import {
  fetchEntryStatus,
  type TrackingApi,
  type Pass,
  type PassEnd,
} from './fetch-entry-status.ts'
import { alertedParsOf } from './match-alerts.ts'
import { nextPoll, searchedDays, type PollFacts } from './poll-interval.ts'
import {
  effectiveDateOf,
  mayBeThere,
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
  const startedAt = clock.now()
  const tracker = await readEntryTracker(store, id)
  const alertedPars = await parsOfAsked(store, tracker)
  const listed = await accountsOf(context, tracked)
  const accounts = listed.ok || alertedPars.size === 0 ? listed : ok(noAccounts)
  if (!accounts.ok) return accounts
  const found = { tracked, tracker, accounts: accounts.value, alertedPars }
  const pass = passOf(context, { ...found, api, request })
  await tracesByAddenda(pass)
  const end = await fetchEntryStatus(pass)
  await tracesByCustomData(store, pass, end.strangers)
  const now = clock.now()
  const { isDone } = end
  const { hasLearned, changeCounts } = tracker
  if (!isDone && changeCounts.entries === 0) return ok({ isDone, hasLearned, next: null })
  const next = await savePass(context, { tracked, tracker, end, request, startedAt, now })
  return ok({ isDone, hasLearned, next })
}

/** Only details are queried. */
const noAccounts: Pick<Pass, 'account' | 'elsewhere'> = {
  account: null,
  elsewhere: { seen: [], others: [] },
}

/**
 * Returns the PAR numbers of the entries with a report that no answer of the bank followed: their own,
 * or those by which alerts name them.
 */
async function parsOfAsked(
  store: BatchContext['store'],
  tracker: EntryTracker,
): Promise<Pass['alertedPars']> {
  const asked = tracker.all().filter(({ entry }) => entry.unanswered_since !== null)
  if (asked.length === 0) return new Map()
  const alerted = await alertedParsOf(
    store,
    asked.map(({ entry }) => entry.id),
  )
  const own = asked.flatMap(({ entry: { id, par_number: par } }) =>
    par === null ? [] : [[id, [par]] as const],
  )
  return new Map([...alerted, ...own])
}

/**
 * Returns where its entries are queried: on the account that a person chose or the batch names, and
 * on others.
 */
async function accountsOf(
  { store, profile }: BatchContext,
  { order }: TrackedBatch,
): Promise<Result<Pick<Pass, 'account' | 'elsewhere'>, Failure<'invalid-input'>>> {
  const { first, seen, others } = await queriedAccountsOf(store.read, order, profile())
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
  readonly alertedPars: Pass['alertedPars']
  readonly api: TrackingApi
  readonly request: PollRequest
}

function passOf(
  { clock, profile, environment }: BatchContext,
  { tracked, tracker, accounts, alertedPars, api, request }: PassDeps,
): Pass {
  const { order, since } = tracked
  const effectiveDate = effectiveDateOf(tracked)
  const today = bankDay(environment, clock.now())
  const sentOn = bankDay(environment, since)
  return {
    api,
    tracker,
    ...accounts,
    alertedPars,
    clock,
    uuid: order.reference,
    days: searchedDays({ acceptedOn: sentOn, effectiveDate, today }),
    bankToday: { today, utcToday: utcDay(clock.now()) },
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

/** Returns when the entries as stored are queried next: at once about what came during the pass. */
async function nextOf(
  tx: Transaction<Tables>,
  context: BatchContext,
  { tracked, tracker, startedAt, now }: PassToSave,
): Promise<Date | null> {
  const { id } = tracked.order
  const { open } = await tx
    .selectFrom('batch_entries')
    .select((select) => select.fn.countAll<number>().as('open'))
    .where('order_id', '=', id)
    .where('returned_at', 'is', null)
    .where(mayBeThere)
    .executeTakeFirstOrThrow()
  const reports = await tx
    .selectFrom('batch_entries')
    .select('unanswered_since as since')
    .distinct()
    .where('order_id', '=', id)
    .where('unanswered_since', 'is not', null)
    .execute()
  const announced = await tx
    .selectFrom('batch_entries')
    .select('id')
    .where('order_id', '=', id)
    .where('change_code', 'is', null)
    .where('changed_at', '>', startedAt.toISOString())
    .execute()
  const isNews = (entry: { readonly id: string }) =>
    tracker.get(entry.id)?.entry.changed_at === null
  const asked = reports.flatMap(({ since }) => (since === null ? [] : new Date(since)))
  const isDue = announced.some(isNews) || asked.some((report) => report > startedAt)
  const next = isDue ? now : nextPoll({ ...pollFacts(context, tracked, open), asked }, now)
  return next
}

interface PassToSave {
  readonly tracked: TrackedBatch
  readonly tracker: EntryTracker
  readonly end: PassEnd
  readonly request: PollRequest
  readonly startedAt: Date
  readonly now: Date
}

/** Stores a pass; returns when the batch is due again. */
async function savePass(context: BatchContext, saving: PassToSave): Promise<Date | null> {
  const { tracked, tracker, end, request, now } = saving
  const { id } = tracked.order
  const at = now.toISOString()
  const detail = { ...tracker.changeCounts, ends: [...end.ends], details: end.details }
  const act = { actor: request.actor, kind: 'batch.polled', subject: id, detail }
  const next = await context.store.record(act, async (tx) => {
    await tracker.save(tx, at)
    const due = end.isDone ? await nextOf(tx, context, saving) : now
    await tx
      .updateTable('batches')
      .set({
        ...(end.isDone && end.isWhole && { polled_at: at }),
        next_poll_at: due?.toISOString() ?? null,
      })
      .where('order_id', '=', id)
      .execute()
    return due
  })
  if (tracker.sawOtherAmount) await context.ach.refresh()
  context.emitEvent('batches', 'changed', { id })
  return next
}
