/** What the store worker does for alerts: keeping deliveries, and reading what was kept. */
import type { JobDesk, StoreJob, StoreJobs } from '../storage/store-jobs.ts'
import type { Delivery, DeliveryAnswer } from './delivery.ts'

/** Flushes deliveries in one transaction and answers each, in their order. */
export const keepDeliveries: StoreJob<readonly Delivery[], readonly DeliveryAnswer[]> = {
  name: 'alerts.keep',
  run: keep,
}

/** How far the reading came. */
export interface ReadOn {
  readonly deliveries: number
  readonly alerts: number
  /** The newest alert's seq; null: none was read. */
  readonly latestSeq: number | null
  /** Whether there is more to read. */
  readonly isMore: boolean
}

/** Reads kept deliveries, oldest first, so many at most. */
export const readDeliveries: StoreJob<{ readonly at: string; readonly atMost: number }, ReadOn> = {
  name: 'alerts.read',
  run: readOn,
}

/** Every job of this folder. */
export const alertJobs: StoreJobs = [keepDeliveries, readDeliveries]

function keep(_desk: JobDesk, _input: readonly Delivery[]): readonly DeliveryAnswer[] {
  throw new Error('not built')
}
function readOn(_desk: JobDesk, _input: { readonly at: string }): ReadOn {
  throw new Error('not built')
}
