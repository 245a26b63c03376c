/**
 * Polls accepted batches automatically when they are due: one after another, never during a pause
 * after a 429, while calls are blocked or the bank is unreachable. Queries only; nothing here can
 * send.
 */
import type { Clock } from '../../../platform/clock.ts'
import type { StartTimer } from '../../../platform/timer.ts'

/**
 * The longest poll interval (`poll-interval.ts`); a later due time was planned before the clock was
 * set back.
 */
const longestMs = 86_400_000
/**
 * A wall clock that moved this much against the monotonic clock was set; time synchronisation
 * corrects less.
 */
const driftMs = 60_000

interface Due {
  readonly at: number
  readonly monotonicMs: number
}

/**
 * When each tracked batch is due, by the wall clock, which somebody may set, and by the monotonic
 * clock, which nobody can. The earlier one counts, so that no plan waits for a clock set back.
 */
export class PollsDue {
  readonly #clock: Clock
  readonly #due = new Map<string, Due>()
  #offset: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#offset = this.#wallOffset()
  }

  /**
   * Plans a batch; null stops its polling. Planning it again for the same moment never delays it.
   */
  plan(id: string, at: number | null): void {
    if (at === null) {
      this.#due.delete(id)
      return
    }
    const left = Math.min(longestMs, Math.max(0, at - this.#clock.now().getTime()))
    const monotonicMs = this.#clock.monotonicMs() + left
    const known = this.#due.get(id)
    this.#due.set(id, {
      at,
      monotonicMs: known?.at === at ? Math.min(known.monotonicMs, monotonicMs) : monotonicMs,
    })
  }

  /** Returns the milliseconds until the first is due; undefined if none is planned. */
  firstMs(): number | undefined {
    const waits = [...this.#due.values()].map((due) => this.#leftMs(due))
    return waits.length === 0 ? undefined : Math.max(0, Math.min(...waits))
  }

  /** Returns the batches that are due now, the longest waiting first. */
  ripe(): string[] {
    return [...this.#due]
      .map(([id, due]) => ({ id, left: this.#leftMs(due) }))
      .filter(({ left }) => left <= 0)
      .sort((one, other) => one.left - other.left)
      .map(({ id }) => id)
  }

  /** Returns whether the wall clock was set, or the computer slept, since the last call. */
  wasSet(): boolean {
    const offset = this.#wallOffset()
    const wasSet = Math.abs(offset - this.#offset) > driftMs
    if (wasSet) this.#offset = offset
    return wasSet
  }

  #leftMs({ at, monotonicMs }: Due): number {
    return Math.min(at - this.#clock.now().getTime(), monotonicMs - this.#clock.monotonicMs())
  }

  #wallOffset(): number {
    return this.#clock.now().getTime() - this.#clock.monotonicMs()
  }
}

export interface PollScheduleDeps {
  readonly clock: Clock
  readonly startTimer: StartTimer
  /** Returns whether the bank may be called now. */
  readonly mayAsk: () => boolean
  /** Returns when each tracked batch is due. */
  readonly due: () => Promise<ReadonlyMap<string, Date>>
  /**
   * Polls one batch; `wasAnswered` false: the bank said nothing. Null: it is not tracked any more.
   */
  readonly follow: (
    id: string,
  ) => Promise<{ readonly wasAnswered: boolean; readonly next: Date | null } | null>
  readonly report: (where: string, problem: unknown) => void
}

export interface PollSchedule {
  start(): Promise<void>
  /** Plans a poll of this batch at this moment; null stops polling it. */
  plan(id: string, at: Date | null): void
  stop(): Promise<void>
  readonly isOn: () => boolean
}

/** No wait is longer, because a clock may be set and a laptop may sleep. */
const longestWaitMs = 60_000
/** Without any plan, the clock is still checked at this interval. */
const idleLookMs = 600_000
const waitWhileBarredMs = 5_000
const [firstHoldMs, longestHoldMs] = [15_000, 300_000]

/** Creates the schedule; nothing is polled before `start`. */
export function createPollSchedule(deps: PollScheduleDeps): PollSchedule {
  const { clock, startTimer, report } = deps
  const due = new PollsDue(clock)
  let cancel: (() => void) | undefined
  let running: Promise<void> | undefined
  let isOn = false
  let hold = { untilMs: -Infinity, ms: 0 }

  function arm(): void {
    cancel?.()
    cancel = undefined
    if (!isOn || running) return
    const first = due.firstMs()
    const wait = first === undefined ? idleLookMs : Math.min(longestWaitMs, first)
    const held = Math.max(0, hold.untilMs - clock.monotonicMs())
    const barred = first === undefined || deps.mayAsk() ? 0 : waitWhileBarredMs
    cancel = startTimer(Math.max(wait, held, barred), run)
  }

  function run(): void {
    cancel = undefined
    running = followDue()
      .catch((problem: unknown) => report('batches.following', problem))
      .finally(() => {
        running = undefined
        arm()
      })
  }

  /** Batches that a clock ahead of time has delayed or ended become due again. */
  async function readPlan(): Promise<void> {
    for (const [id, at] of await deps.due()) due.plan(id, at.getTime())
  }

  async function followDue(): Promise<void> {
    if (due.wasSet()) await readPlan()
    for (const id of due.ripe()) {
      if (!isOn || !deps.mayAsk() || hold.untilMs > clock.monotonicMs()) return
      await followOne(id)
    }
  }

  async function followOne(id: string): Promise<void> {
    const again = clock.now().getTime() + firstHoldMs
    // The due time is used up, because a clock that was set back may reach the same moment again.
    due.plan(id, null)
    try {
      const followed = await deps.follow(id)
      if (followed?.wasAnswered) plan(id, followed.next)
      else if (followed) due.plan(id, again)
      answered(followed?.wasAnswered ?? true)
    } catch (problem) {
      // A store that fails now may work later; the bank is queried again then.
      due.plan(id, again)
      report('batches.follow', problem)
    }
  }

  /** While the bank does not answer, the interval grows. */
  function answered(was: boolean): void {
    const ms = was ? 0 : Math.min(longestHoldMs, Math.max(firstHoldMs, hold.ms * 2))
    hold = { untilMs: was ? -Infinity : clock.monotonicMs() + ms, ms }
  }

  function plan(id: string, at: Date | null): void {
    due.plan(id, at?.getTime() ?? null)
  }

  return {
    isOn: () => isOn,
    plan(id, at) {
      plan(id, at)
      arm()
    },
    async start() {
      isOn = true
      await readPlan()
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
