/** Work for workstations that are gone, which one of the others does. */
import type { Background } from '../platform/in-flight.ts'
import { SerialQueue } from '../platform/serial.ts'
import type { Membership } from './membership.ts'

/** From one look at those that are gone to the next: what failed is tried again. */
const lookEveryMs = 5_000

/**
 * Calls `rescue` for each workstation that is gone, again and again, while this one is the keeper
 * and `background` is open. `rescue` asks `keepGone` in each of its transactions. A failure is
 * reported under the name `where`. Null is also gone: the program that had the store alone, before
 * it was shared.
 */
export function rescueFromGone(
  membership: Membership,
  { background, where }: { readonly background: Background; readonly where: string },
  rescue: (home: string | null) => Promise<void>,
  everyMs = lookEveryMs,
): void {
  if (membership.home === null) return
  const looks = new SerialQueue()
  let timer: NodeJS.Timeout | undefined
  let isWaiting = false
  const look = async (): Promise<void> => {
    isWaiting = false
    for (const home of timer === undefined ? [] : [null, ...membership.gone()]) await rescue(home)
  }
  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  const lookSoon = (): void => {
    if (background.isClosing) stop()
    if (timer === undefined || isWaiting) return
    isWaiting = true
    background.add(where, looks.run(look))
  }
  membership.onChange(lookSoon)
  membership.onDuty('keeper', {
    start: () => {
      timer = setInterval(lookSoon, everyMs)
      timer.unref()
      lookSoon()
    },
    stop,
  })
}
