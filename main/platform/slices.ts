/** Long work over many items in slices, so that main answers everything else meanwhile. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Main is held no longer than this at once. */
const sliceMs = 12

/**
 * Does `work` for each item, and lets others go ahead in between. False: `goesOn` ended it before the last.
 * @param monotonicMs the clock that never jumps.
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

/** The store is asked about so many at once: neither its thread nor main is held for longer than moments. */
const askedAtOnce = 500

/** The items in their order, as many together as the store is asked about at once. */
export function* slicesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += askedAtOnce)
    yield items.slice(from, from + askedAtOnce)
}
