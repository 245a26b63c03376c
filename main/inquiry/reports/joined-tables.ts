/** Several pages of one report as one table: the bank may order the columns of each page otherwise, or leave some out. */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'

/**
 * Joins pages by the names of their columns, in the order in which the names first came. What stands beside the
 * rows of a later page is kept under the number of its page. One page is answered as it is.
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
