/** Tracking and reading on a real store, with a bank that gives scripted answers. */
import { onTestFinished } from 'vitest'
import { saveCall } from '../../../../../main/bank/call-record.ts'
import { statusInquiryAnswerRules } from '../../../../../main/bank/apis/payments-answer.ts'
import { readAnswer } from '../../../../../main/bank/answers/read-answer.ts'
import type { QueryResult } from '../../../../../main/bank/query-bank.ts'
import { Background } from '../../../../../main/platform/in-flight.ts'
import type { OperatorFacts } from '../../../../../main/profile/operators.service.ts'
import { createOrderEvidence } from '../../../../../main/money/order/approval/evidence.ts'
import { createOrderTracking } from '../../../../../main/money/order/status/order-tracking.ts'
import { createOrderReading } from '../../../../../main/money/order/reading/order-reading.ts'
import {
  kindsOf,
  type OrderContext,
  type OrderKinds,
} from '../../../../../main/money/order/types.ts'
import { batchKind } from '../../../../../main/money/batch/batch-kind.ts'
import { paymentKind } from '../../../../../main/money/payment/payment-kind.ts'
import {
  openPaymentInquiry,
  type PaymentInquiryApi,
} from '../../../../../main/money/payment/payment-inquiry.ts'
import type { PayeeStatus } from '../../../../../main/money/payees/payees.service.ts'
import { practiceProfile } from '../../../../../main/session/practice/practice-client.ts'
import { practiceKey } from '../../../../../main/store/store-key.ts'
import { openStore, type Store } from '../../../../../main/store/store.ts'
import {
  practicePolicy,
  type Policy,
} from '../../../../../preload/contract/domain/operators/policy.ts'
import type { CallFailure } from '../../../../../preload/contract/bank/answers/call-failure.ts'
import {
  paymentAnswer,
  type PaymentReading,
} from '../../../../../preload/contract/bank/payments/payment-answer.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import { newStorePath } from '../../../store/stores.ts'
import { recorded } from '../../../inquiry/traffic/recorded-calls.ts'
import { refusalConfirmed } from '../../../../../main/money/may-bank-have.ts'
import { keepSentVersion } from '../../../../../main/money/order/sent-version.ts'
import type { OrderState } from '../../../../../preload/contract/domain/orders/order-states.ts'
import { quiet, OwnTime } from './own-time.ts'
import { changeStored, storedAttempt, storedOrder, wireForm } from './stored-orders.ts'
import { startStoreWorker } from '../../../support/programs/programs.ts'
import { waitsBy } from '../../../support/wait-times.ts'

/** Two makers, two checkers. */
export const people: Readonly<Record<'mara' | 'max' | 'theo' | 'cleo', OperatorFacts>> = {
  mara: { id: 'mara', name: 'Mara Ellison', roles: ['maker'], disabled: false, setBy: null },
  max: { id: 'max', name: 'Max Hale', roles: ['maker'], disabled: false, setBy: null },
  theo: { id: 'theo', name: 'Theo Park', roles: ['checker'], disabled: false, setBy: null },
  cleo: { id: 'cleo', name: 'Cleo Ward', roles: ['checker'], disabled: false, setBy: null },
}
const isPerson = (id: string): id is keyof typeof people => id in people

/** The bank's next answer: a status and a body, or why nothing came. */
export type Script =
  | { readonly status: number; readonly body: unknown }
  | { readonly noAnswer: CallFailure }
  | { readonly notSent: CallFailure }

/** A bank that gives the scripted answers in order, and then repeats the last one. */
export class ScriptedBank implements PaymentInquiryApi {
  /** The requests and who made them: `by-id T1 system`. */
  readonly requested: string[] = []
  script: Script[] = [{ status: 404, body: { ErrorMessage: 'No such payment' } }]
  /** Runs while the bank has the request. */
  during: () => Promise<void> = () => Promise.resolve()
  readonly #store: Store
  readonly #time: OwnTime
  readonly #calls: string

  /** `calls`: the beginning of the ids of its calls. */
  constructor(store: Store, time: OwnTime, calls = 'call') {
    this.#store = store
    this.#time = time
    this.#calls = calls
  }

  statusByTransactionId: PaymentInquiryApi['statusByTransactionId'] = (id, callOptions) =>
    this.#answer(`by-id ${id}`, `/rtp/v1/payment/status/${id}`, callOptions)

  statusByReference: PaymentInquiryApi['statusByReference'] = (account, reference, callOptions) =>
    this.#answer(
      `by-reference ${account} ${reference}`,
      `/rtp/v1/payment/status/debitAccount/${account}/reference/${reference}`,
      callOptions,
    )

  async #answer(
    requested: string,
    path: string,
    callOptions: Parameters<PaymentInquiryApi['statusByTransactionId']>[1],
  ): Promise<QueryResult<PaymentReading>> {
    const actor = typeof callOptions === 'string' ? callOptions : callOptions.actor
    this.requested.push(`${requested} ${actor}`)
    await this.during()
    const next = this.script.length > 1 ? this.script.shift() : this.script[0]
    const nothing = { callId: null, raw: null, isBase64: false }
    if (!next) throw new Error('the script is empty')
    if ('notSent' in next) return { answer: { kind: 'not-sent', reason: next.notSent }, ...nothing }
    if ('noAnswer' in next) {
      return { answer: { kind: 'no-answer', reason: next.noAnswer }, ...nothing }
    }
    const id = `${this.#calls}-${String(this.requested.length)}`
    const raw = typeof next.body === 'string' ? next.body : JSON.stringify(next.body)
    const at = this.#time.now
    const call = { id, actor, path, purpose: 'payment-status', method: 'GET', requestBody: null }
    const times = { at, startedAt: at, writtenAt: at, answeredAt: at, finishedAt: at }
    const answered = { status: next.status, responseBody: raw }
    await saveCall(this.#store, recorded({ ...call, ...times, ...answered } as object))
    const stored = { status: next.status, headers: {}, body: raw, base64: false }
    const answer = readAnswer(
      paymentAnswer,
      { status: next.status, answer: stored },
      statusInquiryAnswerRules,
    )
    return { answer, callId: id, raw, isBase64: false }
  }
}

