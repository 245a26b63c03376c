import { describe, expect, it } from 'vitest'
import type { Column } from '../../../renderer/ui/table/columns.ts'
import { copyOfRows, guardedText } from '../../../renderer/ui/table/copy-rows.ts'

interface Cells {
  readonly first: string | null
  readonly second: string
}

const columns: readonly Column<Cells>[] = [
  { id: 'first', header: 'First', width: 80, copy: (row) => row.first },
  { id: 'second', header: 'Second', width: 80, text: (row) => row.second, holds: 'number' },
]
const copied = (first: string | null, second = '1') => copyOfRows(columns, [{ first, second }])
const cellsOf = (html: string): HTMLTableCellElement[] => {
  const place = new DOMParser().parseFromString(html, 'text/html')
  return [...place.querySelectorAll('td')]
}

describe('copied rows', () => {
  it('are lines with tabs between their cells', () => {
    const rows = [
      { first: 'a', second: '1' },
      { first: null, second: '2' },
    ]
    expect(copyOfRows(columns, rows).plain).toBe('a\t1\n\t2')
  })

  it('keep leading zeros: a text cell is marked as text', () => {
    const { plain, html } = copied('000123', '12,500.00')
    expect(plain).toBe('000123\t12,500.00')
    const [first, second] = cellsOf(html)
    expect(first?.textContent).toBe('000123')
    expect(first?.getAttribute('style')).toBe(String.raw`mso-number-format:'\@'`)
    expect(second?.hasAttribute('style')).toBe(false)
  })

  it('are text where a number column has no number', () => {
    expect(cellsOf(copied('a', '=1+1').html)[1]?.hasAttribute('style')).toBe(true)
  })

  it('stay in their cell, whatever they contain', () => {
    const evil = '</td></tr><img src=x onerror=alert(1)>\t"&\r\nnext'
    const { plain, html } = copied(evil)
    expect(plain.split('\n')).toHaveLength(1)
    expect(plain.split('\t')).toHaveLength(2)
    expect(cellsOf(html)).toHaveLength(2)
    expect(html).not.toContain('<img')
    expect(cellsOf(html)[0]?.textContent).toContain('onerror=alert(1)')
  })

  it.each(['=1+1', '+SUM(A1)', '-2+3', '@SUM(1)', ' =cmd|x', '\t=1', '\uFF1D1', '-1-1', '+1e5'])(
    'are not run by a spreadsheet: %j',
    (cell) => expect(guardedText(cell)).toMatch(/^'/),
  )

  it.each(['-12.50', '+7', '-1,234.00', '1,000', '-', 'a=b', "O'Hara", '2026-11-21'])(
    '%j stays unchanged',
    (cell) => expect(guardedText(cell)).toBe(cell),
  )
})
