/**
 * The class of a stored answer at a threshold, in SQL. Tables store the class at threshold 0, with
 * the score (bank note 33).
 */
import { sql, type RawBuilder } from 'kysely'
import {
  scoredClasses,
  type ResultClass,
} from '../../../preload/contract/domain/validation-reading.ts'

/** Tables with stored answers. */
export type Answers = 'validations' | 'bulk_rows'

const scored = sql.join(scoredClasses)
const stored = (table: Answers) => sql.ref<string>(`${table}.result_class`)

/** `classAt` for a row of a table. */
export function classSql(table: Answers, threshold: number): RawBuilder<string> {
  const score = sql.ref(`${table}.score`)
  return sql`CASE
    WHEN ${stored(table)} NOT IN (${scored}) OR ${score} IS NULL THEN ${stored(table)}
    WHEN ${score} < ${threshold} THEN 'owner-differs'
    WHEN ${stored(table)} = 'owner-differs' THEN 'owner-matches'
    ELSE ${stored(table)} END`
}

/**
 * Returns whether a row has a class. Classes that do not depend on the score are found by an index.
 */
export const isOfClass = (
  table: Answers,
  resultClass: ResultClass,
  threshold: number,
): RawBuilder<boolean> =>
  scoredClasses.includes(resultClass)
    ? sql`${stored(table)} IN (${scored}) AND ${classSql(table, threshold)} = ${resultClass}`
    : sql`${stored(table)} = ${resultClass}`
