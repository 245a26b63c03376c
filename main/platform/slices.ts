/** Long work over many items in slices, so that main answers other requests in between. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest time that a slice blocks main. */
const sliceMs = 12

/**
 * Runs `work` for each item, and lets other work run in between. False: `goesOn` ended it before
 * the last item.
 * @param monotonicMs the monotonic clock.
 */
export async function inSlices<T>(
  items: readonly T[],
  work: (item: T, at: number) => void,
  monotonicMs: () => number,
  goesOn: () => boolean = () => true,
): Promise<boolean> {
  let until = monotonicMs() + sliceMs
  for (const [at, item] of items.entries()) {
    work(item, at)
    if (monotonicMs() < until) continue
    await nextTurn()
    if (!goesOn()) return false
    until = monotonicMs() + sliceMs
  }
  return true
}

/** Items per query of the store: neither its thread nor main is blocked for long. */
const readAtOnce = 500

/** Returns the items in order, in groups of the size of one query. */
export function* slicesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += readAtOnce)
    yield items.slice(from, from + readAtOnce)
}
