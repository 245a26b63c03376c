/** Notifies the window that calls were recorded: at once, but not for each call of a burst. */
import { throttle } from '../platform/throttle.ts'
import type { Announce } from '../platform/announce.ts'

/** Limits notifications, since the window reloads the list for each. */
const everyMs = 250

export function createCallNotifier(emitEvent: Announce): {
  recorded(id: string): void
  stop(): void
} {
  let latestId = ''
  const notifier = throttle(
    everyMs,
    () => emitEvent('traffic', 'changed', { latestId }),
    () => false,
  )
  return {
    recorded(id) {
      latestId = id
      notifier.notify()
    },
    stop: notifier.stop,
  }
}
