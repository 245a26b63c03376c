/**
 * Ends what is stored as being done here and what nothing here does: the answer to the commit that
 * began it was lost, or nobody of this program began it.
 */
import { repeatedWork, type RepeatedWork } from './repeated-work.ts'
import { idleTimer } from './timer.ts'

const everyMs = 10_000

/** Returns the watch, not started yet. What begins now is seen once without its work, never twice. */
export function watchUnattended<Row>(watch: {
  /** Returns what is stored as being done here. */
  readonly find: () => Promise<readonly Row[]>
  /** Tells two beginnings apart. */
  readonly keyOf: (row: Row) => string
  readonly isAttended: (row: Row) => boolean
  readonly end: (row: Row) => Promise<void>
  readonly failed: (problem: unknown) => void
}): RepeatedWork {
  const { find, keyOf, isAttended, end, failed } = watch
  let seen: ReadonlySet<string> = new Set()
  return repeatedWork({
    startTimer: idleTimer,
    everyMs,
    failed,
    async work() {
      const left = (await find()).filter((row) => !isAttended(row))
      const before = seen
      seen = new Set(left.map(keyOf))
      for (const row of left) if (before.has(keyOf(row))) await end(row)
    },
  })
}
