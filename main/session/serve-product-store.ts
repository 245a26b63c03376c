/**
 * The product's store worker on any port: that of a whole thread, or one of several in a thread.
 */
import type { MessagePort } from 'node:worker_threads'
import { auditJobs } from '../store/audit-chain/audit-jobs.ts'
import { assuranceJobs } from '../assurance/store-jobs.ts'
import { readTogether } from '../store/store-jobs.ts'
import { storeSettings } from '../store/sqlite/connection-settings.ts'
import { migrations } from '../store/schema/migrations/index.ts'
import { serveStore } from '../store/sqlite/serve-store.ts'
import { alertJobs } from '../alerts/store-jobs.ts'
import { inquiryJobs } from '../inquiry/store-jobs.ts'
import { workplaceJobs } from '../workplace/store-jobs.ts'

/**
 * Answers requests for one store on `port`, with the product's tables and jobs, until a request to
 * close.
 */
export function serveProductStore(port: MessagePort): void {
  serveStore(port, { migrations, settings: storeSettings }, [
    readTogether,
    ...alertJobs,
    ...inquiryJobs,
    ...auditJobs,
    ...assuranceJobs,
    ...workplaceJobs,
  ])
}
