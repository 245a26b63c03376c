/** What has happened that the bank tells: each step of an originated payment and of an ACH entry once, in order. */
import { randomUUID } from 'node:crypto'
import type { AchEntry, AchStatus } from '../ach/entry.ts'
import type { PaymentEvent } from '../payments/payment-ledger.ts'
import { achAlert, paymentAlert, type AlertForm } from './alert-forms.ts'

/** Where the events are read. */
export interface EventSources {
  /** Everything that happened to originated payments by now, oldest first. */
  paymentEvents(): readonly PaymentEvent[]
  /** Every entry that was originated or received since the start, by now. */
  achEntries(): readonly AchEntry[]
}

const stepsOf = (entry: AchEntry, nowMs: number): { status: AchStatus; atMs: number }[] => {
  const steps: { status: AchStatus; atMs: number }[] = [
    { status: 'COLLECTED', atMs: entry.collectedAtMs },
    { status: 'SETTLED', atMs: entry.settledAtMs },
  ]
  if (entry.returned) steps.push({ status: 'RETURNED', atMs: entry.returned.atMs })
  return steps.filter(({ atMs }) => atMs <= nowMs)
}

/** Remembers what was told. */
export class AlertEvents {
  readonly #sources: EventSources
  readonly #told = new Set<string>()

  constructor(sources: EventSources) {
    this.#sources = sources
  }

  /** What has happened and was not told yet. */
  untold(nowMs: number): AlertForm[] {
    const payments = this.#sources.paymentEvents().map((event) => ({
      key: `${event.transactionId} ${event.status}`,
      atMs: Date.parse(event.at),
      form: () => paymentAlert(event, randomUUID()),
    }))
    const entries = this.#sources.achEntries().flatMap((entry) =>
      stepsOf(entry, nowMs).map(({ status, atMs }) => ({
        key: `${entry.parNumber} ${status}`,
        atMs,
        form: () => achAlert(entry, status, { atMs, guid: randomUUID() }),
      })),
    )
    const fresh = [...payments, ...entries]
      .filter(({ key }) => !this.#told.has(key))
      .sort((one, other) => one.atMs - other.atMs)
    for (const { key } of fresh) this.#told.add(key)
    return fresh.map(({ form }) => form())
  }

  clear(): void {
    this.#told.clear()
  }
}
