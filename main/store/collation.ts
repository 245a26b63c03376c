/** Text without case and accents, for sorting and searching: É sorts beside E and not behind Z. */
import { sql, type RawBuilder } from 'kysely'

/** Returns the folded text. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The accented letters of Latin, each with its folded form. */
const accented = Array.from({ length: 0x180 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at))
  .map((letter) => [letter, folded(letter)] as const)
  .filter(([, plain]) => /^[a-z]+$/.test(plain))

/**
 * Returns the folded text as SQL. Uses SQLite's own functions only: a function of ours would be
 * called in the middle of a statement, in a thread that may end at any time. Letters beyond Latin
 * keep their case.
 */
export const foldedInSql = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`CASE WHEN ${text} GLOB ${sql.lit('*[^ -~]*')} THEN ${accented.reduce<RawBuilder<unknown>>(
    (inner, [letter, plain]) => sql`replace(${inner}, ${sql.lit(letter)}, ${sql.lit(plain)})`,
    sql`lower(${text})`,
  )} ELSE lower(${text}) END`
