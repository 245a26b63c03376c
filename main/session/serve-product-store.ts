/**
 * The product's store worker on any port: that of a whole thread, or one of several in a thread.
 */
import type { MessagePort } from 'node:worker_threads'
import { alertJobs } from '../alerts/store-jobs.ts'
import { assuranceJobs } from '../assurance/store-jobs.ts'
import { inquiryJobs } from '../inquiry/store-jobs.ts'
import type { Stores } from '../store/engine.ts'
import { serveStore } from '../store/serve-store.ts'
import { workplaceJobs } from '../workplace/store-jobs.ts'

/**
 * Answers requests for one store on `port`, with the jobs of all rooms, until a request to close;
 * `stores`: those in files, if there are no others.
 */
export const serveProductStore = (port: MessagePort, stores?: Stores): void =>
  serveStore(port, [...alertJobs, ...inquiryJobs, ...assuranceJobs, ...workplaceJobs], stores)
