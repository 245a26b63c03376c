/** The first module of a utility process: gives it `process.parentPort` and runs the app's module. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Emitter } from '../events.ts'
import { electronVersion, provideElectron } from '../provide-electron.ts'
import { strictClass } from '../strict.ts'
import { StandInMessagePort } from './message-port.ts'
import { PortRelay, type Wire } from './port-relay.ts'

const sendToMain = process.send?.bind(process)
if (!sendToMain) throw new Error('electron stand-in: a utility process is started by main only')

/** `process.parentPort`: messages wait until somebody listens. */
class StandInParentPort extends Emitter {
  #waiting: object[] | undefined = []

  constructor() {
    super()
    this.on('newListener', (name) => {
      if (name === 'message') queueMicrotask(() => this.start())
    })
  }
  postMessage(data: unknown): void {
    sendToMain?.({ kind: 'message', data: structuredClone(data), ports: [] } satisfies Wire)
  }
  start(): void {
    const messages = this.#waiting ?? []
    this.#waiting = undefined
    for (const message of messages) this.emit('message', message)
  }
  /** The stand-in's own. */
  deliver(message: object): void {
    if (this.#waiting) this.#waiting.push(message)
    else this.emit('message', message)
  }
}
strictClass(StandInParentPort, 'parentPort')

const parentPort = new StandInParentPort()
const relay = new PortRelay('utility-', (wire) => sendToMain(wire))
process.on('message', (message) => {
  const wire = message as Wire
  if (wire.kind !== 'message') {
    relay.receive(wire)
    return
  }
  const ports = relay.give(wire.ports).map((port) => new StandInMessagePort(port))
  parentPort.deliver({ data: wire.data, ports })
})
// Main has ended, so this process ends too.
process.on('disconnect', () => process.exit(0))

delete process.send
Object.assign(process.versions, { electron: electronVersion() })
Object.assign(process, { type: 'utility', parentPort })
provideElectron('utility/utility-electron.ts')

// As in Electron: argv[0] is the program, argv[1] the module.
process.argv.splice(1, 1)
const modulePath = resolve(process.argv[1] ?? '')
process.argv[1] = modulePath
await import(pathToFileURL(modulePath).href)
