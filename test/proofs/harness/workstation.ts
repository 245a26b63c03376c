/** A workstation of a proof: its program, its folder, and its line to the bank. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPracticeProxy, type PracticeProxy } from '../../../main/practice/practice-proxy.ts'
import type { Bank } from './bank.ts'
import { BankLine } from './bank-line.ts'
import { openControlRelay, type ControlRelay } from './control-relay.ts'
import type { ProofPrograms } from './controls.ts'
import { ProxyLine } from './proxy-line.ts'
import { runWorkstation, type WorkstationProgram } from './workstation-program.ts'
import type { WorkstationOptions } from './workstation-child.ts'

export interface WorkstationPlaces {
  readonly programs: ProofPrograms
  readonly bank: Bank
  /** PEM: roots that the workstation trusts besides the bank's. */
  readonly otherRoots?: string
  /** Reaches its line through a proxy. */
  readonly isBehindProxy?: boolean
}

type How = Pick<WorkstationOptions, 'laterMs' | 'team'>

interface ProxyWay {
  readonly proxy: PracticeProxy
  readonly line: ProxyLine
}

async function wayThroughProxy(toPort: number): Promise<ProxyWay> {
  const proxy = await openPracticeProxy(0, [toPort])
  return { proxy, line: await ProxyLine.to(proxy.access.port) }
}

export class Workstation {
  readonly bankLine: BankLine
  readonly #places: WorkstationPlaces
  readonly #relay: ControlRelay
  readonly #proxyWay: ProxyWay | undefined
  #folder = ''
  #how: How = { laterMs: 0, team: null }
  #program: WorkstationProgram | undefined
  #isStopped = false

  protected constructor(
    places: WorkstationPlaces,
    bankLine: BankLine,
    relay: ControlRelay,
    proxyWay?: ProxyWay,
  ) {
    this.#places = places
    this.bankLine = bankLine
    this.#relay = relay
    this.#proxyWay = proxyWay
  }

  /** Opens its line; starts no program. */
  static async open(places: WorkstationPlaces): Promise<Workstation> {
    return new Workstation(places, ...(await Workstation.ways(places)))
  }

  protected static async ways({ bank, otherRoots = '', isBehindProxy }: WorkstationPlaces) {
    const line = await BankLine.to(bank.port)
    const proxyWay = isBehindProxy ? await wayThroughProxy(line.port) : undefined
    const relay = await openControlRelay(bank.controlUrl, (enrolment) => ({
      ...enrolment,
      baseUrl: `https://127.0.0.1:${String(line.port)}`,
      ca: `${enrolment.ca}${otherRoots}`,
      ...(proxyWay && { proxy: { ...proxyWay.proxy.access, port: proxyWay.line.port } }),
    }))
    return [line, relay, proxyWay] as const
  }

  /** How many connections went through its proxy; null without one. */
  get tunnels(): number | null {
    return this.#proxyWay?.proxy.opened() ?? null
  }

  /** The line to its proxy; undefined without one. */
  get proxyLine(): ProxyLine | undefined {
    return this.#proxyWay?.line
  }

  /** The running program. */
  get program(): WorkstationProgram {
    if (!this.#program) throw new Error('no workstation was started yet')
    return this.#program
  }

  get folder(): string {
    return this.#folder
  }

  get isRunning(): boolean {
    return this.#program?.isAlive === true && !this.#isStopped
  }

  /** Kills the program if it still runs, and starts it in a new folder. */
  async startNew(how: Partial<How> = {}): Promise<void> {
    await this.kill()
    await this.restoreLines()
    await this.#removeFolder()
    this.#folder = await mkdtemp(join(tmpdir(), 'countersign-proof-'))
    this.#how = { laterMs: 0, team: null, ...how }
    await this.start()
  }

  /** Kills the program if it still runs, and starts it with the data of before. */
  async start(how: Partial<How> = {}): Promise<void> {
    await this.#program?.kill()
    this.#isStopped = false
    this.#how = { ...this.#how, ...how }
    const { programs } = this.#places
    this.#program = runWorkstation(programs.path('workstation'), {
      ...this.#how,
      dataFolder: this.#folder,
      controlUrl: this.#relay.controlUrl,
      storeWorker: programs.url('store-worker').href,
    })
    await this.#program.started
  }

  async kill(): Promise<void> {
    await this.#program?.kill()
  }

  /** Stops it as a computer does that sleeps. */
  stop(): void {
    if (!this.isRunning) return
    this.#isStopped = true
    this.#program?.signal('SIGSTOP')
  }

  wake(): void {
    this.#isStopped = false
    this.#program?.signal('SIGCONT')
  }

  async restoreLines(): Promise<void> {
    await Promise.all([this.bankLine.restore(), this.proxyLine?.restore()])
  }

  /** Returns what its program wrote into its log: problems that nobody was shown. */
  async problems(): Promise<readonly string[]> {
    const folder = join(this.#folder, 'log')
    const files = await readdir(folder).catch(() => [])
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    return texts.flatMap((text) => text.split('\n').filter((line) => line !== ''))
  }

  async close(): Promise<void> {
    await this.kill()
    await this.#removeFolder()
    this.#relay.close()
    await this.proxyLine?.close()
    await this.#proxyWay?.proxy.close()
    await this.bankLine.close()
  }

  async #removeFolder(): Promise<void> {
    if (this.#folder !== '') await rm(this.#folder, { recursive: true, force: true })
  }
}
