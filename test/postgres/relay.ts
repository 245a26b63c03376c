/** A line between a program and the server of the tests, which breaks as ordered. */
import {
  createConnection,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { once } from 'node:events'
import type { Client } from 'pg'

/** How the line breaks at the next COMMIT, once. */
export interface CommitFault {
  /**
   * `unsent`: COMMIT does not reach the server. `late`: it does, `afterMs` after the program lost its
   * line. `sent`: it does, `afterMs` before the line breaks. `unanswered`: it does, and the answer is
   * lost.
   */
  readonly kind: 'unsent' | 'late' | 'sent' | 'unanswered'
  readonly afterMs: number
}

export class Relay {
  /** While true, nothing passes, and connections stay. */
  isSilent = false
  /** While true, each new connection is cut. */
  isRefusing = false
  /** How many connections were cut so. */
  refused = 0
  /** Called for each new connection, before anything passes. */
  onConnection: () => void = () => undefined
  /** How often programs have sent something. */
  sent = 0
  readonly #socket: string
  readonly #lines = new Set<() => void>()
  readonly #listener: Server
  #fault: CommitFault | undefined

  private constructor(socket: string) {
    this.#socket = socket
    this.#listener = createServer((program) => {
      if (this.isRefusing) {
        this.refused += 1
        program.resetAndDestroy()
      } else this.#connected(program)
    })
  }

  /** Opens a line to the server of `client`. */
  static async to({ host, port }: Pick<Client, 'host' | 'port'>): Promise<Relay> {
    const relay = new Relay(`${host}/.s.PGSQL.${String(port)}`)
    relay.#listener.listen(0, '127.0.0.1')
    await once(relay.#listener, 'listening')
    return relay
  }

  /** Where a program reaches the server through this line. */
  get address(): { readonly host: string; readonly port: number } {
    return { host: '127.0.0.1', port: (this.#listener.address() as AddressInfo).port }
  }

  /** Cuts all connections. */
  cut(): void {
    for (const cut of this.#lines) cut()
  }

  /** Cuts all connections, and listens no longer. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#listener.close(resolve))
    this.cut()
    await closed
  }

  breakAtCommit(fault: CommitFault): void {
    this.#fault = fault
  }

  #connected(program: Socket): void {
    this.onConnection()
    const server = createConnection(this.#socket)
    const cut = (): void => {
      this.#lines.delete(cut)
      if (!program.destroyed) program.resetAndDestroy()
      server.destroy()
    }
    this.#lines.add(cut)
    let fault: CommitFault['kind'] | undefined
    program.setNoDelay(true)
    program.on('error', () => undefined)
    program.on('close', () => {
      if (fault !== 'late') cut()
    })
    program.on('data', (bytes) => {
      this.sent += 1
      if (this.isSilent) return
      if (this.#fault && bytes.includes('COMMIT')) {
        fault = this.#fault.kind
        breakLine(this.#fault, { program, server, bytes, cut })
        this.#fault = undefined
      } else server.write(bytes)
    })
    server.on('error', () => undefined)
    server.on('close', () => {
      if (!this.isSilent) cut()
    })
    server.on('data', (bytes) => {
      if (fault === 'unanswered') cut()
      else if (!this.isSilent) program.write(bytes)
    })
  }
}

interface Breaking {
  readonly program: Socket
  readonly server: Socket
  /** The message with COMMIT. */
  readonly bytes: Buffer
  readonly cut: () => void
}

function breakLine(fault: CommitFault, { program, server, bytes, cut }: Breaking): void {
  const { kind, afterMs } = fault
  switch (kind) {
    case 'unsent':
      cut()
      return
    case 'late':
      program.resetAndDestroy()
      setTimeout(() => server.end(bytes), afterMs)
      return
    case 'sent':
      server.write(bytes)
      // The server answers within a millisecond.
      if (afterMs < 1) setImmediate(cut)
      else setTimeout(cut, afterMs)
      return
    case 'unanswered':
      server.write(bytes)
  }
}
