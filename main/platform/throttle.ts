/**
 * Limits notifications of changes that come in bursts: one at once, then at most one per interval,
 * and more while the state still changes.
 */

export interface Throttle {
  readonly tell: () => void
  readonly stop: () => void
}

/**
 * @param everyMs the shortest time between two notifications.
 * @param say notifies; reads the state at that moment.
 * @param isMoving whether the state will change with time alone, so that another notification is
 * due.
 */
export function throttle(everyMs: number, say: () => void, isMoving: () => boolean): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  let stopped = false

  const run = (): void => {
    timer = undefined
    if (stopped || (!isDue && !isMoving())) return
    isDue = false
    say()
    timer = setTimeout(run, everyMs)
    timer.unref()
    // A state that changes with time alone needs one more notification after it has settled.
    isDue = isMoving()
  }

  return {
    tell: () => {
      isDue = true
      if (timer === undefined) run()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
