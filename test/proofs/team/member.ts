/** One of the workstations that share a store, with a line of its own to PostgreSQL. */
import type { StoreLine } from '../harness/store-line.ts'
import type { StoreServer } from '../harness/store-server.ts'
import { Workstation, type WorkstationPlaces } from '../harness/workstation.ts'

type StoreWays = Pick<StoreServer, 'line' | 'storeOf'>

export interface MemberPlaces extends WorkstationPlaces {
  readonly store: StoreWays
}

export class Member extends Workstation {
  /** Its id in the store. */
  readonly id: string
  readonly storeLine: StoreLine
  readonly #number: number
  readonly #store: StoreWays
  /** It was killed, stopped or cut off since this was set to false. */
  isTroubled = false

  private constructor(
    number: number,
    places: MemberPlaces,
    storeLine: StoreLine,
    ways: Awaited<ReturnType<typeof Workstation.ways>>,
  ) {
    super(places, ...ways)
    this.#number = number
    this.id = `ws-${String(number)}`
    this.#store = places.store
    this.storeLine = storeLine
  }

  /** Opens its lines; `number` counts from 1. Starts no program. */
  static async member(number: number, places: MemberPlaces): Promise<Member> {
    const line = await places.store.line()
    return new Member(number, places, line, await Workstation.ways(places))
  }

  /** Starts in a new folder, on the store of now; the seed decides about its clock. */
  async startOnStore(seed: number): Promise<void> {
    const store = this.#store.storeOf(this.id, this.storeLine)
    const clockSeed = seed + this.#number
    await this.startNew({ team: { number: this.#number, store, clockSeed } })
    this.isTroubled = false
  }

  override async kill(): Promise<void> {
    this.isTroubled = true
    await super.kill()
  }

  override stop(): void {
    this.isTroubled = true
    super.stop()
  }

  override async restoreLines(): Promise<void> {
    await Promise.all([super.restoreLines(), this.storeLine.restore()])
  }

  override async problems(): Promise<readonly string[]> {
    return (await super.problems()).map((line) => `${this.id}: ${line}`)
  }

  override async close(): Promise<void> {
    await super.close()
    await this.storeLine.close()
  }
}
