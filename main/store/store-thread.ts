import { Worker, type MessagePort } from 'node:worker_threads'
import type { WorkerMessage } from './worker-protocol.ts'

/**
 * A store worker as main sees it: a thread of its own, or a port of a thread that serves several
 * stores.
 */
export interface StoreWorker extends Pick<MessagePort, 'postMessage'> {
  on(event: 'message', listener: (message: WorkerMessage) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  once(event: 'exit', listener: (code: number) => void): unknown
}

/** Starts a store worker that has no store open yet. */
export type StartStoreWorker = () => StoreWorker

/**
 * Starts each worker as a thread of its own; `script` is the built or the source store-worker, and
 * `workerData` what it reads at its start.
 */
export const storeThread =
  (script: URL, workerData?: unknown): StartStoreWorker =>
  () =>
    new Worker(script, { name: 'store', workerData })
