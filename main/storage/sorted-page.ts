/**
 * One page of a sorted list: by a column either way, and by what tells every row from every other. A cursor holds
 * the last row's place in the order, so that rows that come or go meanwhile neither repeat nor hide others.
 */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'

/** A sort as the store has it. `by` is never null: wrap what may be, with `coalesce`. */
export interface StoredSort {
  readonly by: RawBuilder<unknown>
  readonly direction: 'ascending' | 'descending'
  /** A column that no two rows share. */
  readonly tie: RawBuilder<unknown>
}

/** What a page is asked for. */
export interface PageWanted {
  readonly cursor: string | null
  readonly limit: number
}

type Placed = { readonly sort_value: unknown; readonly sort_tie: unknown }

const read = (cursor: string): readonly [unknown, unknown] => {
  const [value, tie] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
  return [value, tie]
}
const written = ({ sort_value: value, sort_tie: tie }: Placed): string =>
  Buffer.from(JSON.stringify([value, tie])).toString('base64url')

/**
 * Reads the page of a query that selects what a row needs. Rejects with SyntaxError for a cursor that this did not
 * write. Values of a sort are texts or numbers of at most 100 characters, so that the cursor crosses the border.
 */
export async function sortedPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { by, direction, tie }: StoredSort,
  { cursor, limit }: PageWanted,
): Promise<{ rows: O[]; next: string | null }> {
  const order = direction === 'ascending' ? 'asc' : 'desc'
  let paged = query
    .select([by.as('sort_value'), tie.as('sort_tie')])
    .orderBy(by, order)
    .orderBy(tie, order)
    .limit(limit + 1)
  if (cursor !== null) {
    const [value, last] = read(cursor)
    const beyond = sql.raw(direction === 'ascending' ? '>' : '<')
    paged = paged.where(sql<boolean>`(${by}, ${tie}) ${beyond} (${value}, ${last})`)
  }
  const found = (await paged.execute()) as (O & Placed)[]
  const rows = found.slice(0, limit)
  const end = rows.at(-1)
  return { rows, next: found.length > limit && end ? written(end) : null }
}
