/** Answers of a fake main about ACH inquiry; `part` overrides fields. */
import { vi } from 'vitest'
import type {
  AchInquiry,
  AchRow,
  AchRowRecord,
} from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { achListItem } from '../../../preload/contract/bank/ach-inquiry/index.ts'
import type { Reading } from '../../../preload/contract/bank/answers/shape.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const at = '2026-11-21T09:14:02.000Z'
const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

export const achInquiry = (part: Partial<AchInquiry> = {}): AchInquiry => ({
  id: 'q1',
  at,
  operator: 'Mara Ellison',
  question: { mode: 'list', account: { kind: 'own', id: 'practice-1' } },
  title: 'Alder Falls Operating, collected 2026-11-01 to 2026-11-21',
  rows: 1,
  total: 1,
  progress: { kind: 'complete' },
  readAt: at,
  answer: null,
  callId: 'call-1',
  ...part,
})

export const achRow = (part: Partial<AchRow> = {}): AchRow => ({
  row: 0,
  status: 'COLLECTED',
  parNumber: 'PAR0001',
  traceNumber: '055006000000001',
  amount: '1250.00',
  creditOrDebit: null,
  date: '2026-11-20',
  dateIs: 'settled',
  secCode: 'CCD',
  transactionCode: '22',
  account: '\u2022\u2022\u2022\u20220011',
  receiver: 'R\u2022\u2022\u2022',
  originator: 'A\u2022\u2022\u2022',
  returnReasonCode: null,
  addenda: 0,
  notificationsOfChange: 0,
  internationalAddenda: 0,
  ...part,
})

/** A list item without any value from the bank. */
const blankItem = Object.fromEntries([
  ...Object.keys(achListItem.fields).map((name) => [name, null]),
  ['other', []],
]) as unknown as Reading<typeof achListItem>

export const achRowRecord = (part: Partial<AchRowRecord> = {}): AchRowRecord => ({
  row: achRow(),
  isMasked: true,
  reading: { of: 'list-item', reading: blankItem },
  raw: '{"parNumber":"PAR0001"}',
  callId: 'call-1',
  detail: null,
  ...part,
})

export const achInquiryApi = () => ({
  achInquiry: {
    getAccounts: vi.fn<Bridge['achInquiry']['getAccounts']>(
      always({
        settlement: null,
        zone: 'UTC',
        accounts: [
          {
            id: 'practice-1',
            account: '\u2022\u2022\u2022\u20220011',
            listable: true,
            bankNumber: '0075',
            routingNumber: '550060066',
            name: 'Alder Falls Operating',
            currency: 'USD',
            use: 'both' as const,
            companyId: '',
            legalName: '',
            address: '',
          },
        ],
      }),
    ),
    inquire: vi.fn<Bridge['achInquiry']['inquire']>(always(achInquiry())),
    inquireAgain: vi.fn<Bridge['achInquiry']['inquireAgain']>(always(achInquiry())),
    readOn: vi.fn<Bridge['achInquiry']['readOn']>(always(achInquiry())),
    stopReading: vi.fn<Bridge['achInquiry']['stopReading']>(always(achInquiry())),
    list: vi.fn<Bridge['achInquiry']['list']>(always({ items: [], next: null, total: 0 })),
    get: vi.fn<Bridge['achInquiry']['get']>(always(achInquiry())),
    listRows: vi.fn<Bridge['achInquiry']['listRows']>(
      always({ items: [achRow()], next: null, total: 1 }),
    ),
    getRow: vi.fn<Bridge['achInquiry']['getRow']>(always(achRowRecord())),
    queryDetail: vi.fn<Bridge['achInquiry']['queryDetail']>(always(achRowRecord())),
    reveal: vi.fn<Bridge['achInquiry']['reveal']>(always(achRowRecord({ isMasked: false }))),
    takeReceiver: vi.fn<Bridge['achInquiry']['takeReceiver']>(
      always({ routingNumber: '021000021', accountNumber: '12345678', name: 'Ridgeway Supply' }),
    ),
  },
})
