/** Permissions: nothing is ever granted here, whatever the app's handlers would say. */
import { ignoreFailure } from '../events.ts'
import type { Pipe } from './pipe.ts'

const names = [
  'accelerometer',
  'ambient-light-sensor',
  'background-fetch',
  'background-sync',
  'camera',
  'captured-surface-control',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'geolocation',
  'gyroscope',
  'idle-detection',
  'keyboard-lock',
  'local-fonts',
  'local-network-access',
  'magnetometer',
  'microphone',
  'midi',
  'nfc',
  'notifications',
  'payment-handler',
  'periodic-background-sync',
  'persistent-storage',
  'pointer-lock',
  'push',
  'screen-wake-lock',
  'speaker-selection',
  'storage-access',
  'system-wake-lock',
  'top-level-storage-access',
  'window-management',
]

/** Denies all of them in one of Chromium's contexts. A name that this Chromium does not know is skipped. */
export function denyPermissions(pipe: Pipe, browserContextId: string | undefined): void {
  const context = browserContextId === undefined ? {} : { browserContextId }
  for (const name of names) {
    const permission = name === 'push' ? { name, userVisibleOnly: true } : { name }
    ignoreFailure(pipe.send('Browser.setPermission', { permission, setting: 'denied', ...context }))
  }
}
