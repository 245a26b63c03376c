/** The payments that the bank took in: which there are, how far each is, what each put on an account. */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { AccountEntry } from '../data/client-accounts.ts'
import type { AcceptedPayment } from '../accepted-work.ts'
import {
  courseOf,
  released,
  type BusinessStatus,
  type Fate,
  type Step,
  type Payment,
} from './payment-course.ts'
import type { PaymentOrder, PaymentService } from './payment-order.ts'
import { seededPayments } from './payment-history.ts'

/** Something that happened to a payment, for the alerts about it. */
export interface PaymentEvent {
  readonly transactionId: string
  /** ISO, UTC. */
  readonly at: string
  readonly status: BusinessStatus
  readonly order: PaymentOrder
}

/**
 * An account without its leading zeros: the same account, however it is written. The document shows no
 * leading-zero form of debitAccount (trap 66); here both forms find the payment and use up the reference.
 */
export const bareAccount = (account: string): string => account.replace(/^0+(?=.)/, '')

const keyOf = (debitAccount: string, reference: string): string =>
  `${bareAccount(debitAccount)} ${reference}`

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const failedAtOnce = ({ fate }: Payment): boolean =>
  fate === 'rejected-at-once' || fate === 'fails-at-once'

/** BAI codes of what a payment puts on the debit account, and of what a return brings back. */
const baiCodes: Readonly<
  Record<PaymentService, { readonly debit: string; readonly back: string }>
> = { WIRE: { debit: '495', back: '195' }, RTP: { debit: '458', back: '158' } }

/** Keeps payments for as long as the bank runs; everything else follows from the clock. */
export class PaymentLedger {
  readonly #clock: Clock
  readonly #stretch: number
  #payments: Payment[] = []
  #byTransaction = new Map<string, Payment>()
  #byReference = new Map<string, Payment>()
  readonly #untold = new Set<string>()

  /** `stretch`: so many times as long as usual the work of a payment takes. */
  constructor(clock: Clock, stretch = 1) {
    this.#clock = clock
    this.#stretch = stretch
    this.clear()
  }

  /** Takes a payment in; it has an id from now on and its reference is used up. */
  accept(order: PaymentOrder, fate: Fate): Payment {
    const atMs = this.#nowMs()
    const payment: Payment = {
      transactionId: `${dayOf(atMs).replaceAll('-', '')}P${randomBytes(8).toString('hex').toUpperCase()}`,
      order,
      acceptedAtMs: atMs,
      fate,
      steps: courseOf(order.service, fate, atMs, order.valueDate, this.#stretch),
      seeded: false,
      toldAsObject: false,
    }
    this.#keep(payment)
    this.#untold.add(payment.transactionId)
    return payment
  }

  /** Its acceptance was told: the answer to `initiate` went out whole. */
  told({ transactionId }: Payment): void {
    this.#untold.delete(transactionId)
  }
  /** Whether the answer to `initiate` never went out whole. */
  isUntold({ transactionId }: Payment): boolean {
    return this.#untold.has(transactionId)
  }

  /** Every payment, in the order in which they were taken in. */
  payments(): readonly Payment[] {
    return this.#payments
  }

  byTransaction(transactionId: string): Payment | null {
    return this.#byTransaction.get(transactionId) ?? null
  }

  /** The latest payment of an account with a reference; there is more than one only if repeats were allowed. */
  byReference(debitAccount: string, reference: string): Payment | null {
    return this.#byReference.get(keyOf(debitAccount, reference)) ?? null
  }

  /** The status that a payment has by now. */
  statusOf(payment: Payment): BusinessStatus {
    return this.#past(payment).at(-1)?.status ?? 'ProductSelection'
  }

  /** Lets every held payment go on; answers how many there were. */
  release(): number {
    const held = this.#payments.filter(({ fate }) => fate === 'held')
    for (const payment of held) {
      const { order, steps } = payment
      const opened = released(order.service, steps, this.#nowMs(), this.#stretch)
      this.#replace(payment, { ...payment, fate: 'completes', steps: opened })
    }
    return held.length
  }

  /** How many payments are held until they are released. */
  held(): number {
    return this.#payments.filter(({ fate }) => fate === 'held').length
  }

  /** What happened by now to the payments that were taken in since the start, oldest first. */
  events(): readonly PaymentEvent[] {
    return this.#payments
      .filter(({ seeded }) => !seeded)
      .flatMap((payment) =>
        this.#past(payment).map(({ atMs, status }) => ({ atMs, status, payment })),
      )
      .sort((one, other) => one.atMs - other.atMs)
      .map(({ atMs, status, payment: { transactionId, order } }) => ({
        transactionId,
        at: new Date(atMs).toISOString(),
        status,
        order,
      }))
  }

  /** How often each debit account and reference was accepted since the start; history aside. */
  accepted(): readonly AcceptedPayment[] {
    const counts = new Map<string, AcceptedPayment>()
    for (const payment of this.#payments) {
      if (payment.seeded || failedAtOnce(payment)) continue
      const { debitAccount, requestReference } = payment.order
      const key = keyOf(debitAccount, requestReference)
      const count = (counts.get(key)?.count ?? 0) + 1
      counts.set(key, { debitAccount: bareAccount(debitAccount), requestReference, count })
    }
    return [...counts.values()]
  }

  /** What the payments put on the client's accounts: a debit when completed, a credit when returned. */
  entries(): readonly AccountEntry[] {
    return this.#payments.flatMap((payment) =>
      this.#past(payment).flatMap(({ atMs, status }) => {
        if (status !== 'Completed' && status !== 'Returned') return []
        const { order, transactionId } = payment
        const back = status === 'Returned'
        return {
          accountNumber: order.debitAccount,
          date: dayOf(atMs),
          amountMinor: order.amountMinor,
          creditOrDebit: back ? ('C' as const) : ('D' as const),
          baiCode: baiCodes[order.service][back ? 'back' : 'debit'],
          text: `${order.service} ${back ? 'RETURN' : 'PAYMENT'} ${order.creditName}`.trim(),
          reference: transactionId,
        }
      }),
    )
  }

  /** Forgets every payment and begins with the history again. */
  clear(): void {
    this.#payments = []
    this.#byTransaction.clear()
    this.#byReference.clear()
    this.#untold.clear()
    for (const payment of seededPayments(this.#nowMs())) this.#keep(payment)
  }

  #nowMs(): number {
    return this.#clock.now().getTime()
  }

  #past(payment: Payment): readonly Step[] {
    return payment.steps.filter(({ atMs }) => atMs <= this.#nowMs())
  }

  #keep(payment: Payment): void {
    const { debitAccount, requestReference } = payment.order
    this.#payments.push(payment)
    this.#byTransaction.set(payment.transactionId, payment)
    this.#byReference.set(keyOf(debitAccount, requestReference), payment)
  }

  #replace(old: Payment, next: Payment): void {
    const { debitAccount, requestReference } = next.order
    const key = keyOf(debitAccount, requestReference)
    this.#payments = this.#payments.map((one) => (one === old ? next : one))
    this.#byTransaction.set(next.transactionId, next)
    if (this.#byReference.get(key) === old) this.#byReference.set(key, next)
  }
}
