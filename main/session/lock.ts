/**
 * When the workstation locks itself: nobody at the window for as long as the policy says, nobody at the computer
 * either way, its screen locked, or the computer going to sleep. Kept in main; the window cannot put it off for
 * longer than the computer itself was used.
 */
import type { LockReason } from '../../preload/contract/api/operators/operators.ts'
import { defaultPolicy } from '../../preload/contract/domain/operators/policy.ts'
import type { StartTimer } from '../platform/timer.ts'
import type { Clock } from '../platform/clock.ts'
import type { Session } from './session.ts'

/** What the system says of the person at the computer. */
export interface SystemPresence {
  /** Seconds since the last key or pointer, anywhere on the computer. */
  idleSeconds(): number
  /** Whether the system's own screen is locked; on some systems no event says so. */
  isLocked(): boolean
}

/** What the lock is made of. */
export interface LockDeps {
  readonly shown: () => Pick<Session, 'operators' | 'desk'>
  readonly clock: Clock
  readonly startTimer: StartTimer
  readonly system: SystemPresence
}

/** The lock of the workstation. */
export interface Lock {
  /** Looks at the time from now on. */
  start(): void
  stop(): void
  /** Somebody did something at the window. */
  beActive(): void
  /** Locks at once; what was under way is finished. */
  readonly lock: (reason: LockReason) => Promise<void>
}

const lookEveryMs = 5_000

/** Makes the lock; it looks at nothing before `start`. */
export function createLock({ shown, clock, startTimer, system }: LockDeps): Lock {
  let cancel: () => void = () => undefined
  // Both: the one stands still while the computer sleeps, the other jumps with the wall clock.
  let activeAt = { ms: clock.monotonicMs(), at: clock.now().getTime() }
  const beActive = (): void => {
    activeAt = { ms: clock.monotonicMs(), at: clock.now().getTime() }
  }
  const idleMs = (): number =>
    Math.max(
      clock.monotonicMs() - activeAt.ms,
      clock.now().getTime() - activeAt.at,
      system.idleSeconds() * 1000,
    )
  const lock = (reason: LockReason): Promise<void> => shown().operators.lock(reason)
  const look = (): void => {
    cancel = startTimer(lookEveryMs, look)
    const { operators, desk } = shown()
    const { state } = operators.access()
    if (state !== 'in' && state !== 'must-change') {
      beActive()
      return
    }
    const { autoLockMinutes } = desk?.policy.current().policy ?? defaultPolicy
    if (system.isLocked()) void lock('screen')
    else if (idleMs() >= autoLockMinutes * 60_000) void lock('idle')
  }
  return {
    start() {
      cancel()
      look()
    },
    stop: () => cancel(),
    beActive,
    lock,
  }
}
