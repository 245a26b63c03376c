/** Answers of a fake main about ACH batches; `part` overrides fields. */
import { vi } from 'vitest'
import {
  defaultAchSettings,
  emptyBatchForm,
} from '../../../preload/contract/domain/batches/batch-form.ts'
import type {
  BatchContent,
  BatchEntry,
  BatchLine,
  EntryLine,
} from '../../../preload/contract/domain/batches/batch.ts'
import type {
  BatchImport,
  OwnershipRun,
  TemplateLine,
} from '../../../preload/contract/domain/batches/drafts.ts'
import type { Order, OrderLine } from '../../../preload/contract/domain/orders/order.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'
import { order, orderLine } from './fake-orders.ts'

const at = '2026-11-21T09:14:02.000Z'
const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

export const noOwnersKnown: BatchContent['ownership'] = {
  matches: 0,
  matchesInPart: 0,
  differs: 0,
  closed: 0,
  notFound: 0,
  unknown: 0,
  notVerified: 0,
  oldestAt: null,
}

export const batchUuid = '0'.repeat(31) + 'b'
export const entryId = (number: number): string => number.toString(16).padStart(32, '0')

/** The batch part of an order line. */
export const batchLine = (part: Partial<BatchLine> = {}): BatchLine => ({
  secCode: 'PPD',
  entries: 3,
  credits: 452_750,
  debits: 0,
  part: null,
  isReversal: false,
  tally: null,
  ...part,
})

/** The content of a batch. */
export const batchContent = (part: Partial<BatchContent> = {}): BatchContent => ({
  ...batchLine(),
  figures: [{ direction: 'C', accountType: 'C', entries: 3, amount: 452_750 }],
  form: {
    ...emptyBatchForm,
    accountId: 'practice-1',
    effectiveDate: '2026-11-24',
    companyEntryDescription: 'PAYROLL',
  },
  terms: {
    amountUnit: 'dollars',
    receivingDfiDigits: 8,
    collectionApplicationId: 'CA1',
    point: 'P1',
    collectionApplicationType: 'T1',
  },
  sentAnyway: [],
  entriesWithProblems: 0,
  prenotes: 0,
  addenda: 0,
  firstPayments: 0,
  changedPayees: 0,
  duplicatesWithin: 0,
  earlierDuplicates: 0,
  outliers: { count: 0, first: [] },
  rejectedWithoutFollowUp: 0,
  outcome: null,
  ownership: { ...noOwnersKnown, notVerified: 3 },
  answer: null,
  polledAt: null,
  nextPollAt: null,
  otherAccount: null,
  queriedAccount: null,
  reversalOf: null,
  prepared: null,
  reversedBy: [],
  companyId: '1550060066',
  ...part,
})

/** The bank debits another account for the batch than requested. */
export const otherAccount = {
  orderId: 'b1',
  entries: 296,
  queried: '\u2022\u2022\u2022\u20220029',
  debited: '\u2022\u2022\u2022\u20220011',
  debitedId: 'practice-1',
  debitedName: 'Alder Falls Operating',
}

/** A batch as a line of orders. */
export const batchOrderLine = (part: Partial<OrderLine> = {}): OrderLine =>
  orderLine({
    id: 'b1',
    service: 'PPD',
    reference: batchUuid,
    amount: 452_750,
    valueDate: '2026-11-24',
    beneficiary: 'PAYROLL',
    beneficiaryAccount: '',
    beneficiaryBank: '',
    batch: batchLine(),
    ...part,
  })

/** A batch as an order. */
export const batchOrder = (part: Partial<Order> = {}): Order => ({
  ...order(),
  ...batchOrderLine(),
  form: null,
  batch: batchContent(),
  body: '{"batch":{"secCode":"PPD"}}',
  ...part,
})

/** An entry as a line. */
export const entryLine = (part: Partial<EntryLine> = {}): EntryLine => ({
  id: entryId(1),
  number: 1,
  receiverName: 'Jonas Weber',
  routingNumber: '550010014',
  account: '\u2022\u2022\u2022\u20225678',
  accountType: 'C',
  creditDebitCode: 'C',
  transactionType: 'L',
  amount: 150_025,
  identificationNumber: 'E-1001',
  addenda: 0,
  verdict: null,
  errorMessages: [],
  informationMessages: [],
  traceNumber: null,
  parNumber: null,
  state: 'not-reported',
  statusText: null,
  stateAt: null,
  returnReportedAt: null,
  returnCode: null,
  changeCode: null,
  ownership: null,
  problemCount: 0,
  payeeFlags: [],
  holder: null,
  sentAnyway: [],
  ...part,
})

