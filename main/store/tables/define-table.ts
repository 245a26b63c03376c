/**
 * A table, said once: SQLite's DDL and PostgreSQL's (`create-table.ts`) and the type of its rows
 * come from it. Instants are ISO UTC text; a day is YYYY-MM-DD.
 */
import type { ColumnType, Generated } from 'kysely'
import type { EngineKind } from '../dialect.ts'

interface ColumnOptions<T> {
  /** It may be NULL, which a new row has to say. */
  readonly null?: true
  /** What a new row has that does not name it; null: NULL. */
  readonly default?: T | null
  /** The only values that it may have. */
  readonly in?: readonly T[]
  /** The values that the program writes, which the store does not check. */
  readonly of?: readonly T[]
  readonly check?: string
  readonly key?: true
  /** `without-case`: letter case does not count. */
  readonly unique?: true | 'without-case'
  /** Such as `orders.id`. */
  readonly references?: `${string}.${string}`
}

export type ColumnKind = 'text' | 'integer' | 'real' | 'bytes' | 'json' | 'row-number' | 'computed'

/** A column; `Row` is how Kysely sees it, never: not in the type of a row. */
export interface Column<Row = unknown> extends ColumnOptions<string | number> {
  readonly kind: ColumnKind
  /** The expression that computes it. */
  readonly as?: Readonly<Record<EngineKind, string>>
  /** Only for the compiler. */
  readonly row?: Row
}

type ValueOf<T, O> = O extends { readonly in: readonly (infer V)[] }
  ? V
  : O extends { readonly of: readonly (infer V)[] }
    ? V
    : T
type WithNull<V, O> = O extends { readonly null: true } | { readonly default: null } ? V | null : V
type WithDefault<V, O> = O extends { readonly default: unknown }
  ? ColumnType<V, V | undefined, V>
  : V
type RowOf<T, O> = WithDefault<WithNull<ValueOf<T, O>, O>, O>

const column =
  <T>(kind: ColumnKind) =>
  <const O extends ColumnOptions<T> = object>(options?: O): Column<RowOf<T, O>> =>
    ({ kind, ...options }) as Column<RowOf<T, O>>

export const text = column<string>('text')
export const integer = column<number>('integer')
export const real = column<number>('real')
export const bytes = column<Uint8Array>('bytes')
/** JSON as text, which the store checks. */
export const json = column<string>('json')
/** No or yes, as 0 or 1. */
export const flag = <const O extends Pick<ColumnOptions<0 | 1>, 'default'> = object>(options?: O) =>
  integer({ ...options, in: [0, 1] } as O & { readonly in: readonly [0, 1] })
/** The key that the store gives: the order in which rows were stored. */
export const rowNumber = (): Column<Generated<number>> => ({ kind: 'row-number', key: true })
/** A text that the store computes of its row, for conditions and sorts alone. */
export const computed = (expression: (engine: EngineKind) => string): Column<never> => ({
  kind: 'computed',
  as: { sqlite: expression('sqlite'), postgres: expression('postgres') },
})

/** Columns, or expressions in brackets. */
type Parts<Name extends string> = readonly (Name | `(${string})`)[]

/** An index; its key is its name. */
export type Index<Name extends string = string> =
  | Parts<Name>
  | {
      readonly on: Parts<Name>
      readonly where?: string
      /**
       * `any-length`: others make its first text as long as they like. A B-tree of PostgreSQL refuses
       * a row with more than 2,704 bytes for it; an SP-GiST, of that column alone, finds it and its
       * beginning at any length. Otherwise the parts that PostgreSQL's index has instead.
       */
      readonly postgres?: 'any-length' | Parts<Name>
    }

interface TableOptions<Name extends string> {
  /** Where it has more than one column. Such a table is stored in the order of its key. */
  readonly key?: readonly Name[]
  /** SQLite stores it in the order of its key although that is one column. */
  readonly isStoredByKey?: true
  /** PostgreSQL has a unique index of these parts instead of the key. */
  readonly uniqueOnPostgres?: readonly [name: string, ...parts: string[]]
  readonly unique?: readonly (readonly Name[])[]
  readonly checks?: readonly string[]
  readonly indexes?: Readonly<Record<string, Index<Name>>>
  /** Only the store itself writes it: the audit chain, a trigger or a job. */
  readonly isReadOnly?: true
}

export interface Table<
  Name extends string = string,
  Columns extends Readonly<Record<string, Column>> = Readonly<Record<string, Column>>,
  Options extends TableOptions<string> = TableOptions<string>,
> {
  readonly name: Name
  readonly columns: Columns
  readonly options: Options
}

export const table = <
  const Name extends string,
  const Columns extends Readonly<Record<string, Column>>,
  const Options extends TableOptions<keyof Columns & string> = object,
>(
  name: Name,
  columns: Columns,
  options?: Options,
): Table<Name, Columns, Options> => ({ name, columns, options: options ?? ({} as Options) })

type RowColumn<C, Options> =
  C extends Column<infer Row>
    ? Options extends { readonly isReadOnly: true }
      ? ColumnType<Row extends ColumnType<infer S, unknown, unknown> ? S : Row, never, never>
      : Row
    : never

/** How Kysely sees the rows of a table. */
export type Row<T> =
  T extends Table<string, infer Columns, infer Options>
    ? {
        [
          Name in keyof Columns as Columns[Name] extends Column<infer R>
            ? [R] extends [never]
              ? never
              : Name
            : never
        ]: RowColumn<Columns[Name], Options>
      }
    : never
