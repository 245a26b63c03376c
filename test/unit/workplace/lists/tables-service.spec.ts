import { describe, expect, it } from 'vitest'
import { readSpreadsheet } from '../../../../main/platform/spreadsheets/read-spreadsheet.ts'
import { createTablesService } from '../../../../main/workplace/lists/tables.service.ts'
import {
  listView,
  mayHoldAccount,
  mostExported,
  mostViews,
  type ListView,
  type TableLayout,
} from '../../../../preload/contract/api/tables.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'
import { sessionContext } from '../../support/session-context.ts'

async function session() {
  const store = await open(newStorePath())
  const session = sessionContext(store)
  return { store, ...session, tables: createTablesService(session.context) }
}
const layout = (direction: 'ascending' | 'descending'): TableLayout => ({
  columns: [{ id: 'at', width: 120, hidden: false }],
  sort: { column: 'at', direction },
})
const begun = {
  table: 'alerts',
  title: 'Alerts',
  columns: [
    { title: 'Account', holds: 'text' },
    { title: 'Amount', holds: 'number' },
  ],
} as const

const view = (name: string, search = 'Ridgeway'): ListView => ({
  name,
  filter: { view: 'drafts', search, incomingCredits: false },
  layout: layout('ascending'),
})

describe('saved views', () => {
  it('are each operator’s own, by name, and one of the same name is replaced', async () => {
    const { tables, store } = await session()
    await tables.saveView('orders', view('Rent'), 'maker')
    await tables.saveView('orders', view('Drafts'), 'maker')
    await tables.saveView('orders', view('Rent', 'Alder'), 'maker')
    await tables.saveView('orders', view('Rent'), 'checker')
    expect(await tables.views('maker')).toEqual({
      orders: [view('Drafts'), view('Rent', 'Alder')],
    })
    expect(await tables.layouts('maker')).toEqual({})
    await tables.removeView('orders', 'Rent', 'maker')
    await tables.removeView('orders', 'No such view', 'maker')
    expect(await tables.views('maker')).toEqual({ orders: [view('Drafts')] })
    expect(await tables.views('checker')).toEqual({ orders: [view('Rent')] })
    const [, ...acts] = await auditEntries(store)
    expect(acts.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
      ...Array.from({ length: 4 }, () => 'table.view-saved orders'),
      'table.view-removed orders',
    ])
  })

  it('stay when the layout of their list is reset, and are limited', async () => {
    const { tables } = await session()
    for (let each = 0; each < mostViews; each += 1) {
      await tables.saveView('orders', view(`View ${String(each)}`), 'maker')
    }
    await tables.saveLayout('orders', null, 'maker')
    const refused = { ok: false, error: { code: 'too-many-views', atMost: mostViews } }
    expect(await tables.saveView('orders', view('One more'), 'maker')).toEqual(refused)
    expect((await tables.saveView('orders', view('View 3'), 'maker')).ok).toBe(true)
    expect((await tables.views('maker'))['orders']).toHaveLength(mostViews)
  })

  it.each([
    ['search', '7200450011', true],
    ['search', 'DE89 3704 0044 0532 0130 00', true],
    ['search', 'Ridgeway 12,500.00', false],
    ['search', '2026-11-26', false],
    ['account', '72004', true],
    ['account', '0011', false],
  ])('hold no account number: %s "%s"', (field, value, mayHold) => {
    expect(mayHoldAccount(field, value)).toBe(mayHold)
    const read = listView.safeParse({ name: 'Rent', filter: { [field]: value }, layout: null })
    expect(read.success).toBe(!mayHold)
  })

  it.each([
    ['Account 7200450011', false],
    ['Account 72004', false],
    ['Rent 2026', true],
  ])('have no account number as a name, which the audit chain stores: "%s"', (name, isName) => {
    expect(listView.safeParse({ name, filter: {}, layout: null }).success).toBe(isName)
  })
})

