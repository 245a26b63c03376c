/** A place where schedules are played one after another: a bank and a workstation with a line to it. */
import type { PracticeControl } from '../../../main/practice/practice-control.ts'
import { startBank, type Bank } from '../harness/bank.ts'
import type { ProofPrograms } from '../harness/controls.ts'
import { callWitness, type Witness } from '../harness/witness.ts'
import { Workstation } from '../harness/workstation.ts'
import type { RefusingGateway } from './refusing-gateway.ts'

export interface LaneDeps {
  readonly programs: ProofPrograms
  readonly refusing: RefusingGateway
  readonly isBehindProxy: boolean
}

export class Lane {
  readonly refusing: RefusingGateway
  readonly workstation: Workstation
  readonly witness: Witness
  readonly #bank: Bank

  private constructor(
    refusing: RefusingGateway,
    bank: Bank,
    workstation: Workstation,
    witness: Witness,
  ) {
    this.refusing = refusing
    this.#bank = bank
    this.workstation = workstation
    this.witness = witness
  }

  static async open({ programs, refusing, isBehindProxy }: LaneDeps): Promise<Lane> {
    const bank = await startBank(programs.path('practice-bank'))
    const workstation = await Workstation.open({
      programs,
      bank,
      otherRoots: refusing.ca,
      isBehindProxy,
    })
    const witness = await callWitness(await bank.control.enrolment())
    return new Lane(refusing, bank, workstation, witness)
  }

  get control(): PracticeControl {
    return this.#bank.control
  }

  /** Starts a new workstation, and a bank without records. */
  async startFresh(): Promise<void> {
    await this.workstation.kill()
    await this.control.reset()
    await this.workstation.startNew()
  }

  async close(): Promise<void> {
    await this.workstation.close()
    await this.witness.close()
    await this.#bank.close()
  }
}
