/**
 * The proxy in front of a team: passes each connection on to the first workstation that accepts it.
 * Only the one that listens has its port open, so nothing else tells the proxy who that is.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** As long as the bank waits for an answer. */
const patienceMs = 10_000

export class Front {
  readonly #ports: readonly number[]
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(ports: readonly number[]) {
    this.#ports = ports
    this.#server = createServer((bank) => void this.#pass(bank))
  }

  /** Opens a proxy to these ports, in their order. */
  static async to(ports: readonly number[]): Promise<Front> {
    const front = new Front(ports)
    front.#server.listen(0, '127.0.0.1')
    await once(front.#server, 'listening')
    return front
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Returns how many workstations accept a connection now. */
  async accepting(): Promise<number> {
    const sockets = await Promise.all(this.#ports.map(accepted))
    for (const socket of sockets) socket?.destroy()
    return sockets.filter((socket) => socket !== undefined).length
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  async #pass(bank: Socket): Promise<void> {
    this.#keep(bank)
    const workstation = await this.#first(bank)
    if (workstation === undefined) {
      bank.destroy()
      return
    }
    this.#keep(workstation)
    bank.once('close', () => workstation.destroy())
    workstation.once('close', () => bank.destroy())
    bank.pipe(workstation).pipe(bank)
  }

  async #first(bank: Socket): Promise<Socket | undefined> {
    for (const from = performance.now(); performance.now() - from < patienceMs;) {
      for (const port of this.#ports) {
        const workstation = await accepted(port)
        if (workstation) return workstation
      }
      if (bank.destroyed) return undefined
      await wait(20)
    }
    return undefined
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => this.#sockets.delete(socket))
  }
}

const accepted = (port: number): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })
