/** Cells as text: as drawn, and as the clipboard holds them. */
import { copyOfRows, type CopiedRows } from '../table/copy-rows.ts'
import { withThousands } from '../table/decimals.ts'
import type { GridColumn, GridRow } from './grid-types.ts'

/** Cells by row. */
export type CellBlock = readonly (readonly string[])[]

const plainAmount = /^([+-]?)(\d+)(\.\d*)?$/

/** A cell as drawn: an option by its label, an amount with thousands separators. */
export function shownText(text: string, { options, kind }: GridColumn): string {
  if (options) return options.find(({ value }) => value === text)?.label ?? text
  const amount = kind === 'amount' ? plainAmount.exec(text) : null
  if (!amount) return text
  const [, sign = '', whole = '', rest = ''] = amount
  return sign + withThousands(whole) + rest
}

const lineEnd = /\r\n|\r|\n/

/** The maximum length of a spreadsheet cell; quotes that do not close within it are plain text. */
const longestCell = 32_768

/**
 * The text between quotes that begin here, and where it ends; undefined if they do not close before
 * a tab or a line end.
 */
function quotedCell(text: string): { readonly cell: string; readonly length: number } | undefined {
  let at = text.indexOf('"', 1)
  while (at > 0 && at <= longestCell && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  const isClosed = at > 0 && at <= longestCell && /^[\t\r\n]?$/.test(text.charAt(at + 1))
  return isClosed ? { cell: text.slice(1, at).replaceAll('""', '"'), length: at + 1 } : undefined
}

/**
 * Reads the clipboard text of a spreadsheet: tabs between cells, one line per row, quotes around
 * cells with tabs or line ends. The line end after the last row makes no row; quotes that never
 * close are plain text.
 */
export function readCells(text: string): CellBlock {
  if (!text.includes('"')) {
    const lines = text.split(lineEnd)
    if (lines.length > 1 && lines.at(-1) === '') lines.pop()
    return lines.map((line) => line.split('\t'))
  }
  const rows: string[][] = [[]]
  let rest = text
  for (;;) {
    const quoted = rest.startsWith('"') ? quotedCell(rest) : undefined
    const length = quoted?.length ?? /^[^\t\r\n]*/.exec(rest)?.[0].length ?? 0
    rows.at(-1)?.push(quoted?.cell ?? rest.slice(0, length))
    const separator = /^(?:\t|\r\n|\r|\n)/.exec(rest.slice(length))?.[0] ?? ''
    rest = rest.slice(length + separator.length)
    if (separator === '' || (separator !== '\t' && rest === '')) return rows
    if (separator !== '\t') rows.push([])
  }
}

/** The clipboard type under which a grid finds its own cells unchanged. */
export const ownType = 'application/x-grid-cells'

/**
 * Cells for the clipboard: unchanged for this grid, and for other programs as text that no
 * spreadsheet runs as a formula.
 */
export function copyOfCells(
  columns: readonly GridColumn[],
  rows: readonly GridRow[],
): CopiedRows & { readonly own: string } {
  const block = rows.map(({ cells }) => columns.map(({ id }) => cells[id] ?? ''))
  return {
    own: JSON.stringify(block),
    ...copyOfRows(
      columns.map((column) => ({
        id: column.id,
        header: column.label,
        width: column.width,
        holds: column.kind === 'amount' ? ('number' as const) : ('text' as const),
        text: (row: GridRow) => row.cells[column.id] ?? '',
      })),
      rows,
    ),
  }
}

const isBlock = (value: unknown): value is string[][] =>
  Array.isArray(value) &&
  value.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === 'string'))

/** The pasted cells: the grid's own clipboard type if present, otherwise the plain text. */
export function pastedCells(data: DataTransfer): CellBlock {
  const own = data.getData(ownType)
  if (own !== '') {
    try {
      const block: unknown = JSON.parse(own)
      if (isBlock(block)) return block
    } catch {
      // Somebody else's cells under the same name: their text is read instead.
    }
  }
  const text = data.getData('text/plain')
  return text === '' ? [] : readCells(text)
}