/** An entry with all details. */
export const batchEntry = (part: Partial<BatchEntry> = {}): BatchEntry => ({
  ...entryLine(),
  evidence: 'seen-1',
  isMasked: true,
  individualIdentificationNumber: '',
  discretionaryData: '',
  addendaTexts: [],
  payeeId: null,
  problems: [],
  return: null,
  returnReport: null,
  returnReply: null,
  change: null,
  events: [],
  verdictAcknowledged: null,
  stateAcknowledged: null,
  returnPossibleUntil: null,
  shownAmount: null,
  ...part,
})

/** A file as read. */
export const batchImport = (part: Partial<BatchImport> = {}): BatchImport => ({
  draftId: 'd1',
  file: 'payroll.csv',
  kind: 'table',
  sheets: [],
  sheet: null,
  headers: ['Name', 'Routing', 'Account', 'Amount'],
  mapping: {
    receiverName: 'Name',
    routingNumber: 'Routing',
    accountNumber: 'Account',
    amount: 'Amount',
  },
  options: {
    secCode: 'PPD',
    creditDebitCode: 'C',
    accountType: 'C',
    transactionType: 'L',
    addendaSeparator: '',
  },
  unusedColumns: [],
  asks: [],
  isPlain: false,
  batches: [
    {
      number: 1,
      form: emptyBatchForm,
      entries: 3,
      credits: 452_750,
      debits: 0,
      withProblems: 0,
      withWarnings: 0,
      parts: 1,
      remarks: [],
    },
  ],
  unread: [],
  unreadCount: 0,
  remarks: [],
  importedBefore: null,
  returnCount: 0,
  changeCount: 0,
  ownReturnCount: 0,
  hasOnlyReturns: false,
  remarkCount: part.remarks?.length ?? 0,
  ...part,
})

const run: OwnershipRun = {
  id: 'b1',
  state: 'done',
  why: null,
  done: 3,
  of: 3,
  reused: 0,
  remaining: 0,
}
const template: TemplateLine = {
  id: 't1',
  version: 4,
  name: 'Payroll',
  secCode: 'PPD',
  entries: 3,
  credits: 452_750,
  debits: 0,
  companyEntryDescription: 'PAYROLL',
  recurrence: null,
  nextDate: null,
  preparedOn: null,
  goesOnWith: null,
  owner: { id: 'practice-mara', name: 'Mara Ellison' },
  isOwnerGone: false,
  at,
}
/** The same, each Friday. */
export const recurringTemplate = (part: Partial<TemplateLine> = {}): TemplateLine => ({
  ...template,
  recurrence: { every: 'week', from: '2026-11-27', onClosedDay: 'before', daysAhead: 3 },
  nextDate: '2026-11-27',
  preparedOn: '2026-11-23',
  ...part,
})
const settings = {
  settings: defaultAchSettings,
  version: 0,
  at: null,
  by: null,
  confirmation: null,
  isLocked: false,
}
const addenda = {
  answer: { kind: 'no-answer', reason: 'timed-out' },
  raw: null,
  callId: null,
  next: null,
} as const

const noLines = { items: [], next: null, total: 0 }

type Batches = Bridge['batches']

