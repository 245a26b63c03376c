/**
 * Gives the disk back what a store does not use any more. SQLite does so only by writing the whole store anew (VACUUM),
 * during which nobody is answered: so it is done as the store closes, where much is to be had and little to be written.
 * In a larger store the free pages are used again as it grows. It is one transaction: killed in it, the store is as it
 * was.
 */
import type { Connection } from './sqlite.ts'

/** Less is not worth a rewriting: so many bytes, and so large a part of the file. */
export const worthwhile = { bytes: 16_777_216, share: 0.25 } as const
/** What is in use is written anew, at some 15 MB a second on a slow computer: no more of it than this. */
const longestRewrite = 67_108_864

/** What a store takes on the disk and has no use for, in bytes. */
export function spaceOf(connection: Connection): { readonly used: number; readonly free: number } {
  const read = (name: string): number => Number(connection.pragma(name, { simple: true }))
  const pageSize = read('page_size')
  const free = read('freelist_count') * pageSize
  return { used: read('page_count') * pageSize - free, free }
}

const isWorthwhile = ({ used, free }: ReturnType<typeof spaceOf>): boolean =>
  free > worthwhile.bytes && free > worthwhile.share * (used + free) && used <= longestRewrite

/**
 * Writes the store anew where that is worthwhile; answers whether it was. What SQLite says against it, a full disk above
 * all, leaves the store as it is: it is closed all the same.
 */
export function compactIfWorthwhile(connection: Connection): boolean {
  try {
    if (connection.inTransaction || !isWorthwhile(spaceOf(connection))) return false
    connection.pragma('query_only=OFF')
    connection.exec('VACUUM')
    return true
  } catch {
    return false
  }
}
