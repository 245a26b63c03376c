/**
 * The practice bank as a program of its own. Started by the workstation, it posts one message when it
 * listens and leaves when the workstation goes. Started alone, it prints its address and how to start a
 * workstation against it, so that its counters outlive any workstation. With `--write-enrolment DIR` it
 * plays a second bank, as a real one would be met: it stays the same from start to start, and writes what
 * onboarding hands over. `--stretch` makes its days shorter or longer.
 */
import { parseArgs } from 'node:util'
import { openPracticeBank, type OpenPracticeBank } from './open-practice-bank.ts'

/** The one message to the parent. The control URL holds the token: it goes over the private channel only. */
export interface PracticeBankReady {
  readonly type: 'ready'
  readonly address: string
  readonly controlUrl: string
}

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  process.stderr.write(`Not a port: ${text}\n`)
  process.exit(2)
}

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    'control-port': { type: 'string', default: '0' },
    'write-enrolment': { type: 'string' },
    'calls-per-second': { type: 'string', default: '5' },
    stretch: { type: 'string', default: '1' },
  },
})

/** What was agreed with the bank; its contract allows up to a hundred. */
function rateOf(text: string): number {
  const rate = Number(text)
  if (/^\d{1,3}$/.test(text) && rate >= 1 && rate <= 100) return rate
  process.stderr.write(`Not a rate from 1 to 100: ${text}\n`)
  process.exit(2)
}

/** So many times as long as usual everything takes at the bank: 0.1 settles an entry in six seconds. */
function stretchOf(text: string): number {
  const stretch = Number(text)
  if (stretch >= 0.01 && stretch <= 100) return stretch
  process.stderr.write(`Not a number from 0.01 to 100: ${text}\n`)
  process.exit(2)
}

/** The parent's channel: Electron's utility process, or a child process of Node; absent when alone. */
function parentChannel(): ((message: PracticeBankReady) => void) | null {
  const { parentPort } = process as { parentPort?: { postMessage(message: unknown): void } }
  if (parentPort) return (message) => parentPort.postMessage(message)
  if (process.connected) return (message) => process.send?.(message)
  return null
}

const leave = (): never => process.exit(0)
process.on('SIGINT', leave)
process.on('SIGTERM', leave)
process.on('disconnect', leave)

/** Opens the bank as a second one whose identity stands in the folder; says what was handed over. */
async function openStanding(folder: string): Promise<OpenPracticeBank> {
  // Loaded here alone: the embedded bank needs no PKCS#12.
  const { saveRunningBank, runningBankIn } = await import('./running-bank.ts')
  const standing = await runningBankIn(folder)
  const bank = await openPracticeBank({
    ...given,
    port: given.port ?? standing.port ?? 0,
    identity: standing,
  })
  const written = await saveRunningBank(folder, standing, bank)
  console.log(
    `PRACTICE: enrolment of a second practice bank in ${written.folder}\n` +
      `client.p12 opens with ${written.p12Password}\n` +
      `SHA-256 of bank-root.pem ${written.rootFingerprint}`,
  )
  return bank
}

const callsPerSecond = rateOf(values['calls-per-second'])
const given = {
  stretch: stretchOf(values.stretch),
  controlPort: portOf(values['control-port']),
  ...(values.port !== undefined && { port: portOf(values.port) }),
}
const folder = values['write-enrolment']
const opening =
  folder === undefined ? openPracticeBank({ ...given, callsPerSecond }) : openStanding(folder)
const { address, controlUrl } = await opening.catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
const tellParent = parentChannel()
if (tellParent) tellParent({ type: 'ready', address, controlUrl })
else console.log(`Practice bank at ${address}\nCOUNTERSIGN_PRACTICE_BANK=${controlUrl}`)
