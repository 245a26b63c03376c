import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillEdits, pasteEdits } from '../../../renderer/ui/grid/cell-edits.ts'
import { edgeFrom, fillTarget } from '../../../renderer/ui/grid/cell-range.ts'
import { readCells, shownText } from '../../../renderer/ui/grid/cell-text.ts'
import { findCells, nextMarked } from '../../../renderer/ui/grid/find-cells.ts'
import type { GridColumn, GridRow } from '../../../renderer/ui/grid/grid-types.ts'

const columns: readonly GridColumn[] = ['a', 'b', 'c'].map((id) => ({ id, label: id, width: 50 }))
const rows: readonly GridRow[] = [
  { key: '0', cells: { a: '1', b: 'x' } },
  { key: '1', cells: { a: '2', b: 'y' } },
  { key: '2', cells: { a: '3', c: 'X9' } },
]
const cellAt = (row: number) => ({ top: row, bottom: row, left: 0, right: 0 })

/** A cell as a spreadsheet writes it. */
const quoted = (cell: string): string =>
  /[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

describe('cells on the clipboard', () => {
  it('are parsed exactly, whatever a spreadsheet had to quote', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '0', '"', '\t', '\n', '\r', ' ', '=') })
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((wide) =>
        fc.array(fc.array(cell, { minLength: wide, maxLength: wide }), { minLength: 1 }),
      )
    fc.assert(
      fc.property(block, fc.constantFrom('\n', '\r\n'), (cells, end) => {
        const text = cells.map((line) => line.map(quoted).join('\t') + end).join('')
        expect(readCells(text)).toEqual(cells)
      }),
    )
  })

  it('keep leading zeros, and unclosed quotes', () => {
    expect(readCells('007\t"A\r\n"B" C\t1\n')).toEqual([
      ['007', '"A'],
      ['"B" C', '1'],
    ])
    expect(readCells('one')).toEqual([['one']])
    expect(readCells('a\n\nb\n')).toEqual([['a'], [''], ['b']])
  })

  it('fill the selection where they fit into it a whole number of times', () => {
    const range = { top: 0, bottom: 3, left: 0, right: 1 }
    const { edits } = pasteEdits(columns, [['v'], ['w']], range)
    expect(edits.map(({ cells }) => cells)).toEqual([
      { a: 'v', b: 'v' },
      { a: 'w', b: 'w' },
      { a: 'v', b: 'v' },
      { a: 'w', b: 'w' },
    ])
  })

  it('report how many columns had no room, and fill the others', () => {
    const pasted = pasteEdits(columns, [['1', '2', '3']], { ...cellAt(2), left: 2, right: 2 })
    expect(pasted.edits).toEqual([{ index: 2, cells: { c: '1' } }])
    expect(pasted.lostColumns).toBe(2)
  })

  it('do not change cells beyond a shorter line', () => {
    const { edits } = pasteEdits(columns, [['1', '2'], ['3']], cellAt(0))
    expect(edits).toEqual([
      { index: 0, cells: { a: '1', b: '2' } },
      { index: 1, cells: { a: '3' } },
    ])
  })

  it('show amounts with thousands separators and options by their label, and other text as typed', () => {
    const amount: GridColumn = { id: 'a', label: 'A', width: 1, kind: 'amount' }
    expect(shownText('1234567.5', amount)).toBe('1,234,567.5')
    expect(shownText('12,34', amount)).toBe('12,34')
    const choice: GridColumn = { ...amount, options: [{ value: 'C', label: 'Checking' }] }
    expect(shownText('C', choice)).toBe('Checking')
    expect(shownText('Z', choice)).toBe('Z')
  })
})

describe('moving and filling cells', () => {
  it('repeats the source in the direction of the drag, also backwards', () => {
    const source = { top: 1, bottom: 2, left: 0, right: 0 }
    const target = fillTarget(source, { row: 0, column: 0 })
    expect(target).toEqual({ top: 0, bottom: 2, left: 0, right: 0 })
    expect(fillEdits(columns, (index) => rows[index], source, target)).toEqual([
      { index: 0, cells: { a: '3' } },
      { index: 1, cells: { a: '2' } },
      { index: 2, cells: { a: '3' } },
    ])
  })

  it('moves with Ctrl to the end of filled cells, over a gap, and to the edge', () => {
    const filled = [true, true, false, false, true, false]
    const from = (at: number, by: 1 | -1): number => edgeFrom((i) => filled[i] === true, at, by, 5)
    expect([from(0, 1), from(1, 1), from(4, 1), from(4, -1), from(0, -1)]).toEqual([1, 4, 5, 1, 0])
  })

  it('finds a text in any letter case, and continues from the end at the start', () => {
    expect(findCells(rows, columns, 'x')).toEqual([
      { row: 0, column: 1 },
      { row: 2, column: 2 },
    ])
    const mark = { kind: 'error', text: 't', source: 's' } as const
    const described = {
      marks: (key: string, id: string) => (key === '0' && id === 'b' ? mark : undefined),
      rowMark: (key: string) => (key === '2' ? mark : undefined),
    }
    const at = (row: number, column: number, by: 1 | -1) =>
      nextMarked(rows, columns, described, { row, column }, by)
    expect(at(0, 1, 1)).toEqual({ row: 2, column: 0 })
    expect(at(2, 0, 1)).toEqual({ row: 0, column: 1 })
    expect(at(0, 0, -1)).toEqual({ row: 2, column: 0 })
    // From the empty row at the end.
    expect(at(3, 2, -1)).toEqual({ row: 2, column: 0 })
    expect(
      nextMarked(rows, columns, { marks: undefined, rowMark: undefined }, { row: 0, column: 0 }, 1),
    ).toBeUndefined()
  })

  it('visits broken rules first, so that a thousand warnings hide no error', () => {
    const warned = { kind: 'warning', text: 't', source: 's' } as const
    const broken = { ...warned, kind: 'error' } as const
    const next = (isBroken: boolean) =>
      nextMarked(
        rows,
        columns,
        {
          marks: (key, id) => (isBroken && key === '2' && id === 'b' ? broken : undefined),
          rowMark: () => warned,
        },
        { row: 0, column: 0 },
        1,
      )
    expect(next(true)).toEqual({ row: 2, column: 1 })
    expect(next(false)).toEqual({ row: 1, column: 0 })
  })
})