/** The kinds of orders; payments are queried at this bank and batches at none. */
export function inquiryKinds(bank: PaymentInquiryApi, isOpen = () => true): OrderKinds {
  const nowhere = () => err({ code: 'bank-not-running' } as const)
  return kindsOf([
    {
      ...paymentKind,
      inquiry: {
        ...paymentKind.inquiry,
        open: (context) => (isOpen() ? ok(openPaymentInquiry(bank, context)) : nowhere()),
      },
    },
    { ...batchKind, inquiry: { ...batchKind.inquiry, open: nowhere } },
  ])
}

/** Everything that a test of tracking and reading needs. */
export async function openOrderTracking(policy: Partial<Policy> = {}) {
  const time = new OwnTime()
  const opened = await openStore({
    file: newStorePath(),
    key: practiceKey,
    startStoreWorker,
    clock: time.clock,
  })
  if (!opened.ok) throw new Error(opened.error.code)
  const store = opened.value
  const bank = new ScriptedBank(store, time)
  let ids = 0
  const emitted: string[] = []
  const problems: unknown[] = []
  const report = (_where: string, problem: unknown) => problems.push(problem)
  const payees = new Map<string, PayeeStatus>()
  const way = { isOpen: true, pausedUntil: null as Date | null }
  const inForce = { policy: { ...practicePolicy, ...policy }, version: 0, at: null, by: null }
  const context = {
    store,
    clock: time.clock,
    profileId: 'practice',
    environment: 'practice',
    newId: () => `new-${String((ids += 1))}`,
    emitEvent: () => undefined,
    operatorName: (id: string) => (isPerson(id) ? people[id].name : id),
    operatorOf: (id: string) => (isPerson(id) ? people[id] : undefined),
    operators: () => Object.values(people).filter(({ disabled }) => !disabled),
    profile: () => practiceProfile,
    settings: { current: () => ({ scoreThreshold: 81 }) },
    waits: waitsBy(time.clock),
    connection: { pausedUntil: () => way.pausedUntil },
    policy: { current: () => inForce, ofVersion: () => Promise.resolve(inForce.policy) },
    payees: { statusOf: (id: string) => Promise.resolve(payees.get(id)) },
    kinds: inquiryKinds(bank, () => way.isOpen),
    report,
    background: new Background(report),
  } as unknown as OrderContext
  const evidence = createOrderEvidence(context)
  const reading = createOrderReading(context, evidence)
  const tracking = createOrderTracking(context, {
    show: (id, operator) => reading.show(id, operator),
    notify: (id, state) => emitted.push(`${id} ${state}`),
    startTimer: time.startTimer,
  })
  onTestFinished(async () => {
    await tracking.rest()
    await store.close()
  })
  const settled = async (): Promise<void> => {
    await time.pass(0, store)
    await quiet(store)
  }
  return {
    time,
    store,
    bank,
    emitted,
    problems,
    payees,
    way,
    context,
    evidence,
    reading,
    tracking,
    settled,
    pass: (ms: number) => time.pass(ms, store),
    /** As `pass`, in one step, like a machine that slept: a due timer runs once, at the end. */
    sleep: (ms: number) => {
      time.ms += ms
      return time.pass(0, store)
    },
  }
}
export type OrderTrackingSession = Awaited<ReturnType<typeof openOrderTracking>>

/**
 * A payment that was refused barely and not found, so that it is approved again; and that people went
 * on with, under another amount and account.
 */
export async function cameBack(
  { store, context, time }: Pick<OrderTrackingSession, 'store' | 'context' | 'time'>,
  to: OrderState,
): Promise<void> {
  const row = await storedOrder(store, { state: 'approved' })
  const body_sha256 = row.body_sha256 ?? ''
  await storedAttempt(store, { outcome: 'not-sent', reason: refusalConfirmed, body_sha256 })
  if (to === 'approved') return
  const act = { actor: 'mara', kind: 'order.recalled', subject: 'o1', detail: {} }
  await store.record(act, (tx) => keepSentVersion(tx, row, context.kinds.of(row)))
  const form = JSON.stringify({ ...wireForm, amount: '1.00' })
  const edited = { form, amount: 100, debit_account: '99', debit_significant: '99' }
  await changeStored(store, 'o1', { state: 'draft', body: null, body_sha256: null, ...edited })
  await changeStored(store, 'o1', { state: to, updated_at: time.now })
}
