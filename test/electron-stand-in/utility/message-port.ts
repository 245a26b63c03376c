/** MessageChannelMain and MessagePortMain, on Node's own message channels. Used in main and in utility processes. */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Emitter } from '../events.ts'
import { strictClass } from '../strict.ts'

/** How a message travels between two of Node's ports. */
export interface Parcel {
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}

/** One end of a channel. Messages wait until `start()`. */
export class StandInMessagePort extends Emitter {
  #port: MessagePort | undefined
  #isStarted = false

  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.once('close', () => this.emit('close'))
  }

  postMessage(data: unknown, transfer: readonly StandInMessagePort[] = []): void {
    const ports = transfer.map((port) => port.release())
    this.#port?.postMessage({ data, ports } satisfies Parcel, ports)
  }
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#port?.on('message', ({ data, ports }: Parcel) =>
      this.emit('message', { data, ports: ports.map((port) => new StandInMessagePort(port)) }),
    )
  }
  close(): void {
    this.#port?.close()
  }

  /** The stand-in's own: gives the port away; this end is of no use afterwards. */
  release(): MessagePort {
    const port = this.#port
    if (!port || this.#isStarted)
      throw new Error('electron stand-in: a port that was started or passed on cannot be passed on')
    this.#port = undefined
    port.removeAllListeners('close')
    return port
  }
}
strictClass(StandInMessagePort, 'MessagePortMain')

/** Two ports, entangled. */
export class StandInMessageChannel {
  readonly port1: StandInMessagePort
  readonly port2: StandInMessagePort

  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.port1 = new StandInMessagePort(port1)
    this.port2 = new StandInMessagePort(port2)
  }
}
strictClass(StandInMessageChannel, 'MessageChannelMain')
