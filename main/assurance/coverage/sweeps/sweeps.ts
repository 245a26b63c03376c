/**
 * Queries the bank for events that no alert reported: ACH lists of the own accounts by collected,
 * settled and returned days, and the status of payments sent from here; in the lane for sweeps,
 * within the agreed hours. Read-only. The workstation with the duty of the follower sweeps, also for
 * the gaps of others.
 */
import type { CoverageSummary } from '../../../../preload/contract/api/coverage/coverage.ts'
import { createAchInquiry } from '../../../bank/apis/ach-inquiry.ts'
import { Run } from '../../../platform/run.ts'
import { systemTimer, type StartTimer } from '../../../platform/timer.ts'
import { dutyWork } from '../../../store/duty-work.ts'
import { hearOthers } from '../../../store/follow.ts'
import { bankDay } from '../../../money/network-deadlines.ts'
import type { Money } from '../../../money/money.ts'
import type { SessionContext } from '../../../profile/session-context.ts'
import { endGapsOfGone } from '../gap-records.ts'
import { fetchList, type PartEnd, type SweptLists } from './fetch-list.ts'
import { fetchPayment } from './fetch-payment.ts'
import { SweepGate } from './gate.ts'
import { createLateAlerts } from './late-alerts.ts'
import type { PartReason } from './plan.ts'
import { notePart } from './sweep-jobs.ts'
import {
  endSweep,
  paymentsOfUnknownOutcome,
  planNext,
  progressOf,
  reviveFailed,
  runningSweep,
  waitingParts,
  type SweepPart,
  type SweepRow,
} from './sweep-records.ts'

export interface SweepsDeps {
  readonly orders: Pick<Money['orders'], 'inquireForSweep' | 'inquireSoon'>
  readonly batches: Pick<Money['batches'], 'applySweepRows'>
  /** A sweep advanced or ended. */
  readonly changed: () => void
}

/** Replacements for tests. */
export interface SweepsOwn {
  readonly lists?: () => SweptLists | undefined
  readonly startTimer?: StartTimer
}

/** The sweeps of one store. One runs at a time. */
export interface Sweeps {
  /**
   * Continues the sweep that a killed or closed program left, and sweeps for waiting gaps. May be
   * repeated.
   */
  start(): Promise<void>
  /** A gap has ended and waits: one sweep is planned for all waiting gaps. */
  gapsWait(): void
  /** Returns the running sweep; null if there is none. */
  running(): CoverageSummary['sweep']
  /** Alerts up to this seq were read: one may match an item that was recovered before. */
  alertsRead(latestSeq: number): void
  /** Takes back waiting calls. Resolves when calls in flight are stored. */
  stop(): Promise<void>
}

const isOver = ({ aborted }: AbortSignal): boolean => aborted
/** Acts after which a gap may wait for a sweep. */
const waitingGap: readonly string[] = [
  'coverage.gap-found',
  'coverage.gap-ended',
  'coverage.sweep-requested',
]
const minute = 60_000
const dayMs = 24 * 60 * minute
/** Delays before the next try of a failed part; after the last one the part has failed. */
const waitsMs = [minute, 10 * minute, 60 * minute, 240 * minute]
/** A failed store write is retried after this time. */
const afterFailureMs = minute

