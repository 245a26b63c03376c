/** Answers of a fake main about coverage; `part` overrides fields. */
import { vi } from 'vitest'
import type {
  CoverageDay,
  CoverageGap,
  CoverageSummary,
  CoverageSweep,
  RecoveredItem,
  SweepPart,
} from '../../../preload/contract/api/coverage/coverage.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))
const none = { items: [], next: null, total: 0 }
const at = '2026-11-21T09:14:02.000Z'

export const coverageSummary = (part: Partial<CoverageSummary> = {}): CoverageSummary => ({
  openGaps: 0,
  toCheck: 0,
  coveredTo: null,
  sweep: null,
  ...part,
})

export const coverageDay = (part: Partial<CoverageDay> = {}): CoverageDay => ({
  day: '2026-11-21',
  state: 'whole',
  since: null,
  upMinutes: 554,
  downMinutes: 0,
  received: 12,
  gaps: 0,
  gapsUnhealed: 0,
  collected: null,
  settled: null,
  returned: null,
  payments: null,
  sweptTo: null,
  recovered: 0,
  toCheck: 0,
  ...part,
})

export const coverageGap = (part: Partial<CoverageGap> = {}): CoverageGap => ({
  id: 'gap-1',
  cause: 'not-running',
  from: '2026-11-20T18:00:00.000Z',
  until: at,
  foundAt: at,
  state: 'waiting',
  detail: '',
  sweep: null,
  ...part,
})

export const recoveredItem = (part: Partial<RecoveredItem> = {}): RecoveredItem => ({
  id: 'item-1',
  at,
  sweepId: 'sweep-1',
  kind: 'ach',
  event: 'RETURNED',
  eventDay: '2026-11-20',
  account: '\u2022\u2022\u2022\u20225678',
  direction: 'debit',
  traceNumber: '091000010000017',
  parNumber: 'PAR17',
  transactionId: null,
  amount: '125.50',
  currency: 'USD',
  party: 'Margaret Alder',
  returnCode: 'R01',
  callId: 'call-1',
  orderId: 'b1',
  entryId: 'e1',
  wireInquiry: null,
  alert: null,
  ...part,
})

export const sweepPart = (part: Partial<SweepPart> = {}): SweepPart => ({
  sweepId: 'sweep-1',
  seq: 3,
  plannedAt: at,
  kind: 'incoming',
  state: 'impossible',
  why: 'no-inquiry-specified',
  account: '',
  search: null,
  fromDay: '2026-11-20',
  toDay: '2026-11-21',
  order: null,
  calls: 0,
  rows: 0,
  healed: 0,
  tries: 0,
  endedAt: null,
  checked: null,
  ...part,
})

export const coverageSweep: CoverageSweep = {
  id: 'sweep-1',
  by: null,
  from: at,
  until: at,
  plannedAt: at,
  endedAt: at,
  state: 'done',
  calls: 15,
  healed: 2,
  parts: 15,
  partsDone: 15,
  partsFailed: 0,
  partsImpossible: 0,
}

/** The methods, all successful. */
export const coverageApi = () => ({
  coverage: {
    getSummary: vi.fn<Bridge['coverage']['getSummary']>(always(coverageSummary())),
    getWatch: vi.fn<Bridge['coverage']['getWatch']>(
      always({ state: 'never', since: null, zone: 'UTC', silence: null }),
    ),
    listDays: vi.fn<Bridge['coverage']['listDays']>(always(none)),
    listGaps: vi.fn<Bridge['coverage']['listGaps']>(always(none)),
    listRecovered: vi.fn<Bridge['coverage']['listRecovered']>(always(none)),
    getSweep: vi.fn<Bridge['coverage']['getSweep']>(always(coverageSweep)),
    listParts: vi.fn<Bridge['coverage']['listParts']>(always(none)),
    estimateSweep: vi.fn<Bridge['coverage']['estimateSweep']>(
      always({
        accounts: 5,
        searches: 3,
        windows: 1,
        calls: 15,
        unlistable: 0,
        tooLongAgo: false,
      }),
    ),
    sweepNow: vi.fn<Bridge['coverage']['sweepNow']>(always({ gapId: 'gap-1' })),
    readWires: vi.fn<Bridge['coverage']['readWires']>(always({ confirmed: null, reading: null })),
    confirmWireFields: vi.fn<Bridge['coverage']['confirmWireFields']>(always(undefined)),
    withdrawWireFields: vi.fn<Bridge['coverage']['withdrawWireFields']>(always(undefined)),
    markChecked: vi.fn<Bridge['coverage']['markChecked']>(always(sweepPart())),
  },
})
