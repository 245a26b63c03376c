/** Text without case and accents, for sorting and searching: É sorts beside E and not behind Z. */
import { sql, type RawBuilder } from 'kysely'
import { either } from './dialect.ts'

/** Returns the folded text. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The accented letters of Latin, each with its folded form. */
const accented = Array.from({ length: 0x180 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at))
  .map((letter) => [letter, folded(letter)] as const)
  .filter(([, plain]) => /^[a-z]+$/.test(plain))

/**
 * Returns the folded text as SQL. Uses the engine's own functions only: in SQLite, a function of
 * ours would be called in the middle of a statement, in a thread that may end at any time. Letters
 * beyond Latin keep their case. Only a text with one of these letters takes the long way: a masked
 * account, whose dots are no ASCII either, does not.
 */
export function foldedInSql(text: RawBuilder<unknown>): RawBuilder<string> {
  const plain = accented.reduce<RawBuilder<unknown>>(
    (inner, [letter, folds]) => sql`replace(${inner}, ${sql.lit(letter)}, ${sql.lit(folds)})`,
    sql`lower(${text})`,
  )
  return either<string>(
    sql`CASE WHEN ${text} GLOB ${sql.lit('*[À-ſ]*')} THEN ${plain} ELSE lower(${text}) END`,
    sql`CASE WHEN ${text} ~ ${sql.lit('[À-ſ]')} THEN ${plain} ELSE lower(${text}) END`,
  )
}
