/**
 * The words of SQL that SQLite and PostgreSQL write differently. A fragment of a query uses what
 * both understand, or one of these words, so that no caller knows which engine runs it.
 */
import {
  createQueryId,
  createRawBuilder,
  RawNode,
  sql,
  type RawBuilder,
  type SqlBool,
} from 'kysely'

/** The engines whose SQL the program writes. */
export type EngineKind = 'sqlite' | 'postgres'

/** A node of SQL that PostgreSQL writes otherwise. */
export interface EitherNode extends RawNode {
  readonly postgres: RawNode
}

/** Returns SQL that each engine writes in its own way. SQLite's compiler sees `sqlite` alone. */
export function either<T>(sqlite: RawBuilder<T>, postgres: RawBuilder<T>): RawBuilder<T> {
  const rawNode: EitherNode = { ...rawNodeOf(sqlite), postgres: rawNodeOf(postgres) }
  return createRawBuilder<T>({ queryId: createQueryId(), rawNode: Object.freeze(rawNode) })
}

function rawNodeOf(part: RawBuilder<unknown>): RawNode {
  const node = part.toOperationNode()
  if (!RawNode.is(node)) throw new TypeError('only SQL text has a text for each engine')
  return node
}

/**
 * Returns the number that a text begins with, 0 where it begins with none. A bank's text may be
 * anything, and PostgreSQL's cast fails for what is no number.
 */
export const numberIn = (text: RawBuilder<unknown>): RawBuilder<number> =>
  either(sql`CAST(${text} AS REAL)`, sql`number_in(${text})`)

/** A table with the words of rows of another one, by their numbers. */
export type WordTable = `${'alert' | 'payment' | 'batch' | 'entry' | 'validation' | 'payee'}_text`

/**
 * Returns the condition that a row of the table, which the query calls `name`, has the words of a
 * question: words in quotation marks, each followed by `*` if it is a beginning, with AND, OR and
 * brackets.
 */
export const hasWords = (table: WordTable, question: string, name: string = table) =>
  either(
    sql<SqlBool>`${sql.ref(`${name}.${table}`)} MATCH ${question}`,
    sql<SqlBool>`${sql.ref(`${name}.indexed`)} @@ question(${question})`,
  )

/** Returns the condition that a row of `bank_call_text` contains each part, of three letters or more. */
export const hasParts = (parts: readonly string[]) =>
  either(
    sql<SqlBool>`bank_call_text MATCH ${parts.map(quoted).join(' AND ')}`,
    sql<SqlBool>`${sql.join(
      parts.map((part) => sql`words LIKE part(${part})`),
      sql` AND `,
    )}`,
  )
/** A quoted part has no operators, columns or wildcards. */
const quoted = (part: string): string => `"${part.replaceAll('"', '""')}"`

/** Returns a number of minor units as the text of an amount, without separators: `1204.50`. */
export const decimalText = (amount: RawBuilder<unknown>): RawBuilder<string> =>
  sql`((${amount} / 100) || '.' || substr(CAST(100 + ${amount} % 100 AS text), 2))`
