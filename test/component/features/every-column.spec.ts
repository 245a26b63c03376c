/** A column without `text` and without `copy` is left out of copies and exports. */
import { describe, expect, it } from 'vitest'
import type { AchMode } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { inquiryColumns, rowColumns } from '../../../renderer/features/inquiry/ach/columns.ts'

const files = import.meta.glob<string>(
  ['../../../renderer/features/**/*.{ts,vue}', '../../../renderer/money/**/*.ts'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)
const sources = Object.entries(files)
  .map(([file, source]) => ({ file, source }))
  .filter(({ source }) => /\bColumn<\w+>/.test(source))

/** The columns of a source file: the text between the braces of each. */
const columnsIn = (source: string): string[] =>
  [...source.matchAll(/\{\s*(?:\.\.\.\w+,\s*)?id: [^{}]*?header: /g)].map(({ index }) => {
    let depth = 0
    let end = index
    do {
      if (source[end] === '{') depth += 1
      if (source[end] === '}') depth -= 1
      end += 1
    } while (depth > 0 && end < source.length)
    return source.slice(index, end)
  })

describe('every column of every list', () => {
  it('has a text to copy and export', () => {
    const columns = sources.flatMap(({ file, source }) =>
      columnsIn(source).map((column) => ({ file, column })),
    )
    expect(columns.length).toBeGreaterThan(60)
    const bare = columns.filter(({ column }) => !/\b(?:text|copy)\b\s*[:,(]/.test(column))
    expect(bare).toEqual([])
  })

  it('is at least as wide as its fixed format', () => {
    const fixed =
      /\b(?:localTime|shortTime|moneyOf|centsText)\(|header: '(?:Routing|ABA|Account|Amount|Value date|Day)'|\bhasSign: true/
    const loose = sources.flatMap(({ file, source }) =>
      columnsIn(source)
        .filter((column) => fixed.test(column) && !/\bfits: /.test(column))
        .map((column) => ({ file, column })),
    )
    expect(loose).toEqual([])
  })

  it('of an ACH inquiry has a text to copy and export', () => {
    const modes: readonly AchMode[] = ['list', 'returned', 'collected', 'posted', 'status', 'par']
    const all = [...inquiryColumns, ...modes.flatMap((mode) => rowColumns(mode))]
    expect(all.filter(({ text, copy }) => !text && !copy)).toEqual([])
  })
})
