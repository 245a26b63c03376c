/**
 * The line between workstation and bank: passes data on, and breaks as ordered, once. The line sees
 * TLS records only and counts their bytes. Each call that moves money opens a connection, so
 * requests and answers must be distinguished from handshakes; otherwise most faults would strike
 * before anything can be lost.
 */
import {
  createConnection,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { once } from 'node:events'

/** How the line breaks. Every fault but `refuse` and the two about certificates strikes once. */
export type BankLineFault =
  /** Nobody listens, and open connections are reset. */
  | { readonly kind: 'refuse' }
  /** New connections are answered with a TLS alert, `bad_certificate`, before any handshake. */
  | { readonly kind: 'alert' }
  /** New connections go to another port. */
  | { readonly kind: 'elsewhere'; readonly port: number }
  /**
   * The next handshake is reset: at its first flight, or at the last, which completes it for the
   * workstation, so that its request may be in flight.
   */
  | { readonly kind: 'cut-handshake'; readonly flight: 'first' | 'last' }
  /**
   * Runs `then` when the next handshake begins, before a request can be written; it is held up for
   * so long.
   */
  | { readonly kind: 'on-handshake'; readonly heldMs: number; readonly then: () => void }
  /** So many bytes of the next request pass, then both sides are reset. */
  | { readonly kind: 'cut-request'; readonly afterBytes: number }
  /** So many bytes of the next answer pass, then both sides are reset. */
  | { readonly kind: 'cut-answer'; readonly afterBytes: number }
  /**
   * Runs `then` when the first bytes of a request arrive; they pass, or are lost with the
   * connection.
   */
  | { readonly kind: 'on-request'; readonly passes: boolean; readonly then: () => void }
  /** Runs `then` when the first bytes of an answer arrive, which are lost with the connection. */
  | { readonly kind: 'on-answer'; readonly then: () => void }

/** A TLS record: alert, TLS 1.2, two bytes: fatal, bad_certificate. */
const badCertificate = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x2a])

/**
 * How many encrypted TLS 1.3 records belong to the handshake. Client: certificate, verify,
 * finished. Server: extensions, certificate request, certificate, verify, finished, and OpenSSL's
 * two tickets.
 */
const handshakeRecords = { client: 3, server: 7 } as const
const encrypted = 0x17
/** The first record of a client has the handshake type; later ones do not. */
const clientHello = 0x16

/** The complete records of one side; an incomplete one is held back. */
class Records {
  #left: number
  #rest: Buffer = Buffer.alloc(0)

  constructor(side: keyof typeof handshakeRecords) {
    this.#left = handshakeRecords[side]
  }

