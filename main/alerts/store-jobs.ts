/** The store jobs for alerts: saving deliveries, and reading saved ones. */
import type { StoreJobs } from '../store/store-jobs.ts'
import { answeredLate, storeDeliveries } from './intake/store-deliveries.ts'
import { readDeliveries } from './intake/read-deliveries.ts'

export { answeredLate, storeDeliveries } from './intake/store-deliveries.ts'
export { readDeliveries, type ReadOn } from './intake/read-deliveries.ts'

/** Every job of this folder. */
export const alertJobs: StoreJobs = [storeDeliveries, answeredLate, readDeliveries]
