/** Tells the window that calls were recorded: at once, and of a burst not of each. */
import { throttle } from '../../platform/throttle.ts'
import type { Announce } from '../../platform/announce.ts'

/** Not more often, so that a list that is read again for it can be followed. */
const everyMs = 250

/** Makes it; silent until the first call. */
export function createCallNotifier(announce: Announce): {
  recorded(id: string): void
  stop(): void
} {
  let latestId = ''
  const teller = throttle(
    everyMs,
    () => announce('traffic', 'changed', { latestId }),
    () => false,
  )
  return {
    recorded(id) {
      latestId = id
      teller.tell()
    },
    stop: teller.stop,
  }
}
