/**
 * The line between a workstation and PostgreSQL: passes data on, and breaks as ordered. The commits
 * of a workstation are told from its other statements, because only there the line decides whether
 * something happened.
 */
import { once } from 'node:events'
import {
  createConnection,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'

/** How the line breaks. All but the first two strike once. */
export type StoreLineFault =
  /** Nobody listens, and open connections are reset. */
  | { readonly kind: 'refuse' }
  /** Nothing passes in either direction, and nothing is reset, as behind a dead switch. */
  | { readonly kind: 'hold' }
  /** So many commits pass, then one is lost with its connection before the server has it. */
  | { readonly kind: 'lose-commit'; readonly after: number }
  /** The server has the commit, and its answer is lost with the connection. */
  | { readonly kind: 'lose-answer'; readonly after: number }
  /** The connection is reset while the server has the commit in hand. */
  | { readonly kind: 'race-commit'; readonly after: number }
  /** Runs `then` when a commit comes, which passes. */
  | { readonly kind: 'on-commit'; readonly after: number; readonly then: () => void }
  /** Runs `then` when the head of the chain was asked for, which passes. */
  | { readonly kind: 'on-lock'; readonly after: number; readonly then: () => void }

interface Pair {
  readonly workstation: Socket
  readonly server: Socket
  /** Its commit was passed on, and the answer shall be lost. */
  losesAnswer: boolean
}

const commit = Buffer.from('COMMIT')
const lock = Buffer.from('FOR UPDATE')

/** One line; its port stays the same. */
export class StoreLine {
  readonly #socket: string
  readonly #pairs = new Set<Pair>()
  #listener: Server
  #port = 0
  #fault: StoreLineFault | undefined
  /** Called once, when the workstation connects. */
  onConnection: (() => void) | undefined

  private constructor(socket: string) {
    this.#socket = socket
    this.#listener = this.#newListener()
  }

  /** Opens a line to the socket of a server in this folder. */
  static async to(folder: string): Promise<StoreLine> {
    const line = new StoreLine(`${folder}/.s.PGSQL.5432`)
    await line.#listen()
    return line
  }

  get port(): number {
    return this.#port
  }

  /** Breaks the line from now on. Resolves when the fault is active. */
  async break(fault: StoreLineFault): Promise<void> {
    this.#fault = fault
    if (fault.kind === 'hold')
      for (const { workstation, server } of this.#pairs)
        for (const socket of [workstation, server]) socket.pause()
    if (fault.kind !== 'refuse') return
    const closed = new Promise((resolve) => this.#listener.close(resolve))
    for (const pair of this.#pairs) reset(pair)
    await closed
  }

  /** Repairs the line; what was held passes. */
  async restore(): Promise<void> {
    this.#fault = undefined
    for (const { workstation, server } of this.#pairs)
      for (const socket of [workstation, server]) socket.resume()
    if (this.#listener.listening) return
    this.#listener = this.#newListener()
    await this.#listen()
  }

  async close(): Promise<void> {
    await this.break({ kind: 'refuse' })
  }

  #newListener(): Server {
    return createServer((workstation) => this.#connected(workstation))
  }

  async #listen(): Promise<void> {
    this.#listener.listen(this.#port, '127.0.0.1')
    await once(this.#listener, 'listening')
    this.#port = (this.#listener.address() as AddressInfo).port
  }

  #connected(workstation: Socket): void {
    this.onConnection?.()
    this.onConnection = undefined
    const server = createConnection(this.#socket)
    const pair: Pair = { workstation, server, losesAnswer: false }
    this.#pairs.add(pair)
    workstation.setNoDelay(true)
    for (const socket of [workstation, server]) {
      socket.on('error', () => reset(pair))
      socket.on('close', () => {
        this.#pairs.delete(pair)
        workstation.destroy()
        server.destroy()
      })
    }
    workstation.on('data', (bytes: Buffer) => this.#toServer(pair, bytes))
    server.on('data', (bytes: Buffer) => {
      if (!pair.losesAnswer) workstation.write(bytes)
      // Before it come the answers to what was sent along with the commit.
      else if (bytes.includes(commit)) reset(pair)
    })
    if (this.#fault?.kind === 'hold') for (const socket of [workstation, server]) socket.pause()
  }

  #toServer(pair: Pair, bytes: Buffer): void {
    const fault = this.#fault
    const isStruck =
      fault !== undefined &&
      'after' in fault &&
      bytes.includes(fault.kind === 'on-lock' ? lock : commit) &&
      this.#isNext(fault)
    if (!isStruck) {
      pair.server.write(bytes)
      return
    }
    this.#fault = undefined
    switch (fault.kind) {
      case 'lose-commit':
        reset(pair)
        return
      case 'lose-answer':
        pair.losesAnswer = true
        pair.server.write(bytes)
        return
      case 'on-commit':
      case 'on-lock':
        pair.server.write(bytes)
        fault.then()
        return
      case 'race-commit':
        pair.server.write(bytes, () => reset(pair))
    }
  }

  #isNext(fault: Extract<StoreLineFault, { readonly after: number }>): boolean {
    if (fault.after === 0) return true
    this.#fault = { ...fault, after: fault.after - 1 }
    return false
  }
}

function reset({ workstation, server }: Pair): void {
  if (!workstation.destroyed) workstation.resetAndDestroy()
  // A socket of this machine cannot be reset.
  server.destroy()
}
