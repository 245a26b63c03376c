/**
 * A place where schedules are played one after another: a bank, a line to it, and a folder with its
 * workstation.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import {
  launchInNode,
  type RunningPracticeBank,
} from '../../../main/practice/start-practice-bank.ts'
import { openControlRelay, type ControlRelay } from './control-relay.ts'
import { Line } from './line.ts'
import type { Programs } from './programs.ts'
import type { RefusingGateway } from './refusing-gateway.ts'
import { callWitness, type Witness } from './witness.ts'
import { startProgram, type WorkstationProgram } from './workstation-program.ts'

/** Lanes that play already keep the computer busy while the next bank starts. */
const bankPatienceMs = 120_000

export interface LaneDeps {
  readonly programs: Programs
  readonly refusing: RefusingGateway
}

export class Lane {
  readonly refusing: RefusingGateway
  readonly control: PracticeControl
  readonly line: Line
  readonly witness: Witness
  readonly #deps: LaneDeps
  readonly #bank: RunningPracticeBank
  readonly #relay: ControlRelay
  #folder = ''
  #program: WorkstationProgram | undefined
  #laterMs = 0

  private constructor(
    deps: LaneDeps,
    bank: RunningPracticeBank,
    created: { control: PracticeControl; line: Line; witness: Witness; relay: ControlRelay },
  ) {
    this.#deps = deps
    this.#bank = bank
    this.refusing = deps.refusing
    this.control = created.control
    this.line = created.line
    this.witness = created.witness
    this.#relay = created.relay
  }

  /** Opens a lane with a bank of its own, at the highest rate that a bank can allow. */
  static async open(deps: LaneDeps): Promise<Lane> {
    const options = ['--calls-per-second', '100']
    const bank = await launchInNode(deps.programs.practiceBank, options, bankPatienceMs)()
    const control = connectPracticeBank(bank.controlUrl)
    const enrolment = await control.enrolment()
    const line = await Line.to(Number(new URL(bank.address).port))
    const relay = await openControlRelay(bank.controlUrl, (reported) => ({
      ...reported,
      baseUrl: `https://127.0.0.1:${String(line.port)}`,
      ca: `${reported.ca}${deps.refusing.ca}`,
    }))
    return new Lane(deps, bank, { control, line, witness: await callWitness(enrolment), relay })
  }

  /** The running program. */
  get program(): WorkstationProgram {
    if (!this.#program) throw new Error('no workstation was started yet')
    return this.#program
  }

  /** Kills the program if it still runs, and starts it again in the same folder. */
  async restart(): Promise<void> {
    await this.#end()
    await this.#start()
  }

  /**
   * Restarts some days later by the clock of the workstation, which stays there until the lane is
   * reset.
   */
  async restartDaysLater(days: number): Promise<void> {
    this.#laterMs = days * 86_400_000
    await this.restart()
  }

  /** Starts a new workstation, and a bank without records. */
  async startFresh(): Promise<void> {
    await this.#end()
    await this.line.restore()
    await this.control.reset()
    await this.#removeFolder()
    this.#folder = await mkdtemp(join(tmpdir(), 'countersign-once-'))
    this.#laterMs = 0
    await this.#start()
  }

  async close(): Promise<void> {
    await this.#end()
    await this.#removeFolder()
    this.#relay.close()
    await Promise.all([this.line.close(), this.witness.close(), this.control.close()])
    this.#bank.stop()
    await this.#bank.exited
  }

  async #start(): Promise<void> {
    const { controlUrl } = this.#relay
    const { programs } = this.#deps
    this.#program = await startProgram(programs, this.#folder, controlUrl, this.#laterMs)
  }

  async #end(): Promise<void> {
    const ended = this.#program
    this.#program = undefined
    await ended?.kill()
  }

  async #removeFolder(): Promise<void> {
    if (this.#folder !== '') await rm(this.#folder, { recursive: true, force: true })
  }
}
