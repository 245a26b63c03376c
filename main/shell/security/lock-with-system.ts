/**
 * Locks with the computer's screen or sleep, and reports its waking
 * (https://www.electronjs.org/docs/latest/api/power-monitor).
 */
import type { PowerMonitor } from 'electron'
import type { SystemPresence } from '../../session/lock.ts'

type Events = Pick<PowerMonitor, 'on'>
type Idle = Pick<PowerMonitor, 'getSystemIdleTime' | 'getSystemIdleState'>

/** Calls `lock` when the system reports a locked screen or sleep, before the computer sleeps. */
export function lockWithSystem(
  monitor: Events,
  lock: (reason: 'screen' | 'suspend') => Promise<void>,
): void {
  monitor.on('lock-screen', () => void lock('screen'))
  monitor.on('suspend', () => void lock('suspend'))
}

/** Calls `woke` when the computer is awake again. */
export function wakeWithSystem(monitor: Events, woke: () => void): void {
  monitor.on('resume', woke)
}

/**
 * Returns the system's data about the person's activity; if no event reports a locked screen, the
 * idle state does.
 */
export const systemPresence = (monitor: Idle): SystemPresence => ({
  idleSeconds: () => monitor.getSystemIdleTime(),
  isLocked: () => monitor.getSystemIdleState(1) === 'locked',
})