/** The methods of the noun `batches`, all successful. */
export const batchApi = () => ({
  batches: {
    listAccounts: vi.fn<Batches['listAccounts']>(always([])),
    getLastAccounts: vi.fn<Batches['getLastAccounts']>(always({})),
    useAccount: vi.fn<Batches['useAccount']>(always(undefined)),
    create: vi.fn<Batches['create']>(always({ id: 'b1' })),
    openDraft: vi.fn<Batches['openDraft']>(
      always({ id: 'b1', uuid: batchUuid, form: batchContent().form, entries: 0 }),
    ),
    readDraftEntries: vi.fn<Batches['readDraftEntries']>(always({ entries: [], next: null })),
    listFigures: vi.fn<Batches['listFigures']>(
      always([{ direction: 'C' as const, accountType: 'C' as const, entries: 1, amount: 150_025 }]),
    ),
    saveForm: vi.fn<Batches['saveForm']>(always(undefined)),
    saveEntries: vi.fn<Batches['saveEntries']>(always({ entries: 0, credits: 0, debits: 0 })),
    findDuplicates: vi.fn<Batches['findDuplicates']>(always(noLines)),
    compareWithLast: vi.fn<Batches['compareWithLast']>(
      always({
        last: null,
        now: { entries: 0, credits: 0, debits: 0 },
        counts: { changed: 0, added: 0, gone: 0, same: 0 },
        differences: [],
      }),
    ),
    findOutliers: vi.fn<Batches['findOutliers']>(always(noLines)),
    sendAnyway: vi.fn<Batches['sendAnyway']>(always(undefined)),
    listSentAnyway: vi.fn<Batches['listSentAnyway']>(always(noLines)),
    listPayees: vi.fn<Batches['listPayees']>(always(noLines)),
    copy: vi.fn<Batches['copy']>(always({ id: 'b2', others: [] })),
    checkOwnership: vi.fn<Batches['checkOwnership']>(always(run)),
    stopOwnership: vi.fn<Batches['stopOwnership']>(always(run)),
    resumeOwnership: vi.fn<Batches['resumeOwnership']>(always(run)),
    getOwnershipRun: vi.fn<Batches['getOwnershipRun']>(always(null)),
    listOwnership: vi.fn<Batches['listOwnership']>(always(noLines)),
    selectImport: vi.fn<Batches['selectImport']>(always(null)),
    readDroppedImport: vi.fn<Batches['readDroppedImport']>(always(batchImport())),
    mapImport: vi.fn<Batches['mapImport']>(always(batchImport())),
    listImportRows: vi.fn<Batches['listImportRows']>(always({ items: [], next: null, total: 0 })),
    listImportReturns: vi.fn<Batches['listImportReturns']>(
      always({ items: [], next: null, total: 0 }),
    ),
    commitImport: vi.fn<Batches['commitImport']>(always({ created: ['b1'] })),
    discardImport: vi.fn<Batches['discardImport']>(always(undefined)),
    exportFile: vi.fn<Batches['exportFile']>(always({ file: 'batch.csv' })),
    listEntries: vi.fn<Batches['listEntries']>(
      always({ items: [entryLine()], next: null, total: 1 }),
    ),
    getEntry: vi.fn<Batches['getEntry']>(always(batchEntry())),
    revealEntry: vi.fn<Batches['revealEntry']>(always(batchEntry({ isMasked: false }))),
    poll: vi.fn<Batches['poll']>(always(undefined)),
    queryAddenda: vi.fn<Batches['queryAddenda']>(always(addenda)),
    listExceptions: vi.fn<Batches['listExceptions']>(always({ items: [], next: null, total: 0 })),
    getReturnRates: vi.fn<Batches['getReturnRates']>(
      always({ from: '2026-09-22', to: '2026-11-21', debits: 0, groups: [] }),
    ),
    proposeCorrection: vi.fn<Batches['proposeCorrection']>(always({ payeeId: 'p1', version: 2 })),
    acknowledgeException: vi.fn<Batches['acknowledgeException']>(always(undefined)),
    recordReturnReply: vi.fn<Batches['recordReturnReply']>(always(undefined)),
    confirmReturnReply: vi.fn<Batches['confirmReturnReply']>(always(undefined)),
    withdrawReturnReply: vi.fn<Batches['withdrawReturnReply']>(always(undefined)),
    prepareReentry: vi.fn<Batches['prepareReentry']>(always({ id: 'b2', others: [] })),
    prepareReversal: vi.fn<Batches['prepareReversal']>(always({ id: 'b2', others: [] })),
    saveTemplate: vi.fn<Batches['saveTemplate']>(always(template)),
    changeRecurrence: vi.fn<Batches['changeRecurrence']>(always(template)),
    listTemplates: vi.fn<Batches['listTemplates']>(
      always({ items: [template], next: null, total: 1 }),
    ),
    useTemplate: vi.fn<Batches['useTemplate']>(always({ id: 'b2', others: [] })),
    removeTemplate: vi.fn<Batches['removeTemplate']>(always(undefined)),
    getSettings: vi.fn<Batches['getSettings']>(always(settings)),
    changeSettings: vi.fn<Batches['changeSettings']>(always(settings)),
    confirmUnit: vi.fn<Batches['confirmUnit']>(always(settings)),
  },
})
