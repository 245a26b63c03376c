/** Answers of a fake main about the overview; `part` overrides fields. */
import { vi } from 'vitest'
import type { AgreedVolume } from '../../../preload/contract/api/overview/agreed-volume.ts'
import type { OverviewFigures } from '../../../preload/contract/api/overview/overview.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const known = <T>(value: T) => ({ state: 'known' as const, value })
const usd = (count: number, minor: number | null) => ({ currency: 'USD', count, minor })
const hour = (at: number): string => new Date(Date.UTC(2026, 10, 20, 10 + at)).toISOString()

/** A day with a value in every figure. */
export const overviewFigures = (part: Partial<OverviewFigures> = {}): OverviewFigures => ({
  at: '2026-11-21T09:14:02.000Z',
  zone: 'America/New_York',
  waiting: known({ awaitingMe: 3, readyMe: 2, awaiting: 4, ready: 1, drafts: 2, payees: 1 }),
  inbox: known({
    open: 9,
    mine: 2,
    byKind: { returned: 4, rejected: 1, quarantined: 1, unmatched: 0 } as never,
  }),
  unknownOutcome: known({
    count: 2,
    oldest: '2026-11-20T16:40:00.000Z',
    amounts: [usd(1, 1_250_000), { currency: 'EUR', count: 1, minor: 90_050 }],
  }),
  failed: known({
    rejected: { today: [usd(1, 50_000)], week: [usd(3, 150_000)] },
    paymentsReturned: { today: [], week: [usd(1, 10_000)] },
    entriesReturned: { today: [usd(2, 4_000)], week: [usd(7, 21_000)] },
    changes: { today: [], week: [usd(2, 9_000)] },
  }),
  rails: known({
    date: '2026-11-20',
    cutoff: { time: '18:45', zone: 'America/New_York', minutesLeft: 185 },
    closed: null,
    nextDay: '2026-11-23',
    lines: [
      { service: 'WIRE', ...usd(4, 5_000_000), perDay: 10_000_000, left: 2_500_000, resent: 0 },
      { service: 'RTP', ...usd(0, 0), perDay: null, left: null, resent: 0 },
      { service: 'ACH', ...usd(1, 480_000), perDay: 500_000, left: 0, resent: 0 },
    ],
  }),
  volume: known({
    days: Array.from({ length: 30 }, (_, at) => ({
      day: new Date(Date.UTC(2026, 9, 22 + at)).toISOString().slice(0, 10),
      sent: { wire: at * 100_050, rtp: at * 1_000, ach: 250_000 },
      returned: { payments: at % 2, entries: at % 5 },
    })),
    totals: {
      payments: [usd(40, 12_345_600), { currency: 'EUR', count: 2, minor: null }],
      batches: [usd(9, 7_500_000)],
      paymentsReturned: [usd(15, 900_000)],
      entriesReturned: [usd(60, 120_000)],
    },
  }),
  alerts: known({
    hours: Array.from({ length: 24 }, (_, at) => ({
      from: hour(at),
      received: { ach: at, wire: at % 3, rtp: at % 2, other: 0 },
    })),
    days: Array.from({ length: 14 }, (_, at) => ({
      day: `2026-11-${String(at + 8).padStart(2, '0')}`,
      received: { ach: at * 10, wire: 5, rtp: 1, other: at === 3 ? 2 : 0 },
    })),
  }),
  payments: known([
    { stage: 'draft', isOpen: true, ...usd(2, null) },
    { stage: 'awaiting-approval', isOpen: true, ...usd(3, 3_750_000) },
    { stage: 'awaiting-approval', isOpen: true, currency: 'EUR', count: 1, minor: 90_050 },
    { stage: 'completed', isOpen: false, ...usd(12, 9_875_000) },
  ]),
  batches: known([{ stage: 'accepted', isOpen: true, ...usd(2, 480_000) }]),
  deadlines: known([
    { orderId: 'b1', entryId: 'e1', receiver: 'Ann Alder', code: 'C01', day: '2026-11-20' },
  ]),
  calls: known([
    { group: 'answered', count: 120 },
    { group: 'refused', count: 2 },
  ]),
  coverage: known({ openGaps: 1, toCheck: 2, coveredTo: '2026-11-21T08:00:00.000Z', sweep: null }),
  templates: known([
    { id: 't1', name: 'Payroll', day: '2026-11-30', entries: 40, credits: 8_000_000, debits: 0 },
  ]),
  isPairPossible: known(true),
  team: known([]),
  firstSteps: known([{ id: 'validation', isDone: true }]),
  ...part,
})

/** 1,700 of 2,000 validations used in November; `part` overrides fields. */
export const agreedVolume = (part: Partial<AgreedVolume> = {}): AgreedVolume => ({
  product: 'account-validation',
  agreed: 2000,
  per: 'month',
  used: 1700,
  swept: 0,
  from: '2026-11-01',
  zone: 'America/New_York',
  ...part,
})

/** The methods, all successful. */
export const overviewApi = () => ({
  overview: {
    get: vi.fn<Bridge['overview']['get']>(() => Promise.resolve(ok(overviewFigures()))),
    getAgreedVolumes: vi.fn<Bridge['overview']['getAgreedVolumes']>(() => Promise.resolve(ok([]))),
  },
})
