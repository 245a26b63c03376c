/** Chooses columns and their widths by the loaded rows and the room. */
import { leastColumn } from './arrangement.ts'
import { digitWidth, leastPixels, textWidth, type Column } from './columns.ts'
import type { RowWindow } from './rows.ts'

/** More rows would take longer than they change. */
const mostRead = 200
/** A longer text gets no more room, in `ch`. */
const longest = 60
/** A text beside details gives way to another column only above this width, in pixels. */
const mostWanted = 170
/** Padding and a sign, in pixels. */
const beside = 42

const textOf = <Row>({ text, copy }: Column<Row>, row: Row): string => (text ?? copy)?.(row) ?? ''

/** The texts of the first loaded rows, each once. */
function textsOf<Row>(column: Column<Row>, rows: RowWindow<Row>): Set<string> {
  const texts = new Set<string>()
  for (let index = 0; index < Math.min(rows.count, mostRead); index += 1) {
    const row = rows.rowAt(index)
    if (row !== undefined) texts.add(textOf(column, row))
  }
  return texts
}

/** Whether a text is a format, or begins with it, such as a status before its meaning. */
const hasFormat = (texts: ReadonlySet<string>, format: string): boolean =>
  texts.has(format) || [...texts].some((text) => text.startsWith(`${format} `))

function hasText<Row>(column: Column<Row>, rows: RowWindow<Row>): boolean {
  let isAnyLoaded = false
  for (let index = 0; index < rows.count; index += 1) {
    const row = rows.rowAt(index)
    if (row !== undefined && textOf(column, row) !== '') return true
    isAnyLoaded ||= row !== undefined
  }
  return !isAnyLoaded
}

/** Returns the columns without those that show nothing in any row; the sorted one stays. */
export function withoutEmpty<Row>(
  columns: readonly Column<Row>[],
  rows: RowWindow<Row>,
  sorted: string | undefined,
): readonly Column<Row>[] {
  return columns.filter(
    (column) => column.hideEmpty !== true || column.id === sorted || hasText(column, rows),
  )
}

/**
 * Returns the columns sized by the texts of the rows: a column that grows gets its share by its
 * longest text, and gives way if that is short.
 */
export function sizedByContent<Row>(
  columns: readonly Column<Row>[],
  rows: RowWindow<Row>,
): readonly Column<Row>[] {
  return columns.map((column) => {
    const { grow = 0, fits, fitsRows = false, width, least = width, text, copy } = column
    if ((grow === 0 && !fitsRows) || (text ?? copy) === undefined) return column
    const texts = textsOf(column, rows)
    if (texts.size === 0) return column
    const known = fitsRows ? (fits?.filter((format) => hasFormat(texts, format)) ?? []) : []
    // The texts of a longer list are not all read, and none of them may be cut.
    const own = rows.count > mostRead ? fits : [...texts]
    const present = fitsRows ? { fits: known.length > 0 ? known : own } : {}
    if (grow === 0) return { ...column, ...present }
    let widest = ''
    for (const one of texts) if (one.length > widest.length) widest = one
    const share = Math.min(longest, textWidth(widest))
    const room = Math.max(leastColumn, Math.ceil(share * digitWidth) + beside)
    return {
      ...column,
      ...present,
      grow: Math.max(1, Math.round(share)),
      width: Math.min(width, room),
      least: Math.min(least, room),
    }
  })
}

/** Returns the ids of the key columns, then of the others: their order in a narrow window. */
export const keysOf = <Row>(columns: readonly Column<Row>[]): readonly string[] => {
  const isFirst = ({ isKey, fixed }: Column<Row>): boolean => isKey === true || fixed === true
  return [...columns.filter(isFirst), ...columns.filter((one) => !isFirst(one))].map(({ id }) => id)
}

/**
 * Returns the columns that fit beside open details, or into a narrow window, at least two; the last ones of `order` are left
 * out first, and rather than cut the texts of those before them; one that cannot be hidden stays.
 */
export function fitting<Row>(
  columns: readonly Column<Row>[],
  order: readonly string[],
  room: number,
): readonly Column<Row>[] {
  const rank = ({ id }: Column<Row>): number =>
    order.includes(id) ? order.indexOf(id) : order.length
  const first = columns.toSorted((a, b) => rank(a) - rank(b))
  let used = 0
  let isFull = false
  const fit = first.filter((column, index) => {
    const least = leastPixels(column)
    isFull ||= index >= 2 && used + least > room
    used += Math.max(least, Math.min(mostWanted, (column.grow ?? 0) * digitWidth + beside))
    return !isFull || column.fixed === true
  })
  return columns.filter((column) => fit.includes(column))
}
