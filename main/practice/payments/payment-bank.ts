/** The wires and RTP payments of the practice bank, and the reports over everything on the accounts. */
import type { Clock } from '../../platform/clock.ts'
import type { AcceptedPayment } from '../accepted-work.ts'
import type { AccountMovements } from '../data/client-accounts.ts'
import type { Enrolment } from '../enrolment.ts'
import type { Route } from '../routes.ts'
import { paymentRoutes } from './payment-calls.ts'
import { seededIncoming } from './payment-history.ts'
import { PaymentLedger, type PaymentEvent } from './payment-ledger.ts'
import { reportRoutes } from './report-calls.ts'
import { incomingEntry } from './report-rows.ts'

/** The payment ledger with its calls. */
export interface PaymentBank extends AccountMovements {
  routes(enrolment: Enrolment): readonly Route[]
  /** What happened by now to the payments taken in since the start, oldest first: one per business status. */
  events(): readonly PaymentEvent[]
  /** How often each debit account and reference was accepted since the start. */
  accepted(): readonly AcceptedPayment[]
  /** How many payments are held in review. */
  held(): number
  /** Lets held payments go on. */
  release(): void
  /** Forgets every payment; the history begins again. */
  clear(): void
}

/** Opens the ledger; the reports tell of the other movements too. `stretch` is that of the bank's days. */
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
    held: () => ledger.held(),
    release: () => void ledger.release(),
    entries,
    clear: () => {
      ledger.clear()
      incoming = seededIncoming(clock.now().getTime())
    },
  }
}
