/** Workstations of which one listens at a time: a PostgreSQL server, their lines to it, a proxy in front. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { ListenerCertificate } from '../../../main/alerts/listener/listener-gate.ts'
import { momentNow } from '../../../main/store/membership.ts'
import type { TeamStore } from '../../../main/store/team-store.ts'
import { connectTo, startPostgres, template, type PostgresServer } from '../../postgres/server.ts'
import { programPath } from '../../unit/support/programs/programs.ts'
import { StoreLine } from '../team/store-line.ts'
import { Front } from './front.ts'
import type { MemberMessage, MemberOptions } from './member-child.ts'

/**
 * What is committed survives a crash of the server; power is not cut here. What a session does not wait
 * for is written late, so that the control loses it.
 */
const settings = { synchronous_commit: 'on', wal_writer_delay: '10s', max_connections: '200' }

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
  #child: ChildProcess | undefined
  #isStopped = false
  /** The state of its listener, since when. */
  #last: MemberMessage | undefined

  constructor(options: MemberOptions, line: StoreLine) {
    this.#options = options
    this.line = line
  }

  /** When it began to listen; undefined: it does not, or cannot now. */
  get listensSince(): number | undefined {
    return this.#last?.state === 'listening' && !this.#isStopped ? this.#last.at : undefined
  }

  /** Starts the program, and resolves when it listens or waits to take over. */
  async start(): Promise<void> {
    const program = programPath('alerts-member')
    const child = fork(program, [JSON.stringify(this.#options)], { execArgv: [] })
    this.#child = child
    child.on('message', (message: MemberMessage) => {
      if (child === this.#child) this.#last = message
    })
    child.once('exit', () => {
      if (child === this.#child) this.#last = undefined
    })
    const gone = once(child, 'exit').then(() => {
      throw new Error('a workstation ended at its start')
    })
    await Promise.race([once(child, 'message'), gone])
    gone.catch(() => undefined)
  }

  /** Ends it at once, or asks it to close. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (child?.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  /** Stops it as a computer does that sleeps. */
  stop(): void {
    this.#isStopped = true
    this.#child?.kill('SIGSTOP')
  }

  /** Wakes it; what it last said is believed no more. */
  wake(): void {
    this.#isStopped = false
    this.#last = undefined
    this.#child?.kill('SIGCONT')
  }

  async close(): Promise<void> {
    if (this.#isStopped) this.wake()
    await this.end('SIGKILL')
    await this.line.close()
  }
}

export class ListeningTeam {
  readonly members: readonly ListeningMember[]
  readonly front: Front
  readonly #server: PostgresServer
  readonly #factor: number

  private constructor(
    members: readonly ListeningMember[],
    front: Front,
    server: PostgresServer,
    factor: number,
  ) {
    this.members = members
    this.front = front
    this.#server = server
    this.#factor = factor
  }

  /** Opens a team on a new store, and resolves when one of it listens. */
  static async open({ members: size, factor, storeWorker, certificate }: TeamOptions) {
    const server = await startPostgres(tmpdir(), settings)
    if (server === undefined) throw new Error('PostgreSQL is not installed (Debian: postgresql)')
    const ports = await freePorts(size)
    const members: ListeningMember[] = []
    for (const [at, port] of ports.entries()) {
      const line = await StoreLine.to(server.host)
      const store = storeOf(
        server,
        `ws-${String(at + 1)}`,
        { host: '127.0.0.1', port: line.port },
        factor,
      )
      const options = { store, storeWorker: storeWorker.href, certificate, port }
      members.push(new ListeningMember(options, line))
    }
    // The first one creates the store.
    await members[0]?.start()
    await Promise.all(members.slice(1).map((member) => member.start()))
    return new ListeningTeam(members, await Front.to(ports), server, factor)
  }

  /** Returns another workstation's way to the store, past every line. */
  store(id: string): TeamStore {
    const { host } = this.#server
    return storeOf(this.#server, id, { host, port: 5432 }, this.#factor)
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

  restartServer(): Promise<void> {
    return this.#server.restart('immediate')
  }

  /** Returns the hashes of the deliveries that are stored. */
  async stored(): Promise<readonly string[]> {
    const client = await connectTo(this.#server, template)
    try {
      const { rows } = await client.query<{ sha256: string }>(
        'SELECT sha256 FROM store.alert_deliveries',
      )
      return rows.map(({ sha256 }) => sha256)
    } finally {
      await client.end()
    }
  }

  async close(): Promise<void> {
    this.front.close()
    await Promise.all(this.members.map((member) => member.close()))
    await this.#server.stop()
  }
}

const storeOf = (
  { user }: PostgresServer,
  id: string,
  way: Pick<TeamStore, 'host' | 'port'>,
  factor: number,
): TeamStore => ({
  ...way,
  user,
  database: template,
  workstation: { id, name: `Workstation ${id}`, program: '0.0.0-proof' },
  factor,
})

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
