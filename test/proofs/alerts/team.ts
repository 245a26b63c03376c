/** Workstations of which one listens at a time: a PostgreSQL server, their lines to it, a proxy in front. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ListenerCertificate } from '../../../main/alerts/listener/listener-gate.ts'
import { momentNow } from '../../../main/store/membership.ts'
import { programPath } from '../../unit/support/programs/programs.ts'
import { ForkedProgram } from '../harness/forked-program.ts'
import type { StoreLine } from '../harness/store-line.ts'
import { StoreServer } from '../harness/store-server.ts'
import { Front } from './front.ts'
import type { MemberMessage, MemberOptions } from './member-child.ts'

/** What a session does not wait for is written late, so that the control loses it. */
const settings = { wal_writer_delay: '10s' }

/** On a machine that is busy with something else. */
const withinMs = 120_000

export interface TeamOptions {
  readonly members: number
  /** Multiplies how long workstations wait for each other; 1 in the product. */
  readonly factor: number
  readonly storeWorker: URL
  readonly certificate: ListenerCertificate
}

export class ListeningMember {
  readonly line: StoreLine
  readonly #options: MemberOptions
  readonly #program: ForkedProgram<MemberMessage>
  /** The state of its listener, since when. */
  #last: MemberMessage | undefined

  constructor(options: MemberOptions, line: StoreLine) {
    this.#options = options
    this.line = line
    this.#program = new ForkedProgram<MemberMessage>(programPath('alerts-member'), (message) => {
      this.#last = message
    })
  }

  /** When it began to listen; undefined: it does not, or cannot now. */
  get listensSince(): number | undefined {
    return this.#last?.state === 'listening' && !this.#program.isStopped ? this.#last.at : undefined
  }

  /** Starts the program, and resolves when it listens or waits to take over. */
  start(): Promise<void> {
    return this.#program.start(this.#options)
  }

  /** Ends it at once, or asks it to close. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    return this.#program.end(signal)
  }

  /** Stops it as a computer does that sleeps. */
  stop(): void {
    this.#program.stop()
  }

  /** Wakes it; what it last said is believed no more. */
  wake(): void {
    this.#last = undefined
    this.#program.wake()
  }

  async close(): Promise<void> {
    this.#program.wake()
    await this.end('SIGKILL')
    await this.line.close()
  }
}

export class ListeningTeam {
  readonly members: readonly ListeningMember[]
  readonly front: Front
  readonly store: StoreServer

  private constructor(members: readonly ListeningMember[], front: Front, store: StoreServer) {
    this.members = members
    this.front = front
    this.store = store
  }

  /** Opens a team on a new store, and resolves when one of it listens. */
  static async open({ members: size, factor, storeWorker, certificate }: TeamOptions) {
    const server = await StoreServer.start(factor, settings)
    const ports = await freePorts(size)
    const members: ListeningMember[] = []
    for (const [at, port] of ports.entries()) {
      const line = await server.line()
      const store = server.storeOf(`ws-${String(at + 1)}`, line)
      const options = { store, storeWorker: storeWorker.href, certificate, port }
      members.push(new ListeningMember(options, line))
    }
    // The first one creates the store.
    await members[0]?.start()
    await Promise.all(members.slice(1).map((member) => member.start()))
    return new ListeningTeam(members, await Front.to(ports), server)
  }

  /** Resolves when a workstation listens that is not `except`, and began after `from`. */
  listener({ except, from = 0 }: { except?: ListeningMember | undefined; from?: number } = {}) {
    return until('a workstation that listens', () => {
      for (const member of this.members) {
        const since = member.listensSince
        if (member !== except && since !== undefined && since > from)
          return Promise.resolve({ member, since })
      }
      return Promise.resolve(undefined)
    })
  }

  /** Resolves when one workstation, and no other, accepts connections. */
  async untilOneAccepts(): Promise<void> {
    await until('one open port', async () => (await this.front.accepting()) === 1 || undefined)
  }

  /** Returns the hashes of the deliveries that are stored. */
  async stored(): Promise<readonly string[]> {
    const rows = await this.store.query<{ sha256: string }>('SELECT sha256 FROM alert_deliveries')
    return rows.map(({ sha256 }) => sha256)
  }

  async close(): Promise<void> {
    this.front.close()
    await Promise.all(this.members.map((member) => member.close()))
    await this.store.stop()
  }
}

/** Returns ports that nobody has now. */
async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const now = (): number => momentNow().monotonicMs
  for (const from = now(); ;) {
    const found = await look()
    if (found !== undefined) return found
    if (now() - from > withinMs) throw new Error(`${what} did not come within two minutes`)
    await wait(5)
  }
}
