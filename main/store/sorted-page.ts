/**
 * One page of a sorted list: by a column either way, and by what tells every row from every other. A cursor holds
 * the last row's place in the order, so that rows that come or go meanwhile neither repeat nor hide others. That
 * place may be an account or a name, which the window is shown masked: a cursor is sealed, for this run of main.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { foldedInSql } from './sqlite/collation.ts'
import type { Store } from './store.ts'

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

const cipher = 'aes-256-gcm'
const key = randomBytes(32)
const [ivLength, tagLength] = [12, 16]

function read(cursor: string): readonly [unknown, unknown] {
  const bytes = Buffer.from(cursor, 'base64url')
  try {
    const opened = createDecipheriv(cipher, key, bytes.subarray(0, ivLength), {
      authTagLength: tagLength,
    }).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
    const text = opened.update(bytes.subarray(ivLength + tagLength), undefined, 'utf8')
    const [value, tie] = JSON.parse(text + opened.final('utf8')) as unknown[]
    return [value, tie]
  } catch (cause) {
    throw new SyntaxError('no cursor of this run', { cause })
  }
}

function written({ sort_value: value, sort_tie: tie }: Placed): string {
  const iv = randomBytes(ivLength)
  const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagLength })
  const sealed = [sealing.update(JSON.stringify([value, tie]), 'utf8'), sealing.final()]
  return Buffer.concat([iv, sealing.getAuthTag(), ...sealed]).toString('base64url')
}

/** So much of a text is sorted by: the cursor that holds it crosses the border. */
const sortedLetters = 60

/** A text that may be null, to sort by: without regard to case, and what is null or empty last either way. */
export const byText = (text: RawBuilder<unknown>, { direction }: Pick<StoredSort, 'direction'>) =>
  sql`coalesce(nullif(lower(substr(${text}, 1, ${sortedLetters})), ''), ${direction === 'ascending' ? '\u{10ffff}' : ''})`

/** The same of a name: its accents do not count either. */
export const byName = (text: RawBuilder<unknown>, sort: Pick<StoredSort, 'direction'>) =>
  byText(foldedInSql(sql`substr(${text}, 1, ${sql.lit(sortedLetters)})`), sort)

/** Words of this program, to sort by: in the order in which they are listed here, and what is none of them last. */
export const byOrder = (
  word: RawBuilder<unknown>,
  words: readonly string[],
  sort: Pick<StoredSort, 'direction'>,
) =>
  byNumber(sql`(SELECT key FROM json_each(${JSON.stringify(words)}) WHERE value = ${word})`, sort)

/** What the operators of a list are called, as JSON by their ids: a store knows the ids alone. */
export async function operatorNames(
  store: Store,
  table: 'validations' | 'inquiries' | 'bulk_runs',
  nameOf: (id: string) => string,
): Promise<string> {
  const rows = await store.read.selectFrom(table).select('actor').distinct().execute()
  return JSON.stringify(Object.fromEntries(rows.map(({ actor }) => [actor, nameOf(actor)])))
}

/** The column `actor`, to sort by: the name that the list shows. */
export const byOperator = (names: string, sort: Pick<StoredSort, 'direction'>) =>
  byName(sql`coalesce((SELECT value FROM json_each(${names}) WHERE key = actor), actor)`, sort)

/** A number that may be null, to sort by: what is null stands last either way. */
export const byNumber = (
  number: RawBuilder<unknown>,
  { direction }: Pick<StoredSort, 'direction'>,
) => sql`coalesce(${number}, ${direction === 'ascending' ? 1e300 : -1e300})`

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
