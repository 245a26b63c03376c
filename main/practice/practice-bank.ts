/**
 * The practice bank as a program of its own. Started by the workstation, it posts one message when it
 * listens and leaves when the workstation goes. Started alone, it prints its address and how to start a
 * workstation against it, so that its counters outlive any workstation.
 */
import { parseArgs } from 'node:util'
import { openPracticeBank } from './open-practice-bank.ts'

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
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
  },
})

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

const bank = await openPracticeBank({
  port: portOf(values.port),
  controlPort: portOf(values['control-port']),
})
const { address, controlUrl } = bank
const tellParent = parentChannel()
if (tellParent) tellParent({ type: 'ready', address, controlUrl })
else console.log(`Practice bank at ${address}\nCOUNTERSIGN_PRACTICE_BANK=${controlUrl}`)
