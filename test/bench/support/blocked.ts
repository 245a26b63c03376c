/** Measures how long main and a store's thread are blocked at once while something runs. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '../../../main/store/store.ts'
import { report } from './bench.ts'

const everyMs = 5

/** Runs it, and prints its duration, and how long other requests had to wait meanwhile. */
export async function reportBlocked(
  what: string,
  store: Store,
  run: () => Promise<unknown>,
): Promise<void> {
  const main = monitorEventLoopDelay({ resolution: 1 })
  const answered: number[] = []
  const over = new AbortController()
  const pending = (async () => {
    while (!over.signal.aborted) {
      const startedAt = performance.now()
      await store.read.selectFrom('settings').select('name').limit(1).execute()
      answered.push(performance.now() - startedAt)
      await wait(everyMs)
    }
  })()
  await wait(2 * everyMs)
  answered.length = 0
  main.enable()
  const begun = performance.now()
  await run()
  const took = performance.now() - begun
  // Only the next turn shows work that blocks main to its very end.
  await wait(2 * everyMs)
  main.disable()
  over.abort()
  await pending
  report(what, [took], 'ms')
  report(`${what}: main held at once`, [main.max / 1e6], 'ms')
  report(`${what}: another question of the store answered in`, answered, 'ms')
}
