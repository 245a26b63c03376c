/** Statements as the program writes them, for PostgreSQL. */

/** A quoted text or name, a comment, a question mark, or a hint of SQLite's planner. */
const parts =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?|\bINDEXED BY \w+|\bCROSS JOIN\b/g

/** Returns a statement without the hints that only SQLite's planner has, of indexes and of the order of joins. */
export const withoutHints = (statement: string): string =>
  statement.replaceAll(parts, (part) => {
    if (part.startsWith('INDEXED BY')) return ''
    return part === 'CROSS JOIN' ? 'JOIN' : part
  })

/** Returns a statement with `$1`, `$2`… in place of its question marks. */
export function numbered(statement: string): string {
  let count = 0
  return statement.replaceAll(parts, (part) => (part === '?' ? `$${String(++count)}` : part))
}
