/** How long main and the thread of a store are held in one piece while something runs. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '../../../main/store/store.ts'
import { report } from './bench.ts'

const everyMs = 5

/** Runs it, and prints how long it took, and how long whoever came in between had to wait. */
export async function reportHeld(
  what: string,
  store: Store,
  run: () => Promise<unknown>,
): Promise<void> {
  const main = monitorEventLoopDelay({ resolution: 1 })
  const answered: number[] = []
  const over = new AbortController()
  const asking = (async () => {
    while (!over.signal.aborted) {
      const asked = performance.now()
      await store.read.selectFrom('settings').select('name').limit(1).execute()
      answered.push(performance.now() - asked)
      await wait(everyMs)
    }
  })()
  await wait(2 * everyMs)
  answered.length = 0
  main.enable()
  const begun = performance.now()
  await run()
  const took = performance.now() - begun
  // Work that holds main to its very end is seen by the next turn alone.
  await wait(2 * everyMs)
  main.disable()
  over.abort()
  await asking
  report(what, [took], 'ms')
  report(`${what}: main held at once`, [main.max / 1e6], 'ms')
  report(`${what}: another question of the store answered in`, answered, 'ms')
}
