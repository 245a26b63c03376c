/** A team of the proof: a bank, a PostgreSQL server, and workstations that share its calls. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connectTo,
  startPostgres,
  template,
  type PostgresServer,
  type StopMode,
} from '../../postgres/server.ts'
import { programPath } from '../../unit/support/programs/programs.ts'
import { StoreLine } from '../team/store-line.ts'
import type { BankOrder, BankReport, MemberMessage, MemberOptions } from './messages.ts'
import type { LimitPrograms } from './programs.ts'

/** Commits survive a crash of the server; power is not cut here. */
const settings = { synchronous_commit: 'on', max_connections: '200' }

export interface TeamOptions extends Pick<MemberOptions, 'demand' | 'wrongByMs'> {
  readonly members: number
  /** Multiplies how long workstations wait for each other; 1 in the product. */
  readonly factor: number
  readonly programs: LimitPrograms
}

/** When a workstation heard of a pause. */
export interface HeardPause {
  readonly at: number
  readonly leftMs: number
}

export class LimitMember {
  readonly name: string
  readonly line: StoreLine
  readonly #options: Omit<MemberOptions, 'folder'>
  readonly #program: string
  #folder = ''
  #child: ChildProcess | undefined
  #isStopped = false
  /** The pauses that it heard of in this life. */
  pauses: HeardPause[] = []

  constructor(options: Omit<MemberOptions, 'folder'>, line: StoreLine, program: string) {
    this.name = options.name
    this.line = line
    this.#options = options
    this.#program = program
  }

  /** Starts the program, and resolves when it calls. `isNew`: it remembers nothing. */
  async start(isNew = false): Promise<void> {
    if (isNew || this.#folder === '') {
      await this.#removeFolder()
      this.#folder = await mkdtemp(join(tmpdir(), 'countersign-limit-'))
    }
    const options: MemberOptions = { ...this.#options, folder: this.#folder }
    const child = fork(this.#program, [JSON.stringify(options)], { execArgv: [] })
    this.#child = child
    this.#isStopped = false
    this.pauses = []
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message: MemberMessage) => {
        if (message.kind === 'started') resolve()
        else this.pauses.push(message)
      })
      child.once('exit', (code, signal) => {
        if (signal === 'SIGKILL') resolve()
        else reject(new Error(`${this.name} ended by itself: ${String(code ?? signal)}`))
      })
    })
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  /** Stops it as a computer does that sleeps. */
  stop(): void {
    this.#isStopped = true
    this.#child?.kill('SIGSTOP')
  }

  wake(): void {
    if (this.#isStopped) this.#child?.kill('SIGCONT')
    this.#isStopped = false
  }

  async close(): Promise<void> {
    await this.kill()
    await this.line.close()
    await this.#removeFolder()
  }

  async #removeFolder(): Promise<void> {
    if (this.#folder !== '') await rm(this.#folder, { recursive: true, force: true })
  }
}

export class LimitTeam {
  readonly members: readonly LimitMember[]
  readonly factor: number
  readonly #server: PostgresServer
  readonly #bank: ChildProcess

  private constructor(
    factor: number,
    server: PostgresServer,
    bank: ChildProcess,
    members: readonly LimitMember[],
  ) {
    this.factor = factor
    this.#server = server
    this.#bank = bank
    this.members = members
  }

  /** Opens a team on a new store, and resolves when each workstation calls. */
  static async open(options: TeamOptions): Promise<LimitTeam> {
    const { members: size, factor, programs, ...each } = options
    const server = await startPostgres(tmpdir(), settings)
    if (server === undefined) throw new Error('PostgreSQL is not installed (Debian: postgresql)')
    const bank = fork(programPath('limit-bank'), [], { execArgv: [] })
    await once(bank, 'message')
    const { port: bankPort } = await order(bank, { kind: 'report' })
    const members: LimitMember[] = []
    for (let number = 1; number <= size; number += 1) {
      const name = `ws-${String(number)}`
      const line = await StoreLine.to(server.host)
      const store = {
        host: '127.0.0.1',
        port: line.port,
        user: server.user,
        database: template,
        workstation: { id: name, name: `Workstation ${name}`, program: '0.0.0-proof' },
        factor,
      }
      const { storeWorker, member } = programs
      const opened = { ...each, name, store, storeWorker: storeWorker.href, bankPort }
      members.push(new LimitMember(opened, line, member))
    }
    // The first one creates the store.
    await members[0]?.start()
    await Promise.all(members.slice(1).map((member) => member.start()))
    return new LimitTeam(factor, server, bank, members)
  }

  /** Tells the bank something, and returns what it has counted. */
  bank(told: BankOrder): Promise<BankReport> {
    return order(this.#bank, told)
  }

  restartServer(mode: StopMode): Promise<void> {
    return this.#server.restart(mode)
  }

  /** Ends one session of the database. */
  async terminateOne(): Promise<void> {
    const client = await connectTo(this.#server, template)
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1`,
    )
    await client.end()
  }

  async close(): Promise<void> {
    for (const member of this.members) member.wake()
    await Promise.all(this.members.map((member) => member.close()))
    this.#bank.kill()
    await this.#server.stop()
  }
}

async function order(bank: ChildProcess, told: BankOrder): Promise<BankReport> {
  const reply = once(bank, 'message')
  bank.send(told)
  const [report] = (await reply) as [BankReport]
  return report
}
