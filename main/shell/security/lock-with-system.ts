/**
 * Locks with the computer's screen or sleep, reports its waking, and ends with its session
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

/**
 * Calls `ends` when macOS logs off, or macOS or Linux shuts down: both wait for a moment until the
 * program has ended, and the event's default would let them go on at once. Windows tells its windows.
 */
export function endWithSystem(monitor: Events, ends: () => void): void {
  // Its typings have no event, and its source has (Emit in electron_api_power_monitor.cc).
  const onShutdown = (event?: Electron.Event): void => {
    event?.preventDefault()
    ends()
  }
  monitor.on('shutdown', onShutdown)
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
