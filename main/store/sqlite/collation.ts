/** Text without regard to case and accents, as it is sorted and searched: É stands beside E and not behind Z. */
import { sql, type RawBuilder } from 'kysely'

/** The text so, in this program. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The letters of Latin with an accent, each with what it is folded to. */
const accented = Array.from({ length: 0x180 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at))
  .map((letter) => [letter, folded(letter)] as const)
  .filter(([, plain]) => /^[a-z]+$/.test(plain))

/**
 * The text so, in a statement. Made of SQLite's own functions: one of ours would be called from the middle of a
 * statement in a thread that may end at any time. What is beyond Latin keeps its case.
 */
export const foldedInSql = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`CASE WHEN ${text} GLOB ${sql.lit('*[^ -~]*')} THEN ${accented.reduce<RawBuilder<unknown>>(
    (inner, [letter, plain]) => sql`replace(${inner}, ${sql.lit(letter)}, ${sql.lit(plain)})`,
    sql`lower(${text})`,
  )} ELSE lower(${text}) END`
