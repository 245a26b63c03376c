/** The room's jobs of the store worker. */
import type { StoreJobs } from '../store/store-jobs.ts'
import { applyRestore } from './apply-restore.ts'
import { dropMatched, saveFindings } from './inbox/inbox-jobs.ts'

export const workplaceJobs: StoreJobs = [saveFindings, dropMatched, applyRestore]
