/** Rows by the names of the code: the column `waited_ms` is `waitedMs`. */

type InCode<Column> = Column extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<InCode<Rest>>}`
  : Column

export type Named<Row> = { readonly [C in keyof Row as InCode<C> & string]: Row[C] }

/** The column of such a name. */
export type ColumnOf<Row, Name> = {
  [C in keyof Row]: InCode<C> extends Name ? C : never
}[keyof Row]

export const columnOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const inCode = (column: string): string =>
  column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** Returns what a row has of the fields of a schema, and nothing else. */
export const fieldsOf = <Row extends object, Shape extends object>(
  row: Row,
  { shape }: { readonly shape: Shape },
) =>
  Object.fromEntries(
    Object.entries(row)
      .map(([column, value]) => [inCode(column), value] as const)
      .filter(([name]) => name in shape),
  ) as Pick<Named<Row>, keyof Named<Row> & keyof Shape>

/** Has to be given every column, also those that may be NULL. */
export const rowOf = <Row>(record: Named<Row>): Row =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [columnOf(name), value])) as Row
