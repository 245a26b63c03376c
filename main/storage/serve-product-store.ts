/** The product's store worker on any port: the parent's of a thread of its own, or one of several of a thread. */
import type { MessagePort } from 'node:worker_threads'
import { auditJobs } from '../audit/audit-jobs.ts'
import { backupJobs } from '../backups/apply-restore.ts'
import { bulkJobs } from '../bulk/bulk-jobs.ts'
import { sweepJobs } from '../coverage/sweeps/sweep-jobs.ts'
import { coverageJobs } from '../coverage/coverage-jobs.ts'
import { inboxJobs } from '../inbox/inbox-jobs.ts'
import { forwardingJobs } from '../forwarding/forwarding-jobs.ts'
import { reconciliationJobs } from '../reconciliation/reconciliation-jobs.ts'
import { alertJobs } from '../webhooks/alert-jobs.ts'
import { storeSettings } from './connection-settings.ts'
import { migrations } from './migrations/index.ts'
import { serveStore } from './serve-store.ts'

/** Answers requests for one store on `port`, with the product's tables and jobs, until it is asked to close. */
export function serveProductStore(port: MessagePort): void {
  serveStore(port, { migrations, settings: storeSettings }, [
    ...alertJobs,
    ...bulkJobs,
    ...auditJobs,
    ...sweepJobs,
    ...coverageJobs,
    ...inboxJobs,
    ...forwardingJobs,
    ...reconciliationJobs,
    ...backupJobs,
  ])
}
