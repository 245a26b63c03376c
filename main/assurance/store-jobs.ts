/** The jobs that this room runs inside the store worker. */
import type { StoreJobs } from '../store/store-jobs.ts'
import { beginSpan, endLeftSpans, moveSpan } from './coverage/coverage-jobs.ts'
import { linkAlerts, notePart } from './coverage/sweeps/sweep-jobs.ts'
import { readAlertFacts } from './reconciliation/reconciliation-jobs.ts'

export const assuranceJobs: StoreJobs = [
  beginSpan,
  moveSpan,
  endLeftSpans,
  notePart,
  linkAlerts,
  readAlertFacts,
]
