/** The wires and RTP payments of the practice bank, and the reports over all account movements. */
import type { Clock } from '../../platform/clock.ts'
import type { AcceptedPayment } from '../accepted-work.ts'
import type { AccountMovements } from '../data/client-accounts.ts'
import type { Enrolment } from '../enrolment.ts'
import type { Route } from '../routes.ts'
import { paymentRoutes } from './payment-calls.ts'
import { seededIncoming, type IncomingPayment } from './payment-history.ts'
import { PaymentLedger, type PaymentEvent } from './payment-ledger.ts'
import { reportRoutes } from './report-calls.ts'
import { incomingEntry } from './report-rows.ts'

export interface PaymentBank extends AccountMovements {
  routes(enrolment: Enrolment): readonly Route[]
  /** Events by now of payments accepted since the start, oldest first: one per business status. */
  events(): readonly PaymentEvent[]
  /** How often each debit account and reference was accepted since the start. */
  accepted(): readonly AcceptedPayment[]
  /** Shows an incoming payment in the reports, like those of the history, which no alert tells of. */
  receive(payment: IncomingPayment): void
  /** The number of payments held in review. */
  held(): number
  /** Releases held payments. */
  release(): void
  /** Deletes every payment and restores the seeded history. */
  clear(): void
}

/**
 * Opens the ledger; the reports include the other movements too. `stretch` is that of `BankDays`.
 */
export function openPaymentBank(
  clock: Clock,
  others: AccountMovements,
  stretch?: number,
): PaymentBank {
  const ledger = new PaymentLedger(clock, stretch)
  let incoming = seededIncoming(clock.now().getTime())
  const entries = (): ReturnType<AccountMovements['entries']> => [
    ...ledger.entries(),
    ...incoming.map(incomingEntry),
  ]
  const sources = {
    ledger,
    incoming: () => incoming,
    entries: () => [...entries(), ...others.entries()],
    clock,
  }
  return {
    routes: (enrolment) => [
      ...paymentRoutes(enrolment, ledger, clock),
      ...reportRoutes(enrolment, sources),
    ],
    events: () => ledger.events(),
    accepted: () => ledger.accepted(),
    receive: (payment) => void incoming.push(payment),
    held: () => ledger.held(),
    release: () => void ledger.release(),
    entries,
    clear: () => {
      ledger.clear()
      incoming = seededIncoming(clock.now().getTime())
    },
  }
}
