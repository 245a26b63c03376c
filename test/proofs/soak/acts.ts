/** The actions of one cycle: a day's work of two people. */
import { clientAccounts } from '../../../main/practice/data/client-accounts.ts'
import { emptyBatchForm } from '../../../preload/contract/domain/batches/batch-form.ts'
import {
  emptyForm,
  emptyParty,
  type PaymentForm,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import type { Scenario } from '../../../preload/contract/api/practice/practice-scenarios.ts'
import type { SoakDesk } from './desk.ts'

export type Act = (desk: SoakDesk, day: SoakDay) => Promise<void>

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

const trouble: Act = async (desk, { cycle }) => {
  await desk.must('practice.clearScenarios')
  const { scenario, target } = troubles[cycle % troubles.length] ?? { scenario: 'entry-returned' }
  await desk.must('practice.setScenario', { scenario, times: 1, ...(target && { target }) })
  const bank = await desk.must<{ state: string }>('practice.getBank')
  if (bank.state !== 'running') throw new Error('the practice bank is gone')
}

const validate: Act = async (desk, { cycle }) => {
  for (let at = 0; at < 3; at += 1) {
    const { id } = await desk.must<{ id: string }>('validation.submit', {
      apiVersion: 'v1',
      routingNumber: '550010016',
      ownerKind: 'person',
      accountNumber: account(cycle * 7 + at),
      owner: { firstName: 'Margaret', lastName: 'Alder' },
    })
    await desk.must('validation.get', { id })
    await desk.must('validation.reveal', { id })
  }
  const asked = { search: '', resultClass: null }
  await desk.pages('validation.list', asked)
  await desk.pages('validation.list', {
    ...asked,
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
const reason = 'Repeated by the soak'

const writePayments: Act = async (desk, today) => {
  for (const service of ['WIRE', 'RTP'] as const) {
    const { id } = await desk.must<Order>('orders.saveDraft', {
      id: null,
      form: form(today.cycle, service),
    })
    await desk.must('orders.openDraft', { id })
    await desk.must('orders.preCheck', { id })
    today.written.push(await desk.must<Order>('orders.submit', { id, reason }))
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
      'Credit',
      `${String(1 + (at % 900))}.25`,
    ].join(','),
  )
  return ['Name,Employee ID,Routing,Acct No,Cr/Dr,Amount', ...rows].join('\n')
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

const writeBatch: Act = async (desk, today) => {
  const entries = entriesOf(today.cycle, today.entries)
  if (entries === 0) return
  const text = payroll(today.cycle, entries)
  const { draftId } = await desk.must<{ draftId: string }>('batches.readDroppedImport', {
    name: 'payroll.csv',
    base64: Buffer.from(text).toString('base64'),
  })
  await desk.pages('batches.listImportRows', { draftId, only: 'all' })
  const { made } = await desk.must<{ made: string[] }>('batches.commitImport', {
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
  for (const id of made) {
    await desk.must('batches.findDuplicates', { id, cursor: null, limit: 100 })
    today.written.push(await desk.must<Order>('orders.submit', { id, reason }))
  }
}

/** The checker reviews each order and approves it. */
const approve: Act = async (desk, today) => {
  for (const { id, approvalHash: binding } of today.written) {
    await desk.must('orders.review', { id })
    await desk.must('orders.approve', { id, approvalHash: binding ?? '', reason })
  }
}

const isUnderWay = ({ state }: Order): boolean =>
  state === 'queued' || state === 'sending' || state === 'outcome-unknown'

/** Always clicked twice: the second click must not count. */
const release: Act = async (desk, today) => {
  for (const { id, approvalHash: binding, reference } of today.written) {
    const input = { id, approvalHash: binding ?? '' }
    await Promise.all([desk.must('orders.release', input), desk.call('orders.release', input)])
    today.released.add(reference)
  }
  for (const { id } of today.written) {
    const ended = await desk.until(
      () => desk.must<Order>('orders.get', { id }),
      (order) => !isUnderWay(order),
    )
    if (ended.state === 'approved')
      await desk.must('orders.release', { id, approvalHash: ended.approvalHash ?? '' })
  }
}

const follow: Act = async (desk, today) => {
  for (const { id, batch } of today.written) {
    await desk.must('orders.printReceipt', { id })
    if (batch === null) continue
    await desk.call('batches.follow', { id })
    const entries = await desk.pages<{ id: string }>('batches.listEntries', { id, filter: 'all' })
    const [first] = entries
    if (first) await desk.must('batches.revealEntry', { id, entryId: first.id })
    await desk.call('batches.exportFile', { id, as: 'nacha' })
  }
  await desk.pages('batches.listExceptions', { kind: 'all', open: false })
  await desk.must('batches.getReturnRates')
  await desk.pages('orders.list', {
    view: 'all',
    sort: { column: 'amount', direction: 'descending' },
  })
  await desk.must('orders.getCounts', {})
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

const hear: Act = async (desk) => {
  const [{ delivered: before }, count] = [await desk.bank.sender(), 20]
  await desk.must('practice.sendAlerts', { kind: 'incoming-wire', count })
  await desk.must('practice.sendAlerts', { kind: 'ach', count })
  await desk.until(
    () => desk.bank.sender(),
    ({ delivered, waiting }) => delivered > before && waiting === 0,
    5_000,
  )
  await desk.must('alerts.getSummary')
  const [alert] = await desk.pages<{ id: string }>('alerts.list', everyAlert)
  await desk.pages('alerts.list', {
    ...everyAlert,
    sort: { column: 'party', direction: 'ascending' },
  })
  await desk.pages('alerts.list', { ...everyAlert, search: 'Ridge' })
  if (alert) await desk.must('alerts.reveal', { id: alert.id })
  if (alert) await desk.must('alerts.replay', { id: alert.id })
  const [held] = await desk.pages<{ id: string }>('alerts.listQuarantined', {})
  if (held) await desk.must('alerts.getQuarantined', { id: held.id })
  await desk.must('alerts.exportFile', { ...everyAlert, inFull: false })
}

const sweep: Act = async (desk, { cycle }) => {
  await desk.must('coverage.estimateSweep', { from: day(-1), to: day(0) })
  if (cycle % weekly === 1) await desk.must('coverage.sweepNow', { from: day(-1), to: day(0) })
  await desk.must('coverage.getSummary')
  await desk.must('coverage.getWatch')
  await desk.pages('coverage.listDays', { days: 30 })
  await desk.pages('coverage.listGaps', { isUnhealed: false, day: null })
  await desk.pages('coverage.listRecovered', { search: '', day: null })
}

const inquire: Act = async (desk, { cycle }) => {
  const question = {
    mode: 'list',
    account: { kind: 'own', id: `practice-${String(1 + (cycle % 3))}` },
    dateSearchType: 'COLLECTED',
    fromDate: day(-(cycle % 30) - 1),
    toDate: day(0),
  }
  const { id } = await desk.must<{ id: string }>('achInquiry.ask', { question, again: true })
  const rows = await desk.pages<{ row: number }>('achInquiry.listRows', {
    id,
    search: '',
    status: null,
  })
  const [first] = rows
  if (first) await desk.must('achInquiry.getRow', { id, row: first.row })
  await desk.pages('achInquiry.list', {})
  await desk.must('reports.ask', { report: 'intraday', body: '{}' })
  await desk.pages('reports.list', {})
  const asked = await desk.call<{ id: string }>('paymentInquiry.lookUp', {
    by: 'transaction-id',
    transactionId: `T${String(cycle)}`,
  })
  if (asked.ok) await desk.must('paymentInquiry.getStatusInquiry', { id: asked.value.id })
}

const reconcile: Act = async (desk, { cycle }) => {
  const { accounts } = await desk.must<{ accounts: { id: string }[] }>('reconciliation.getAccounts')
  const one = { day: day(0), accountId: accounts[0]?.id ?? '' }
  await desk.must('reconciliation.get', one)
  if (cycle % weekly === 2) await desk.must('reconciliation.ask', one)
  await desk.pages('reconciliation.list', { ...one, filter: 'all' })
  await desk.must('reconciliation.exportFile', { ...one, format: 'xlsx', inFull: false })
  await desk.must('reconciliation.printReport', one)
}

const overlook: Act = async (desk, { cycle }) => {
  await desk.must('overview.get')
  for (const text of ['Ridgeway', 'Person 12', String(cycle)]) {
    const { found } = await desk.must<{ found: { kind: string; id: string }[] }>('search.find', {
      text,
    })
    const [first] = found
    if (first) await desk.must('search.related', { kind: first.kind, id: first.id })
  }
  const everything = { kind: 'all', whose: 'all', state: 'open' }
  const [item] = await desk.pages<{ id: string }>('inbox.list', everything)
  await desk.pages('inbox.list', {
    ...everything,
    sort: { column: 'deadline', direction: 'ascending' },
  })
  if (item) await desk.must('inbox.get', { id: item.id })
  if (item) await desk.must('inbox.markDone', { ids: [item.id], note: `Seen in ${String(cycle)}` })
  await desk.pages('payees.list', { view: 'all' })
  await desk.must('profiles.getState')
}

const inspect: Act = async (desk) => {
  const calls = {
    search: '',
    purpose: null,
    outcome: null,
    statusClass: null,
    lane: null,
    from: null,
    to: null,
  }
  const [call] = await desk.pages<{ id: string }>('traffic.list', calls)
  await desk.pages('traffic.list', { ...calls, sort: { column: 'took', direction: 'descending' } })
  await desk.pages('traffic.list', { ...calls, search: '550010016' })
  if (call) await desk.must('traffic.get', { id: call.id })
  if (call) await desk.must('traffic.curl', { id: call.id, inFull: false })
  await desk.pages('audit.list', {})
  await desk.must('audit.check')
  await desk.must('audit.exportFile')
  const { draftId } = await desk.must<{ draftId: string }>('tables.startExport', {
    table: 'alerts',
    title: 'Alerts',
    columns: [{ title: 'Id', holds: 'text' }],
  })
  const rows = Array.from({ length: 500 }, (_, at) => [`row ${String(at)}`])
  await desk.must('tables.addRows', { draftId, rows })
  await desk.must('tables.saveExport', { draftId, format: 'xlsx' })
}

/** Work that a person starts and abandons: main must not hold it for ever. */
const abandon: Act = async (desk, { cycle }) => {
  const text = payroll(cycle, 50)
  const base64 = Buffer.from(text).toString('base64')
  await desk.must('batches.readDroppedImport', { name: 'left.csv', base64 })
  await desk.must('tables.startExport', {
    table: 'calls',
    title: 'Calls',
    columns: [{ title: 'Id', holds: 'text' }],
  })
  const { id } = await desk.must<Order>('orders.saveDraft', { id: null, form: form(cycle, 'WIRE') })
  await desk.must('orders.discard', { id })
}

const change =
  (who: string): Act =>
  (desk) =>
    desk.signIn(who)
const begin: Act = async (desk, today) => {
  today.written = []
  await desk.signIn(maker)
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
  follow,
  hear,
  sweep,
  inquire,
  reconcile,
  overlook,
  inspect,
  abandon,
}