describe('layouts', () => {
  it('are each operator’s own, and the last one saved holds', async () => {
    const { tables, store } = await session()
    await tables.saveLayout('alerts', layout('ascending'), 'maker')
    await tables.saveLayout('alerts', layout('descending'), 'maker')
    await tables.saveLayout('traffic', layout('ascending'), 'checker')
    expect(await tables.layouts('maker')).toEqual({ alerts: layout('descending') })
    expect(await tables.layouts('checker')).toEqual({ traffic: layout('ascending') })
    const [, ...acts] = await auditEntries(store)
    expect(acts.map(({ actor, kind, subject }) => [actor, kind, subject])).toEqual([
      ['maker', 'table.arranged', 'alerts'],
      ['maker', 'table.arranged', 'alerts'],
      ['checker', 'table.arranged', 'traffic'],
    ])
  })

  it('go back to the list’s own', async () => {
    const { tables } = await session()
    await tables.saveLayout('alerts', layout('ascending'), 'maker')
    await tables.saveLayout('alerts', layout('ascending'), 'checker')
    await tables.saveLayout('alerts', null, 'maker')
    expect(await tables.layouts('maker')).toEqual({})
    expect(Object.keys(await tables.layouts('checker'))).toEqual(['alerts'])
  })

  it('that cannot be read any more take no other with them', async () => {
    const { tables, store } = await session()
    await tables.saveLayout('alerts', layout('ascending'), 'maker')
    const spoiled = { actor: 'maker', table_id: 'old', layout: '{"columns":1}', at: '' }
    await store.record({ actor: 'maker', kind: 'x', subject: 'old', detail: {} }, (tx) =>
      tx.insertInto('table_layouts').values(spoiled).execute(),
    )
    expect(Object.keys(await tables.layouts('maker'))).toEqual(['alerts'])
  })
})

describe('a file of a list', () => {
  it.each(['csv', 'xlsx'] as const)(
    'as %s holds every row that came, in their order, and is recorded without them',
    async (format) => {
      const { tables, store } = await session()
      const { draftId } = tables.startExport(begun, 'maker')
      expect(tables.addRows(draftId, [['••••0012', '1.25']], 'maker')).toMatchObject({
        value: { rows: 1 },
      })
      tables.addRows(draftId, [['0044', null]], 'maker')
      const draft = tables.draft(draftId, 'maker')
      if (!draft.ok) throw new Error('the draft is gone')
      const bytes = await tables.written(draft.value, format, 'maker')
      const read = await readSpreadsheet(`list.${format}`, bytes)
      expect(read).toMatchObject({
        value: {
          headers: ['Account', 'Amount'],
          rows: [{ cells: ['••••0012', '1.25'] }, { cells: ['0044', ''] }],
        },
      })
      const [, act] = await auditEntries(store)
      expect(act).toMatchObject({ actor: 'maker', kind: 'table.exported', subject: 'alerts' })
      expect(JSON.parse(act?.detail ?? '')).toEqual({
        table: 'alerts',
        title: 'Alerts',
        rows: 2,
        format,
      })
    },
  )

  it('is another operator’s to nobody', async () => {
    const { tables } = await session()
    const { draftId } = tables.startExport(begun, 'maker')
    const gone = { ok: false, error: { code: 'draft-gone' } }
    expect(tables.addRows(draftId, [], 'checker')).toEqual(gone)
    expect(tables.draft(draftId, 'checker')).toEqual(gone)
    expect(tables.draft(draftId, 'maker').ok).toBe(true)
  })

  it('takes no row beyond the bound, and keeps those it has', async () => {
    const { tables } = await session()
    const { draftId } = tables.startExport(begun, 'maker')
    const rows = Array.from({ length: mostExported }, () => ['', ''])
    for (let at = 0; at < mostExported; at += 1000) {
      tables.addRows(draftId, rows.slice(at, at + 1000), 'maker')
    }
    expect(tables.addRows(draftId, [['', '']], 'maker')).toEqual({
      ok: false,
      error: { code: 'too-many-rows', atMost: mostExported },
    })
    const draft = tables.draft(draftId, 'maker')
    expect(draft.ok && draft.value.rows.length).toBe(mostExported)
  })

  it.each([
    [
      'is given up',
      ({ tables }: Awaited<ReturnType<typeof session>>, id: string) => tables.discard(id),
    ],
    ['lies for a quarter of an hour', ({ pass }) => pass(15 * 60_000)],
    ['is left with the profile', ({ tables }) => tables.forget()],
    [
      'is one of too many',
      ({ tables }) => [1, 2, 3].forEach(() => tables.startExport(begun, 'maker')),
    ],
  ] satisfies [string, (on: Awaited<ReturnType<typeof session>>, id: string) => unknown][])(
    'is forgotten when it %s',
    async (_, happens) => {
      const on = await session()
      const { draftId } = on.tables.startExport(begun, 'maker')
      expect(on.tables.draft(draftId, 'maker').ok).toBe(true)
      happens(on, draftId)
      expect(on.tables.draft(draftId, 'maker').ok).toBe(false)
    },
  )
})
