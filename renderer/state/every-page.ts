/** Reads a whole list of main: page after page, in the largest pages. */
import type { Failure } from '../../preload/contract/api/failures.ts'
import { maxPage } from '../../preload/contract/kernel/paging.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import type { ListPage, PageAsked } from './paged-list.ts'

/** Returns all rows; undefined if the list could not be read to its end, or is no longer wanted. */
export async function everyPage<Line>(
  ask: (page: PageAsked) => Promise<Result<ListPage<Line>, Failure>>,
  isWanted: () => boolean,
): Promise<readonly Line[] | undefined> {
  const lines: Line[] = []
  let cursor: string | null = null
  do {
    const read: Result<ListPage<Line>, Failure> = await ask({ cursor, limit: maxPage })
    if (!read.ok || !isWanted()) return undefined
    lines.push(...read.value.items)
    cursor = read.value.next
  } while (cursor !== null)
  return lines
}
