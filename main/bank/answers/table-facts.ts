/**
 * Reads how much of a list an undocumented answer holds, by the names that the documents use for
 * it, anywhere outside the rows (bank document 1, Pagination controls; bank notes 47, 75 and 76).
 */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import { countIn, flagIn, type PageFacts } from './page-facts.ts'

/** The value under one of the names; null if there is none, or if two places differ. */
function valueNamed({ other }: InferredTable, ...names: readonly string[]): string | null {
  const values = other
    .filter(({ path }) => names.includes(path.slice(path.lastIndexOf('.') + 1)))
    .map(({ value }) => value)
  return new Set(values).size === 1 ? (values[0] ?? null) : null
}

/**
 * The page facts of a report. Its rows may be identical, such as two equal fees on one day, so rows
 * have no identities. If the bank counts other rows than were recognized, the two positions do not
 * correspond: the page counts as the last, and the bank's total is not compared with other rows.
 */
export function reportFacts(table: InferredTable): PageFacts {
  const rows = table.rows.length
  const retrieved = countIn(valueNamed(table, 'retrievedRows', 'retrivedRows'))
  if (retrieved !== null && retrieved !== rows) return { rows, total: null, last: true, retrieved }
  return {
    rows,
    total: countIn(valueNamed(table, 'totalRows', 'totalRecords')),
    last: flagIn(valueNamed(table, 'lastPage')),
    retrieved,
    perPage: countIn(valueNamed(table, 'pageSize')),
  }
}

/**
 * The page facts of the RTP participants, of which no two are equal; the order of columns may
 * differ per page.
 */
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
