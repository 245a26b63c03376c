/** Answers of a fake main about payment status inquiries; `part` overrides fields. */
import { vi } from 'vitest'
import type {
  BankName,
  ImportedDirectory,
} from '../../../preload/contract/api/bank-names/channels.ts'
import type {
  ParticipantsState,
  PaymentStatusInquiry,
} from '../../../preload/contract/api/payment-inquiry/inquiry.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const at = '2026-11-21T09:14:02.000Z'
const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

export const paymentStatusInquiry = (
  part: Partial<PaymentStatusInquiry> = {},
): PaymentStatusInquiry => ({
  id: 'l1',
  at,
  operator: 'Mara Ellison',
  question: { by: 'transaction-id', transactionId: 'T1' },
  title: 'Transaction T1',
  isMasked: true,
  answer: { kind: 'not-sent', reason: 'rate-paused' },
  raw: null,
  callId: null,
  ...part,
})

export const participantsState = (part: Partial<ParticipantsState> = {}): ParticipantsState => ({
  downloadedAt: null,
  operator: null,
  rows: 0,
  columns: [],
  nameColumn: null,
  routingColumn: null,
  download: { kind: 'idle' },
  ...part,
})

/** The name of a bank in an imported FedACH directory. */
export const bankName = (part: Partial<BankName> = {}): BankName => ({
  name: 'MILL BANK',
  place: 'ALDER FALLS, OR',
  source: 'fedach',
  at,
  ...part,
})

export const importedDirectory = (part: Partial<ImportedDirectory> = {}): ImportedDirectory => ({
  kind: 'fedach',
  file: 'FedACHdir.txt',
  sha256: 'a1'.repeat(32),
  banks: 18_198,
  changedOn: '2026-11-13',
  importedAt: at,
  operator: 'Theo Park',
  ...part,
})

export const paymentInquiryApi = () => ({
  bankNames: {
    find: vi.fn<Bridge['bankNames']['find']>(always({ names: [], hasDirectory: false })),
    listDirectories: vi.fn<Bridge['bankNames']['listDirectories']>(always([])),
    selectDirectory: vi.fn<Bridge['bankNames']['selectDirectory']>(always(null)),
    commitDirectory: vi.fn<Bridge['bankNames']['commitDirectory']>(always([importedDirectory()])),
  },
  paymentInquiry: {
    listAccounts: vi.fn<Bridge['paymentInquiry']['listAccounts']>(always([])),
    inquire: vi.fn<Bridge['paymentInquiry']['inquire']>(always(paymentStatusInquiry())),
    inquireAgain: vi.fn<Bridge['paymentInquiry']['inquireAgain']>(always(paymentStatusInquiry())),
    listStatusInquiries: vi.fn<Bridge['paymentInquiry']['listStatusInquiries']>(
      always({ items: [], next: null, total: 0 }),
    ),
    getStatusInquiry: vi.fn<Bridge['paymentInquiry']['getStatusInquiry']>(
      always(paymentStatusInquiry()),
    ),
    revealStatusInquiry: vi.fn<Bridge['paymentInquiry']['revealStatusInquiry']>(
      always(paymentStatusInquiry({ isMasked: false })),
    ),
    getParticipants: vi.fn<Bridge['paymentInquiry']['getParticipants']>(
      always(participantsState()),
    ),
    listParticipants: vi.fn<Bridge['paymentInquiry']['listParticipants']>(
      always({ items: [], next: null, total: 0 }),
    ),
    downloadParticipants: vi.fn<Bridge['paymentInquiry']['downloadParticipants']>(
      always(participantsState()),
    ),
    stopDownload: vi.fn<Bridge['paymentInquiry']['stopDownload']>(always(participantsState())),
  },
})
