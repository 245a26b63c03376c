/**
 * A whole workstation as a program of its own, to be killed: works in a folder, on a practice
 * bank that outlives it. Reads lines of JSON, `{ id, noun, method, input, operator }`, and answers
 * each in a line.
 */
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { answerTimeouts } from '../../../main/bank/client/transport.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import { practiceOperators } from '../../../main/profile/practice-operators.ts'
import { createWorkstation } from '../../../main/workstation.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import { storeThread } from '../../../main/store/store-thread.ts'

const [dataFolder = '', controlUrl = '', storeWorker = '', answerTimeoutMs = '0', laterMs = '0'] =
  process.argv.slice(2)
const nothing = () => Promise.resolve(ok(null))

// An answer is late here after a second and a half, because two minutes of patience would take two
// minutes each time.
Object.assign(answerTimeouts.money, {
  headersMs: Number(answerTimeoutMs),
  bodyMs: Number(answerTimeoutMs),
})

// The same number of days later at the bank, whose clock is not moved: waits also depend on its
// `Date` headers.
const parsed = Date.parse
Date.parse = (text) => parsed(text) + (text.endsWith(' GMT') ? Number(laterMs) : 0)

const workstation = createWorkstation({
  version: '0.0.0-proof',
  clock: { ...systemClock, now: () => new Date(Date.now() + Number(laterMs)) },
  dataFolder,
  startStoreWorker: storeThread(new URL(storeWorker)),
  launchPracticeBank: () => Promise.reject(new Error('the bank of a proof runs already')),
  launchKeychain: () => {
    throw new Error('practice needs no keychain')
  },
  runningPracticeBank: controlUrl,
  announce: () => undefined,
  applyTheme: () => undefined,
  dialogs: { open: nothing, save: nothing },
  clipboard: { put: () => Promise.resolve(false) },
  printer: { print: () => Promise.reject(new Error('a proof prints nothing')) },
  accountName: 'proof',
})
const say = (message: object): boolean => process.stdout.write(`${JSON.stringify(message)}\n`)

interface Requested {
  readonly id: number
  readonly noun: string
  readonly method: string
  readonly input: unknown
  readonly operator: string
}
type Method = (input: unknown, context: unknown) => unknown
const nouns = workstation.handlers as unknown as Record<string, Record<string, Method>>

async function answer({ id, noun, method, input, operator }: Requested): Promise<void> {
  const context = { operator: practiceOperators.find((one) => one.id === operator) }
  try {
    say({ id, answer: await nouns[noun]?.[method]?.(input, context) })
  } catch (problem) {
    say({ id, thrown: problem instanceof Error ? (problem.stack ?? problem.message) : 'unknown' })
  }
}

await workstation.start()
// Node saves its cache at exit, which a killed program never reaches.
flushCompileCache()
say({ started: true })
createInterface({ input: process.stdin }).on('line', (line) => {
  void answer(JSON.parse(line) as Requested)
})
