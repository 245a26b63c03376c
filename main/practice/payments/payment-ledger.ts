/** The ledger of accepted payments: their progress and their account entries. */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
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

/** An event of a payment, for its alerts. */
export interface PaymentEvent {
  readonly transactionId: string
  /** ISO, UTC. */
  readonly at: string
  readonly status: BusinessStatus
  readonly order: PaymentOrder
}

/**
 * Returns an account without leading zeros: the same account in any spelling. The document shows no
 * leading-zero form of debitAccount (bank note 66); here either form finds the payment and uses up
 * the reference.
 */
export const bareAccount = (account: string): string => account.replace(/^0+(?=.)/, '')

const keyOf = (debitAccount: string, reference: string): string =>
  `${bareAccount(debitAccount)} ${reference}`

const failedAtOnce = ({ fate }: Payment): boolean =>
  fate === 'rejected-at-once' || fate === 'fails-at-once'

/** BAI codes of a payment's debit and of its return. */
const baiCodes: Readonly<
  Record<PaymentService, { readonly debit: string; readonly back: string }>
> = { WIRE: { debit: '495', back: '195' }, RTP: { debit: '458', back: '158' } }

/** Stores payments while the bank runs; everything else follows from the clock. */
export class PaymentLedger {
  readonly #clock: Clock
  readonly #stretch: number
  #payments: Payment[] = []
  #byTransaction = new Map<string, Payment>()
  #byReference = new Map<string, Payment>()
  readonly #unreported = new Set<string>()

  /** `stretch`: factor on the duration of a payment's work. */
  constructor(clock: Clock, stretch = 1) {
    this.#clock = clock
    this.#stretch = stretch
    this.clear()
  }

  /** Accepts a payment: assigns an id and uses up its reference. */
  accept(order: PaymentOrder, fate: Fate): Payment {
    const atMs = this.#nowMs()
    const payment: Payment = {
      transactionId: `${utcDay(atMs).replaceAll('-', '')}P${randomBytes(8).toString('hex').toUpperCase()}`,
      order,
      acceptedAtMs: atMs,
      fate,
      steps: courseOf(order.service, fate, atMs, order.valueDate, this.#stretch),
      seeded: false,
      isStatusObject: false,
    }
    this.#store(payment)
    this.#unreported.add(payment.transactionId)
    return payment
  }

  /** Records that the whole answer to `initiate` was sent. */
  reported({ transactionId }: Payment): void {
    this.#unreported.delete(transactionId)
  }
  /** Whether the answer to `initiate` was never sent whole. */
  isUnreported({ transactionId }: Payment): boolean {
    return this.#unreported.has(transactionId)
  }

  /** Returns every payment, in order of acceptance. */
  payments(): readonly Payment[] {
    return this.#payments
  }

  byTransaction(transactionId: string): Payment | null {
    return this.#byTransaction.get(transactionId) ?? null
  }

  /**
   * Returns the latest payment of an account with a reference; there is more than one only if a
   * scenario allowed repeats.
   */
  byReference(debitAccount: string, reference: string): Payment | null {
    return this.#byReference.get(keyOf(debitAccount, reference)) ?? null
  }

  /** Returns a payment's status by now. */
  statusOf(payment: Payment): BusinessStatus {
    return this.#past(payment).at(-1)?.status ?? 'ProductSelection'
  }

  /** Releases every held payment; returns how many there were. */
  release(): number {
    const held = this.#payments.filter(({ fate }) => fate === 'held')
    for (const payment of held) {
      const { order, steps } = payment
      const opened = released(order.service, steps, this.#nowMs(), this.#stretch)
      this.#replace(payment, { ...payment, fate: 'completes', steps: opened })
    }
    return held.length
  }

  /** Returns the number of held payments. */
  held(): number {
    return this.#payments.filter(({ fate }) => fate === 'held').length
  }

  /** Returns the events by now of payments accepted since the start, oldest first. */
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

  /**
   * Returns how often each debit account and reference was accepted since the start, without the
   * history.
   */
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

  /**
   * Returns the account entries of the payments: a debit when completed, a credit when returned.
   */
  entries(): readonly AccountEntry[] {
    return this.#payments.flatMap((payment) =>
      this.#past(payment).flatMap(({ atMs, status }) => {
        if (status !== 'Completed' && status !== 'Returned') return []
        const { order, transactionId } = payment
        const back = status === 'Returned'
        return {
          accountNumber: order.debitAccount,
          date: utcDay(atMs),
          amountMinor: order.amountMinor,
          creditOrDebit: back ? ('C' as const) : ('D' as const),
          baiCode: baiCodes[order.service][back ? 'back' : 'debit'],
          text: `${order.service} ${back ? 'RETURN' : 'PAYMENT'} ${order.creditName}`.trim(),
          reference: transactionId,
        }
      }),
    )
  }

  /** Deletes every payment and restores the seeded history. */
  clear(): void {
    this.#payments = []
    this.#byTransaction.clear()
    this.#byReference.clear()
    this.#unreported.clear()
    for (const payment of seededPayments(this.#nowMs())) this.#store(payment)
  }

  #nowMs(): number {
    return this.#clock.now().getTime()
  }

  #past(payment: Payment): readonly Step[] {
    return payment.steps.filter(({ atMs }) => atMs <= this.#nowMs())
  }

  #store(payment: Payment): void {
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
