/** The room's jobs of the store worker. */
import type { StoreJobs } from '../store/store-jobs.ts'
import { applyRestore } from './apply-restore.ts'
import { dropMatched, keepNoticed } from './inbox/inbox-jobs.ts'

export const workplaceJobs: StoreJobs = [keepNoticed, dropMatched, applyRestore]
