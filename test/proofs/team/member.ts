/**
 * One of the workstations that share a store: its program, its folder, and its lines to the bank and
 * to PostgreSQL.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectPracticeBank } from '../../../main/practice/practice-control.ts'
import { openControlRelay, type ControlRelay } from '../once/control-relay.ts'
import { Line } from '../once/line.ts'
import {
  answerTimeoutMs,
  runProgram,
  type Answered,
  type Channel,
  type Ended,
  type Person,
  type ServingProgram,
} from '../once/workstation-program.ts'
import type { ChildOptions } from './workstation-child.ts'
import { StoreLine } from './store-line.ts'
import type { TeamPrograms } from './programs.ts'

/** What a member is opened on. */
export interface MemberPlaces {
  readonly programs: TeamPrograms
  /** Control address of the bank. */
  readonly controlUrl: string
  /** Folder of the server's socket, and its role. */
  readonly host: string
  readonly user: string
  readonly factor: number
}

export class Member {
  /** Its id in the store. */
  readonly id: string
  readonly bankLine: Line
  readonly storeLine: StoreLine
  readonly #number: number
  readonly #places: MemberPlaces
  readonly #relay: ControlRelay
  #folder = ''
  #database = ''
  #clockSeed = 0
  #program: ServingProgram | undefined
  #isStopped = false
  /** It was killed, stopped or cut off since this was set to false. */
  isTroubled = false

  private constructor(
    number: number,
    places: MemberPlaces,
    opened: { bankLine: Line; storeLine: StoreLine; relay: ControlRelay },
  ) {
    this.#number = number
    this.id = `ws-${String(number)}`
    this.#places = places
    this.bankLine = opened.bankLine
    this.storeLine = opened.storeLine
    this.#relay = opened.relay
  }

  /** Opens its lines; `number` counts from 1. Starts no program. */
  static async open(number: number, places: MemberPlaces): Promise<Member> {
    const control = connectPracticeBank(places.controlUrl)
    const { baseUrl } = await control.enrolment()
    await control.close()
    const bankLine = await Line.to(Number(new URL(baseUrl).port))
    const storeLine = await StoreLine.to(places.host)
    const relay = await openControlRelay(places.controlUrl, (enrolment) => ({
      ...enrolment,
      baseUrl: `https://127.0.0.1:${String(bankLine.port)}`,
    }))
    return new Member(number, places, { bankLine, storeLine, relay })
  }

  get isRunning(): boolean {
    return this.#program?.isAlive === true && !this.#isStopped
  }

  /** Starts in a new folder, on the store in this database; the seed decides about its clock. */
  async startNew(database: string, seed: number): Promise<void> {
    await this.kill()
    await this.restoreLines()
    await this.#removeFolder()
    this.#folder = await mkdtemp(join(tmpdir(), 'countersign-team-'))
    this.#database = database
    this.#clockSeed = seed + this.#number
    await this.start()
    this.isTroubled = false
  }

  /** Starts with the data of before. */
  async start(): Promise<void> {
    const { programs, user, factor } = this.#places
    const options: ChildOptions = {
      number: this.#number,
      store: {
        host: '127.0.0.1',
        port: this.storeLine.port,
        user,
        database: this.#database,
        workstation: { id: this.id, name: `Workstation ${this.id}`, program: '0.0.0-proof' },
        factor,
      },
      dataFolder: this.#folder,
      controlUrl: this.#relay.controlUrl,
      storeWorker: programs.storeWorker.href,
      clockSeed: this.#clockSeed,
      answerTimeoutMs,
    }
    this.#isStopped = false
    this.#program = runProgram(programs.workstation, [JSON.stringify(options)])
    await this.#program.started
  }

  async kill(): Promise<void> {
    this.isTroubled = true
    await this.#program?.kill()
  }

  /** Stops it as a computer does that sleeps. */
  stop(): void {
    this.isTroubled = true
    if (!this.isRunning) return
    this.#isStopped = true
    this.#program?.signal('SIGSTOP')
  }

  wake(): void {
    this.#isStopped = false
    this.#program?.signal('SIGCONT')
  }

  async restoreLines(): Promise<void> {
    await Promise.all([this.bankLine.restore(), this.storeLine.restore()])
  }

  /** Calls a channel; never rejects. */
  call<T>(channel: Channel, input: unknown, person: Person, withinMs: number): Promise<Ended<T>> {
    const program = this.#program
    if (!program) throw new Error(`${this.id} was not started yet`)
    return program.call<T>(channel, input, person, withinMs)
  }

  /** The same for the judge, who asks when every store is reached. */
  async request<T>(
    noun: string,
    method: string,
    input: unknown,
    person: Person,
  ): Promise<Answered<T>> {
    const ended = await this.call<T>({ noun, method }, input, person, 30_000)
    if (ended.kind === 'threw' || ended.kind === 'silent')
      throw new Error(`${this.id} ${noun}.${method}: ${JSON.stringify(ended)}`)
    return ended
  }

  /** Returns what its program wrote into its log: problems that nobody was shown. */
  async problems(): Promise<readonly string[]> {
    const folder = join(this.#folder, 'log')
    const files = await readdir(folder).catch(() => [])
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    return texts.flatMap((text) =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => `${this.id}: ${line}`),
    )
  }

  async close(): Promise<void> {
    await this.kill()
    await this.#removeFolder()
    this.#relay.close()
    await Promise.all([this.bankLine.close(), this.storeLine.close()])
  }

  async #removeFolder(): Promise<void> {
    if (this.#folder !== '') await rm(this.#folder, { recursive: true, force: true })
  }
}
