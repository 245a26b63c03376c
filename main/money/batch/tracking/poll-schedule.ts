/**
 * When each followed batch is due: by the clock on the wall, which somebody may set, and by that of this run, which
 * nobody sets. The clock that says sooner counts, so that no plan waits until a clock that was set back has caught up.
 */
import type { Clock } from '../../../platform/clock.ts'
import type { StartTimer } from '../../../platform/timer.ts'

/** No pace is slower (`follow-pace.ts`): what seems further away was planned before the clock was set back. */
const longestMs = 86_400_000
/** A wall clock that moved so much against that of this run was set; a network corrects it by less. */
const driftMs = 60_000

interface Due {
  readonly at: number
  readonly monotonicMs: number
}

/** The plan of one schedule. */
export class PollsDue {
  readonly #clock: Clock
  readonly #due = new Map<string, Due>()
  #offset: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#offset = this.#wallOffset()
  }

  /** Null: not by itself any more. What is planned once more for the same moment is due no later than it was. */
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

  /** Milliseconds until the first is due; undefined: none is planned. */
  firstMs(): number | undefined {
    const waits = [...this.#due.values()].map((due) => this.#leftMs(due))
    return waits.length === 0 ? undefined : Math.max(0, Math.min(...waits))
  }

  /** Those that are due now, the longest waiting first. */
  ripe(): string[] {
    return [...this.#due]
      .map(([id, due]) => ({ id, left: this.#leftMs(due) }))
      .filter(({ left }) => left <= 0)
      .sort((one, other) => one.left - other.left)
      .map(({ id }) => id)
  }

  /** Whether somebody has set the wall clock since this was asked last, or a computer has slept. */
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

/*
 * Asks about accepted batches by itself, when they are due: one after another, never while the bank wants silence, is
 * barred or cannot be reached. It asks only; nothing here can send.
 */

/** What the schedule is made of. */
export interface PollScheduleDeps {
  readonly clock: Clock
  readonly startTimer: StartTimer
  /** Whether the bank may be asked now. */
  readonly mayAsk: () => boolean
  /** When each batch that is followed is due. */
  readonly due: () => Promise<ReadonlyMap<string, Date>>
  /** Asks about one; `wasAnswered` false: the bank said nothing. Null: it is not followed any more. */
  readonly follow: (
    id: string,
  ) => Promise<{ readonly wasAnswered: boolean; readonly next: Date | null } | null>
  readonly report: (where: string, problem: unknown) => void
}

/** The schedule of one store. */
export interface PollSchedule {
  start(): Promise<void>
  /** Asks about this batch at this moment; null: not by itself any more. */
  plan(id: string, at: Date | null): void
  stop(): Promise<void>
  readonly isOn: () => boolean
}

/** A clock may be set and a laptop sleeps: no wait is longer. */
const longestWaitMs = 60_000
/** Where nothing is planned it looks all the same whether the clock was set. */
const idleLookMs = 600_000
const waitWhileBarredMs = 5_000
const [firstHoldMs, longestHoldMs] = [15_000, 300_000]

/** Makes it; nothing is asked before `start`. */
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

  /** What a clock that was ahead has put off, or ended, is due after all. */
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
    // What it was due at has been: the same moment may come once more by a clock that was set back.
    due.plan(id, null)
    try {
      const followed = await deps.follow(id)
      if (followed?.wasAnswered) plan(id, followed.next)
      else if (followed) due.plan(id, again)
      answered(followed?.wasAnswered ?? true)
    } catch (problem) {
      // A store that cannot be written now may be later; the bank is asked again then.
      due.plan(id, again)
      report('batches.follow', problem)
    }
  }

  /** While the bank does not answer, it is asked later and later. */
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
