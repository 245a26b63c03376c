/**
 * The programs that tests and proofs start: bundled by `build-programs.ts`, or the sources if
 * `COUNTERSIGN_TEST_PROGRAMS=source` is set (the store's own tests, and the nightly run of the unit
 * tests).
 */
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Transferable, MessageChannel, Worker } from 'node:worker_threads'
import { storeThread, type StartStoreWorker } from '../../../../main/store/store-thread.ts'

const variable = 'COUNTERSIGN_TEST_PROGRAMS'

/**
 * Every program by the name of its bundle, with its source from the project's root. Sources are
 * without `.ts`: for `test:changed` a complete path would be an import, and every test would depend
 * on all parts of these programs.
 */
export const programs = {
  'practice-bank': 'main/practice/practice-bank',
  'keychain-process': 'main/profile/keychain/keychain-process',
  'store-worker': 'main/session/store-worker',
  'spreadsheet-worker': 'main/platform/spreadsheets/spreadsheet-worker',
  'certificate-worker': 'main/profile/certificates/certificate-worker',
  'store-thread': 'test/unit/support/programs/store-thread',
  'fake-worker': 'test/unit/store/fake-worker',
  'alerts-accepting': 'test/proofs/alerts/accepting-child',
  'alerts-station': 'test/proofs/alerts/station-child',
  'alerts-member': 'test/proofs/alerts/member-child',
  'bulk-bank': 'test/proofs/bulk/unhurried-bank',
  'foreign-files-reading': 'test/proofs/foreign-files/reading-program',
  'keychain-writing': 'test/proofs/keychain/writing-child',
  'limit-bank': 'test/proofs/limit/bank-child',
  'limit-member': 'test/proofs/limit/member-child',
  workstation: 'test/proofs/harness/workstation-child',
  'rate-banks': 'test/proofs/rate-budget/banks',
  'rate-network': 'test/proofs/rate-budget/network',
  'rate-workstations': 'test/proofs/rate-budget/workstations',
  'soak-gauged-worker': 'test/proofs/soak/gauged-worker',
  'soak-workstation': 'test/proofs/soak/workstation-child',
  'store-closing': 'test/proofs/store/closing-child',
  'store-migrating': 'test/proofs/store/migrating-child',
  'store-restoring': 'test/proofs/store/restoring-child',
  'store-recording': 'test/proofs/store/recording-child',
} as const
export type Program = keyof typeof programs

/** Returns the folder of the bundles; undefined if the sources are used. */
export function programsFolder(): string | undefined {
  const folder = process.env[variable]
  return folder === 'source' ? undefined : folder
}

/** Returns the path of a program: its bundle, or its source. */
export function programPath(name: Program): string {
  const folder = programsFolder()
  return folder === undefined
    ? fileURLToPath(new URL(`../../../../${programs[name]}.ts`, import.meta.url))
    : join(folder, `${name}.js`)
}
export const programUrl = (name: Program): URL => pathToFileURL(programPath(name))

/**
 * Returns the variables that a program needs to find the others if it does not inherit the
 * environment.
 */
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

/**
 * One warm thread for all stores of a test process: starting a thread costs more than most tests.
 */
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
      postMessage: (message: unknown, moved: readonly Transferable[] = []) =>
        ours.postMessage(message, moved),
    })
  }

function warmThread(folder: string): Worker {
  const started = new Worker(pathToFileURL(join(folder, 'store-thread.js')), { name: 'stores' })
  started.unref()
  started.once('exit', () => (thread = undefined))
  return started
}

const folder = programsFolder()

const startUncounted =
  folder === undefined || process.env['COUNTERSIGN_TEST_STORES'] === 'own-thread'
    ? ownStoreWorker
    : onWarmThread(folder)

let requests = 0
/** Returns how many requests all stores of this process have had. */
export const storeRequests = (): number => requests

/**
 * The product's store worker as tests start it. Proofs use `own-thread`: nothing is shared, and no
 * store is copied.
 */
export const startStoreWorker: StartStoreWorker = () => {
  const worker = startUncounted()
  const send = worker.postMessage.bind(worker)
  return Object.assign(worker, {
    postMessage: (message: unknown, moved: readonly Transferable[] = []) => {
      requests += 1
      send(message, moved)
    },
  })
}
