/**
 * Limits notifications of changes that come in bursts: one at once, then at most one per interval,
 * and more while the state still changes.
 */

export interface Throttle {
  readonly notify: () => void
  readonly stop: () => void
}

/**
 * @param everyMs the shortest time between two notifications.
 * @param notify called for each notification; reads the state at that moment.
 * @param isMoving whether the state will change with time alone, so that another notification is
 * due.
 */
export function throttle(everyMs: number, notify: () => void, isMoving: () => boolean): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  let stopped = false

  const run = (): void => {
    timer = undefined
    if (stopped || (!isDue && !isMoving())) return
    isDue = false
    notify()
    timer = setTimeout(run, everyMs)
    timer.unref()
    // A state that changes with time alone needs one more notification after it has settled.
    isDue = isMoving()
  }

  return {
    notify: () => {
      isDue = true
      if (timer === undefined) run()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
