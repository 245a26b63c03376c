/** What the store worker does for alerts: keeping deliveries, and reading what was kept. */
import type { StoreJobs } from '../../store/store-jobs.ts'
import { answeredLate, keepDeliveries } from './keep-deliveries.ts'
import { readDeliveries } from './read-deliveries.ts'

export { answeredLate, keepDeliveries } from './keep-deliveries.ts'
export { readDeliveries, type ReadOn } from './read-deliveries.ts'

/** Every job of this folder. */
export const alertJobs: StoreJobs = [keepDeliveries, answeredLate, readDeliveries]
