/**
 * The line between a workstation and its proxy: passes data on, or cuts every way to the bank at one
 * step, until it is restored. After the proxy's answer it sees TLS records only.
 */
import { once } from 'node:events'
import {
  createConnection,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'

/** The steps of the way to the bank before the first byte of a request, in their order. */
export const waySteps = [
  /** Nobody listens. */
  'connecting',
  /** The connection with the proxy is open. */
  'connected',
  /** The proxy was asked for the way. */
  'asked',
  /** Half of its answer has come. */
  'half-answered',
  'answered',
  /** The bank's part of the TLS handshake has begun. */
  'handshake',
  /** The handshake is over for the workstation, and the bank has not spoken yet. */
  'verifying',
] as const
export type WayStep = (typeof waySteps)[number]

/**
 * The workstation waits 300 ms for the bank. A line that was held up itself for this long cuts
 * nothing: a request may have begun.
 */
const latestCutMs = 200

/** One line; its port stays the same. */
export class ProxyLine {
  readonly #proxyPort: number
  readonly #sockets = new Set<Socket>()
  #server: Server
  #port = 0
  #cutAt: WayStep | undefined

  private constructor(proxyPort: number) {
    this.#proxyPort = proxyPort
    this.#server = this.#newServer()
  }

  /** Opens a line to a proxy on this machine. */
  static async to(proxyPort: number): Promise<ProxyLine> {
    const line = new ProxyLine(proxyPort)
    await line.#listen()
    return line
  }

  get port(): number {
    return this.#port
  }

  /** Cuts every new way at this step. Resolves when that is so. */
  async cut(step: WayStep): Promise<void> {
    this.#cutAt = step
    if (step !== 'connecting') return
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  async restore(): Promise<void> {
    this.#cutAt = undefined
    if (this.#server.listening) return
    this.#server = this.#newServer()
    await this.#listen()
  }

  /** Closes the line for good. */
  close(): Promise<void> {
    return this.cut('connecting')
  }

  #newServer(): Server {
    return createServer((client) => this.#connected(client))
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  #connected(client: Socket): void {
    const cutAt = this.#cutAt
    const proxy = createConnection({ port: this.#proxyPort, host: '127.0.0.1', noDelay: true })
    const pair = [client.setNoDelay(true), proxy]
    const reset = (): void => {
      for (const socket of pair) if (!socket.destroyed) socket.resetAndDestroy()
    }
    for (const socket of pair) {
      this.#sockets.add(socket)
      socket.on('error', reset)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        for (const one of pair) one.destroySoon()
      })
    }
    if (cutAt === 'connected') {
      reset()
      return
    }
    const way = { isOpen: false, bankSpokeAt: 0 }
    client.on('data', (bytes) => {
      const isLastFlight = way.bankSpokeAt > 0
      if (cutAt === 'asked') reset()
      else if (
        cutAt === 'verifying' &&
        isLastFlight &&
        performance.now() - way.bankSpokeAt < latestCutMs
      )
        reset()
      else proxy.write(bytes)
    })
    proxy.on('data', (bytes) => {
      const half = bytes.subarray(0, bytes.length / 2)
      if (way.isOpen) way.bankSpokeAt = performance.now()
      if (!way.isOpen && cutAt === 'half-answered') client.end(half)
      else if (!way.isOpen && cutAt === 'answered') client.end(bytes)
      else if (way.isOpen && cutAt === 'handshake') client.end(half)
      else client.write(bytes)
      way.isOpen = true
    })
  }
}
