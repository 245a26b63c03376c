/** The way of a delivery into the store: those that come while one is being flushed go together in the next flush. */
import type { Clock } from '../clock.ts'
import type { Store } from '../storage/store.ts'
import type { AlertIntake } from './delivery.ts'

/** What the intake is made of. */
export interface AlertIntakeParts {
  readonly store: Store
  readonly clock: Clock
  readonly newId: () => string
  /** Alerts were read; the newest one's seq. */
  readonly changed: (latestSeq: number) => void
  /** Something went wrong that is told nowhere else. */
  readonly report: (where: string, problem: unknown) => void
}

/** Makes the intake of one open store. */
export function createAlertIntake(_parts: AlertIntakeParts): AlertIntake {
  return {
    accept: () => Promise.reject(new Error('not built')),
    readOn: () => Promise.resolve(),
    notStoring: () => null,
    settled: () => Promise.resolve(),
  }
}
