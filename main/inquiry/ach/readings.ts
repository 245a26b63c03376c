/**
 * The inquiries whose pages are being read: one read of each at a time, reported a few times a
 * second.
 */
import type { AchInquiry } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { throttle } from '../../platform/throttle.ts'
import { findInquiry, type InquiryRow } from '../inquiry-records.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { shownInquiry, summaryOf, type Summary } from './stored-inquiry.ts'
import { runPages, type Run } from './page-run.ts'

/** Limits how often the window is notified, since it reloads the list each time. */
const notifyEveryMs = 250

interface Reading {
  readonly stop: AbortController
  readonly done: Promise<unknown>
  summary: Summary
}

/** Starts and stops reads. */
export class Readings {
  readonly #context: SessionContext
  readonly #bounds: { readonly pageSize: number; readonly mostRows: number }
  readonly #underWay = new Map<string, Reading>()

  constructor(
    context: SessionContext,
    bounds: { readonly pageSize: number; readonly mostRows: number },
  ) {
    this.#context = context
    this.#bounds = bounds
  }

  isReading(id: string): boolean {
    return this.#underWay.has(id)
  }

  /** Resolves when the read has ended and its final state is saved. */
  async begin(run: Omit<Run, 'stop' | 'onSummary'>): Promise<void> {
    const { row } = run
    const stop = new AbortController()
    const notifier = throttle(
      notifyEveryMs,
      () => this.#report(row),
      () => false,
    )
    const { promise: done, resolve } = Promise.withResolvers<undefined>()
    const reading: Reading = { stop, done, summary: summaryOf(row) }
    this.#underWay.set(row.id, reading)
    const onSummary = (summary: Summary): void => {
      reading.summary = summary
      notifier.notify()
    }
    try {
      const deps = { ...this.#context, ...this.#bounds }
      await runPages(deps, { ...run, stop, onSummary })
    } finally {
      notifier.stop()
      this.#underWay.delete(row.id)
      resolve(undefined)
    }
    const stored = await findInquiry(this.#context.store, row.id)
    if (stored) this.#report(stored)
  }

  /** Stops the read of an inquiry. Resolves when the call in flight is saved. */
  async stop(id: string): Promise<void> {
    const reading = this.#underWay.get(id)
    reading?.stop.abort()
    await reading?.done
  }

  /** Stops all reads. */
  async rest(): Promise<void> {
    await Promise.all([...this.#underWay.keys()].map((id) => this.stop(id)))
  }

  /** Returns the inquiry in its current state. */
  shown(row: InquiryRow): AchInquiry {
    const operator = this.#context.operatorName(row.actor)
    const reading = this.#underWay.get(row.id)
    if (!reading) return shownInquiry(row, operator)
    return shownInquiry(row, operator, { ...reading.summary, progress: { kind: 'reading' } })
  }

  #report(row: InquiryRow): void {
    if (row.kind === 'ach') this.#context.emitEvent('achInquiry', 'changed', this.shown(row))
  }
}
