/** Tells of changes that come in bursts: at once, then at most so often, and on while something still moves. */

/** What a burst is told through. */
export interface Throttle {
  readonly tell: () => void
  readonly stop: () => void
}

/**
 * @param everyMs the shortest time between two tellings.
 * @param say tells; reads the state at that moment.
 * @param isMoving whether the state will change by time alone, so that it must be told again.
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
    // What moves by time alone is told once more after it has come to rest.
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
