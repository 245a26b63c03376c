/**
 * Returns unused space of a store to the disk. SQLite can do this only by rewriting the whole store
 * (VACUUM), which blocks every request. So the store is compacted as it closes, if there is much to
 * gain and little to write; a larger store reuses its free pages as it grows. VACUUM is one
 * transaction: a kill leaves the store unchanged.
 */
import type { Connection } from './sqlite.ts'

/** Minimum gain for a rewrite: so many bytes, and so large a part of the file. */
export const worthwhile = { bytes: 16_777_216, share: 0.25 } as const
/** Most bytes in use that are rewritten; a slow computer writes some 15 MB a second. */
const longestRewrite = 67_108_864

/** Returns the used and the free bytes of a store. */
export function spaceOf(connection: Connection): { readonly used: number; readonly free: number } {
  const read = (name: string): number => Number(connection.pragma(name, { simple: true }))
  const pageSize = read('page_size')
  const free = read('freelist_count') * pageSize
  return { used: read('page_count') * pageSize - free, free }
}

const isWorthwhile = ({ used, free }: ReturnType<typeof spaceOf>): boolean =>
  free > worthwhile.bytes && free > worthwhile.share * (used + free) && used <= longestRewrite

/**
 * Rewrites the store if that is worthwhile; returns whether it did. An error of SQLite, such as a
 * full disk, leaves the store unchanged, and closing goes on.
 */
export function compactIfWorthwhile(connection: Connection): boolean {
  try {
    if (connection.inTransaction || !isWorthwhile(spaceOf(connection))) return false
    connection.exec('VACUUM')
    return true
  } catch {
    return false
  }
}
