/**
 * A whole workstation as a program of its own, to be killed: works in a folder, on a practice
 * bank that outlives it. Reads lines of JSON, `{ id, verb, input }` of the noun `bulk`, and answers
 * each in a line.
 */
import { createInterface } from 'node:readline'
import { launchKeychainInNode } from '../../../main/profile/keychain/launch-in-node.ts'
import { createWorkstation } from '../../../main/workstation.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import { keychainEntry, ownStoreWorker } from '../../unit/support/programs/programs.ts'

const [dataFolder = '', controlUrl = ''] = process.argv.slice(2)
const nothing = () => Promise.resolve(ok(null))

const workstation = createWorkstation({
  version: '0.0.0-proof',
  dataFolder,
  startStoreWorker: ownStoreWorker,
  launchPracticeBank: () => Promise.reject(new Error('the bank of a proof runs already')),
  launchKeychain: launchKeychainInNode(keychainEntry, process.env),
  runningPracticeBank: controlUrl,
  announce: () => undefined,
  applyTheme: () => undefined,
  dialogs: { open: nothing, save: nothing },
  clipboard: { put: () => Promise.resolve(false) },
  printer: { print: () => Promise.reject(new Error('a proof prints nothing')) },
  accountName: 'proof',
})
await workstation.start()
const say = (message: object): boolean => process.stdout.write(`${JSON.stringify(message)}\n`)
say({ started: true })

type Verb = (input: unknown, context: unknown) => unknown
const verbs = workstation.handlers.bulk as unknown as Record<string, Verb>
const context = { operator: workstation.operators().current() }
createInterface({ input: process.stdin }).on('line', (line) => {
  const {
    id,
    verb: method,
    input,
  } = JSON.parse(line) as { id: number; verb: string; input: unknown }
  void Promise.resolve(verbs[method]?.(input, context)).then((answer) => say({ id, answer }))
})
