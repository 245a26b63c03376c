/** Carries message ports across a process boundary: what arrives at one side is posted at the other. */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Parcel } from './message-port.ts'

/** The messages between two processes. Ports are sent as names. */
export type Wire =
  | { readonly kind: 'message'; readonly data: unknown; readonly ports: readonly string[] }
  | {
      readonly kind: 'port'
      readonly name: string
      readonly data: unknown
      readonly ports: readonly string[]
    }
  | { readonly kind: 'port-closed'; readonly name: string }

/** One side's relay. */
export class PortRelay {
  readonly #side: string
  readonly #send: (wire: Wire) => void
  readonly #ports = new Map<string, MessagePort>()
  #lastId = 0

  /** @param side a name that the other side does not use, so that the names of ports differ. */
  constructor(side: string, send: (wire: Wire) => void) {
    this.#side = side
    this.#send = send
  }

  /** Takes ports over; their names can be sent. */
  take(ports: readonly MessagePort[]): string[] {
    return ports.map((port) => {
      const name = `${this.#side}${++this.#lastId}`
      this.#adopt(name, port)
      return name
    })
  }

  /** Makes ports for the names that came. */
  give(names: readonly string[]): MessagePort[] {
    return names.map((name) => {
      const { port1, port2 } = new MessageChannel()
      this.#adopt(name, port1)
      return port2
    })
  }

  /** Handles what concerns a port. */
  receive(wire: Wire & { kind: 'port' | 'port-closed' }): void {
    const port = this.#ports.get(wire.name)
    if (wire.kind === 'port-closed') port?.close()
    else {
      const ports = this.give(wire.ports)
      port?.postMessage({ data: wire.data, ports } satisfies Parcel, ports)
    }
  }

  /** The other side is gone. */
  close(): void {
    for (const port of this.#ports.values()) port.close()
  }

  #adopt(name: string, port: MessagePort): void {
    this.#ports.set(name, port)
    port.on('message', ({ data, ports }: Parcel) =>
      this.#send({ kind: 'port', name, data, ports: this.take(ports) }),
    )
    port.once('close', () => {
      this.#ports.delete(name)
      this.#send({ kind: 'port-closed', name })
    })
  }
}
