/**
 * The programs that tests and proofs start beside themselves: bundled by `build-programs.ts`, or the sources where
 * `COUNTERSIGN_TEST_PROGRAMS=source` asks for them (the store's own tests, and the nightly run of the units).
 */
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MessageChannel, Worker } from 'node:worker_threads'
import { storeThread, type StartStoreWorker } from '../../../../main/storage/worker-link.ts'

const variable = 'COUNTERSIGN_TEST_PROGRAMS'

/** Every program by the name of its bundle, with its source from the project's root. */
export const programs = {
  'practice-bank': 'main/practice/practice-bank.ts',
  'keychain-process': 'main/keychain/keychain-process.ts',
  'store-worker': 'main/storage/store-worker.ts',
  'spreadsheet-worker': 'main/spreadsheets/spreadsheet-worker.ts',
  'store-thread': 'test/unit/support/programs/store-thread.ts',
  'made-up-worker': 'test/unit/storage/made-up-worker.ts',
  'alerts-accepting': 'test/proofs/alerts/accepting-child.ts',
  'alerts-desk': 'test/proofs/alerts/desk-child.ts',
  'alerts-lazy-worker': 'test/proofs/alerts/lazy-worker.ts',
  'bulk-bank': 'test/proofs/bulk/unhurried-bank.ts',
  'bulk-workstation': 'test/proofs/bulk/workstation-child.ts',
  'keychain-writing': 'test/proofs/keychain/writing-child.ts',
  'once-workstation': 'test/proofs/once/workstation-child.ts',
  'rate-banks': 'test/proofs/rate-budget/banks.ts',
  'rate-network': 'test/proofs/rate-budget/network.ts',
  'rate-workstations': 'test/proofs/rate-budget/workstations.ts',
  'soak-gauged-worker': 'test/proofs/soak/gauged-worker.ts',
  'soak-workstation': 'test/proofs/soak/workstation-child.ts',
  'store-closing': 'test/proofs/store/closing-child.ts',
  'store-migrating': 'test/proofs/store/migrating-child.ts',
  'store-putting-back': 'test/proofs/store/putting-back-child.ts',
  'store-recording': 'test/proofs/store/recording-child.ts',
} as const
export type Program = keyof typeof programs

/** The folder of the bundles; undefined where the sources are wanted. */
export function programsFolder(): string | undefined {
  const folder = process.env[variable]
  return folder === 'source' ? undefined : folder
}

/** Where a program is: its bundle, or its source. */
export function programPath(name: Program): string {
  const folder = programsFolder()
  return folder === undefined
    ? fileURLToPath(new URL(`../../../../${programs[name]}`, import.meta.url))
    : join(folder, `${name}.js`)
}
export const programUrl = (name: Program): URL => pathToFileURL(programPath(name))

/** What a program needs to know of the others, where it does not inherit the environment. */
export const programsEnv = (): Record<string, string> =>
  Object.fromEntries(
    [variable, 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** For `launchInNode`. */
export const practiceBankEntry = programPath('practice-bank')
/** For `launchKeychainInNode`. */
export const keychainEntry = programPath('keychain-process')

/** The product's store worker, a thread of its own for each store. */
export const ownStoreWorker: StartStoreWorker = () => storeThread(programUrl('store-worker'))()

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

/** The product's store worker as tests start it. Proofs ask for `own-thread`: nothing is shared, and no store copied. */
export const startStoreWorker: StartStoreWorker =
  folder === undefined || process.env['COUNTERSIGN_TEST_STORES'] === 'own-thread'
    ? ownStoreWorker
    : onWarmThread(folder)
