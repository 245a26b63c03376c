/**
 * Looks up orders automatically when they are due, the most urgent first; never during a pause
 * after a 429, while calls are blocked or the bank is unreachable. Only queries; nothing here can
 * send.
 */
import type { Store } from '../../../store/store.ts'
import type { OrderKinds } from '../types.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { StartTimer } from '../../../platform/timer.ts'
import { dueAt, lastAttempt, lastInquiry } from './inquiry-due.ts'
import { askedStates, system, type StatusInquiries } from './status-inquiry.ts'

export interface InquiryScheduleDeps {
  readonly store: Store
  readonly kinds: OrderKinds
  readonly clock: Clock
  readonly startTimer: StartTimer
  readonly lookUps: Pick<StatusInquiries, 'look'>
  /** Returns whether the bank may be called now. */
  readonly mayAsk: () => boolean
  readonly looked: (id: string) => Promise<void>
  readonly report: (where: string, problem: unknown) => void
}

export interface InquirySchedule {
  /** Plans every order that is not settled. */
  start(): Promise<void>
  /** Plans this order again; at once if `soon`. */
  plan(id: string, soon?: boolean): Promise<void>
  stop(): Promise<void>
  readonly isOn: () => boolean
}

/** No wait is longer, because a clock may be set and a laptop may sleep. */
const longestWaitMs = 60_000
const waitWhileBarredMs = 5_000
const [firstHoldMs, longestHoldMs] = [15_000, 300_000]
/** Parallel status inquiries, within the bank's rate budget. */
const together = 4

/** Longest intervals; a later due time was planned before the clock was set back. */
const [hourMs, dayMs] = [3_600_000, 86_400_000]

const payments = ['WIRE', 'RTP'] as const
/** Outcome unknown, or seemingly unsent. */
const doubtful = ['outcome-unknown', 'approved'] as const
/** The order is gone, or in a state without status inquiries. */
const isOver = (code: string): boolean => code === 'not-found' || code === 'order-state'

/** A due time, by the computer's clock and by the monotonic clock, which nobody can set. */
interface Due {
  readonly at: number
  readonly monotonicMs: number
}

/** Creates the schedule; nothing is looked up before `start`. */
export function createInquirySchedule(deps: InquiryScheduleDeps): InquirySchedule {
  const { store, clock, lookUps, kinds } = deps
  const due = new Map<string, Due>()
  let cancel: (() => void) | undefined
  let running: Promise<void> | undefined
  let isOn = false
  let hold = { untilMs: -Infinity, ms: 0 }

  /** Milliseconds until it is due, by the clock that says sooner. */
  const leftOf = ({ at, monotonicMs }: Due): number =>
    Math.min(at - clock.now().getTime(), monotonicMs - clock.monotonicMs())

  function planFor(id: string, at: number, longestMs: number): void {
    const left = Math.min(longestMs, Math.max(0, at - clock.now().getTime()))
    const known = due.get(id)
    const monotonicMs = clock.monotonicMs() + left
    due.set(id, {
      at,
      monotonicMs: known?.at === at ? Math.min(known.monotonicMs, monotonicMs) : monotonicMs,
    })
  }

  function arm(): void {
    cancel?.()
    cancel = undefined
    if (!isOn || running || due.size === 0) return
    const waits = [...due.values()].map(leftOf)
    const wait = Math.min(longestWaitMs, Math.max(0, Math.min(...waits)))
    const held = Math.max(0, hold.untilMs - clock.monotonicMs())
    cancel = deps.startTimer(Math.max(wait, held, deps.mayAsk() ? 0 : waitWhileBarredMs), run)
  }

  function run(): void {
    cancel = undefined
    running = lookUpDue()
      .catch((problem: unknown) => deps.report('orders.look-ups', problem))
      .finally(() => {
        running = undefined
        arm()
      })
  }

  async function lookUpDue(): Promise<void> {
    const ripe = [...due]
      .filter(([, one]) => leftOf(one) <= 0)
      .sort(([, one], [, other]) => one.at - other.at)
    for (let from = 0; from < ripe.length; from += together) {
      if (!isOn || !deps.mayAsk() || hold.untilMs > clock.monotonicMs()) return
      await Promise.all(ripe.slice(from, from + together).map(([id]) => lookUpOne(id)))
    }
  }

  async function lookUpOne(id: string): Promise<void> {
    try {
      const looked = await lookUps.look(id, system)
      if (looked.ok) bankAnswered(looked.value.answered)
      // A status inquiry that is blocked now, for example a product outside the agreement, is tried
      // again later.
      if (!looked.ok && !isOver(looked.error.code)) planLater(id, waitWhileBarredMs)
      else await plan(id)
      await deps.looked(id)
    } catch (problem) {
      // A store that fails now may work later; the bank is called again then.
      planLater(id, firstHoldMs)
      deps.report('orders.look-up', problem)
    }
  }

  const planLater = (id: string, ms: number): void => planFor(id, clock.now().getTime() + ms, ms)

  /** While the bank does not answer, the interval grows. */
  function bankAnswered(answered: boolean): void {
    const ms = answered ? 0 : Math.min(longestHoldMs, Math.max(firstHoldMs, hold.ms * 2))
    if (!answered && hold.untilMs > clock.monotonicMs()) return
    hold = { untilMs: answered ? -Infinity : clock.monotonicMs() + ms, ms }
  }

  async function plan(id: string, soon = false): Promise<void> {
    const row = await store.read
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    const at =
      row &&
      dueAt(
        row,
        await lastAttempt(store.read, id),
        await lastInquiry(store.read, id),
        kinds.of(row),
      )
    const longestMs = doubtful.some((state) => state === row?.state) ? hourMs : dayMs
    if (at) planFor(id, soon ? clock.now().getTime() : at.getTime(), longestMs)
    else due.delete(id)
    arm()
  }

  return {
    plan,
    isOn: () => isOn,
    async start() {
      isOn = true
      const rows = await store.read
        .selectFrom('orders')
        .select('id')
        .where('state', 'in', [...askedStates, 'approved'])
        // An accepted batch is tracked by its entries.
        .where((where) =>
          where.or([where('state', 'in', doubtful), where('service', 'in', payments)]),
        )
        .where((where) =>
          where.or([where('is_final', '=', 0), where('next_look_up_at', 'is not', null)]),
        )
        .execute()
      for (const { id } of rows) await plan(id)
      arm()
    },
    async stop() {
      isOn = false
      cancel?.()
      cancel = undefined
      await running
    },
  }
}
