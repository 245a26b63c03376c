/** A team of the proof: a bank, a PostgreSQL server, and workstations that share its calls. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programPath } from '../../unit/support/programs/programs.ts'
import type { ProofPrograms } from '../harness/controls.ts'
import { ForkedProgram } from '../harness/forked-program.ts'
import type { StoreLine } from '../harness/store-line.ts'
import { StoreServer } from '../harness/store-server.ts'
import type { BankOrder, BankReport, MemberMessage, MemberOptions } from './messages.ts'

export interface TeamOptions extends Pick<MemberOptions, 'demand' | 'wrongByMs'> {
  readonly members: number
  /** Multiplies how long workstations wait for each other; 1 in the product. */
  readonly factor: number
  readonly programs: ProofPrograms
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
  readonly #program: ForkedProgram<MemberMessage>
  #folder = ''
  /** The pauses that it heard of in this life. */
  pauses: HeardPause[] = []

  constructor(options: Omit<MemberOptions, 'folder'>, line: StoreLine, path: string) {
    this.name = options.name
    this.line = line
    this.#options = options
    this.#program = new ForkedProgram<MemberMessage>(path, (message) => {
      if (message?.kind === 'paused') this.pauses.push(message)
    })
  }

  /** Starts the program, and resolves when it calls. `isNew`: it remembers nothing. */
  async start(isNew = false): Promise<void> {
    if (isNew || this.#folder === '') {
      await this.#removeFolder()
      this.#folder = await mkdtemp(join(tmpdir(), 'countersign-limit-'))
    }
    this.pauses = []
    await this.#program.start({ ...this.#options, folder: this.#folder } satisfies MemberOptions)
  }

  kill(): Promise<void> {
    return this.#program.end('SIGKILL')
  }

  /** Stops it as a computer does that sleeps. */
  stop(): void {
    this.#program.stop()
  }

  wake(): void {
    this.#program.wake()
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
  readonly store: StoreServer
  readonly #bank: ChildProcess

  private constructor(store: StoreServer, bank: ChildProcess, members: readonly LimitMember[]) {
    this.store = store
    this.#bank = bank
    this.members = members
  }

  /** Opens a team on a new store, and resolves when each workstation calls. */
  static async open(options: TeamOptions): Promise<LimitTeam> {
    const { members: size, factor, programs, ...each } = options
    const server = await StoreServer.start(factor)
    const bank = fork(programPath('limit-bank'), [], { execArgv: [] })
    await once(bank, 'message')
    const { port: bankPort } = await order(bank, { kind: 'report' })
    const members: LimitMember[] = []
    for (let number = 1; number <= size; number += 1) {
      const name = `ws-${String(number)}`
      const line = await server.line()
      const store = server.storeOf(name, line)
      const storeWorker = programs.url('store-worker').href
      const opened = { ...each, name, store, storeWorker, bankPort }
      members.push(new LimitMember(opened, line, programs.path('limit-member')))
    }
    // The first one creates the store.
    await members[0]?.start()
    await Promise.all(members.slice(1).map((member) => member.start()))
    return new LimitTeam(server, bank, members)
  }

  /** Tells the bank something, and returns what it has counted. */
  bank(told: BankOrder): Promise<BankReport> {
    return order(this.#bank, told)
  }

  async close(): Promise<void> {
    for (const member of this.members) member.wake()
    await Promise.all(this.members.map((member) => member.close()))
    this.#bank.kill()
    await this.store.stop()
  }
}

async function order(bank: ChildProcess, told: BankOrder): Promise<BankReport> {
  const reply = once(bank, 'message')
  bank.send(told)
  const [report] = (await reply) as [BankReport]
  return report
}
