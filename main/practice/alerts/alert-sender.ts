/**
 * Delivers alerts to the subscriber: calls of up to 100 alerts, retries on the document's schedule,
 * answers checked.
 */
import { Agent, request } from 'undici'
import type {
  AlertSubscription,
  SenderState,
} from '../../../preload/contract/api/practice/practice-alerts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { BreachBook } from '../breach-book.ts'
import { alertScenarios, type AlertScenario, type ScenarioQueue } from '../scenario.ts'
import type { AlertForm } from './alert-forms.ts'
import { checkAcknowledgment } from './check-acknowledgment.ts'
import { callOf, mostInCall, type AlertCall } from './delivery-forms.ts'
import { nextWaitMs } from './retry-schedule.ts'

const answerWithinMs = 10_000
const delayMs = 30_000

export interface AlertSenderDeps {
  readonly clock: Clock
  readonly breaches: BreachBook
  readonly scenarios: ScenarioQueue
  /** Returns the events since the last call. */
  readonly unreported: () => readonly AlertForm[]
  /** Returns invented alerts, for scenarios that need more. */
  readonly invent: (count: number) => readonly AlertForm[]
}

interface Delivery {
  readonly call: AlertCall
  readonly dueMs: number
  readonly failures: number
  readonly firstFailureMs: number | null
  readonly losesAnswer: boolean
}

type Outcome = { readonly kind: 'taken' | 'failed' | 'lost'; readonly status: number | null }

/** A sender with at most one subscriber. Its owner calls `tick` repeatedly. */
export class AlertSender {
  readonly #deps: AlertSenderDeps
  #subscription: AlertSubscription | null = null
  #agent: Agent | undefined
  #forms: { readonly form: AlertForm; readonly dueMs: number }[] = []
  #deliveries: Delivery[] = []
  #ticking: Promise<void> | undefined
  /** The call in progress. */
  #underWay: AlertCall | undefined
  #counts = emptyCounts()

  constructor(deps: AlertSenderDeps) {
    this.#deps = deps
  }

  /** Sets the subscriber. Null: none, and new alerts wait. */
  async subscribe(subscription: AlertSubscription | null): Promise<void> {
    const before = this.#agent
    this.#subscription = subscription
    this.#agent =
      subscription === null
        ? undefined
        : new Agent({
            connect: { ca: subscription.ca },
            headersTimeout: answerWithinMs,
            bodyTimeout: answerWithinMs,
            pipelining: 1,
          })
    await before?.destroy()
  }

  /** Adds alerts to send, from events or on demand; a scenario can hold them back. */
  add(forms: readonly AlertForm[]): void {
    if (forms.length === 0) return
    const late = this.#deps.scenarios.takeAlert('alerts-late')
    const dueMs = this.#nowMs() + (late ? delayMs : 0)
    for (const form of forms) this.#forms.push({ form, dueMs })
  }

