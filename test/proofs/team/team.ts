/**
 * A place where schedules are played one after another: a bank, a PostgreSQL server, and the
 * workstations that share one store on it.
 */
import type { PracticeControl } from '../../../main/practice/practice-control.ts'
import type { StopMode } from '../../postgres/server.ts'
import { startBank, type Bank } from '../harness/bank.ts'
import type { ProofPrograms } from '../harness/controls.ts'
import { StoreServer } from '../harness/store-server.ts'
import { callWitness, type Witness } from '../harness/witness.ts'
import { Member } from './member.ts'
import type { TeamSize } from './schedule.ts'

export class Team {
  readonly size: TeamSize
  readonly store: StoreServer
  readonly witness: Witness
  readonly members: readonly Member[]
  readonly #bank: Bank

  private constructor(
    size: TeamSize,
    store: StoreServer,
    bank: Bank,
    witness: Witness,
    members: readonly Member[],
  ) {
    this.size = size
    this.store = store
    this.#bank = bank
    this.witness = witness
    this.members = members
  }

  /** Opens a team with a server and a bank of its own; no workstation is started yet. */
  static async open(programs: ProofPrograms, size: TeamSize): Promise<Team> {
    const store = await StoreServer.start(size.factor)
    const bank = await startBank(programs.path('practice-bank'))
    const witness = await callWitness(await bank.control.enrolment())
    const members: Member[] = []
    for (let number = 1; number <= size.members; number += 1)
      members.push(await Member.member(number, { programs, bank, store }))
    return new Team(size, store, bank, witness, members)
  }

  get control(): PracticeControl {
    return this.#bank.control
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
    await this.store.renew()
    // The first one creates the store.
    const [first, ...others] = this.members
    await first?.startOnStore(seed)
    await Promise.all(others.map((member) => member.startOnStore(seed)))
  }

  /** Lets the last sign of life of a workstation that is silent be so much older. */
  async hearEarlier({ id }: Member, ms: number): Promise<void> {
    const at = new Date(Date.now() - ms).toISOString()
    await this.store.query(`UPDATE workstations SET heard_at = '${at}' WHERE id = '${id}'`)
  }

  async restartServer(mode: StopMode): Promise<void> {
    for (const member of this.members) member.isTroubled = true
    await this.store.restart(mode)
  }

  async terminate(whose: 'one' | 'writers' | 'all'): Promise<void> {
    for (const member of this.members) member.isTroubled = true
    await this.store.terminate(whose)
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()))
    await this.witness.close()
    await this.#bank.close()
    await this.store.stop()
  }
}
