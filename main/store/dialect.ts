/**
 * The words of SQL that SQLite and PostgreSQL write differently. A fragment of a query uses what
 * both understand, or one of these words, so that no caller knows which engine runs it.
 */
import { createQueryId, createRawBuilder, RawNode, sql, type RawBuilder } from 'kysely'

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

/** Returns a number of minor units as the text of an amount, without separators: `1204.50`. */
export const decimalText = (amount: RawBuilder<unknown>): RawBuilder<string> =>
  sql`((${amount} / 100) || '.' || substr(CAST(100 + ${amount} % 100 AS text), 2))`