  /** Delivers what is due, one call after the other, and resolves when done. Never rejects. */
  tick(): Promise<void> {
    this.#ticking ??= this.#tick().finally(() => {
      this.#ticking = undefined
    })
    return this.#ticking
  }

  async #tick(): Promise<void> {
    this.#gather()
    for (let due = this.#takeDue(); due; due = this.#takeDue()) await this.#deliver(due)
  }

  state(): SenderState {
    const next = this.#nextMs()
    return {
      subscribedTo: this.#subscription?.url ?? null,
      ...this.#counts,
      waiting:
        this.#forms.length +
        this.#deliveries.reduce((sum, { call }) => sum + alertsOf(call), 0) +
        (this.#underWay ? alertsOf(this.#underWay) : 0),
      nextAttemptAt: next === null ? null : new Date(next).toISOString(),
    }
  }

  /** Deletes waiting alerts and counts; the subscription stays. */
  clear(): void {
    this.#forms = []
    this.#deliveries = []
    this.#counts = emptyCounts()
  }

  async close(): Promise<void> {
    this.clear()
    await this.subscribe(null)
  }

  #nowMs(): number {
    return this.#deps.clock.now().getTime()
  }

  /**
   * Returns when the next delayed call is due, held back or to be retried; null when there is none.
   */
  #nextMs(): number | null {
    if (!this.#subscription) return null
    const next = [...this.#forms, ...this.#deliveries].reduce(
      (least, { dueMs }) => Math.min(least, dueMs),
      Infinity,
    )
    return Number.isFinite(next) ? next : null
  }

  /** Builds calls from new events. */
  #gather(): void {
    this.add(this.#deps.unreported())
    if (!this.#subscription) return
    const nowMs = this.#nowMs()
    const due = this.#forms.filter((one) => one.dueMs <= nowMs).map(({ form }) => form)
    this.#forms = this.#forms.filter((one) => one.dueMs > nowMs)
    for (let at = 0; at < due.length;) {
      const scenarios = this.#takeScenarios()
      const most = scenarios.has('alerts-over-100') ? mostInCall + 50 : mostInCall
      const forms = due.slice(at, at + most)
      at += forms.length
      if (most > mostInCall) forms.push(...this.#deps.invent(most - forms.length))
      this.#queue(callOf(forms, scenarios), nowMs)
    }
  }

  #takeScenarios(): Set<AlertScenario> {
    const { scenarios } = this.#deps
    return new Set(
      alertScenarios.filter((one) => one !== 'alerts-late' && scenarios.takeAlert(one)),
    )
  }

  #queue(call: AlertCall, dueMs: number): void {
    const { losesAnswer } = call
    this.#deliveries.push({ call, dueMs, failures: 0, firstFailureMs: null, losesAnswer })
    for (const next of call.then) this.#queue(next, dueMs)
  }

  #takeDue(): Delivery | undefined {
    if (!this.#subscription) return undefined
    const nowMs = this.#nowMs()
    const at = this.#deliveries.findIndex(({ dueMs }) => dueMs <= nowMs)
    return at < 0 ? undefined : this.#deliveries.splice(at, 1)[0]
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const counts = this.#counts
    this.#underWay = delivery.call
    const { kind, status } = await this.#attempt(delivery)
    this.#underWay = undefined
    // Cleared meanwhile: this call is dropped too.
    if (this.#counts !== counts) return
    this.#counts.attempts += 1
    this.#counts.lastAttempt = { at: new Date(this.#nowMs()).toISOString(), status }
    if (kind === 'taken') this.#counts.delivered += 1
    if (kind === 'lost') this.#counts.givenUp += alertsOf(delivery.call)
    if (kind === 'failed') this.#putOff(delivery)
  }

  /** The document retries only after a 5XX. No answer counts as a 5XX here. */
  async #attempt({ call, losesAnswer }: Delivery): Promise<Outcome> {
    const to = this.#subscription
    if (!to || !this.#agent) return { kind: 'failed', status: null }
    const password = call.wrongPassword ? `${to.password}x` : to.password
    const basic = Buffer.from(`${to.userName}:${password}`).toString('base64')
    try {
      const { statusCode, body } = await request(to.url, {
        dispatcher: this.#agent,
        method: 'POST',
        headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
        body: call.body,
        signal: AbortSignal.timeout(answerWithinMs),
      })
      const text = await body.text()
      if (losesAnswer) return { kind: 'failed', status: null }
      if (statusCode >= 500) return { kind: 'failed', status: statusCode }
      if (statusCode < 200 || statusCode > 299) return { kind: 'lost', status: statusCode }
      this.#check(text, call)
      return { kind: 'taken', status: statusCode }
    } catch (problem) {
      if ((problem as Error).name === 'TimeoutError')
        this.#deps.breaches.note('acknowledgment-late', 'alerts', 'no answer within 10 seconds')
      return { kind: 'failed', status: null }
    }
  }

  #check(text: string, { guids }: AlertCall): void {
    const { breaches, acknowledged, failures } = checkAcknowledgment(text, guids)
    for (const { rule, detail } of breaches) this.#deps.breaches.note(rule, 'alerts', detail)
    this.#counts.acknowledged += acknowledged
    this.#counts.refusedAlerts += failures.length
  }

  #putOff(delivery: Delivery): void {
    const nowMs = this.#nowMs()
    const firstFailureMs = delivery.firstFailureMs ?? nowMs
    const failures = delivery.failures + 1
    const scale = this.#subscription?.retryScale ?? 1
    const wait = nextWaitMs(failures, nowMs - firstFailureMs, scale)
    if (wait === null) {
      this.#counts.givenUp += alertsOf(delivery.call)
      return
    }
    this.#counts.retries += 1
    this.#deliveries.push({
      ...delivery,
      failures,
      firstFailureMs,
      losesAnswer: false,
      dueMs: nowMs + wait,
    })
  }
}

/** An unreadable call counts as one alert. */
const alertsOf = ({ guids }: AlertCall): number => Math.max(1, guids.length)

const emptyCounts = (): {
  attempts: number
  delivered: number
  acknowledged: number
  refusedAlerts: number
  retries: number
  givenUp: number
  lastAttempt: SenderState['lastAttempt']
} => ({
  attempts: 0,
  delivered: 0,
  acknowledged: 0,
  refusedAlerts: 0,
  retries: 0,
  givenUp: 0,
  lastAttempt: null,
})