/** Nothing is queried before `start`. */
export function createSweeps(
  context: SessionContext,
  deps: SweepsDeps,
  own: SweepsOwn = {},
): Sweeps {
  const { store, clock, connection, report, background } = context
  const lists = own.lists ?? (() => listsOf(context))
  const startTimer = own.startTimer ?? systemTimer
  const gate = new SweepGate({
    clock,
    startTimer,
    changed: () => deps.changed(),
    terms: (product) =>
      context.profile().details?.products.find((terms) => terms.product === product) ?? null,
    pausedUntil: () => connection.pausedUntil(),
    isThere: (product) => !isBlocked(context, product) && lists() !== undefined,
  })
  const late = createLateAlerts(context, () => deps.changed())
  let progress: Awaited<ReturnType<typeof progressOf>> | null = null
  const run: Run = new Run({
    startTimer,
    pass: work,
    failed: async (problem, signal) => {
      report('coverage.sweep', problem)
      await gate.sleep(afterFailureMs, signal)
      run.request()
    },
  })

  /** Runs one sweep after another until no gap waits; failed parts get one more try on each day. */
  async function work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await endGapsOfGone(context)
      await reviveFailed(context)
      const sweep = (await runningSweep(store)) ?? (await planNext(context))
      if (!sweep) {
        run.requestIn(dayMs - (clock.now().getTime() % dayMs))
        return
      }
      progress = await progressOf(store, sweep.id)
      deps.changed()
      for (const id of await paymentsOfUnknownOutcome(store)) deps.orders.inquireSoon(id)
      await queryAll(sweep, signal)
      if (isOver(signal)) return
      await endSweep(context, sweep.id)
      progress = null
      gate.rest()
      deps.changed()
    }
  }

  /** Queries the waiting parts, most urgent first; parts with a later retry time yield. */
  async function queryAll(sweep: SweepRow, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waiting = await waitingParts(store, sweep.id)
      if (waiting.length === 0) return
      const now = clock.now()
      const dues = waiting.map((one) => dueAt(one, now).getTime())
      const part = waiting[dues.findIndex((due) => due <= now.getTime())]
      if (part) await queryOne(sweep, part, signal)
      else await gate.until(new Date(Math.min(...dues)), signal)
    }
  }

  async function queryOne(sweep: SweepRow, part: SweepPart, signal: AbortSignal): Promise<void> {
    if (part.kind === 'ach' && !isAgreed(context)) {
      await note(part, { end: { kind: 'impossible', why: 'product-not-agreed' }, calls: 0 })
      return
    }
    await store.work(notePart, {
      sweepId: sweep.id,
      seq: part.seq,
      calls: 0,
      rows: 0,
      begins: true,
    })
    const { orders, batches } = deps
    const outcome =
      part.kind === 'payment'
        ? await fetchPayment({ context, gate, signal, orders }, sweep, part)
        : await fetchList({ context, gate, signal, batches, lists }, part)
    await note(part, outcome)
  }

  /** Records the end of a try, and how long the bank is left alone after it. */
  async function note(
    part: SweepPart,
    { end, calls }: { readonly end: PartEnd; readonly calls: number },
  ): Promise<void> {
    const { sweep_id: sweepId, seq } = part
    if (end.kind === 'no-answer') gate.backOff.unanswered()
    else if (end.kind === 'done' || end.kind === 'failed') gate.backOff.answered()
    const noted = noteOf(part, end)
    const at = clock.now().toISOString()
    await store.work(notePart, {
      sweepId,
      seq,
      calls,
      rows: 0,
      ...(noted && { end: { ...noted, at } }),
    })
    progress = await progressOf(store, sweepId)
    deps.changed()
  }

  const reading = dutyWork(context, 'reader', 'coverage.alerts', {
    start: () => background.add('coverage.alerts', late.start()),
    stop: () => late.stop(),
  })
  const following = dutyWork(context, 'follower', 'coverage.sweep', {
    start() {
      run.start()
      run.request()
      return Promise.resolve()
    },
    async stop() {
      await run.stop()
      progress = null
    },
  })
  hearOthers(store, (acts) => {
    if (acts.some(({ kind }) => waitingGap.includes(kind))) run.request()
  })
  store.membership.onChange(() => run.request())

  return {
    async start() {
      await reading.start()
      await following.start()
    },
    gapsWait: () => run.request(),
    running: () => (progress ? { ...progress, ...gate.waiting } : null),
    alertsRead(latestSeq) {
      if (reading.isHeld()) background.add('coverage.alerts', late.read(latestSeq))
    },
    async stop() {
      await following.stop()
      await late.settled()
    },
  }
}

/** Returns the update after a try; undefined if it counts as none and the part waits as before. */
function noteOf(
  part: SweepPart,
  end: PartEnd,
):
  | {
      readonly state: 'waiting' | 'done' | 'failed' | 'impossible'
      readonly why: PartReason | null
      readonly isTry: boolean
    }
  | undefined {
  switch (end.kind) {
    case 'stopped':
    case 'paused':
      return undefined
    case 'done':
      return { state: 'done', why: null, isTry: true }
    case 'impossible':
      return { state: 'impossible', why: end.why, isTry: false }
    case 'no-answer':
      return end.isTry ? tried(part, 'no-answer') : undefined
    case 'failed':
      return tried(part, end.why)
  }
}

const tried = (part: SweepPart, why: PartReason) => ({
  state: part.tries >= waitsMs.length ? ('failed' as const) : ('waiting' as const),
  why,
  isTry: true,
})

/**
 * Returns when a part is due: at once, or some time after its last try. A clock that was set back
 * delays nothing.
 */
function dueAt({ tries, ended_at: last }: SweepPart, now: Date): Date {
  const waitMs = waitsMs[Math.min(tries, waitsMs.length) - 1]
  const atOnce = new Date(0)
  if (last === null || waitMs === undefined) return atOnce
  const lastMs = Date.parse(last)
  return lastMs > now.getTime() ? atOnce : new Date(lastMs + waitMs)
}

/** Whether no call to the bank is allowed now; one API serves wires and RTP (bank note 77). */
const isBlocked = (
  { callBlockFor }: SessionContext,
  product: 'ach-inquiry' | 'wire' | 'rtp',
): boolean =>
  product === 'ach-inquiry'
    ? callBlockFor(product) !== undefined
    : callBlockFor('wire') !== undefined && callBlockFor('rtp') !== undefined

const isAgreed = ({ callBlockFor }: SessionContext): boolean => {
  const callBlock = callBlockFor('ach-inquiry')
  return callBlock === undefined || callBlock.ok || callBlock.error.code !== 'product-not-agreed'
}

/** Returns the bank's lists while there is a bank. */
function listsOf({ connection, clock, environment }: SessionContext): SweptLists | undefined {
  const on = connection.open()
  return (
    on && createAchInquiry({ client: on.client, today: () => bankDay(environment, clock.now()) })
  )
}