  /** Splits bytes into handshake, and request or answer. */
  split(bytes: Buffer): { readonly handshake: Buffer; readonly data: Buffer } {
    const all = Buffer.concat([this.#rest, bytes])
    let [handshakeEnd, end] = [0, 0]
    while (all.length >= end + 5 && all.length >= end + 5 + all.readUInt16BE(end + 3)) {
      const isHandshake = all[end] !== encrypted || this.#left > 0
      if (all[end] === encrypted) this.#left -= 1
      end += 5 + all.readUInt16BE(end + 3)
      if (isHandshake) handshakeEnd = end
    }
    this.#rest = all.subarray(end)
    return { handshake: all.subarray(0, handshakeEnd), data: all.subarray(handshakeEnd, end) }
  }
}

/** One line; its port stays the same. */
export class BankLine {
  readonly #bankPort: number
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #server: Server
  #port = 0
  #fault: BankLineFault | undefined

  private constructor(bankPort: number) {
    this.#bankPort = bankPort
    this.#server = this.#newServer()
  }

  /** Opens a line to a port of this machine. */
  static async to(bankPort: number): Promise<BankLine> {
    const line = new BankLine(bankPort)
    await line.#listen()
    return line
  }

  get port(): number {
    return this.#port
  }

  /** Breaks the line from now on. Resolves when the fault is active. */
  async break(fault: BankLineFault): Promise<void> {
    this.#fault = fault
    if (fault.kind === 'alert' || fault.kind === 'elsewhere') this.#hangUp()
    if (fault.kind !== 'refuse') return
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#hangUp()
    await closed
  }

  /** Repairs the line. */
  async restore(): Promise<void> {
    this.#fault = undefined
    if (this.#server.listening) return
    this.#server = this.#newServer()
    await this.#listen()
  }

  /** Closes the line for good. */
  async close(): Promise<void> {
    await this.break({ kind: 'refuse' })
  }

  #newServer(): Server {
    return createServer({ allowHalfOpen: false }, (client) => this.#connected(client))
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  #hangUp(): void {
    for (const pair of this.#pairs) reset(pair)
  }

  #connected(client: Socket): void {
    const fault = this.#fault
    if (fault?.kind === 'alert') {
      client.on('error', () => undefined)
      client.once('data', () => client.end(badCertificate))
      return
    }
    const port = fault?.kind === 'elsewhere' ? fault.port : this.#bankPort
    const bank = createConnection({ port, host: '127.0.0.1', noDelay: true })
    client.setNoDelay(true)
    const pair = [client, bank] as const
    this.#pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => reset(pair))
      socket.on('close', () => {
        this.#pairs.delete(pair)
        for (const other of pair) other.destroy()
      })
    }
    const requested = new Records('client')
    client.on('data', (bytes) => {
      const { handshake, data } = requested.split(bytes)
      if (handshake.length > 0) this.#handshake(pair, handshake)
      if (data.length > 0) this.#request(pair, data)
    })
    const answered = new Records('server')
    bank.on('data', (bytes) => {
      const { handshake, data } = answered.split(bytes)
      if (handshake.length > 0) client.write(handshake)
      if (data.length > 0) this.#answer(pair, data)
    })
  }

  #handshake(pair: readonly [Socket, Socket], bytes: Buffer): void {
    const fault = this.#fault
    const flight = bytes[0] === clientHello ? 'first' : 'last'
    if (fault?.kind === 'cut-handshake' && fault.flight === flight) {
      this.#fault = undefined
      reset(pair)
    } else if (fault?.kind === 'on-handshake' && flight === 'first') {
      this.#fault = undefined
      fault.then()
      setTimeout(() => pair[1].write(bytes), fault.heldMs)
    } else pair[1].write(bytes)
  }

  #request(pair: readonly [Socket, Socket], bytes: Buffer): void {
    const fault = this.#fault
    const [, bank] = pair
    if (fault?.kind === 'on-request') {
      this.#fault = undefined
      fault.then()
      if (fault.passes) bank.write(bytes)
      else reset(pair)
    } else if (fault?.kind === 'cut-request' && bytes.length >= fault.afterBytes) {
      this.#fault = undefined
      bank.write(bytes.subarray(0, fault.afterBytes), () => reset(pair))
    } else {
      if (fault?.kind === 'cut-request') {
        this.#fault = { ...fault, afterBytes: fault.afterBytes - bytes.length }
      }
      bank.write(bytes)
    }
  }

  #answer(pair: readonly [Socket, Socket], bytes: Buffer): void {
    const fault = this.#fault
    const [client] = pair
    switch (fault?.kind) {
      // The request was shorter than the bytes to pass, so its answer is lost instead.
      case 'cut-request':
        this.#fault = undefined
        reset(pair)
        return
      case 'on-answer':
        this.#fault = undefined
        fault.then()
        reset(pair)
        return
      case 'cut-answer':
        this.#fault = undefined
        client.write(bytes.subarray(0, fault.afterBytes), () => reset(pair))
        return
      default:
        client.write(bytes)
    }
  }
}

function reset(pair: readonly [Socket, Socket]): void {
  for (const socket of pair) if (!socket.destroyed) socket.resetAndDestroy()
}
