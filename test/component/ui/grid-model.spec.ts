import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGridModel, type GridModel } from '../../../renderer/ui/grid/grid-model.ts'
import type {
  GridChange,
  GridColumn,
  GridRow,
  PlacedGridRow,
} from '../../../renderer/ui/grid/grid-types.ts'

const columns: readonly GridColumn[] = [
  { id: 'name', label: 'Name', width: 100 },
  {
    id: 'kind',
    label: 'Kind',
    width: 80,
    options: [
      { value: 'C', label: 'Checking' },
      { value: 'S', label: 'Savings' },
    ],
  },
  { id: 'amount', label: 'Amount', width: 80, kind: 'amount' },
]
const row = (index: number): GridRow => ({ key: `R${index}`, cells: { name: `N${index}` } })

function modelOf(count: number): GridModel {
  let newRows = 0
  return createGridModel(
    Array.from({ length: count }, (_, index) => row(index)),
    {
      columns,
      newRow: () => {
        newRows += 1
        return { key: `new ${newRows}`, cells: {} }
      },
    },
  )
}
/** The visible rows: keys and texts in order. */
const seen = (model: GridModel): unknown => model.rows().map(({ key, cells }) => [key, cells])
const exact = (model: GridModel): readonly PlacedGridRow[] => structuredClone([...model.rows()])

type Act =
  | { readonly act: 'write'; readonly at: number; readonly texts: readonly string[] }
  | { readonly act: 'insert'; readonly at: number; readonly count: number }
  | { readonly act: 'remove'; readonly from: number; readonly count: number }
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    act: fc.constant('write' as const),
    at: fc.nat(12),
    texts: fc.array(fc.constantFrom('', 'a', '007', 'savings', '1.50'), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  fc.record({ act: fc.constant('insert' as const), at: fc.nat(12), count: fc.nat(4) }),
  fc.record({ act: fc.constant('remove' as const), from: fc.nat(12), count: fc.nat(4) }),
)
function perform(model: GridModel, one: Act): void {
  if (one.act === 'write') {
    model.write(
      one.texts.map((text, down) => ({ index: one.at + down, cells: { name: text, kind: text } })),
    )
  } else if (one.act === 'insert') model.insert(one.at, one.count)
  else {
    model.remove(
      model
        .rows()
        .slice(one.from, one.from + one.count)
        .map(({ key }) => key),
    )
  }
}

describe('the model of the grid', () => {
  it('restores the initial rows in order when everything is undone', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.array(act, { maxLength: 30 }), (count, acts) => {
        const model = modelOf(count)
        const before = exact(model)
        for (const one of acts) perform(model, one)
        const after = exact(model)
        while (model.canUndo.value) model.undo()
        expect(model.rows()).toEqual(before)
        while (model.canRedo.value) model.redo()
        expect(model.rows()).toEqual(after)
      }),
    )
  })

  it('reports to an owner that saves each change exactly the rows of the grid, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(act, fc.constantFrom('undo' as const, 'redo' as const)), {
          maxLength: 30,
        }),
        (acts) => {
          const model = modelOf(5)
          const stored = new Map(model.rows().map((one) => [one.key, one]))
          model.onChange(({ put, removed }: GridChange) => {
            for (const key of removed) stored.delete(key)
            for (const one of put) stored.set(one.key, one)
          })
          for (const one of acts) {
            if (typeof one === 'string') model[one]()
            else perform(model, one)
          }
          const saved = [...stored.values()].sort((a, b) => a.position - b.position)
          expect(saved).toEqual([...model.rows()])
          model.rows().forEach(({ key }, index) => expect(model.indexOf(key)).toBe(index))
        },
      ),
    )
  })

  it('grows by rows written past its end, and ignores blank ones after those', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(5), fc.array(fc.constantFrom('', 'x')), (count, at, texts) => {
        const model = modelOf(count)
        model.write(texts.map((text, down) => ({ index: at + down, cells: { name: text } })))
        const last = texts.findLastIndex((text) => text !== '')
        expect(model.count()).toBe(Math.max(count, last < 0 ? 0 : at + last + 1))
      }),
    )
  })

  it('undoes typing into one cell as one step, and each other change separately', () => {
    const model = modelOf(2)
    for (const text of ['1', '12', '123']) {
      model.write([{ index: 0, cells: { name: text } }], 'typed')
    }
    model.write([{ index: 1, cells: { name: 'b' } }], 'typed')
    model.write([{ index: 1, cells: { name: 'c' } }])
    expect(model.undo()).toEqual(['R1'])
    expect(model.rowAt(1)?.cells['name']).toBe('b')
    model.undo()
    expect(model.rowAt(0)?.cells['name']).toBe('123')
    model.undo()
    expect(model.rowAt(0)?.cells['name']).toBe('N0')
    expect(model.canUndo.value).toBe(false)
  })

  it('adds no step for a change without effect, so that redo stays available', () => {
    const model = modelOf(1)
    model.write([{ index: 0, cells: { name: 'x' } }])
    model.undo()
    const { value } = model.revision
    model.write([{ index: 0, cells: { name: ' N0 ' } }])
    expect(model.revision.value).toBe(value)
    expect(model.canRedo.value).toBe(true)
  })

  it('keeps leading zeros and formulas as text, and accepts an offered value by its label', () => {
    const model = modelOf(1)
    model.write([{ index: 0, cells: { name: ' =1+1\r\n', kind: 'SAVINGS', amount: '00012' } }])
    expect(model.rowAt(0)?.cells).toEqual({ name: '=1+1', kind: 'S', amount: '00012' })
    model.write([{ index: 0, cells: { kind: 'loan' } }])
    expect(model.rowAt(0)?.cells['kind']).toBe('loan')
  })

  it('finds a position between two rows a thousand times', () => {
    const model = modelOf(3)
    for (let round = 0; round < 1000; round += 1) model.insert(1, 1)
    const places = model.rows().map(({ position }) => position)
    expect(model.count()).toBe(1003)
    expect(places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))).toBe(
      true,
    )
    expect(model.rowAt(0)?.key).toBe('R0')
    expect(model.rowAt(1002)?.key).toBe('R2')
  })

  it('reports only the rows that were changed', () => {
    const model = modelOf(10_000)
    const changes: GridChange[] = []
    const stop = model.onChange((change) => changes.push(change))
    model.write([{ index: 7, cells: { name: 'x' } }])
    model.remove(['R9', 'nobody'])
    stop()
    model.undo()
    expect(changes.map(({ put, removed }) => [put.map(({ key }) => key), removed])).toEqual([
      [['R7'], []],
      [[], ['R9']],
    ])
    expect(seen(model)).toHaveLength(10_000)
  })

  it('resets to other rows without undo steps and without an event', () => {
    const model = modelOf(1)
    let events = 0
    model.onChange(() => (events += 1))
    model.insert(0, 1)
    model.reset([
      { ...row(5), position: 9 },
      { ...row(4), position: 2 },
    ])
    expect(model.rows().map(({ key }) => key)).toEqual(['R4', 'R5'])
    expect(model.canUndo.value).toBe(false)
    expect(events).toBe(1)
  })
})
