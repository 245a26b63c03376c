/**
 * What an answer whose payload is not shown says of how much of a list it holds: by the names that the
 * documents do show for that, wherever they stand outside the rows (1-platform.md, Pagination controls;
 * traps 47, 75 and 76).
 */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import { countIn, flagIn, type PageFacts } from './page-facts.ts'

/** What stands under one of the names; null where nothing does, or where two places differ. */
function said({ other }: InferredTable, ...names: readonly string[]): string | null {
  const values = other
    .filter(({ path }) => names.includes(path.slice(path.lastIndexOf('.') + 1)))
    .map(({ value }) => value)
  return new Set(values).size === 1 ? (values[0] ?? null) : null
}

/**
 * Of a report. Its rows may be alike to the letter, such as two fees of a day, so none is told from the
 * others. Where the bank counts other rows than were recognised, its places are not ours: the page is
 * the last, and what it says of the list is not compared with rows of another kind.
 */
export function reportFacts(table: InferredTable): PageFacts {
  const rows = table.rows.length
  const retrieved = countIn(said(table, 'retrievedRows', 'retrivedRows'))
  if (retrieved !== null && retrieved !== rows) return { rows, total: null, last: true, retrieved }
  return {
    rows,
    total: countIn(said(table, 'totalRows', 'totalRecords')),
    last: flagIn(said(table, 'lastPage')),
    retrieved,
    perPage: countIn(said(table, 'pageSize')),
  }
}

/** Of the RTP participants, of which no two are alike; the order of columns is each page's own. */
export const participantFacts = (table: InferredTable): PageFacts => ({
  ...reportFacts(table),
  identities: table.rows.map((row) =>
    JSON.stringify(
      table.columns
        .map((name, at) => [name, row[at] ?? null] as const)
        .filter(([, value]) => value !== null)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  ),
})
