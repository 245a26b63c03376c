/** Leaks on purpose, in each cycle: the proof that the judge sees them. */
import { openSync } from 'node:fs'
import { createServer } from 'node:net'

const kept: unknown[] = []

/** Four megabytes that nobody lets go of, a file that nobody closes, a server that nobody stops. */
export function leak(): void {
  kept.push(Array.from({ length: 524_288 }, (_, at) => at + 0.5))
  kept.push(openSync(import.meta.filename, 'r'))
  kept.push(createServer().listen(0))
}
