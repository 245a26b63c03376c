/** Deliberate leaks in each cycle, to prove that the judge notices them. */
import { openSync } from 'node:fs'
import { createServer } from 'node:net'

const kept: unknown[] = []

/** Four megabytes never released, a file never closed, a server never stopped. */
export function leak(): void {
  kept.push(Array.from({ length: 524_288 }, (_, at) => at + 0.5))
  kept.push(openSync(import.meta.filename, 'r'))
  kept.push(createServer().listen(0))
}
