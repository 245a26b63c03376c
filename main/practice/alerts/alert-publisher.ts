/** The bank's alert service: sends events of its ledgers to the subscriber. */
import type {
  AlertSubscription,
  SendAlertsOrder,
  SenderState,
} from '../../../preload/contract/api/practice/practice-alerts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AchBank } from '../ach/ach-bank.ts'
import type { BreachBook } from '../breach-book.ts'
import type { PaymentBank } from '../payments/payment-bank.ts'
import type { ScenarioQueue } from '../scenario.ts'
import { AlertEvents } from './alert-events.ts'
import { AlertSender } from './alert-sender.ts'
import { InventedAlerts } from './invented-alerts.ts'

export interface AlertPublisherDeps {
  readonly clock: Clock
  readonly ach: Pick<AchBank, 'originated' | 'history'>
  readonly payments: Pick<PaymentBank, 'events' | 'receive'>
  readonly scenarios: ScenarioQueue
  readonly breaches: BreachBook
}

/** The alert service. Alerts wait while nobody has subscribed. */
export interface AlertPublisher {
  subscribe(subscription: AlertSubscription | null): void
  /** Sends invented alerts. */
  send(order: SendAlertsOrder): void
  /** Collects new events now and delivers what is due; resolves when done. */
  publish(): Promise<void>
  state(): SenderState
  /** Deletes waiting alerts and counts; the subscription stays. */
  clear(): void
  close(): Promise<void>
}

const everyMs = 250

/** Opens the alert service, which checks for events four times a second. */
export function openAlertPublisher(deps: AlertPublisherDeps): AlertPublisher {
  const { clock, ach, payments, scenarios, breaches } = deps
  const events = new AlertEvents({
    paymentEvents: () => payments.events(),
    achEntries: () => ach.originated(),
  })
  const invented = new InventedAlerts(
    () => ach.history(),
    (payment) => payments.receive(payment),
  )
  const nowMs = (): number => clock.now().getTime()
  const sender = new AlertSender({
    clock,
    breaches,
    scenarios,
    unreported: () => events.unreported(nowMs()),
    invent: (count) => invented.make({ kind: 'incoming-rtp', count }, nowMs()),
  })
  const timer = setInterval(() => void sender.tick(), everyMs)
  timer.unref()
  return {
    subscribe: (subscription) => void sender.subscribe(subscription),
    send: (order) => {
      sender.add(invented.make(order, nowMs()))
      void sender.tick()
    },
    publish: () => sender.tick(),
    state: () => sender.state(),
    clear: () => {
      events.clear()
      sender.clear()
    },
    close: () => {
      clearInterval(timer)
      return sender.close()
    },
  }
}
