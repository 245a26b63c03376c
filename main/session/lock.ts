/**
 * When the workstation locks itself: no activity in the window or on the computer for the time that
 * the policy sets, the screen locked, or the computer going to sleep. Main decides; the window
 * cannot delay the lock longer than the computer itself was used.
 */
import type { LockReason } from '../../preload/contract/api/operators/operators.ts'
import { defaultPolicy } from '../../preload/contract/domain/operators/policy.ts'
import { repeat, type StartTimer } from '../platform/timer.ts'
import type { Clock } from '../platform/clock.ts'
import type { Session } from './session.ts'

export interface SystemPresence {
  /** Seconds since the last key or pointer, anywhere on the computer. */
  idleSeconds(): number
  /** Whether the system's own screen is locked; on some systems no event reports it. */
  isLocked(): boolean
}

export interface LockDeps {
  readonly shown: () => Pick<Session, 'operators' | 'services'>
  readonly clock: Clock
  readonly startTimer: StartTimer
  readonly system: SystemPresence
}

export interface Lock {
  /** Begins to check the time. */
  start(): void
  stop(): void
  /** Reports activity in the window. */
  beActive(): void
  /** Locks at once; work in progress is finished. */
  readonly lock: (reason: LockReason) => Promise<void>
}

const checkEveryMs = 5_000

/** Returns what the system says; without a service some systems throw. */
function saidBy<T>(ask: () => T, otherwise: T): T {
  try {
    return ask()
  } catch {
    return otherwise
  }
}

/**
 * Seconds that the system says; 0 if it says nothing of use. A Wayland compositor without KDE's or
 * GNOME's idle service always says 0. Then the window's time alone locks.
 */
function idleSecondsOf(system: SystemPresence): number {
  const seconds = saidBy(() => system.idleSeconds(), 0)
  return Number.isFinite(seconds) ? seconds : 0
}

/** Creates the lock; checks nothing before `start`. */
export function createLock({ shown, clock, startTimer, system }: LockDeps): Lock {
  let cancel: () => void = () => undefined
  // Two clocks: the monotonic one stops while the computer sleeps, the other changes with the wall
  // clock.
  let activeAt = { ms: clock.monotonicMs(), at: clock.now().getTime() }
  const beActive = (): void => {
    activeAt = { ms: clock.monotonicMs(), at: clock.now().getTime() }
  }
  const idleMs = (): number =>
    Math.max(
      clock.monotonicMs() - activeAt.ms,
      clock.now().getTime() - activeAt.at,
      idleSecondsOf(system) * 1000,
    )
  const lock = (reason: LockReason): Promise<void> => shown().operators.lock(reason)
  const check = (): void => {
    const { operators, services } = shown()
    const { state } = operators.access()
    if (state !== 'in' && state !== 'must-change') {
      beActive()
      return
    }
    const { autoLockMinutes } = services?.policy.current().policy ?? defaultPolicy
    if (saidBy(() => system.isLocked(), false)) void lock('screen')
    else if (idleMs() >= autoLockMinutes * 60_000) void lock('idle')
  }
  return {
    start() {
      cancel()
      cancel = repeat(startTimer, checkEveryMs, check)
      check()
    },
    stop: () => cancel(),
    beActive,
    lock,
  }
}
