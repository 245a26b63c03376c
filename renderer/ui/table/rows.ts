/** Rows that arrive page by page: the total number, and the loaded ones. */
export interface RowWindow<Row> {
  readonly count: number
  rowAt(index: number): Row | undefined
}

/** The source of a table: a plain list, or a window onto a longer one. */
export type RowSource<Row> = readonly (Row | undefined)[] | RowWindow<Row>

const isList = <Row>(source: RowSource<Row>): source is readonly (Row | undefined)[] =>
  Array.isArray(source)

/** Returns either kind of source as a row window. */
export function asWindow<Row>(source: RowSource<Row>): RowWindow<Row> {
  return isList(source) ? { count: source.length, rowAt: (index) => source[index] } : source
}

/** The first and last row of a range that are not loaded yet, both included. */
export function missingRange(
  rows: RowWindow<unknown>,
  from: number,
  to: number,
): readonly [number, number] | undefined {
  let first: number | undefined
  let last = from
  for (let index = from; index <= to && index < rows.count; index += 1) {
    if (rows.rowAt(index) !== undefined) continue
    first ??= index
    last = index
  }
  return first === undefined ? undefined : [first, last]
}
