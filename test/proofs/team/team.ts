/**
 * A place where schedules are played one after another: a bank, a PostgreSQL server, and the
 * workstations that share one store on it.
 */
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import {
  launchInNode,
  type RunningPracticeBank,
} from '../../../main/practice/start-practice-bank.ts'
import {
  connectTo,
  startPostgres,
  template,
  type PostgresServer,
  type StopMode,
} from '../../postgres/server.ts'
import { callWitness, type Witness } from '../once/witness.ts'
import { Member } from './member.ts'
import type { TeamPrograms } from './programs.ts'
import type { TeamSize } from './schedule.ts'

/** Teams that play already keep the computer busy while the next bank starts. */
const bankPatienceMs = 120_000

/** What is committed survives a crash of the server; power is not cut here. */
const settings = { synchronous_commit: 'on', max_connections: '100' }

/** How often a question is asked while the server restarts. */
const mostTries = 100

/** Whether the server ended the connection or takes none now. */
function isRestarting(error: unknown): boolean {
  const { code, message } = error as Error & { readonly code?: string }
  const isOfServer = code !== undefined && /^57P0[123]$|^ECONN|^ENOENT$|^EPIPE$/.test(code)
  return isOfServer || message.startsWith('Connection terminated')
}

export class Team {
  readonly size: TeamSize
  readonly control: PracticeControl
  readonly witness: Witness
  readonly members: readonly Member[]
  readonly #server: PostgresServer
  readonly #bank: RunningPracticeBank
  #lives = 0
  #database = ''

  private constructor(
    size: TeamSize,
    opened: {
      server: PostgresServer
      bank: RunningPracticeBank
      control: PracticeControl
      witness: Witness
      members: readonly Member[]
    },
  ) {
    this.size = size
    this.control = opened.control
    this.witness = opened.witness
    this.members = opened.members
    this.#server = opened.server
    this.#bank = opened.bank
  }

  /** Opens a team with a server and a bank of its own; no workstation is started yet. */
  static async open(programs: TeamPrograms, size: TeamSize): Promise<Team> {
    const server = await startPostgres(tmpdir(), settings)
    if (server === undefined) throw new Error('PostgreSQL is not installed (Debian: postgresql)')
    const options = ['--calls-per-second', '100']
    const bank = await launchInNode(programs.practiceBank, options, bankPatienceMs)()
    const control = connectPracticeBank(bank.controlUrl)
    const witness = await callWitness(await control.enrolment())
    const { controlUrl } = bank
    const { host, user } = server
    const places = { programs, controlUrl, host, user, factor: size.factor }
    const members: Member[] = []
    for (let number = 1; number <= size.members; number += 1)
      members.push(await Member.open(number, places))
    return new Team(size, { server, bank, control, witness, members })
  }

  /** Returns the workstation at a place; places beyond the last begin anew. */
  at(place: number): Member {
    const member = this.members[place % this.members.length]
    if (!member) throw new RangeError('a team has members')
    return member
  }

  /** Starts every workstation anew, on a store and a bank without records, with clocks of a seed. */
  async startFresh(seed: number): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()))
    await this.control.reset()
    const before = this.#database
    this.#lives += 1
    this.#database = `life_${String(this.#lives)}`
    await this.query(
      `CREATE DATABASE ${this.#database} TEMPLATE ${template} STRATEGY file_copy`,
      'postgres',
    )
    if (before !== '') await this.query(`DROP DATABASE ${before} WITH (FORCE)`, 'postgres')
    // The first one creates the store.
    const [first, ...others] = this.members
    await first?.startNew(this.#database, seed)
    await Promise.all(others.map((member) => member.startNew(this.#database, seed)))
  }

  /**
   * Runs one statement in the store, past every workstation; again while the server restarts. It has
   * the same effect twice.
   */
  async query<Row extends pg.QueryResultRow>(
    statement: string,
    database = this.#database,
  ): Promise<readonly Row[]> {
    for (let left = mostTries; ; left -= 1) {
      try {
        return await this.#queryOnce<Row>(statement, database)
      } catch (error) {
        if (left === 0 || !isRestarting(error)) throw error
        await pause(200)
      }
    }
  }

  async #queryOnce<Row extends pg.QueryResultRow>(
    statement: string,
    database: string,
  ): Promise<readonly Row[]> {
    const client = await connectTo(this.#server, database)
    try {
      if (database === this.#database) await client.query('SET search_path TO store')
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }

  /** Reads the store as it is at one moment, whoever writes. */
  async atOneMoment<T>(
    read: (
      query: <Row extends pg.QueryResultRow>(statement: string) => Promise<readonly Row[]>,
    ) => Promise<T>,
  ): Promise<T> {
    const client = await connectTo(this.#server, this.#database)
    try {
      await client.query(
        'SET search_path TO store; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
      )
      return await read(async <Row extends pg.QueryResultRow>(statement: string) => {
        const { rows } = await client.query<Row>(statement)
        return rows
      })
    } finally {
      await client.end()
    }
  }

  /** Lets the last sign of life of a workstation that is silent be so much older. */
  async hearEarlier({ id }: Member, ms: number): Promise<void> {
    const at = new Date(Date.now() - ms).toISOString()
    await this.query(`UPDATE workstations SET heard_at = '${at}' WHERE id = '${id}'`)
  }

  async restartServer(mode: StopMode): Promise<void> {
    for (const member of this.members) member.isTroubled = true
    await this.#server.restart(mode)
  }

  /** Ends sessions of the store: one, those that write, or all. */
  async terminate(whose: 'one' | 'writers' | 'all'): Promise<void> {
    for (const member of this.members) member.isTroubled = true
    const which = {
      one: 'ORDER BY random() LIMIT 1',
      writers: `AND state IN ('active', 'idle in transaction')`,
      all: '',
    }
    await this.query(
      `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() ${which[whose]}) AS ended`,
    )
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()))
    await Promise.all([this.witness.close(), this.control.close()])
    this.#bank.stop()
    await this.#bank.exited
    await this.#server.stop()
  }
}
