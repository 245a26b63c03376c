/** The actions of one cycle: a day's work of two people. */
import { shownItemOf, type InboxItem } from '../../../preload/contract/api/inbox/inbox.ts'
import { clientAccounts } from '../../../main/practice/data/client-accounts.ts'
import { emptyBatchForm } from '../../../preload/contract/domain/batches/batch-form.ts'
import {
  emptyForm,
  emptyParty,
  type PaymentForm,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import { shownOf } from '../../../preload/contract/domain/orders/order-course.ts'
import type { Order, OrderReview } from '../../../preload/contract/domain/orders/order.ts'
import type { Scenario } from '../../../preload/contract/api/practice/practice-scenarios.ts'
import type { SoakWorkstation } from './workstation.ts'

export type Act = (workstation: SoakWorkstation, day: SoakDay) => Promise<void>

/** State passed from one action to the next. */
export interface SoakDay {
  readonly cycle: number
  readonly entries: number
  /** Written and submitted in this cycle. */
  written: Order[]
  /** References and uuids of everything ever released. */
  readonly released: Set<string>
}

/** The maker and the checker. */
export const maker = 'practice-mara'
export const checker = 'practice-theo'

const day = (later: number): string =>
  new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
const account = (at: number): string => String(10_000_000 + (at % 80_000_000))

/** One trouble per cycle, in turn. Each affects one call. */
const troubles: readonly { readonly scenario: Scenario; readonly target?: string }[] = [
  { scenario: 'gateway-timeout-504', target: 'validation' },
  { scenario: 'accepted-then-504', target: 'money' },
  { scenario: 'alerts-not-json' },
  { scenario: 'html-502', target: 'ach-inquiry' },
  { scenario: 'token-revoked' },
  { scenario: 'entry-returned' },
  { scenario: 'alerts-over-100' },
  { scenario: 'dropped-before-answer', target: 'validation' },
  { scenario: 'payment-returned' },
  { scenario: 'alerts-without-id' },
  { scenario: 'entry-changed' },
  { scenario: 'alerts-twice' },
  { scenario: 'failure-500', target: 'reports' },
  { scenario: 'alerts-answer-lost' },
  { scenario: 'unknown-codes' },
]

const trouble: Act = async (workstation, { cycle }) => {
  await workstation.must('practice.clearScenarios')
  const { scenario, target } = troubles[cycle % troubles.length] ?? { scenario: 'entry-returned' }
  await workstation.must('practice.setScenario', { scenario, times: 1, ...(target && { target }) })
  const bank = await workstation.must<{ state: string }>('practice.getBank')
  if (bank.state !== 'running') throw new Error('the practice bank is gone')
}

const validate: Act = async (workstation, { cycle }) => {
  for (let at = 0; at < 3; at += 1) {
    const { id } = await workstation.must<{ id: string }>('validation.submit', {
      apiVersion: 'v1',
      routingNumber: '550010016',
      ownerKind: 'person',
      accountNumber: account(cycle * 7 + at),
      owner: { firstName: 'Margaret', lastName: 'Alder' },
    })
    await workstation.must('validation.get', { id })
    await workstation.must('validation.reveal', { id })
  }
  const requested = { search: '', resultClass: null }
  await workstation.pages('validation.list', requested)
  await workstation.pages('validation.list', {
    ...requested,
    sort: { column: 'owner', direction: 'ascending' },
  })
}

const form = (cycle: number, service: 'WIRE' | 'RTP'): PaymentForm => ({
  ...emptyForm,
  service,
  type: service === 'WIRE' ? 'DRAFT' : 'PAYMENT',
  debitAccountId: `practice-${String(1 + (cycle % clientAccounts.length))}`,
  valueDate: day(0),
  amount: `${String(100 + (cycle % 900))}.${service === 'RTP' ? '10' : '25'}`,
  debitParty: { ...emptyParty, name: 'Alder Falls Works' },
  creditPartyBank: { ...emptyParty, name: 'Northfield Trust', aba: '550030038' },
  creditParty: {
    ...emptyParty,
    name: 'Ridgeway Supply',
    accountNumber: account(cycle * 11),
    address: ['1 Mill Road', '', 'Alder Falls'],
  },
})

/** Days may repeat payments of earlier ones. */
const reasoned = ({ duplicates }: Order) => ({
  reason: 'Repeated by the soak',
  shownDuplicates: shownOf(duplicates),
})

const writePayments: Act = async (workstation, today) => {
  for (const service of ['WIRE', 'RTP'] as const) {
    const draft = await workstation.must<Order>('orders.saveDraft', {
      id: null,
      form: form(today.cycle, service),
    })
    const { id } = draft
    await workstation.must('orders.openDraft', { id })
    await workstation.must('orders.preCheck', { id })
    const input = { id, ...reasoned(draft) }
    today.written.push(await workstation.must<Order>('orders.submit', input))
  }
}

/** A table of entries as payroll software writes it. */
function payroll(cycle: number, entries: number): string {
  const rows = Array.from({ length: entries }, (_, at) =>
    [
      `Person ${String(at)}`,
      `E-${String(at)}`,
      '550020022',
      account(cycle * 1_000 + at),
      'Checking',
      'Credit',
      `${String(1 + (at % 900))}.25`,
    ].join(','),
  )
  return ['Name,Employee ID,Routing,Acct No,Account type,Cr/Dr,Amount', ...rows].join('\n')
}

/**
 * Collected entries stay in the bank's lists of the day, and every later list query returns them.
 * So the large batch goes out in the first cycle only, and a small one in each fifth after it.
 */
const weekly = 5
const smallBatch = 40

/** Returns how many entries the batch of a cycle has; 0 means no batch. */
export const entriesOf = (cycle: number, large: number): number => {
  if (cycle % weekly !== 0) return 0
  return cycle === 0 ? large : Math.min(smallBatch, large)
}

const writeBatch: Act = async (workstation, today) => {
  const entries = entriesOf(today.cycle, today.entries)
  if (entries === 0) return
  const text = payroll(today.cycle, entries)
  const { draftId } = await workstation.must<{ draftId: string }>('batches.readDroppedImport', {
    name: 'payroll.csv',
    base64: Buffer.from(text).toString('base64'),
  })
  await workstation.pages('batches.listImportRows', { draftId, only: 'all' })
  const { created } = await workstation.must<{ created: string[] }>('batches.commitImport', {
    draftId,
    batches: [1],
    form: {
      ...emptyBatchForm,
      secCode: 'PPD',
      accountId: 'practice-1',
      effectiveDate: day(1),
      companyEntryDescription: 'PAYROLL',
    },
  })
  for (const id of created) {
    await workstation.must('batches.findDuplicates', { id, cursor: null, limit: 100 })
    const draft = await workstation.must<Order>('orders.get', { id })
    const input = { id, ...reasoned(draft) }
    today.written.push(await workstation.must<Order>('orders.submit', input))
  }
}

/** The checker reviews each order and approves it. */
const approve: Act = async (workstation, today) => {
  for (const { id, approvalHash: reviewedHash } of today.written) {
    const { order } = await workstation.must<OrderReview>('orders.review', { id })
    const input = { id, approvalHash: reviewedHash ?? '', ...reasoned(order) }
    await workstation.must('orders.approve', input)
  }
}

const isUnderWay = ({ state }: Order): boolean =>
  state === 'queued' || state === 'sending' || state === 'outcome-unknown'

/** Always clicked twice: the second click must not count. */
const release: Act = async (workstation, today) => {
  for (const { id, approvalHash: reviewedHash, reference } of today.written) {
    const input = { id, approvalHash: reviewedHash ?? '' }
    await Promise.all([
      workstation.must('orders.release', input),
      workstation.call('orders.release', input),
    ])
    today.released.add(reference)
  }
  for (const { id } of today.written) {
    const ended = await workstation.until(
      () => workstation.must<Order>('orders.get', { id }),
      (order) => !isUnderWay(order),
    )
    if (ended.state === 'approved')
      await workstation.must('orders.release', { id, approvalHash: ended.approvalHash ?? '' })
  }
}

const poll: Act = async (workstation, today) => {
  for (const { id, batch } of today.written) {
    await workstation.must('orders.printReceipt', { id })
    if (batch === null) continue
    await workstation.call('batches.poll', { id })
    const entries = await workstation.pages<{ id: string }>('batches.listEntries', {
      id,
      filter: 'all',
    })
    const [first] = entries
    if (first) await workstation.must('batches.revealEntry', { id, entryId: first.id })
    await workstation.call('batches.exportFile', { id, as: 'nacha' })
  }
  await workstation.pages('batches.listExceptions', { kind: 'all', open: false })
  await workstation.must('batches.getReturnRates')
  await workstation.pages('orders.list', {
    view: 'all',
    sort: { column: 'amount', direction: 'descending' },
  })
  await workstation.must('orders.getCounts', {})
}

const everyAlert = {
  search: '',
  kind: null,
  status: null,
  account: null,
  mark: null,
  incomingCredits: false,
  from: null,
  to: null,
}

const receive: Act = async (workstation) => {
  const [{ delivered: before }, count] = [await workstation.bank.sender(), 20]
  await workstation.must('practice.sendAlerts', { kind: 'incoming-wire', count })
  await workstation.must('practice.sendAlerts', { kind: 'ach', count })
  await workstation.until(
    () => workstation.bank.sender(),
    ({ delivered, waiting }) => delivered > before && waiting === 0,
    5_000,
  )
  await workstation.must('alerts.getSummary')
  const [alert] = await workstation.pages<{ id: string }>('alerts.list', everyAlert)
  await workstation.pages('alerts.list', {
    ...everyAlert,
    sort: { column: 'party', direction: 'ascending' },
  })
  await workstation.pages('alerts.list', { ...everyAlert, search: 'Ridge' })
  if (alert) await workstation.must('alerts.reveal', { id: alert.id })
  if (alert) await workstation.must('alerts.replay', { id: alert.id })
  const [held] = await workstation.pages<{ id: string }>('alerts.listQuarantined', {})
  if (held) await workstation.must('alerts.getQuarantined', { id: held.id })
  await workstation.must('alerts.exportFile', { ...everyAlert, inFull: false })
}

const sweep: Act = async (workstation, { cycle }) => {
  await workstation.must('coverage.estimateSweep', { from: day(-1), to: day(0) })
  if (cycle % weekly === 1)
    await workstation.must('coverage.sweepNow', { from: day(-1), to: day(0) })
  await workstation.must('coverage.getSummary')
  await workstation.must('coverage.getWatch')
  await workstation.pages('coverage.listDays', { days: 30 })
  await workstation.pages('coverage.listGaps', { isUnhealed: false, day: null })
  await workstation.pages('coverage.listRecovered', { search: '', day: null })
}

const inquire: Act = async (workstation, { cycle }) => {
  const question = {
    mode: 'list',
    account: { kind: 'own', id: `practice-${String(1 + (cycle % 3))}` },
    dateSearchType: 'COLLECTED',
    fromDate: day(-(cycle % 30) - 1),
    toDate: day(0),
  }
  const { id } = await workstation.must<{ id: string }>('achInquiry.inquire', {
    question,
    again: true,
  })
  const rows = await workstation.pages<{ row: number }>('achInquiry.listRows', {
    id,
    search: '',
    status: null,
  })
  const [first] = rows
  if (first) await workstation.must('achInquiry.getRow', { id, row: first.row })
  await workstation.pages('achInquiry.list', {})
  await workstation.must('reports.request', { report: 'intraday', body: '{}' })
  await workstation.pages('reports.list', {})
  const requested = await workstation.call<{ id: string }>('paymentInquiry.inquire', {
    by: 'transaction-id',
    transactionId: `T${String(cycle)}`,
  })
  if (requested.ok)
    await workstation.must('paymentInquiry.getStatusInquiry', { id: requested.value.id })
}

const reconcile: Act = async (workstation, { cycle }) => {
  const { accounts } = await workstation.must<{ accounts: { id: string }[] }>(
    'reconciliation.getAccounts',
  )
  const one = { day: day(0), accountId: accounts[0]?.id ?? '' }
  await workstation.must('reconciliation.get', one)
  if (cycle % weekly === 2) await workstation.must('reconciliation.fetchLists', one)
  await workstation.pages('reconciliation.list', { ...one, filter: 'all' })
  await workstation.must('reconciliation.exportFile', { ...one, format: 'xlsx', inFull: false })
  await workstation.must('reconciliation.printReport', one)
}

const overlook: Act = async (workstation, { cycle }) => {
  await workstation.must('overview.get')
  for (const text of ['Ridgeway', 'Person 12', String(cycle)]) {
    const { found } = await workstation.must<{ found: { kind: string; id: string }[] }>(
      'search.find',
      {
        text,
      },
    )
    const [first] = found
    if (first) await workstation.must('search.related', { kind: first.kind, id: first.id })
  }
  const everything = { kind: 'all', whose: 'all', state: 'open' }
  const [item] = await workstation.pages<InboxItem>('inbox.list', everything)
  await workstation.pages('inbox.list', {
    ...everything,
    sort: { column: 'deadline', direction: 'ascending' },
  })
  if (item) await workstation.must('inbox.get', { id: item.id })
  if (item)
    await workstation.must('inbox.markDone', {
      items: [shownItemOf(item)],
      note: `Seen in ${String(cycle)}`,
    })
  await workstation.pages('payees.list', { view: 'all' })
  await workstation.must('profiles.getState')
}

const inspect: Act = async (workstation) => {
  const calls = {
    search: '',
    purpose: null,
    outcome: null,
    statusClass: null,
    lane: null,
    from: null,
    to: null,
  }
  const [call] = await workstation.pages<{ id: string }>('traffic.list', calls)
  await workstation.pages('traffic.list', {
    ...calls,
    sort: { column: 'took', direction: 'descending' },
  })
  await workstation.pages('traffic.list', { ...calls, search: '550010016' })
  if (call) await workstation.must('traffic.get', { id: call.id })
  if (call) await workstation.must('traffic.curl', { id: call.id, inFull: false })
  await workstation.pages('audit.list', {})
  await workstation.must('audit.check')
  await workstation.must('audit.exportFile')
  const { draftId } = await workstation.must<{ draftId: string }>('tables.startExport', {
    table: 'alerts',
    title: 'Alerts',
    columns: [{ title: 'Id', holds: 'text' }],
  })
  const rows = Array.from({ length: 500 }, (_, at) => [`row ${String(at)}`])
  await workstation.must('tables.addRows', { draftId, rows })
  await workstation.must('tables.saveExport', { draftId, format: 'xlsx' })
}

/** Work that a person starts and abandons: main must not hold it for ever. */
const abandon: Act = async (workstation, { cycle }) => {
  const text = payroll(cycle, 50)
  const base64 = Buffer.from(text).toString('base64')
  await workstation.must('batches.readDroppedImport', { name: 'left.csv', base64 })
  await workstation.must('tables.startExport', {
    table: 'calls',
    title: 'Calls',
    columns: [{ title: 'Id', holds: 'text' }],
  })
  const { id } = await workstation.must<Order>('orders.saveDraft', {
    id: null,
    form: form(cycle, 'WIRE'),
  })
  await workstation.must('orders.discard', { id })
}

const change =
  (who: string): Act =>
  (workstation) =>
    workstation.signIn(who)
const begin: Act = async (workstation, today) => {
  today.written = []
  await workstation.signIn(maker)
}

/** In this order. */
export const acts: Readonly<Record<string, Act>> = {
  begin,
  trouble,
  validate,
  'write payments': writePayments,
  'write a batch': writeBatch,
  'second person': change(checker),
  approve,
  'first person': change(maker),
  release,
  poll,
  receive,
  sweep,
  inquire,
  reconcile,
  overlook,
  inspect,
  abandon,
}
