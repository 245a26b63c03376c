/**
 * Polls accepted batches automatically when they are due: one after another, never during a pause
 * after a 429, while calls are blocked or the bank is unreachable. Queries only; nothing here can
 * send.
 */
import type { Clock } from '../../../platform/clock.ts'
import { Poller, retryMs } from '../../../platform/poller.ts'
import type { StartTimer } from '../../../platform/timer.ts'

export interface PollScheduleDeps {
  readonly clock: Clock
  readonly startTimer: StartTimer
  /** Returns whether the bank may be called now. */
  readonly mayPoll: () => boolean
  /** Returns when each tracked batch is due. */
  readonly due: () => Promise<ReadonlyMap<string, Date>>
  /**
   * Polls one batch; `wasAnswered` false: the bank did not answer. Null: it is not tracked any more.
   */
  readonly poll: (
    id: string,
  ) => Promise<{ readonly wasAnswered: boolean; readonly next: Date | null } | null>
  readonly report: (where: string, problem: unknown) => void
}

/** Creates the schedule; nothing is polled before `start`. */
export function createPollSchedule(
  deps: PollScheduleDeps,
): Pick<Poller, 'start' | 'plan' | 'stop' | 'isOn'> {
  const { clock, startTimer, mayPoll } = deps
  const poller = new Poller({
    clock,
    startTimer,
    mayPoll,
    planAll: async () => poller.planEach(await deps.due()),
    // Batches that a clock ahead of time has delayed or ended become due again.
    plansAfterClockSet: true,
    parallel: 1,
    async poll(id) {
      // The due time is used up, because a clock that was set back may reach the same moment again.
      poller.plan(id, null)
      const polled = await deps.poll(id)
      if (polled?.wasAnswered === false) {
        poller.planIn(id, retryMs)
        poller.backOff.unanswered()
        return
      }
      if (polled) poller.plan(id, polled.next)
      poller.backOff.answered()
    },
    report: (problem) => deps.report('batches.poll', problem),
  })
  return poller
}
