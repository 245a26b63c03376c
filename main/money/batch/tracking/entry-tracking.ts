/**
 * Tracks entries at the bank by inquiry, alerts and addenda status. Queries only. An accepted batch
 * is polled automatically, more slowly with age, and at once after an alert about data that only
 * the entry's detail holds (bank note 54): by the workstation with the duty of the follower, also if
 * another sent it.
 */
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import { createAchInquiry } from '../../../bank/apis/ach-inquiry.ts'
import { createAchOrigination } from '../../../bank/apis/ach-origination.ts'
import { InFlightByKey } from '../../../platform/in-flight.ts'
import { SerialQueue } from '../../../platform/serial.ts'
import { systemTimer, type StartTimer } from '../../../platform/timer.ts'
import { dutyWork } from '../../../store/duty-work.ts'
import { hearOthers } from '../../../store/follow.ts'
import type { CallBlocked } from '../../../profile/session-context.ts'
import { queryAddendaPage } from './query-addenda.ts'
import { createBatchEnding } from '../batch-end.ts'
import type { BatchContext, EntryTracking } from '../types.ts'
import { findEntry } from '../batch-records.ts'
import { useDebitedAccount } from './debited-account.ts'
import { createEntryAlertMatching } from './match-alerts.ts'
import type { TrackingApi } from './fetch-entry-status.ts'
import { firstPoll, nextPoll } from './poll-interval.ts'
import { pollFacts, pollBatch, type PollRequest } from './poll-batch.ts'
import { createPollSchedule } from './poll-schedule.ts'
import { readTrackedBatch } from './tracked-batch.ts'
import { applySweepRows } from './apply-sweep.ts'
import { bankDay } from '../../network-deadlines.ts'

type InquiryBlocked = Failure<'bank-not-running'> | Failure<'rate-paused'> | CallBlocked

/** Replaced in tests. */
export interface EntryTrackingDeps {
  readonly api?: () => Result<TrackingApi, InquiryBlocked>
  readonly startTimer?: StartTimer
  /** Called when the bank reported a batch with unknown outcome, which needs a status inquiry now. */
  readonly inquireSoon?: (orderId: string) => void
}

const system = 'system'
/** Asks the follower to poll a batch at once. */
const pollWanted = 'batch.poll-wanted'
/** Acts after which a batch is due at another moment. */
const changeDue: readonly string[] = ['order.ended', 'order.status-inquired', 'batch.polled']
/** Two correct clocks differ by less. */
const apartMs = 60_000
/** The states of sent orders, which can be queried. */
const inquirableStates = ['accepted', 'rejected', 'outcome-unknown', 'sending'] as const

/** Returns the bank's APIs if this product may be queried now; otherwise why not. */
function trackingApi(
  { connection, callBlockFor, clock, environment }: BatchContext,
  product: 'ach-inquiry' | 'ach-origination',
): Result<TrackingApi, InquiryBlocked> {
  const callBlock = callBlockFor(product)
  if (callBlock) return callBlock
  const on = connection.open()
  if (!on) return err({ code: 'bank-not-running' })
  const until = connection.pausedUntil()
  if (until) return err({ code: 'rate-paused', until: until.toISOString() })
  const { client } = on
  return ok({
    inquiry: createAchInquiry({ client, today: () => bankDay(environment, clock.now()) }),
    origination: createAchOrigination({ client }),
  })
}

