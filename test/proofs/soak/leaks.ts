/** Deliberate leaks in each cycle, to prove that the judge notices them. */
import { openSync } from 'node:fs'
import { createServer } from 'node:net'

const stored: unknown[] = []

/** Four megabytes never released, a file never closed, a server never stopped. */
export function leak(): void {
  stored.push(Array.from({ length: 524_288 }, (_, at) => at + 0.5))
  stored.push(openSync(import.meta.filename, 'r'))
  stored.push(createServer().listen(0))
}
