/** Answers of a fake main about table layouts, exports of lists, and saved queries. */
import { vi } from 'vitest'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { SavedLine, SavedRequest } from '../../../preload/contract/api/saved.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const at = '2026-11-21T09:14:02.000Z'
const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

export const savedLine = (part: Partial<SavedLine> = {}): SavedLine => ({
  id: 's1',
  kind: 'report',
  name: 'Month end',
  about: { of: 'report', report: 'intraday', title: 'An empty body' },
  at,
  operator: 'Mara Ellison',
  ...part,
})
export const savedRequest = (part: Partial<SavedRequest> = {}): SavedRequest => ({
  id: 's1',
  kind: 'report',
  name: 'Month end',
  request: JSON.stringify({ report: 'intraday', body: '{}', first: '', second: '' }),
  ...part,
})

export const tableApi = () => ({
  tables: {
    getLayouts: vi.fn<Bridge['tables']['getLayouts']>(always({})),
    saveLayout: vi.fn<Bridge['tables']['saveLayout']>(always(undefined)),
    getViews: vi.fn<Bridge['tables']['getViews']>(always({})),
    saveView: vi.fn<Bridge['tables']['saveView']>(always(undefined)),
    removeView: vi.fn<Bridge['tables']['removeView']>(always(undefined)),
    startExport: vi.fn<Bridge['tables']['startExport']>(always({ draftId: 'x1' })),
    addRows: vi.fn<Bridge['tables']['addRows']>(always({ rows: 1 })),
    saveExport: vi.fn<Bridge['tables']['saveExport']>(always({ file: 'list.csv' })),
    discardExport: vi.fn<Bridge['tables']['discardExport']>(always(undefined)),
  },
  saved: {
    list: vi.fn<Bridge['saved']['list']>(always({ items: [], next: null, total: 0 })),
    save: vi.fn<Bridge['saved']['save']>(({ kind, name }) =>
      Promise.resolve(ok(savedLine({ kind, name }))),
    ),
    take: vi.fn<Bridge['saved']['take']>(always(savedRequest())),
    remove: vi.fn<Bridge['saved']['remove']>(always(undefined)),
  },
})
