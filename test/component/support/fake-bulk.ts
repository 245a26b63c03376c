/** Answers of a fake main about bulk validation; `part` overrides fields. */
import { vi } from 'vitest'
import type {
  CheckedImport,
  DraftRow,
  ImportDraft,
} from '../../../preload/contract/api/bulk/import.ts'
import type { BulkRow, BulkRun } from '../../../preload/contract/api/bulk/run.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const at = '2026-11-21T09:14:02.000Z'
const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

export const importDraft = (part: Partial<ImportDraft> = {}): ImportDraft => ({
  draftId: 'd1',
  file: 'vendors.csv',
  format: 'csv',
  sheets: [],
  sheet: null,
  headers: ['Vendor', 'Routing', 'Account'],
  rows: 2,
  samples: [['Ridgeway Supply'], ['021000021'], ['\u2022\u2022\u2022\u20225678']],
  filledColumns: [0, 1, 2],
  oddities: [],
  mapping: [
    { column: 0, target: 'businessName' },
    { column: 1, target: 'routingNumber' },
    { column: 2, target: 'accountNumber' },
  ],
  options: {
    apiVersion: 'v1',
    withoutOwner: 'hold-back',
    repeats: 'hold-back',
    restoreZeros: false,
    unusualRouting: 'send',
  },
  mappingFrom: 'suggested',
  ranBefore: null,
  ...part,
})

export const checkedImport = (part: Partial<CheckedImport> = {}): CheckedImport => ({
  draftId: 'd1',
  rows: 2,
  sendable: 1,
  heldBack: 1,
  restored: 0,
  unusualRouting: 0,
  withPersonalNumbers: 0,
  problems: [],
  reasons: [{ message: 'Nine digits, leading zeros included', rows: 1 }],
  ...part,
})

export const draftRow = (part: Partial<DraftRow> = {}): DraftRow => ({
  row: 2,
  isSendable: true,
  routingNumber: '021000021',
  account: '\u2022\u2022\u2022\u20225678',
  ownerKind: 'business',
  ownerName: 'R\u2022\u2022\u2022',
  problems: [],
  warnings: [],
  ...part,
})

export const bulkRun = (part: Partial<BulkRun> = {}): BulkRun => ({
  id: 'run1',
  name: 'Vendors',
  file: 'vendors.csv',
  at,
  operator: 'Mara Ellison',
  apiVersion: 'v1',
  state: 'running',
  endedAt: null,
  rows: 2,
  counts: { 'held-back': 1, waiting: 0, 'in-flight': 0, answered: 1, unknown: 0, 'not-sent': 0 },
  correctable: 0,
  waitsFor: null,
  trouble: null,
  pace: null,
  withoutPersonalNumbers: 0,
  ...part,
})

export const bulkRow = (part: Partial<BulkRow> = {}): BulkRow => ({
  row: 2,
  state: 'answered',
  routingNumber: '021000021',
  account: '\u2022\u2022\u2022\u20225678',
  ownerKind: 'business',
  ownerName: 'R\u2022\u2022\u2022',
  resultClass: 'owner-matches',
  score: 95,
  validationId: 'v1',
  problems: [],
  reference: '',
  retained: [],
  ...part,
})

const page = <T>(...items: T[]) => ({ items, next: null, total: items.length })

export const bulkApi = () => ({
  bulk: {
    selectFile: vi.fn<Bridge['bulk']['selectFile']>(always(importDraft())),
    takeFile: vi.fn<Bridge['bulk']['takeFile']>(always(importDraft())),
    chooseSheet: vi.fn<Bridge['bulk']['chooseSheet']>(always(importDraft())),
    check: vi.fn<Bridge['bulk']['check']>(always(checkedImport())),
    revealDraftRow: vi.fn<Bridge['bulk']['revealDraftRow']>(
      always([
        { target: 'routingNumber' as const, value: '55001001' },
        { target: 'accountNumber' as const, value: '12345678' },
      ]),
    ),
    editDraftRow: vi.fn<Bridge['bulk']['editDraftRow']>(
      always({ checked: checkedImport({ sendable: 2, heldBack: 0 }), row: draftRow() }),
    ),
    listDraftRows: vi.fn<Bridge['bulk']['listDraftRows']>(always(page(draftRow()))),
    discard: vi.fn<Bridge['bulk']['discard']>(always(undefined)),
    start: vi.fn<Bridge['bulk']['start']>(always(bulkRun())),
    list: vi.fn<Bridge['bulk']['list']>(always(page(bulkRun()))),
    get: vi.fn<Bridge['bulk']['get']>(always(bulkRun())),
    listRows: vi.fn<Bridge['bulk']['listRows']>(always(page(bulkRow()))),
    getTally: vi.fn<Bridge['bulk']['getTally']>(
      always({ byClass: { 'owner-matches': 1 }, scores: Array.from({ length: 101 }, () => 0) }),
    ),
    pause: vi.fn<Bridge['bulk']['pause']>(always(bulkRun({ state: 'paused' }))),
    resume: vi.fn<Bridge['bulk']['resume']>(always(bulkRun())),
    stop: vi.fn<Bridge['bulk']['stop']>(always(bulkRun({ state: 'stopped' }))),
    reopenFile: vi.fn<Bridge['bulk']['reopenFile']>(always(bulkRun())),
    correctHeldBack: vi.fn<Bridge['bulk']['correctHeldBack']>(always(importDraft({ rows: 1 }))),
    retryUnknown: vi.fn<Bridge['bulk']['retryUnknown']>(always(bulkRun())),
    queryFailed: vi.fn<Bridge['bulk']['queryFailed']>(always(bulkRun())),
    exportFile: vi.fn<Bridge['bulk']['exportFile']>(always({ file: 'vendors.csv', rows: 1 })),
  },
})
