/** The room's jobs of the store worker. */
import type { StoreJobs } from '../store/store-jobs.ts'
import { saveBulkRows } from './bulk/bulk-jobs.ts'
import { indexLatestCalls } from './traffic/traffic-search.ts'
import { saveValidation } from './validation/validation-jobs.ts'

export const inquiryJobs: StoreJobs = [saveValidation, saveBulkRows, indexLatestCalls]
