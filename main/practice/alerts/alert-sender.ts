/** Delivers alerts to the subscriber: calls of up to 100, retries on the document's schedule, answers checked. */
import { Agent, request } from 'undici'
import type { AlertSubscription, SenderState } from '../../../preload/contract/practice-alerts.ts'
import type { Clock } from '../../clock.ts'
import type { BreachBook } from '../breach-book.ts'
import { alertScenarios, type AlertScenario, type ScenarioDesk } from '../scenario.ts'
import type { AlertForm } from './alert-forms.ts'
import { checkAcknowledgment } from './check-acknowledgment.ts'
import { callOf, mostInCall, type AlertCall } from './delivery-forms.ts'
import { nextWaitMs } from './retry-schedule.ts'

const answerWithinMs = 10_000
const heldBackMs = 30_000

/** What the sender is made of. */
export interface AlertSenderParts {
  readonly clock: Clock
  readonly breaches: BreachBook
  readonly scenarios: ScenarioDesk
  /** What has happened since it was asked last. */
  readonly untold: () => readonly AlertForm[]
  /** More alerts where a scenario needs them. */
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

/** One sender with one subscriber at most. `tick` is called again and again by whoever made it. */
export class AlertSender {
  readonly #parts: AlertSenderParts
  #subscription: AlertSubscription | null = null
  #agent: Agent | undefined
  #forms: { readonly form: AlertForm; readonly dueMs: number }[] = []
  #deliveries: Delivery[] = []
  #ticking = false
  #counts = emptyCounts()

  constructor(parts: AlertSenderParts) {
    this.#parts = parts
  }

  /** From now on alerts go there; null: nowhere, and those that happen meanwhile wait. */
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

  /** Alerts to be told beside those that happen. */
  add(forms: readonly AlertForm[]): void {
    const dueMs = this.#nowMs()
    this.#forms.push(...forms.map((form) => ({ form, dueMs })))
  }

  /** Delivers what is due, one call after the other. Never rejects. */
  async tick(): Promise<void> {
    if (this.#ticking) return
    this.#ticking = true
    try {
      this.#gather()
      for (let due = this.#takeDue(); due; due = this.#takeDue()) await this.#deliver(due)
    } finally {
      this.#ticking = false
    }
  }

  state(): SenderState {
    const next = Math.min(...this.#deliveries.map(({ dueMs }) => dueMs))
    return {
      subscribedTo: this.#subscription?.url ?? null,
      ...this.#counts,
      waiting:
        this.#forms.length + this.#deliveries.reduce((sum, { call }) => sum + call.guids.length, 0),
      nextAttemptAt: Number.isFinite(next) ? new Date(next).toISOString() : null,
    }
  }

  /** Forgets what waits and what was counted; the subscription stays. */
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
    return this.#parts.clock.now().getTime()
  }

  /** Makes calls of what has happened. */
  #gather(): void {
    const nowMs = this.#nowMs()
    const untold = this.#parts.untold()
    const late = untold.length > 0 && this.#parts.scenarios.takeAlert('alerts-late')
    const dueMs = late ? nowMs + heldBackMs : nowMs
    this.#forms.push(...untold.map((form) => ({ form, dueMs })))
    if (!this.#subscription) return
    for (;;) {
      const due = this.#forms.filter((one) => one.dueMs <= nowMs)
      if (due.length === 0) return
      const scenarios = this.#takeScenarios()
      const most = scenarios.has('alerts-over-100') ? mostInCall + 50 : mostInCall
      const taken = due.slice(0, most)
      this.#forms = this.#forms.filter((one) => !taken.includes(one))
      const forms = taken.map(({ form }) => form)
      if (most > mostInCall) forms.push(...this.#parts.invent(most - forms.length))
      this.#queue(callOf(forms, scenarios), nowMs)
    }
  }

  #takeScenarios(): Set<AlertScenario> {
    const { scenarios } = this.#parts
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
    const { kind, status } = await this.#attempt(delivery)
    this.#counts.attempts += 1
    this.#counts.lastAttempt = { at: new Date(this.#nowMs()).toISOString(), status }
    if (kind === 'taken') this.#counts.delivered += 1
    if (kind === 'lost') this.#counts.givenUp += delivery.call.guids.length
    if (kind === 'failed') this.#putOff(delivery)
  }

  /** Nothing but a 5XX is said to be tried again; no answer at all is taken for one. */
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
        this.#parts.breaches.note('acknowledgment-late', 'alerts', 'no answer within 10 seconds')
      return { kind: 'failed', status: null }
    }
  }

  #check(text: string, { guids }: AlertCall): void {
    const { breaches, acknowledged, failures } = checkAcknowledgment(text, guids)
    for (const { rule, detail } of breaches) this.#parts.breaches.note(rule, 'alerts', detail)
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
      this.#counts.givenUp += delivery.call.guids.length
      return
    }
    this.#counts.retries += 1
    this.#deliveries.push({
      ...delivery,
      ...{ failures, firstFailureMs, losesAnswer: false },
      dueMs: nowMs + wait,
    })
  }
}

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
