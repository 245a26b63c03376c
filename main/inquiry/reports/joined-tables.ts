/**
 * Joins several pages of one report into one table: the bank may reorder or omit columns on any
 * page.
 */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'

/**
 * Joins pages by column name, in the order in which the names first appeared. Values beside the
 * rows of a later page are stored under its page number; a single page is returned unchanged.
 */
export function joinedTables(pages: readonly InferredTable[]): InferredTable {
  const [first] = pages
  if (!first) return { path: null, columns: [], rows: [], other: [] }
  if (pages.length === 1) return first
  const columns = [...new Set(pages.flatMap((page) => page.columns))]
  return {
    path: first.path,
    columns,
    rows: pages.flatMap((page) => {
      const places = columns.map((name) => page.columns.indexOf(name))
      return page.rows.map((row) => places.map((at) => row[at] ?? null))
    }),
    other: pages.flatMap((page, at) =>
      at === 0
        ? page.other
        : page.other.map(({ path, value }) => ({ path: `page ${String(at + 1)}: ${path}`, value })),
    ),
  }
}
