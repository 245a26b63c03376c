/**
 * Asks about accepted batches by itself, when they are due: one after another, never while the bank wants silence, is
 * barred or cannot be reached. It asks only; nothing here can send.
 */
import type { StartTimer } from '../../../platform/timer.ts'
import type { Clock } from '../../../platform/clock.ts'
import { FollowDue } from './follow-due.ts'

/** What the schedule is made of. */
export interface FollowScheduleParts {
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
export interface FollowSchedule {
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
export function createFollowSchedule(parts: FollowScheduleParts): FollowSchedule {
  const { clock, startTimer, report } = parts
  const due = new FollowDue(clock)
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
    const barred = first === undefined || parts.mayAsk() ? 0 : waitWhileBarredMs
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
    for (const [id, at] of await parts.due()) due.plan(id, at.getTime())
  }

  async function followDue(): Promise<void> {
    if (due.wasSet()) await readPlan()
    for (const id of due.ripe()) {
      if (!isOn || !parts.mayAsk() || hold.untilMs > clock.monotonicMs()) return
      await followOne(id)
    }
  }

  async function followOne(id: string): Promise<void> {
    const again = clock.now().getTime() + firstHoldMs
    // What it was due at has been: the same moment may come once more by a clock that was set back.
    due.plan(id, null)
    try {
      const followed = await parts.follow(id)
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
