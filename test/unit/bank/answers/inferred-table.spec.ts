import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExact } from '../../../../main/platform/json/exact-json.ts'
import { inferTable, mostColumns } from '../../../../main/bank/answers/inferred-table.ts'
import { inferredTable } from '../../../../preload/contract/bank/answers/inferred-table.ts'

const tableOf = (text: string) => {
  const parsed = parseExact(text)
  if (!('json' in parsed)) throw new Error(parsed.problem)
  return inferTable(parsed.json)
}

/** How often each text occurs in a value, member names aside. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  return value === null || value === undefined ? [] : [JSON.stringify(value)]
}

describe('a table that was inferred', () => {
  it('takes the list of objects that is nearest to the top', () => {
    const text = '{"meta":{"links":[{"rel":"next"}]},"items":[{"a":1},{"b":"x","a":2.50}]}'
    expect(tableOf(text)).toEqual({
      path: 'items',
      columns: ['a', 'b'],
      rows: [
        ['1', null],
        ['2.50', 'x'],
      ],
      other: [{ path: 'meta.links[0].rel', value: 'next' }],
    })
  })

  it('takes an answer that is a list itself', () => {
    expect(tableOf('[{"a":"0010"},"stray"]')).toEqual({
      path: '',
      columns: ['a'],
      rows: [['0010']],
      other: [{ path: '[1]', value: 'stray' }],
    })
  })

  it('distinguishes no rows from rows that were not recognised', () => {
    expect(tableOf('{"items":[],"total":0}')).toMatchObject({ path: 'items', rows: [] })
    expect(tableOf('[]')).toMatchObject({ path: '', rows: [] })
    expect(tableOf('{"total":0}')).toMatchObject({ path: null, rows: [] })
    expect(tableOf('{"names":["a"]}')).toMatchObject({
      path: null,
      other: [{ path: 'names[0]', value: 'a' }],
    })
  })

  it('names what is inside a row by its path, and keeps a blank column', () => {
    expect(
      tableOf('[{"party":{"lines":["a","b"]},"note":null,"__proto__":{"x":1}}]'),
    ).toMatchObject({
      columns: ['party.lines[0]', 'party.lines[1]', 'note', '__proto__.x'],
      rows: [['a', 'b', null, '1']],
    })
  })

  it('puts fields outside the rows beside the table', () => {
    expect(tableOf('[{"a.b":1,"a":{"b":2}}]')).toMatchObject({
      rows: [['1']],
      other: [{ path: '[0].a.b', value: '2' }],
    })
    const wide = Object.fromEntries(Array.from({ length: mostColumns + 2 }, (_, i) => [`c${i}`, i]))
    const { columns, other } = tableOf(JSON.stringify([wide]))
    expect(columns).toHaveLength(mostColumns)
    expect(other.map(({ path }) => path)).toEqual([
      `[0].c${mostColumns}`,
      `[0].c${mostColumns + 1}`,
    ])
  })

  it('loses and invents no text, whatever the answer holds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const written = JSON.stringify(value)
        const table = inferredTable.parse(tableOf(written))
        const shown = [...table.rows.flat(), ...table.other.map((one) => one.value)]
        expect(shown.filter((text) => text !== null).sort()).toEqual(
          textsIn(JSON.parse(written)).sort(),
        )
        expect(table.rows.every((row) => row.length === table.columns.length)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
