/** The worker thread that alone touches SQLite, so that a slow disk never stops main. */
import { parentPort } from 'node:worker_threads'
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

if (parentPort === null) throw new Error('the store worker runs as a worker thread only')
serveStore(parentPort, { migrations, settings: storeSettings }, [
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
