/** Answers of a fake main about reconciliation; `part` overrides fields. */
import { vi } from 'vitest'
import type {
  ReconciliationLine,
  ReconciliationReport,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const at = '2026-11-20T09:14:02.000Z'
const account = '\u2022\u2022\u2022\u20220011'
const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** A payment for which the bank shows a cent less. */
export const reconciliationLine = (part: Partial<ReconciliationLine> = {}): ReconciliationLine => ({
  id: 'payment:p1',
  kind: 'payment',
  service: 'WIRE',
  flow: 'out',
  match: 'differs',
  reasons: ['amount'],
  remarks: [],
  reference: 'REF1',
  party: 'Ridgeway Supply',
  here: {
    amount: 1_250_000,
    currency: 'USD',
    state: 'accepted',
    day: '2026-11-20',
    dayBy: 'sent',
    valueDate: '2026-11-20',
    sentAt: at,
    party: 'Ridgeway Supply',
    orderId: 'p1',
    entryId: null,
    reference: 'REF1',
    counts: true,
  },
  bank: {
    amount: 1_249_999,
    amountText: '12499.99',
    currency: 'USD',
    statusText: 'Completed',
    day: '2026-11-20',
    dayBy: 'bank',
    trace: null,
    parNumber: null,
    transactionId: 'T-1',
    returnCode: null,
    party: 'Ridgeway Supply',
    reportedBy: ['alert'],
    alertId: 'a1',
    callId: null,
    counts: true,
    fieldsConfirmed: null,
  },
  ...part,
})

/** A day with one line that differs. */
export const reconciliationReport = (
  part: Partial<ReconciliationReport> = {},
): ReconciliationReport => ({
  day: '2026-11-20',
  accountId: 'practice-1',
  account,
  zone: 'UTC',
  builtAt: at,
  accountName: 'Alder Falls Operating',
  digest: 'digest-1',
  totals: {
    lines: {
      all: 1,
      agreed: 0,
      pending: 0,
      returned: 0,
      differs: 1,
      'missing-at-bank': 0,
      'not-from-here': 0,
    },
    flows: [
      {
        currency: 'USD',
        flow: 'out',
        difference: -1,
        unreadable: 0,
        here: { count: 1, amount: 1_250_000 },
        bank: { count: 1, amount: 1_249_999 },
      },
    ],
    outcomes: [],
    unreadable: 0,
  },
  coverage: { state: 'complete', sinceAt: null, minutes: 0, gaps: [] },
  queried: [],
  otherAccounts: [],
  signOff: null,
  ...part,
})

/** The methods, all successful. */
export const reconciliationApi = () => ({
  reconciliation: {
    getAccounts: vi.fn<Bridge['reconciliation']['getAccounts']>(
      always({
        today: '2026-11-20',
        accounts: [
          {
            id: 'practice-1',
            account,
            listable: true,
            name: 'Alder Falls Operating',
            routingNumber: '550060066',
            bankNumber: '0075',
            currency: 'USD',
            use: 'both',
            companyId: '',
            legalName: '',
            address: '',
          },
        ],
      }),
    ),
    get: vi.fn<Bridge['reconciliation']['get']>((of) =>
      Promise.resolve(ok(reconciliationReport(of))),
    ),
    list: vi.fn<Bridge['reconciliation']['list']>(
      always({ items: [reconciliationLine()], next: null, total: 1 }),
    ),
    fetchLists: vi.fn<Bridge['reconciliation']['fetchLists']>(always(reconciliationReport())),
    exportFile: vi.fn<Bridge['reconciliation']['exportFile']>(always({ file: 'day.csv' })),
    printReport: vi.fn<Bridge['reconciliation']['printReport']>(always({ file: 'day.pdf' })),
    signOff: vi.fn<Bridge['reconciliation']['signOff']>(always(reconciliationReport())),
  },
})
