/**
 * A whole workstation as a program of its own, to be killed: works in a folder, on a practice
 * bank that outlives it. Reads lines of JSON, `{ id, noun, method, input, operator }`, and answers
 * each in a line. Takes its options as JSON in its only argument.
 */
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { answerTimeouts } from '../../../main/bank/client/transport.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import { practiceOperators } from '../../../main/profile/practice-operators.ts'
import { createWorkstation } from '../../../main/workstation.ts'
import { storeThread } from '../../../main/store/store-thread.ts'
import type { TeamStore } from '../../../main/store/team-store.ts'
import { noDialogs } from '../../unit/support/no-dialogs.ts'
import { seeded } from '../../unit/support/seeded.ts'

/** What the program is started with. */
export interface WorkstationOptions {
  readonly dataFolder: string
  /** Control address of the bank. */
  readonly controlUrl: string
  readonly storeWorker: string
  /** How much later it is here than by the clock of the computer. */
  readonly laterMs: number
  /** The store that it shares with others; null: it has one of its own, in a file. */
  readonly team: SharedStore | null
}

export interface SharedStore {
  /** From 1. */
  readonly number: number
  readonly store: TeamStore
  /** Decides how far the clock of its computer is off, and how somebody sets it meanwhile. */
  readonly clockSeed: number
}

/** An answer to a call that moves money is late after so long. */
const answerTimeoutMs = 1_500
const mostOffMs = 5 * 60_000
const clockIsSetEveryMs = 5_000

interface Requested {
  readonly id: number
  readonly noun: string
  readonly method: string
  readonly input: unknown
  readonly operator: string
}
type Method = (input: unknown, context: unknown) => unknown

const { dataFolder, controlUrl, storeWorker, laterMs, team } = JSON.parse(
  process.argv[2] ?? '',
) as WorkstationOptions
const say = (message: object): boolean => process.stdout.write(`${JSON.stringify(message)}\n`)

let clockOffMs = 0
if (team !== null) {
  const random = seeded(team.clockSeed)
  const setClock = (): void => {
    clockOffMs = Math.round((2 * random() - 1) * mostOffMs)
  }
  setClock()
  setInterval(setClock, clockIsSetEveryMs).unref()
}

// Two minutes of patience would take two minutes each time.
Object.assign(answerTimeouts.money, { headersMs: answerTimeoutMs, bodyMs: answerTimeoutMs })
// The same number of days later at the bank, whose clock is not moved: waits also depend on its
// `Date` headers.
const parsed = Date.parse
Date.parse = (text) => parsed(text) + (text.endsWith(' GMT') ? laterMs : 0)
const startStoreWorker = storeThread(new URL(storeWorker), team?.store)
const workstation = createWorkstation({
  version: '0.0.0-proof',
  clock: { ...systemClock, now: () => new Date(Date.now() + laterMs + clockOffMs) },
  dataFolder,
  startStoreWorker,
  practiceTeam: team === null ? undefined : { number: team.number, startStoreWorker },
  launchPracticeBank: () => Promise.reject(new Error('the bank of a proof runs already')),
  launchKeychain: () => {
    throw new Error('practice needs no keychain')
  },
  runningPracticeBank: controlUrl,
  announce: () => undefined,
  applyTheme: () => undefined,
  systemDialogs: noDialogs,
  clipboard: { put: () => Promise.resolve(false) },
  printer: { print: () => Promise.reject(new Error('a proof prints nothing')) },
  accountName: 'proof',
})
const nouns = workstation.handlers as unknown as Record<string, Record<string, Method>>
const answer = async ({ id, noun, method, input, operator }: Requested): Promise<void> => {
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
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => void answer(JSON.parse(line) as Requested))
// The proof was ended before it could kill this program.
lines.once('close', () => process.exit())
