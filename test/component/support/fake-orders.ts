/** Answers of a fake main about payment orders; `part` overrides fields. */
import type { DuplicatePayment } from '../../../preload/contract/domain/orders/order-course.ts'
import { vi } from 'vitest'
import {
  emptyForm,
  emptyParty,
  type PaymentForm,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import type { ScheduleLine } from '../../../preload/contract/domain/orders/payment-schedule.ts'
import type { Order, OrderLine } from '../../../preload/contract/domain/orders/order.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const at = '2026-11-21T09:14:02.000Z'
const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

const mara = { id: 'practice-mara', name: 'Mara Ellison' }

/** An order that waits for approval, as a line. */
export const orderLine = (part: Partial<OrderLine> = {}): OrderLine => ({
  id: 'o1',
  service: 'WIRE',
  state: 'awaiting-approval',
  reference: 'CS20261121K7Q2M9X4',
  amount: 1_250_000,
  currency: 'USD',
  valueDate: '2026-11-23',
  beneficiary: 'Ridgeway Supply',
  beneficiaryAccount: '\u2022\u2022\u2022\u20225678',
  beneficiaryBank: 'Millbrook Savings 550010014',
  debitAccount: 'Alder Falls Operating \u2022\u2022\u2022\u20220011',
  maker: mara,
  createdAt: at,
  updatedAt: at,
  bankStatus: {
    kind: 'not-reported',
    statusText: null,
    at: null,
    isFinal: false,
    needsBankAction: false,
  },
  flags: [],
  owner: null,
  approvals: { have: 0, needed: 1 },
  isClosed: false,
  notSent: null,
  schedule: null,
  batch: null,
  ...part,
})

export const paymentForm: PaymentForm = {
  ...emptyForm,
  debitAccountId: 'practice-1',
  valueDate: '2026-11-23',
  amount: '12,500.00',
  requestReference: 'CS20261121K7Q2M9X4',
  sendersReference: 'CS20261121K7Q2M9X4',
  creditPartyBank: { ...emptyParty, name: 'Millbrook Savings', aba: '550010014' },
  creditParty: {
    ...emptyParty,
    name: 'Ridgeway Supply',
    accountNumber: '\u2022\u2022\u2022\u20225678',
  },
}

/** Another payment that the order may duplicate. */
export const duplicatePayment = (part: Partial<DuplicatePayment> = {}): DuplicatePayment => ({
  id: 'o9',
  kind: 'payment',
  isChangedFrom: false,
  orderId: part.id ?? 'o9',
  reference: 'CS9',
  state: 'accepted',
  at: '2026-11-20T10:00:00.000Z',
  day: '2026-11-20',
  amount: 1_250_000,
  currency: 'USD',
  account: '\u2022\u2022\u2022\u20225678',
  ...part,
})

/** The same order with all details. */
export const order = (part: Partial<Order> = {}): Order => ({
  ...orderLine(),
  batch: null,
  isMasked: true,
  environment: 'practice',
  form: paymentForm,
  body: '{"requestedService":"WIRE","transferAmount":12500.00,"transferCurrency":"USD"}',
  bodySha256: 'a'.repeat(64),
  approvalHash: 'b'.repeat(64),
  problems: [],
  warnings: [],
  duplicates: { payments: [], entries: 0, batches: [] },
  submittedAt: at,
  evidence: { ownership: null, validate: null, payee: null, flags: [] },
  approvalsGiven: [],
  duplicateReason: null,
  sentBack: null,
  restored: null,
  attempts: [],
  workstation: null,
  inquiries: [],
  unknownOutcome: null,
  supportReplies: [],
  isSupportReplyContradicted: false,
  transactionId: null,
  answer: null,
  raw: null,
  callId: null,
  statusEvents: [],
  alerts: [],
  comments: [],
  files: [],
  timeline: [],
  nextInquiryAt: null,
  may: [
    { act: 'approve', why: null },
    { act: 'send-back', why: null },
  ],
  nextActors: [{ id: 'practice-theo', name: 'Theo Park' }],
  ...part,
})

/** A wire each month to Ridgeway Supply. */
export const scheduleLine = (part: Partial<ScheduleLine> = {}): ScheduleLine => ({
  id: 's1',
  version: 7,
  service: 'WIRE',
  beneficiary: 'Ridgeway Supply',
  beneficiaryAccount: '\u2022\u2022\u2022\u20225678',
  debitAccount: 'Alder Falls Operating \u2022\u2022\u2022\u20220011',
  amount: 1_250_000,
  currency: 'USD',
  rule: { every: 'month', from: '2026-11-30', onClosedDay: 'before', until: null, count: null },
  state: 'active',
  last: { nominal: '2026-11-30', day: '2026-11-30' },
  next: ['2026-12-30', '2027-01-29'],
  overdue: null,
  owner: { id: 'practice-mara', name: 'Mara Ellison' },
  isOwnerGone: false,
  at: '2026-11-21T09:14:02.000Z',
  drafts: [
    { orderId: 'o7', plannedOn: '2026-11-30', reference: 'CS7', state: 'draft' },
    { orderId: 'o6', plannedOn: '2026-10-30', reference: 'CS6', state: 'accepted' },
  ],
  ...part,
})

const written = (id = 'o1') => ({ id, form: paymentForm })

/** The methods of the nouns `orders` and `schedules`, all successful. */
export const orderApi = () => ({
  schedules: {
    list: vi.fn<Bridge['schedules']['list']>(
      always({ items: [scheduleLine()], next: null, total: 1 }),
    ),
    create: vi.fn<Bridge['schedules']['create']>(({ rule }) =>
      Promise.resolve(ok(scheduleLine({ rule }))),
    ),
    change: vi.fn<Bridge['schedules']['change']>(({ id, rule }) =>
      Promise.resolve(ok(scheduleLine({ id, rule }))),
    ),
    act: vi.fn<Bridge['schedules']['act']>(({ id }) => Promise.resolve(ok(scheduleLine({ id })))),
  },
  orders: {
    list: vi.fn<Bridge['orders']['list']>(always({ items: [orderLine()], next: null, total: 1 })),
    getCounts: vi.fn<Bridge['orders']['getCounts']>(
      always({
        all: 1,
        drafts: 0,
        awaiting: 1,
        awaitingMe: 1,
        readyMe: 0,
        ready: 0,
        underWay: 0,
        unknownOutcome: 0,
        ended: 0,
      }),
    ),
    get: vi.fn<Bridge['orders']['get']>(({ id }) => Promise.resolve(ok(order({ id })))),
    reveal: vi.fn<Bridge['orders']['reveal']>(({ id }) =>
      Promise.resolve(ok(order({ id, isMasked: false }))),
    ),
    getLimit: vi.fn<Bridge['orders']['getLimit']>(always(null)),
    getReview: vi.fn<Bridge['orders']['getReview']>(({ id }) =>
      Promise.resolve(ok({ order: order({ id }), seenAt: null, changes: [] })),
    ),
    saveDraft: vi.fn<Bridge['orders']['saveDraft']>(({ id, form }) =>
      Promise.resolve(ok(order({ id: id ?? 'o1', state: 'draft', form }))),
    ),
    openDraft: vi.fn<Bridge['orders']['openDraft']>(({ id }) => Promise.resolve(ok(written(id)))),
    copy: vi.fn<Bridge['orders']['copy']>(always(written('o2'))),
    copyLast: vi.fn<Bridge['orders']['copyLast']>(({ id }) => Promise.resolve(ok(written(id)))),
    discard: vi.fn<Bridge['orders']['discard']>(always(undefined)),
    preCheck: vi.fn<Bridge['orders']['preCheck']>(always(order({ state: 'draft' }))),
    attachOwnership: vi.fn<Bridge['orders']['attachOwnership']>(always(order({ state: 'draft' }))),
    submit: vi.fn<Bridge['orders']['submit']>(always(order())),
    returnToDraft: vi.fn<Bridge['orders']['returnToDraft']>(always(order({ state: 'draft' }))),
    selectImport: vi.fn<Bridge['orders']['selectImport']>(always(null)),
    commitImport: vi.fn<Bridge['orders']['commitImport']>(always({ created: [] })),
    review: vi.fn<Bridge['orders']['review']>(({ id }) =>
      Promise.resolve(ok({ order: order({ id }), seenAt: null, changes: [] })),
    ),
    approve: vi.fn<Bridge['orders']['approve']>(always(order({ state: 'approved' }))),
    sendBack: vi.fn<Bridge['orders']['sendBack']>(always(order({ state: 'draft' }))),
    release: vi.fn<Bridge['orders']['release']>(always(order({ state: 'sending' }))),
    takeBack: vi.fn<Bridge['orders']['takeBack']>(always(order({ state: 'approved' }))),
    inquire: vi.fn<Bridge['orders']['inquire']>(always(order({ state: 'outcome-unknown' }))),
    proposeResend: vi.fn<Bridge['orders']['proposeResend']>(
      always(order({ state: 'outcome-unknown' })),
    ),
    confirmResend: vi.fn<Bridge['orders']['confirmResend']>(always(order({ state: 'sending' }))),
    acknowledgeRestore: vi.fn<Bridge['orders']['acknowledgeRestore']>(() =>
      Promise.resolve(ok(order())),
    ),
    withdrawResend: vi.fn<Bridge['orders']['withdrawResend']>(
      always(order({ state: 'outcome-unknown' })),
    ),
    recordSupportReply: vi.fn<Bridge['orders']['recordSupportReply']>(
      always(order({ state: 'outcome-unknown' })),
    ),
    confirmSupportReply: vi.fn<Bridge['orders']['confirmSupportReply']>(
      always(order({ state: 'accepted' })),
    ),
    withdrawSupportReply: vi.fn<Bridge['orders']['withdrawSupportReply']>(
      always(order({ state: 'outcome-unknown' })),
    ),
    closeNotMade: vi.fn<Bridge['orders']['closeNotMade']>(
      always(order({ state: 'outcome-unknown', isClosed: true })),
    ),
    decideAlert: vi.fn<Bridge['orders']['decideAlert']>(always(order({ state: 'accepted' }))),
    addComment: vi.fn<Bridge['orders']['addComment']>(({ id }) =>
      Promise.resolve(ok(order({ id }))),
    ),
    attachFiles: vi.fn<Bridge['orders']['attachFiles']>(always(null)),
    saveFile: vi.fn<Bridge['orders']['saveFile']>(always({ file: 'invoice.pdf' })),
    printReceipt: vi.fn<Bridge['orders']['printReceipt']>(always({ file: 'receipt.pdf' })),
  },
})
