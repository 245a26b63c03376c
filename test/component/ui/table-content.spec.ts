import { describe, expect, it } from 'vitest'
import { leastWidth, type Column } from '../../../renderer/ui/table/columns.ts'
import {
  fitting,
  keysOf,
  sizedByContent,
  withoutEmpty,
} from '../../../renderer/ui/table/content-widths.ts'
import { asWindow } from '../../../renderer/ui/table/rows.ts'
import DataTable from '../../../renderer/ui/DataTable.vue'
import { byRole, show, useStage } from './stage.ts'

interface Row {
  readonly status: string
  readonly event: string
  readonly party: string
}
const columns: readonly Column<Row>[] = [
  {
    id: 'status',
    header: 'S',
    width: 50,
    fits: ['Done', 'Waiting for a second person'],
    fitsRows: true,
    hasSign: true,
    text: ({ status }) => status,
  },
  { id: 'event', header: 'Event', width: 120, grow: 1, text: ({ event }) => event },
  { id: 'party', header: 'Party', width: 160, grow: 6, text: ({ party }) => party },
]
const row = { status: 'Done', event: 'Processed; not available with code', party: '\u2014' }
const shareOf = (column: Column<Row> | undefined): number => column?.grow ?? 0

describe('the widths of columns by their content', () => {
  useStage()

  it('give the room to the text that is cut, not to a column of dashes', () => {
    const [, event, party] = sizedByContent(columns, asWindow([row]))
    expect(shareOf(event)).toBeGreaterThan(25)
    expect(shareOf(party)).toBe(1)
    expect(party?.width).toBeLessThan(60)
    expect(event?.width).toBe(120)
  })

  it('stay as the list gives them until a row is loaded', () => {
    expect(sizedByContent(columns, asWindow<Row>([undefined]))).toEqual(columns)
  })

  it('count only the fixed formats of the rows, where the list allows that', () => {
    const [status] = sizedByContent(columns, asWindow([row]))
    expect(status?.fits).toEqual(['Done'])
    expect(leastWidth([status as Column<never>])).toContain('4.3ch + 42px')
  })

  it('follow the texts of a short list that has none of the fixed formats, and of no long one', () => {
    const amount: Column<Row> = {
      id: 'amount',
      header: 'A',
      width: 20,
      fits: ['USD 88,888,888.88'],
      fitsRows: true,
      text: ({ party }) => party,
    }
    const rows = [
      { ...row, party: 'USD 77.10' },
      { ...row, party: 'USD 3,300.25' },
    ]
    expect(sizedByContent([amount], asWindow(rows))[0]?.fits).toEqual(['USD 77.10', 'USD 3,300.25'])
    const long = Array.from({ length: 201 }, (_, at) => rows[at % 2])
    expect(sizedByContent([amount], asWindow(long))[0]?.fits).toEqual(['USD 88,888,888.88'])
  })

  it('also grow by the text after a fixed format', () => {
    const [status] = columns.slice(0, 1).map((one) => ({ ...one, grow: 4 }))
    const found = [{ ...row, status: 'Done Processed; not available with code' }]
    const [grown] = sizedByContent([status as Column<Row>], asWindow(found))
    expect(grown?.fits).toEqual(['Done'])
    expect(shareOf(grown)).toBeGreaterThan(25)
  })

  it('never fall below a fixed format, whatever the content', () => {
    const fixed = { ...columns[2], id: 'day', header: 'D', width: 90, fits: ['2026-12-28'] }
    const [day] = sizedByContent([fixed as Column<Row>], asWindow([row]))
    expect(leastWidth([day as Column<never>])).toContain('9.4ch + 24px')
  })

  it('leave out a column without text that may be hidden, unless rows are sorted by it', () => {
    const optional = columns.map((one) => ({ ...one, hideEmpty: true }))
    const empty = { ...row, party: '' }
    const ids = (rows: (Row | undefined)[], sorted?: string): string[] =>
      withoutEmpty(optional, asWindow(rows), sorted).map(({ id }) => id)
    expect(ids([empty, empty])).toEqual(['status', 'event'])
    expect(ids([empty, empty], 'party')).toEqual(['status', 'event', 'party'])
    expect(ids([empty, row])).toEqual(['status', 'event', 'party'])
    expect(ids([undefined])).toEqual(['status', 'event', 'party'])
  })

  it('draw as many columns beside details as fit, the most important first, at least two', () => {
    const ids = (room: number): string[] =>
      fitting(columns, ['party', 'status', 'event'], room).map(({ id }) => id)
    expect(ids(600)).toEqual(['status', 'event', 'party'])
    expect(ids(430)).toEqual(['status', 'party'])
    expect(ids(100)).toEqual(['status', 'party'])
  })

  it('draw in a narrow window the key columns before the others', () => {
    const keys = { event: { isKey: true }, party: { fixed: true } }
    const keyed = columns.map((one) => ({ ...one, ...keys[one.id as keyof typeof keys] }))
    expect(keysOf(keyed)).toEqual(['event', 'party', 'status'])
    expect(keysOf(columns)).toEqual(['status', 'event', 'party'])
  })

  it('reach the tracks of the table', () => {
    show(DataTable, {
      props: { label: 'Lines', columns, rows: [row], rowKey: ({ event }: Row) => event },
    })
    const tracks = byRole('grid').style.getPropertyValue('--tracks')
    expect(tracks).toMatch(/, 1fr\)$/)
    expect(tracks).not.toContain('6fr')
  })
})
