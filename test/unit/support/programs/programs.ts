/**
 * The programs that tests start beside themselves: bundled by `build-programs.ts`, or the sources where
 * `COUNTERSIGN_TEST_PROGRAMS=source` asks for them (the store's own tests, and the full run of the proofs).
 */
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MessageChannel, Worker } from 'node:worker_threads'
import { storeThread, type StartStoreWorker } from '../../../../main/storage/worker-link.ts'

const variable = 'COUNTERSIGN_TEST_PROGRAMS'
const source = (path: string): URL => new URL(`../../../../main/${path}`, import.meta.url)

/** The folder of the bundles; undefined where the sources are wanted. */
export function programsFolder(): string | undefined {
  const folder = process.env[variable]
  return folder === 'source' ? undefined : folder
}

function program(name: string, path: string): string {
  const folder = programsFolder()
  return folder === undefined ? fileURLToPath(source(path)) : join(folder, `${name}.js`)
}

/** For `launchInNode`. */
export const practiceBankEntry = program('practice-bank', 'practice/practice-bank.ts')
/** For `launchKeychainInNode`. */
export const keychainEntry = program('keychain-process', 'keychain/keychain-process.ts')

/** The product's store worker from its source, a thread of its own for each store. */
export const sourceStoreWorker = storeThread(source('storage/store-worker.ts'))

let thread: Worker | undefined

/** One warm thread for all stores of a test process: starting one costs more than most tests. */
const onWarmThread =
  (folder: string): StartStoreWorker =>
  () => {
    thread ??= warmThread(folder)
    const { port1: ours, port2: theirs } = new MessageChannel()
    thread.postMessage(theirs, [theirs])
    const worker = new EventEmitter()
    ours.on('message', (reply) => worker.emit('message', reply))
    ours.once('close', () => worker.emit('exit', 0))
    return Object.assign(worker, {
      postMessage: (message: unknown) => ours.postMessage(message),
    })
  }

function warmThread(folder: string): Worker {
  const started = new Worker(pathToFileURL(join(folder, 'store-thread.js')), { name: 'stores' })
  started.unref()
  started.once('exit', () => (thread = undefined))
  return started
}

const folder = programsFolder()

/** The product's store worker as tests start it. */
export const startStoreWorker: StartStoreWorker =
  folder === undefined ? sourceStoreWorker : onWarmThread(folder)
