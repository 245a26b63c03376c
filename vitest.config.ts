import { statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import icons from 'unplugin-icons/vite'
import { defineConfig } from 'vitest/config'
import { findPostgres } from './main/practice/find-postgres.ts'
import { proofSize } from './test/proofs/sizes.ts'

// Every thread that starts from TypeScript loads Node's parser of it, which is WebAssembly. What is cached needs none.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'countersign-compile-cache')

// Bundles the programs that tests and proofs start beside themselves, once for each run.
const buildPrograms = 'test/unit/support/programs/build-programs.ts'
/** Runs the second engine of the store for the projects that test on it. */
const postgresServer = 'test/postgres/setup.ts'
const bundledReaders = 'test/unit/support/programs/bundled-readers.ts'
/** Records the statements that the tests send to the store, for the corpus of the second engine. */
process.env['COUNTERSIGN_TEST_STATEMENTS'] ??= join(
  import.meta.dirname,
  `node_modules/.cache/countersign-statements/${String(process.pid)}`,
)
const recordCompiled = 'test/postgres/record-compiled.ts'
const fromSource = { COUNTERSIGN_TEST_PROGRAMS: 'source' }

/**
 * Memory in place of a disk where durability is not the subject, if the machine gives enough of it. A folder of the
 * run's own: its preparation makes it, and takes away what the files left there.
 */
function folderInMemory(): string {
  const folder = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * 1024 ** 3
      ? join(folder, `countersign-tests-${String(process.pid)}`)
      : tmpdir()
  } catch {
    return tmpdir()
  }
}
const inMemory = { TMPDIR: folderInMemory() }

// Again no promise of speed: in full the soak alone takes two hours, and a slow computer may take twice as long as a fast one.
const proofTimeout = proofSize() === 'full' ? 6 * 3_600_000 : 2_400_000

/** Proofs stay on a real disk, each store on a thread of its own, as in the product. */
const ownThreads = { COUNTERSIGN_TEST_STORES: 'own-thread' }

/** The store's own tests have a thread from the source for each store, on a real disk. */
const storeSpecs = 'test/unit/store/**/*.spec.ts'
/**
 * Where workstations decide about one order, alert or day: these tests run on the second engine too. The second run is
 * the largest part of all tests; `npm run verify:team` has it whole, with what ten thousand entries cost.
 */
const rooms = ['money/order', 'alerts', 'assurance']
const isWhole = process.env['COUNTERSIGN_TEST_TEAM'] !== undefined
const atScale = isWhole
  ? []
  : [
      'test/unit/money/order/{many-entries,batches-whole-way}.spec.ts',
      'test/unit/alerts/forwarding/forwarding.spec.ts',
    ]
const onPostgres = [
  ...(isWhole ? ['!(store)'] : rooms).map((room) => `test/unit/${room}/**/*.spec.ts`),
  'test/unit/store/{store,gathered-reader,sorted-page}.spec.ts',
]
/** The network before the store: on the second engine these would only run once more. */
const beforeStore = [
  'test/unit/alerts/{slow-senders,floods,intake-limits,unreadable-deliveries,listener-{attacks,service}}.spec.ts',
  'test/unit/alerts/listener/**',
]
/** These replace modules or hold the compiler's programs of whole folders, which must not reach other files. */
const apart = [
  'test/unit/session/closing.spec.ts',
  'test/contract/serve.spec.ts',
  'test/unit/lint-rules.spec.ts',
  'test/unit/shell/security/forbidden-code.spec.ts',
  'test/unit/zones/zones.spec.ts',
]

const alone = ['alerts', 'rate-budget'].map((name) => `test/proofs/${name}.spec.ts`)

// Where the processor guards pages of code with keys, V8 keeps a list of them for all threads of a process, which the
// coming and going of hundreds puts out of step: `Check failed: jit_page.has_value()` then ends a worker of Vitest.
const withoutKeys = '--no-memory-protection-keys'
// Its baseline compiler leaves stale pointers that a collection of garbage dies of (nodejs/node#62393).
const withoutBaseline = '--no-sparkplug'

const project = (name: string, include: string | string[], more: object = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [include].flat(),
    execArgv: [withoutKeys, withoutBaseline],
    ...more,
  },
})

/** Files that share a process, its modules and its warm store worker, but no state: any order passes. */
const together = (name: string, include: string | string[], more: object = {}) =>
  project(name, include, {
    isolate: false,
    globalSetup: buildPrograms,
    setupFiles: [bundledReaders, recordCompiled],
    env: inMemory,
    ...more,
  })

export default defineConfig({
  plugins: [vue(), icons({ compiler: 'vue3', autoInstall: false })],
  test: {
    // Guards against what never ends. It is no promise of speed: what takes 5 s alone takes 20 s beside others.
    testTimeout: 180_000,
    // Left to itself it keeps one core free: on two cores that is half of them.
    maxWorkers: availableParallelism(),
    hookTimeout: 180_000,
    // The state that is waited for comes for certain; its own second is too short for a busy machine.
    expect: { poll: { timeout: 15_000 } },
    setupFiles: 'test/unit/support/patience.ts',
    // It imports its schema as Node does not permit.
    deps: { optimizer: { ssr: { enabled: true, include: ['@actions/workflow-parser'] } } },
    projects: [
      // The attacks that need no window run beside the units.
      together('unit', ['test/unit/**/*.spec.ts', 'test/security/{orders,profiles}/*.spec.ts'], {
        exclude: [storeSpecs, ...apart],
      }),
      together('postgres', findPostgres() === undefined ? [] : onPostgres, {
        exclude: [...apart, ...beforeStore, ...atScale],
        globalSetup: [buildPrograms, postgresServer],
        env: { ...inMemory, COUNTERSIGN_TEST_STORE: 'postgres' },
      }),
      together('contract', 'test/contract/**/*.spec.ts', { exclude: apart }),
      together('conformance', 'test/conformance/**/*.spec.ts', {
        globalSetup: [buildPrograms, postgresServer],
      }),
      // After all others, whose statements it prepares.
      together('statements', 'test/postgres/statements.spec.ts', {
        globalSetup: [buildPrograms, postgresServer],
        sequence: { groupOrder: 1 },
      }),
      project('store', storeSpecs, { env: fromSource, setupFiles: recordCompiled }),
      together('isolated', apart, { isolate: true }),
      // A context of its own for each file, in one process: half the cost of a process each.
      project('component', 'test/component/**/*.spec.ts', {
        environment: 'jsdom',
        pool: 'vmForks',
      }),
      // Three proofs beside each other: they wait for what they killed, or for a bank's pace, about half of their time.
      project('proofs', 'test/proofs/**/*.spec.ts', {
        globalSetup: buildPrograms,
        testTimeout: proofTimeout,
        exclude: alone,
        maxWorkers: 3,
        sequence: { groupOrder: 2 },
        env: ownThreads,
      }),
      // One measures, the other takes the whole computer: nothing runs beside them.
      project('proofs-alone', alone, {
        testTimeout: proofTimeout,
        fileParallelism: false,
        sequence: { groupOrder: 3 },
        globalSetup: buildPrograms,
        env: ownThreads,
        // What is measured runs as it does in the product.
        execArgv: [withoutKeys],
      }),
    ],
  },
})
