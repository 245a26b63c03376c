/**
 * A whole workstation as a program of its own, to be killed: works in a folder, on a practice
 * bank that outlives it. Reads lines of JSON, `{ id, method, input }` of the noun `bulk`, and answers
 * each in a line.
 */
import { createInterface } from 'node:readline'
import { launchKeychainInNode } from '../../../main/profile/keychain/launch-in-node.ts'
import { createWorkstation } from '../../../main/workstation.ts'
import { keychainEntry, ownStoreWorker } from '../../unit/support/programs/programs.ts'
import { noDialogs } from '../../unit/support/no-dialogs.ts'

const [dataFolder = '', controlUrl = ''] = process.argv.slice(2)

const workstation = createWorkstation({
  version: '0.0.0-proof',
  dataFolder,
  startStoreWorker: ownStoreWorker,
  launchPracticeBank: () => Promise.reject(new Error('the bank of a proof runs already')),
  launchKeychain: launchKeychainInNode(keychainEntry, process.env),
  runningPracticeBank: controlUrl,
  announce: () => undefined,
  applyTheme: () => undefined,
  systemDialogs: noDialogs,
  clipboard: { put: () => Promise.resolve(false) },
  printer: { print: () => Promise.reject(new Error('a proof prints nothing')) },
  accountName: 'proof',
})
await workstation.start()
const say = (message: object): boolean => process.stdout.write(`${JSON.stringify(message)}\n`)
say({ started: true })

type Method = (input: unknown, context: unknown) => unknown
const methods = workstation.handlers.bulk as unknown as Record<string, Method>
const context = { operator: workstation.operators().current() }
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, input } = JSON.parse(line) as { id: number; method: string; input: unknown }
  void Promise.resolve(methods[method]?.(input, context)).then((answer) => say({ id, answer }))
})