/** Creates the service; nothing is queried before `start`. */
export function createEntryTracking(
  context: BatchContext,
  deps: EntryTrackingDeps = {},
): EntryTracking {
  const { store, clock, report, background, emitEvent } = context
  const apiFor = (product: 'ach-inquiry' | 'ach-origination') =>
    deps.api ? deps.api() : trackingApi(context, product)
  const underWay = new InFlightByKey<Awaited<ReturnType<typeof pollBatch>>>()
  const ending = createBatchEnding(context)

  /** One pass over a batch at a time; a second caller gets the result of the running pass. */
  const poll = (api: TrackingApi, id: string, request: Omit<PollRequest, 'signal'>) =>
    underWay.once(id, async () => {
      const polled = await pollBatch(context, api, id, { ...request, signal: underWay.signal })
      if (polled.ok && polled.value.hasLearned)
        background.add('batches.alerts', alerts.matchEarlierAlerts(id))
      if (polled.ok) ending.check(id)
      return polled
    })

  const schedule = createPollSchedule({
    clock,
    report,
    startTimer: deps.startTimer ?? systemTimer,
    mayPoll: () => apiFor('ach-inquiry').ok,
    due: () => dueBatches(context),
    async poll(id) {
      const api = apiFor('ach-inquiry')
      if (!api.ok) return { wasAnswered: false, next: null }
      const request = { actor: system, lane: 'sweep' } as const
      const polled = await poll(api.value, id, request)
      if (!polled.ok) return null
      return { wasAnswered: polled.value.isDone, next: polled.value.next }
    },
  })
  const following = dutyWork(context, 'follower', 'batches.poll', {
    async start() {
      ending.checkAll()
      await schedule.start()
    },
    stop: () => schedule.stop(),
  })
  /** Plans a poll on the workstation with the duty; others need not, because it hears of the act. */
  const plan = (id: string, when: Date | null): void => {
    if (following.isHeld()) schedule.plan(id, when)
  }
  const pollSoon = (id: string): void => {
    const act = { actor: system, kind: pollWanted, subject: id, detail: {} }
    if (following.isHeld()) schedule.plan(id, clock.now())
    else background.add('batches.poll', store.note(act))
  }
  const plans = new SerialQueue()
  hearOthers(store, (acts) => {
    const idsOf = (isMeant: (kind: string) => boolean): readonly string[] => [
      ...new Set(acts.flatMap(({ kind, subject }) => (isMeant(kind) ? subject : []))),
    ]
    const changed = idsOf((kind) => changeDue.includes(kind))
    const wanted = idsOf((kind) => kind === pollWanted)
    if (!following.isHeld() || changed.length + wanted.length === 0) return
    const planning = plans.run(async () => {
      const due = await dueBatches(context, changed)
      for (const id of changed) schedule.plan(id, due.get(id) ?? null)
      for (const id of wanted) schedule.plan(id, clock.now())
    })
    background.add('batches.plan', planning)
  })
  const alerts = createEntryAlertMatching(context, {
    matched(id, asksBank) {
      emitEvent('batches', 'changed', { id })
      ending.check(id)
      if (asksBank) pollSoon(id)
    },
  })
  const reading = dutyWork(context, 'reader', 'batches.alerts', {
    start: () => background.add('batches.alerts', alerts.start()),
    stop: () => alerts.stop(),
  })
  const accepted = async (id: string): Promise<void> => {
    const tracked = await readTrackedBatch(store, id)
    // A payment, or a batch that was not accepted yet.
    if (tracked?.order.state !== 'accepted') return
    await alerts.matchEarlierAlerts(id)
    const { batch } = tracked
    if (batch.polled_at === null) {
      plan(id, firstPoll(pollFacts(context, tracked, batch.entries)))
    }
  }

  return {
    handlers: {
      async poll({ id }, { operator }) {
        const api = apiFor('ach-inquiry')
        if (!api.ok) return api
        const request = { actor: operator.id, lane: 'interactive' } as const
        const polled = await poll(api.value, id, request)
        if (!polled.ok) return polled
        if (polled.value.isDone) plan(id, polled.value.next)
        // A profile in the background was resumed: due batches are polled automatically from now
        // on.
        if (!schedule.isOn() && !background.isClosing) await following.start()
        return ok(undefined)
      },
      async useAccount(input, { operator }) {
        const used = await useDebitedAccount(context, input, operator.id)
        // The new account is queried at once for entries that the other did not show.
        if (used.ok) pollSoon(input.id)
        return used
      },
      async queryAddenda({ id, entryId, start }, { operator }) {
        const found = await queryTarget(context, id, entryId)
        if (!found.ok) return found
        const api = apiFor('ach-origination')
        if (!api.ok) return api
        const question = { orderId: id, entryId, uuid: found.value, start, actor: operator.id }
        const { origination } = api.value
        const { inquireSoon = () => undefined } = deps
        const request = { origination, inquireSoon, pollSoon }
        const { signal } = underWay
        return ok(await underWay.add(queryAddendaPage(context, request, question, signal)))
      },
    },
    alertsRead(latestSeq) {
      if (!reading.isHeld()) return Promise.resolve()
      const matched = alerts.read(latestSeq)
      background.add('batches.alerts', matched)
      return matched
    },
    accepted: (id) => background.add('batches.accepted', accepted(id)),
    async applySweepRows(swept) {
      const applied = await applySweepRows(context, swept)
      for (const id of applied.batches) ending.check(id)
      return applied
    },
    async start() {
      await reading.start()
      await following.start()
    },
    async rest() {
      await Promise.allSettled([following.stop(), underWay.cancel()])
      await alerts.settled()
      await ending.settled()
    },
  }
}

/** Returns the uuid of the batch or entry, once it may have left. */
async function queryTarget(
  { store }: BatchContext,
  id: string,
  entryId: string | null,
): Promise<Result<string, Failure<'not-found'> | Failure<'order-state'>>> {
  const tracked = await readTrackedBatch(store, id)
  if (!tracked) return err({ code: 'not-found' })
  const { state, reference } = tracked.order
  if (!inquirableStates.some((one) => one === state)) return err({ code: 'order-state', state })
  if (entryId === null) return ok(reference)
  const entry = await findEntry(store.read, id, entryId)
  return entry ? ok(entry.id) : err({ code: 'not-found' })
}

/**
 * Returns when each accepted batch is due: as planned, first if it was never queried, and by its
 * age if it was queried at a future time, because a clock that was set back had delayed or ended
 * its polling. `among`: only of these batches.
 */
async function dueBatches(
  context: BatchContext,
  among: readonly string[] | null = null,
): Promise<ReadonlyMap<string, Date>> {
  const { store, clock } = context
  const now = clock.now()
  const aheadOf = new Date(now.getTime() + apartMs).toISOString()
  const rows = await store.read
    .selectFrom('batches as b')
    .innerJoin('orders as o', 'o.id', 'b.order_id')
    .select(['b.order_id as id', 'b.next_poll_at as next', 'b.polled_at as last'])
    .where('o.state', '=', 'accepted')
    .$if(among !== null, (query) => query.where('o.id', 'in', among ?? []))
    .where((where) =>
      where.or([
        where('b.next_poll_at', 'is not', null),
        where('b.polled_at', 'is', null),
        where('b.polled_at', '>', aheadOf),
      ]),
    )
    .execute()
  const due = new Map<string, Date>()
  for (const { id, next, last } of rows) {
    const wasAhead = last !== null && last > aheadOf
    const at =
      next === null || wasAhead ? await byAge(context, id, last ? now : null) : new Date(next)
    if (at) due.set(id, at)
  }
  return due
}

/** Returns the due time after a query at this moment; null means it was never queried. */
async function byAge(
  context: BatchContext,
  id: string,
  queriedAt: Date | null,
): Promise<Date | null> {
  const tracked = await readTrackedBatch(context.store, id)
  if (!tracked) return null
  const facts = pollFacts(context, tracked, tracked.batch.entries)
  return queriedAt ? nextPoll(facts, queriedAt) : firstPoll(facts)
}
