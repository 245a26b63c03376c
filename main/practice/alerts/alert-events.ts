/**
 * The events that the bank sends alerts for: each step of an originated payment and of an ACH
 * entry, once and in order.
 */
import { randomUUID } from 'node:crypto'
import { statusOf, type AchEntry, type AchStatus } from '../ach/entry.ts'
import type { PaymentEvent } from '../payments/payment-ledger.ts'
import { achAlert, paymentAlert, type AlertForm } from './alert-forms.ts'

export interface EventSources {
  /** Events of originated payments by now, oldest first. */
  paymentEvents(): readonly PaymentEvent[]
  /** Entries originated or received since the start, by now. */
  achEntries(): readonly AchEntry[]
}

interface EntryStep {
  readonly what: AchStatus | 'CHANGED'
  readonly status: AchStatus
  readonly atMs: number
}

/**
 * A notification of change is an event too (bank document 1, Alert codes: AL00905), with the
 * entry's status at that time.
 */
const stepsOf = (entry: AchEntry, nowMs: number): EntryStep[] => {
  const { collectedAtMs, settledAtMs, returned, change } = entry
  const steps: EntryStep[] = [
    { what: 'COLLECTED', status: 'COLLECTED', atMs: collectedAtMs },
    { what: 'SETTLED', status: 'SETTLED', atMs: settledAtMs },
  ]
  if (change) {
    const status = statusOf(entry, { nowMs: change.atMs, consolidated: false }) ?? 'COLLECTED'
    steps.push({ what: 'CHANGED', status, atMs: change.atMs })
  }
  if (returned) steps.push({ what: 'RETURNED', status: 'RETURNED', atMs: returned.atMs })
  return steps.filter(({ atMs }) => atMs <= nowMs)
}

/** Remembers which events were already sent. */
export class AlertEvents {
  readonly #sources: EventSources
  readonly #reported = new Set<string>()

  constructor(sources: EventSources) {
    this.#sources = sources
  }

  /** Returns new events that were not sent yet. */
  unreported(nowMs: number): AlertForm[] {
    const payments = this.#sources.paymentEvents().map((event) => ({
      key: `${event.transactionId} ${event.status}`,
      atMs: Date.parse(event.at),
      form: () => paymentAlert(event, randomUUID()),
    }))
    const entries = this.#sources.achEntries().flatMap((entry) =>
      stepsOf(entry, nowMs).map(({ what, status, atMs }) => ({
        key: `${entry.parNumber} ${what}`,
        atMs,
        form: () => achAlert(entry, status, { atMs, guid: randomUUID() }),
      })),
    )
    const fresh = [...payments, ...entries]
      .filter(({ key }) => !this.#reported.has(key))
      .sort((one, other) => one.atMs - other.atMs)
    for (const { key } of fresh) this.#reported.add(key)
    return fresh.map(({ form }) => form())
  }

  clear(): void {
    this.#reported.clear()
  }
}
