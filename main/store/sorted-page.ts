/**
 * One page of a list sorted by a column in either direction, and by a unique column. A cursor holds
 * the sort values of the last row, so that rows added or removed meanwhile neither repeat nor hide
 * others. These values may be an account or a name, which the window sees masked only, so a cursor
 * is encrypted with a key that lasts for this run of main.
 */
import { randomBytes } from 'node:crypto'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { openText, sealText } from '../platform/sealed-text.ts'
import { foldedInSql } from './collation.ts'
import type { Store } from './store.ts'

/** A sort in SQL. `by` is never null: wrap a nullable column with `coalesce`. */
export interface StoredSort {
  readonly by: RawBuilder<unknown>
  readonly direction: 'ascending' | 'descending'
  /** A column with a different value in every row. */
  readonly tie: RawBuilder<unknown>
  /**
   * Every text of `by`, in the order in which its rows come, where that is another than the
   * engine's: so a name that the store does not have needs no sort of the whole list.
   */
  readonly inTurn?: readonly string[]
}

export interface PageWanted {
  readonly cursor: string | null
  readonly limit: number
}

type Placed = { readonly sort_value: unknown; readonly sort_tie: unknown }

const key = randomBytes(32)

function read(cursor: string): readonly [unknown, unknown] {
  try {
    const [value, tie] = JSON.parse(openText(key, cursor)) as unknown[]
    return [value, tie]
  } catch (cause) {
    throw new SyntaxError('no cursor of this run', { cause })
  }
}

const written = ({ sort_value: value, sort_tie: tie }: Placed): string =>
  sealText(key, JSON.stringify([value, tie]))

/**
 * Number of letters of a text that are used to sort, because the cursor with the text crosses to
 * the window.
 */
const sortedLetters = 60

/** A text after every other. */
const last = '\u{10ffff}'

/**
 * Sort key of a text that may be null: ignores case, and sorts null and empty last in both
 * directions.
 */
export const byText = (text: RawBuilder<unknown>, { direction }: Pick<StoredSort, 'direction'>) =>
  sql`coalesce(nullif(lower(substr(${text}, 1, ${sql.lit(sortedLetters)})), ''), ${sql.lit(direction === 'ascending' ? last : '')})`

/** The same for a name: also ignores accents. */
export const byName = (text: RawBuilder<unknown>, sort: Pick<StoredSort, 'direction'>) =>
  byText(foldedInSql(sql`substr(${text}, 1, ${sql.lit(sortedLetters)})`), sort)

/**
 * The same for a column that has the beginning of the text without case and accents: an index on
 * either key serves the sort.
 */
export const byFolded = (
  column: RawBuilder<unknown>,
  { direction }: Pick<StoredSort, 'direction'>,
) => (direction === 'ascending' ? sql`coalesce(nullif(${column}, ''), ${sql.lit(last)})` : column)

/** Sort key of a fixed set of codes, in the order of the list; other values come last. */
export const byOrder = (
  code: RawBuilder<unknown>,
  codes: readonly string[],
  sort: Pick<StoredSort, 'direction'>,
) =>
  byNumber(
    sql`(SELECT CAST(key AS bigint) FROM json_each(${JSON.stringify(codes)}) WHERE value = ${code})`,
    sort,
  )

/** Returns the names of a list's operators, as JSON by their ids: a store has the ids only. */
export async function operatorNames(
  store: Store,
  table: 'validations' | 'inquiries' | 'bulk_runs',
  nameOf: (id: string) => string,
): Promise<string> {
  const rows = await store.read.selectFrom(table).select('actor').distinct().execute()
  return JSON.stringify(Object.fromEntries(rows.map(({ actor }) => [actor, nameOf(actor)])))
}

/** Sort key of the column `actor`: the name that the list shows. */
export const byOperator = (names: string, sort: Pick<StoredSort, 'direction'>) =>
  byName(sql`coalesce((SELECT value FROM json_each(${names}) WHERE key = actor), actor)`, sort)

/** Beyond every number of the store, which are exact; either engine takes it for a whole number. */
const beyond = Number.MAX_SAFE_INTEGER

/** Sort key of a number that may be null; null comes last in both directions. */
export const byNumber = (
  number: RawBuilder<unknown>,
  { direction }: Pick<StoredSort, 'direction'>,
) => sql`coalesce(${number}, ${sql.lit(direction === 'ascending' ? beyond : -beyond)})`

/**
 * Reads one page of a query that selects the columns of a row. Rejects with SyntaxError for a
 * cursor that this function did not write. Sort values are texts or numbers of at most 100
 * characters, so that the cursor can cross to the window.
 */
export async function sortedPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { by, direction, tie, inTurn }: StoredSort,
  { cursor, limit }: PageWanted,
): Promise<{ rows: O[]; next: string | null }> {
  const order = direction === 'ascending' ? 'asc' : 'desc'
  const ordered = query
    .select([by.as('sort_value'), tie.as('sort_tie')])
    .orderBy(by, order)
    .orderBy(tie, order)
  const end = cursor === null ? undefined : read(cursor)
  const after = sql.raw(direction === 'ascending' ? '>' : '<')
  const first = end
    ? ordered.where(sql<boolean>`(${by}, ${tie}) ${after} (${end[0]}, ${end[1]})`)
    : ordered
  const turn = inTurn && end ? inTurn.indexOf(String(end[0])) : 0
  if (turn < 0) throw new SyntaxError('no cursor of this list')
  const queries = inTurn
    ?.slice(turn)
    .map((text, nth) => (nth === 0 ? first : ordered).where(sql<boolean>`${by} = ${text}`))
  const found: (O & Placed)[] = []
  for (const each of queries ?? [first]) {
    const more = await each.limit(limit + 1 - found.length).execute()
    found.push(...(more as (O & Placed)[]))
    if (found.length > limit) break
  }
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last ? written(last) : null }
}
