/** Statements as the program writes them, for PostgreSQL. */

/** A quoted text or name, a comment, a question mark, or a hint of SQLite's planner. */
const parts =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?|\bINDEXED BY \w+|\bCROSS JOIN\b/g

/**
 * Returns the statement with `$1`, `$2`… in place of its question marks, and without the hints of
 * indexes and of the order of joins that only SQLite's planner has.
 */
export function postgresText(statement: string): string {
  let count = 0
  return statement.replaceAll(parts, (part) => {
    if (part === '?') return `$${String(++count)}`
    if (part === 'CROSS JOIN') return 'JOIN'
    return part.startsWith('INDEXED BY') ? '' : part
  })
}
