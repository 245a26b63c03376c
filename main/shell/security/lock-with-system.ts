/** Goes with the computer: locks with its screen or its sleep, and hears of its waking (https://www.electronjs.org/docs/latest/api/power-monitor). */
import type { PowerMonitor } from 'electron'
import type { SystemPresence } from '../../session/lock.ts'

type Events = Pick<PowerMonitor, 'on'>
type Idle = Pick<PowerMonitor, 'getSystemIdleTime' | 'getSystemIdleState'>

/** Calls `lock` at the moment the system says so, before the computer sleeps. */
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

/** What the system says of the person; where no event tells of a locked screen, its idle state does. */
export const systemPresence = (monitor: Idle): SystemPresence => ({
  idleSeconds: () => monitor.getSystemIdleTime(),
  isLocked: () => monitor.getSystemIdleState(1) === 'locked',
})
