/**
 * The practice bank as a separate program. Started by the workstation, it posts one message when it
 * listens, and ends with the workstation. Started alone, it prints its address and how to start a
 * workstation against it, so its counters outlive any workstation. With `--write-enrolment DIR` it
 * is a second bank, like a real one: it stays the same from start to start, and writes the
 * onboarding files. `--stretch` makes its days shorter or longer. With `--newest-token-only` a new
 * token ends the older ones. `--proxy-port` puts it behind a proxy that asks for Basic.
 */
import { parseArgs } from 'node:util'
import { parentChannel } from '../platform/parent-channel.ts'
import { openPracticeBank, type OpenPracticeBank } from './open-practice-bank.ts'

/**
 * The only message to the parent. The control URL contains the token, so it goes over the private
 * channel only.
 */
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
    'newest-token-only': { type: 'boolean', default: false },
    'proxy-port': { type: 'string' },
  },
})

/** Parses the agreed rate; the contract allows up to a hundred. Exits on an invalid one. */
function rateOf(text: string): number {
  const rate = Number(text)
  if (/^\d{1,3}$/.test(text) && rate >= 1 && rate <= 100) return rate
  process.stderr.write(`Not a rate from 1 to 100: ${text}\n`)
  process.exit(2)
}

/**
 * Parses the factor on all durations: 0.1 settles an entry in six seconds. Exits on an invalid one.
 */
function stretchOf(text: string): number {
  const stretch = Number(text)
  if (stretch >= 0.01 && stretch <= 100) return stretch
  process.stderr.write(`Not a number from 0.01 to 100: ${text}\n`)
  process.exit(2)
}

const leave = (): never => process.exit(0)
process.on('SIGINT', leave)
process.on('SIGTERM', leave)
process.on('disconnect', leave)

/** Opens a second bank whose identity is stored in the folder, and prints the files written. */
async function openStored(folder: string): Promise<OpenPracticeBank> {
  // Loaded only here: the embedded bank needs no PKCS#12.
  const { saveRunningBank, runningBankIn } = await import('./running-bank.ts')
  const storedBank = await runningBankIn(folder)
  const bank = await openPracticeBank({
    ...given,
    port: given.port ?? storedBank.port ?? 0,
    identity: storedBank,
  })
  const written = await saveRunningBank(folder, storedBank, bank)
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
  newestTokenOnly: values['newest-token-only'],
  controlPort: portOf(values['control-port']),
  ...(values.port !== undefined && { port: portOf(values.port) }),
  ...(values['proxy-port'] !== undefined && { proxyPort: portOf(values['proxy-port']) }),
}
const folder = values['write-enrolment']
const opening =
  folder === undefined ? openPracticeBank({ ...given, callsPerSecond }) : openStored(folder)
const { address, controlUrl } = await opening.catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
const parent = parentChannel()
if (parent) parent.post({ type: 'ready', address, controlUrl } satisfies PracticeBankReady)
else console.log(`Practice bank at ${address}\nCOUNTERSIGN_PRACTICE_BANK=${controlUrl}`)
