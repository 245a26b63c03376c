/** The room's jobs of the store worker. */
import type { StoreJobs } from '../store/store-jobs.ts'
import { savePost, readChunk } from './forwarding/forwarding-jobs.ts'
import { readDeliveries } from './intake/read-deliveries.ts'
import { answeredLate, storeDeliveries } from './intake/store-deliveries.ts'

export const alertJobs: StoreJobs = [
  storeDeliveries,
  answeredLate,
  readDeliveries,
  readChunk,
  savePost,
]
