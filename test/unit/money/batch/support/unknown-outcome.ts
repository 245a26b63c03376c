/**
 * Batches with an unknown outcome on a real store, with a real practice bank that is called through
 * the real client.
 */
import { createHash, randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { createAchOrigination } from '../../../../../main/bank/apis/ach-origination.ts'
import { originationBody } from '../../../../../main/bank/apis/ach-origination-wire.ts'
import { createBankClient } from '../../../../../main/bank/bank-client.ts'
import { openRateBudget } from '../../../../../main/bank/client/budget/rate-budget.ts'
import { listedFrom } from '../../../../../main/money/batch/tracking/batch-collection.ts'
import {
  openBatchInquiry,
  batchInquiryApi,
} from '../../../../../main/money/batch/tracking/batch-inquiry.ts'
import { batchKind } from '../../../../../main/money/batch/batch-kind.ts'
import { paymentKind } from '../../../../../main/money/payment/payment-kind.ts'
import { networkDay } from '../../../../../preload/contract/kernel/banking-days.ts'
import { daysLater } from '../../../../../preload/contract/kernel/calendar.ts'
import { batchFormText } from '../../../../../main/money/batch/batch-records.ts'
import { systemClock } from '../../../../../main/platform/clock.ts'
import { Background } from '../../../../../main/platform/in-flight.ts'
import { createOrderTracking } from '../../../../../main/money/order/status/order-tracking.ts'
import { practicePolicy } from '../../../../../preload/contract/domain/operators/policy.ts'
import { kindsOf, type OrderContext } from '../../../../../main/money/order/types.ts'
import { issue } from '../../../../../main/practice/enrolment.ts'
import { makePracticePki } from '../../../../../main/practice/practice-pki.ts'
import { openPracticeBank } from '../../../../../main/practice/open-practice-bank.ts'
import { connectPracticeBank } from '../../../../../main/practice/practice-control.ts'
import { practiceProfile } from '../../../../../main/session/practice/practice-client.ts'
import { practiceKey } from '../../../../../main/store/store-key.ts'
import { openStore } from '../../../../../main/store/store.ts'
import {
  defaultAchSettings,
  emptyBatchForm,
  type BatchForm,
} from '../../../../../preload/contract/domain/batches/batch-form.ts'
import type { TypedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { centsIn, readBatch } from '../../../../../preload/contract/domain/batches/read-batch.ts'
import type { OrderState } from '../../../../../preload/contract/domain/orders/order-states.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import { MemoryOfTest } from '../../../bank/support/rate-memory.ts'
import { OwnTime, quiet } from '../../order/support/own-time.ts'
import { orderRow, storedAttempt } from '../../order/support/stored-orders.ts'
import { newStorePath } from '../../../store/stores.ts'
import { startStoreWorker } from '../../../support/programs/programs.ts'
import { waitsBy } from '../../../support/wait-times.ts'
import type { BatchInquiryApi } from '../../../../../main/money/batch/tracking/batch-inquiry-queries.ts'

/** 32 hexadecimal digits that end in a number. */
export const uuid = (number: number): string => number.toString(16).padStart(32, '0')
export const batchUuid = uuid(0xb1)
/** An id that no bank knows. */
export const unknownUuid = 'f'.repeat(32)
export const operator = { id: 'mara', name: 'Mara Ellison', roles: ['maker' as const] }

/** An entry as typed. */
export const entry = (
  number: number,
  amount: string,
  part: Partial<TypedEntry> = {},
): TypedEntry => ({
  id: uuid(number),
  routingNumber: '550020022',
  accountNumber: `40${String(number)}`,
  accountType: 'C',
  creditDebitCode: 'C',
  transactionType: 'L',
  amount,
  receiverName: 'Silas Reed',
  identificationNumber: 'M2041',
  discretionaryData: '',
  individualIdentificationNumber: 'M2041',
  addenda: [],
  payeeId: null,
  ...part,
})

/** Valid by this computer's clock, independent of the clock of a test. */
const pki = makePracticePki(new Date())

async function bankOf(time: OwnTime) {
  const identity = { pki: await pki, issued: issue(10_000) }
  const bank = await openPracticeBank({ clock: time.clock, identity })
  const control = connectPracticeBank(bank.controlUrl)
  const budget = await openRateBudget({
    clock: systemClock,
    memory: new MemoryOfTest(),
    share: 1_000,
  })
  const requested: string[] = []
  const client = createBankClient({
    connection: bank.enrolment,
    budget,
    clock: systemClock,
    newId: randomUUID,
    record: ({ path }) => {
      requested.push(path.replace(/^.*\/v1\//, '').replace(/detail\/.*/, 'detail'))
      return Promise.resolve()
    },
  })
  onTestFinished(async () => {
    budget.close()
    await client.close()
    await control.close()
    await bank.close()
  })
  return { client, control, requested }
}

/** Everything that a test of batches with an unknown outcome needs. */
export async function openUnknownOutcome() {
  const time = new OwnTime()
  const opened = await openStore({
    file: newStorePath(),
    key: practiceKey,
    startStoreWorker,
    clock: time.clock,
  })
  if (!opened.ok) throw new Error(opened.error.code)
  const store = opened.value
  const { client, control, requested } = await bankOf(time)
  const agreed = { inquiry: true, origination: true }
  const emitted: string[] = []
  const report = (where: string, problem: unknown): never => {
    throw new Error(`${where}: ${String(problem)}`)
  }
  /** The replacement for the bank's calls in a test. */
  const double: { change: (api: BatchInquiryApi) => BatchInquiryApi } = { change: (api) => api }
  const kinds = kindsOf([
    {
      ...paymentKind,
      inquiry: { ...paymentKind.inquiry, open: () => err({ code: 'bank-not-running' }) },
    },
    {
      ...batchKind,
      inquiry: {
        ...batchKind.inquiry,
        open(session) {
          const api = batchInquiryApi(session)
          return api.ok ? ok(openBatchInquiry(double.change(api.value), session)) : api
        },
      },
    },
  ])
  const context = {
    kinds,
    store,
    clock: time.clock,
    environment: 'practice',
    profile: () => practiceProfile,
    operatorName: (id: string) => id,
    operatorOf: () => undefined,
    operators: () => [],
    policy: { current: () => ({ policy: practicePolicy }) },
    callBlockFor: (product: string) =>
      (product === 'ach-inquiry' && !agreed.inquiry) ||
      (product === 'ach-origination' && !agreed.origination)
        ? err({ code: 'product-not-agreed', product })
        : undefined,
    waits: waitsBy(time.clock),
    connection: { open: () => ({ client }), pausedUntil: () => null },
    report,
    background: new Background(report),
  } as unknown as OrderContext
  const tracking = createOrderTracking(context, {
    show: () => Promise.resolve(ok({} as never)),
    notify: (id, state) => emitted.push(`${id} ${state}`),
    startTimer: time.startTimer,
  })
  onTestFinished(async () => {
    await tracking.rest()
    await store.close()
  })
  const form = {
    ...emptyBatchForm,
    accountId: 'practice-1',
    effectiveDate: daysLater(networkDay(time.clock.now()), 1),
    companyEntryDescription: 'PAYROLL',
  }
  const bodyOf = (
    entries: readonly TypedEntry[],
    of = batchUuid,
    reversalOf: string | null = null,
  ) => {
    const { mostEntries: _, ...terms } = defaultAchSettings
    const { batch, problems } = readBatch({ ...form, reversalOf }, entries, terms, of, null)
    if (!batch) throw new Error(JSON.stringify(problems))
    return originationBody(batch, terms)
  }
  return {
    time,
    store,
    control,
    requested,
    agreed,
    emitted,
    tracking,
    double,
    context,
    bodyOf,
    /** Sends a batch that the bank accepts, independent of the store. */
    sent: (entries: readonly TypedEntry[], of?: string, reversalOf?: string) =>
      createAchOrigination({ client }).originate(
        'PPD',
        bodyOf(entries, of, reversalOf ?? null),
        'mara',
      ),
    /** Writes a batch with an unknown outcome. */
    async withUnknownOutcome(entries: readonly TypedEntry[], ended = -60_000): Promise<void> {
      await storeBatch(store, form, entries, bodyOf(entries))
      const at = new Date(time.ms + ended).toISOString()
      await storedAttempt(store, { journalled_at: at, ended_at: at })
    },
    /** Sends another batch that the bank accepts, and stores it as accepted. */
    async taken(entries: readonly TypedEntry[], of: string): Promise<void> {
      const body = bodyOf(entries, of)
      await createAchOrigination({ client }).originate('PPD', body, 'mara')
      await storeBatch(store, form, entries, body, 'accepted', { id: 'o2', of })
    },
    inquire: () => tracking.handlers.inquire({ id: 'o1' }, { operator }),
    /** Lets the day end on which the bank collects a batch that is sent now. */
    collected(): void {
      const lastSentOn = networkDay(time.clock.now())
      const from = listedFrom({ effectiveDate: form.effectiveDate, lastSentOn })
      time.ms = from.getTime() + 1_000
    },
    settled: async () => {
      await time.pass(0, store)
      await quiet(store)
    },
  }
}
export type UnknownOutcomeSession = Awaited<ReturnType<typeof openUnknownOutcome>>

/** Writes a batch as it is after its submission. */
export async function storeBatch(
  store: OrderContext['store'],
  form: BatchForm,
  entries: readonly TypedEntry[],
  body: string,
  state: OrderState = 'outcome-unknown',
  { id, of } = { id: 'o1', of: batchUuid },
): Promise<void> {
  const { mostEntries: _, ...terms } = defaultAchSettings
  const act = { actor: 'mara', kind: 'order.drafted', subject: id, detail: {} }
  await store.record(act, async (tx) => {
    const row = orderRow({
      id,
      service: 'PPD',
      reference: of,
      form: batchFormText({ form, terms }),
      state: 'draft',
      debit_account: '7200450011',
      debit_significant: '7200450011',
      value_date: form.effectiveDate,
      transaction_id: null,
      currency: 'USD',
      body,
      body_sha256: createHash('sha256').update(body).digest('hex'),
    })
    await tx.insertInto('orders').values(row).execute()
    await tx.insertInto('batches').values({ order_id: id, sec_code: 'PPD' }).execute()
    for (const [at, one] of entries.entries()) {
      await tx
        .insertInto('batch_entries')
        .values({
          id: one.id,
          order_id: id,
          position: at + 1,
          typed: JSON.stringify(one),
          amount: centsIn(one.amount),
          direction: one.creditDebitCode,
          routing_number: one.routingNumber,
          account_significant: one.accountNumber,
          receiver_folded: '',
        })
        .execute()
    }
    await tx.updateTable('orders').set({ state }).where('id', '=', id).execute()
  })
}
