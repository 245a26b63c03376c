/**
 * Counts messages to the store where an operator waits, through the workstation's own handlers on
 * the practice bank.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { AccountInquiry } from '../../../preload/contract/bank/account-validation.ts'
import { emptyBatchForm } from '../../../preload/contract/domain/batches/batch-form.ts'
import { emptyForm, emptyParty } from '../../../preload/contract/domain/orders/payment-form.ts'
import { countedStoreWorker, messagesOf } from '../support/store-messages.ts'
import {
  newFolder,
  removeFolder,
  standAloneBank,
  type StandAloneBank,
  startWorkstation,
} from '../support/workstation.ts'

type Workstation = Awaited<ReturnType<typeof startWorkstation>>['workstation']

let folder: string
let bank: StandAloneBank
let workstation: Workstation

beforeAll(async () => {
  folder = await newFolder()
  bank = await standAloneBank()
  const started = await startWorkstation(folder, bank.controlUrl, {
    storeWorker: countedStoreWorker,
  })
  workstation = started.workstation
})
afterAll(async () => {
  await workstation.close()
  await bank.end()
  await removeFolder(folder)
})

const mara = { operator: { id: 'practice-mara', name: 'Mara Ellison', roles: ['maker' as const] } }

const theo = { operator: { id: 'practice-theo', name: 'Theo Park', roles: ['checker' as const] } }

function must<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Imports a payroll as the window does; returns the id of its draft. */
async function imported(entries: number): Promise<string> {
  const { batches } = workstation.handlers
  const header = 'Name,Employee ID,Routing,Acct No,Account type,Cr/Dr,Amount'
  const rows = Array.from({ length: entries }, (_, at) => {
    const account = String(10_000_000 + at)
    return `Person ${String(at)},E-${String(at)},021000021,${account},C,C,100.25`
  })
  const base64 = Buffer.from([header, ...rows].join('\n')).toString('base64')
  const file = must(await batches.readDroppedImport({ name: 'payroll.csv', base64 }, mara))
  const form = {
    ...emptyBatchForm,
    accountId: 'practice-1',
    effectiveDate: dayAhead(2),
    companyEntryDescription: 'PAYROLL',
  }
  const wanted = { draftId: file.draftId, batches: [1], form }
  const [id = ''] = must(await batches.commitImport(wanted, mara)).created
  return id
}

/**
 * Opens an order in each state on its way to the bank; returns the number of messages to the store,
 * by state.
 */
async function viewsOf(id: string): Promise<Record<string, number>> {
  const { orders } = workstation.handlers
  const requested: Record<string, number> = {}
  const check = async (as: typeof mara | typeof theo): Promise<void> => {
    const { value, messages } = await messagesOf(() => orders.get({ id }, as))
    requested[must(value).state] = messages.length
  }
  await check(mara)
  const reviewedHash = must(await orders.submit({ id }, mara)).approvalHash ?? ''
  await check(theo)
  must(await orders.review({ id }, theo))
  must(await orders.approve({ id, approvalHash: reviewedHash }, theo))
  await check(mara)
  must(await orders.release({ id, approvalHash: reviewedHash }, mara))
  await vi.waitFor(
    async () =>
      expect(await orders.get({ id }, mara)).toMatchObject({ value: { state: 'accepted' } }),
    { timeout: 20_000 },
  )
  await check(mara)
  return requested
}

const atMost = (most: number): unknown => expect.toSatisfy((requested: number) => requested <= most)
const everyStateAtMost = (most: number) => ({
  draft: atMost(most),
  'awaiting-approval': atMost(most),
  approved: atMost(most),
  accepted: atMost(most),
})

it('the store gets at most six messages for one account validation, and four for the next ones', async () => {
  const { residents } = await bank.control.town()
  const [resident] = residents
  const inquiry: AccountInquiry = {
    apiVersion: 'v1',
    routingNumber: resident?.routingNumber ?? '',
    accountNumber: resident?.accountNumber ?? '',
    ownerKind: 'person',
    owner: { firstName: 'Margaret', lastName: 'Alder' },
  }
  const { validation } = workstation.handlers
  const first = await messagesOf(() => validation.submit(inquiry, mara))
  const second = await messagesOf(() => validation.submit(inquiry, mara))
  // The first validation fetches a token, and its call is recorded too.
  expect(first.messages.length).toBeLessThanOrEqual(6)
  expect(second.messages.length).toBeLessThanOrEqual(4)
  const { id, raw, answer } = must(second.value)
  expect([answer.kind, raw?.status]).toEqual(['answered', 200])
  // Shown as stored: a later opening shows the same.
  expect(must(await validation.get({ id }, mara))).toEqual(must(second.value))
})

it('the store gets at most ten messages to open a draft just imported', async () => {
  const id = await imported(300)
  const { batches, orders } = workstation.handlers
  const { value, messages } = await messagesOf(async () => ({
    begun: must(await batches.openDraft({ id }, mara)),
    taken: must(await batches.readDraftEntries({ id, after: null }, mara)),
    shown: must(await orders.get({ id }, mara)),
  }))
  expect(messages.length).toBeLessThanOrEqual(10)
  expect([value.begun.entries, value.taken.entries.length, value.shown.batch?.entries]).toEqual([
    300, 300, 300,
  ])
})

const wire = {
  ...emptyForm,
  debitAccountId: 'practice-1',
  valueDate: dayAhead(1),
  amount: '12,500.00',
  creditPartyBank: { ...emptyParty, aba: '550010014' },
  creditParty: { ...emptyParty, name: 'Ridgeway Supply', accountNumber: '5550142' },
}

it('the store gets at most six messages for the view of a payment, whatever its state', async () => {
  const { id } = must(await workstation.handlers.orders.saveDraft({ id: null, form: wire }, mara))
  expect(await viewsOf(id)).toEqual(everyStateAtMost(6))
})

it('the store gets at most six messages for a page of payments, however many it has', async () => {
  const { orders } = workstation.handlers
  for (let nth = 1; nth <= 12; nth += 1) {
    const form = { ...wire, amount: `${String(nth)},000.00` }
    must(await orders.saveDraft({ id: null, form }, mara))
  }
  const request = { view: 'drafts', kind: 'payment', cursor: null, limit: 50, sort: null } as const
  const { value, messages } = await messagesOf(() => orders.list(request, mara))
  expect(must(value).items).toHaveLength(12)
  expect(messages.length).toBeLessThanOrEqual(6)
})

it('the store gets at most six messages for the view of a batch, whatever its state', async () => {
  expect(await viewsOf(await imported(30))).toEqual(everyStateAtMost(6))
})
