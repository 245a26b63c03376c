/**
 * Background work that one of the workstations that share a store does for all: the one that has its
 * duty. Another takes the duty over when that one is gone. Work of a store in a file is always here.
 */
import type { Background } from '../platform/in-flight.ts'
import { idleTimer, type StartTimer } from '../platform/timer.ts'
import type { Duty } from './membership.ts'
import type { Store } from './store.ts'

/** The work of a duty, on one workstation. */
export interface DutyWork {
  /** Whether this workstation has the duty. */
  isHeld(): boolean
  /**
   * Begins the work, or lets it begin when this workstation takes the duty. Repeatable. Rejects if
   * the work cannot begin now.
   */
  start(): Promise<void>
  /** Ends the work until the next start, and lets another workstation take the duty. */
  stop(): Promise<void>
}

interface DutyContext {
  readonly store: Pick<Store, 'membership'>
  readonly background: Background
}

/** What a workstation with the duty does. A start while the work goes on, or still ends, is no harm. */
interface Work {
  start(): Promise<void> | void
  stop(): Promise<void> | void
}

/** The store may have been out of reach when the duty was taken. */
const againMs = 5_000

/** Returns work that is not started yet. `where` is the place of its failures in the log. */
export function dutyWork(
  context: DutyContext,
  duty: Duty,
  where: string,
  work: Work,
  startTimer: StartTimer = idleTimer,
): DutyWork {
  const { membership } = context.store
  let isHeld = membership.home === null
  let giveBack: (() => void) | undefined
  let isStarted = false

  const hasStartedAgain = (): boolean => isStarted
  const begin = (): void => {
    const { background } = context
    if (!isStarted || !isHeld || background.isClosing) return
    const begun = Promise.resolve()
      .then(() => work.start())
      .catch((problem: unknown) => {
        startTimer(againMs, begin)
        throw problem
      })
    background.add(where, begun)
  }

  function register(): void {
    giveBack ??= membership.onDuty(duty, {
      start: () => {
        isHeld = true
        begin()
      },
      stop: () => {
        isHeld = false
        context.background.add(
          where,
          Promise.resolve().then(() => work.stop()),
        )
      },
    })
  }

  return {
    isHeld: () => isHeld,
    async start() {
      register()
      isStarted = true
      if (isHeld) await work.start()
    },
    async stop() {
      isStarted = false
      await work.stop()
      if (hasStartedAgain()) return
      giveBack?.()
      giveBack = undefined
      isHeld = membership.home === null
    },
  }
}
