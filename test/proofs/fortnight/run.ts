/** Plays a fortnight, with or without gaps, and reads what the workstation then knows. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { send } from './acts.ts'
import { openBank, type FortnightBank } from './bank.ts'
import { FortnightWorkstation, newPlace, type WorkstationPlace } from './workstation.ts'
import {
  gaps,
  planOf,
  startMs,
  type GapKind,
  type PlanSize,
  type Planned,
  type PlannedGap,
} from './plan.ts'
import { SimulatedTime, useTime } from './simulated-time.ts'
import { knownIn, type Known } from './known.ts'

export interface FortnightOptions extends PlanSize {
  readonly seed: number
  readonly callsPerSecond: number
  /** Without gaps nothing is missed. */
  readonly hasGaps: boolean
  /** ACH lists are not agreed: the proof must then fail. */
  readonly withoutSweeps?: boolean
}

/** The result at the end. */
export interface FortnightReport {
  readonly known: Known
  /** The bank's counters. */
  readonly bank: {
    readonly breaches: readonly unknown[]
    readonly busiestSecond: number
    readonly calls: number
    readonly mostOften: number
    readonly givenUp: number
    readonly retries: number
  }
  readonly problems: readonly string[]
  readonly ms: number
}

/**
 * As late as the timers of a busy computer may be, yet short enough that a heartbeat every minute
 * does not seem to stop.
 */
const stepMs = 150_000
const dayMs = 86_400_000
/**
 * Time after the last event, so that late events, and sweeps limited to agreed hours, are included.
 */
const afterwardsMs = 2 * dayMs

/** In memory if the system has such a disk: a fortnight of heartbeats is thousands of flushes. */
const diskFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

class Fortnight {
  readonly #place: WorkstationPlace
  readonly #bank: FortnightBank
  readonly #time: SimulatedTime
  readonly #sent: string[] = []
  #services: FortnightWorkstation | undefined

  constructor(place: WorkstationPlace) {
    this.#place = place
    this.#bank = place.bank
    this.#time = place.time
  }

  /** Plays the plan. Returns the ids of the sent orders, in the order of the plan. */
  async play(plan: readonly Planned[], missed: readonly PlannedGap[], endMs: number) {
    this.#services = await FortnightWorkstation.open(this.#place)
    const marks = [
      ...plan.map((planned) => ({ at: planned.at, run: () => this.#act(planned) })),
      ...missed.flatMap(({ kind, from, to }) => [
        { at: from, run: () => this.#begin(kind) },
        { at: to, run: () => this.#end(kind) },
      ]),
    ].sort((one, other) => one.at - other.at)
    for (const { at, run } of marks) {
      if (at >= endMs) break
      await this.#passTo(startMs + at)
      await run()
      await this.#calm()
    }
    await this.#passTo(startMs + endMs)
    return this.#sent
  }

  async close(): Promise<void> {
    await this.#services?.close()
  }

  /** Waits until a running workstation is idle. */
  async #calm(): Promise<void> {
    await this.#services?.calm()
  }

  get services(): FortnightWorkstation {
    if (!this.#services) throw new Error('nobody works')
    return this.#services
  }

  async #passTo(untilMs: number): Promise<void> {
    while (this.#time.nowMs() < untilMs) {
      for (const run of this.#time.moveTo(Math.min(untilMs, this.#time.nowMs() + stepMs))) {
        const begun = this.#services?.begun() ?? 0
        run()
        await setImmediate()
        if (this.#services?.isBusySince(begun)) await this.#services.calm()
      }
      await this.#bank.report()
      await this.#services?.services.intake.settled()
    }
    await this.#services?.calm()
  }

  async #act(planned: Planned): Promise<void> {
    if (planned.kind === 'incoming') {
      await this.#bank.control.sendAlerts({ kind: planned.service, count: 1 })
      await this.#bank.report()
    } else if (planned.kind === 'release-held') {
      await this.#bank.control.clearScenarios('payment-held')
    } else {
      this.#sent.push(await send(this.services, this.#bank, planned))
    }
  }

  async #begin(kind: GapKind): Promise<void> {
    if (kind === 'closed') {
      await this.services.close()
      this.#services = undefined
    } else if (kind === 'asleep') {
      await this.services.subscribe(false)
      this.#time.sleep(true)
    } else if (kind === 'unreachable') await this.services.subscribe(false)
    else if (kind === 'not-stored') this.services.fill(true)
    else {
      const always = { times: 'until-cleared' } as const
      await this.#bank.control.setScenario({ scenario: 'alerts-wrong-password', ...always })
    }
  }

  async #end(kind: GapKind): Promise<void> {
    if (kind === 'closed') this.#services = await FortnightWorkstation.open(this.#place)
    else if (kind === 'asleep') {
      this.#time.sleep(false)
      await this.services.subscribe(true)
      this.services.services.coverage.wake()
    } else if (kind === 'unreachable') await this.services.subscribe(true)
    else if (kind === 'not-stored') this.services.fill(false)
    else await this.#bank.control.clearScenarios('alerts-wrong-password')
  }
}

/** Plays one fortnight. Rejects if an action was refused without reason. */
export async function playFortnight(options: FortnightOptions): Promise<FortnightReport> {
  const { seed, days, hasGaps, callsPerSecond, withoutSweeps = false } = options
  const began = performance.now()
  const time = new SimulatedTime(startMs)
  useTime(time)
  const bank = await openBank(time, days, callsPerSecond)
  const folder = await mkdtemp(join(diskFolder, 'countersign-fortnight-'))
  const place = await newPlace({ folder, time, bank, withoutSweeps })
  const fortnight = new Fortnight(place)
  try {
    const endMs = days * dayMs + afterwardsMs
    const sent = await fortnight.play(planOf(seed, options), hasGaps ? gaps : [], endMs)
    const known = await knownIn(fortnight.services.services, sent)
    const counters = await bank.control.counters()
    const sender = await bank.control.sender()
    const ledger = await bank.control.ledger()
    return {
      known,
      bank: {
        breaches: await bank.control.breaches(),
        busiestSecond: counters.busiestSecond,
        calls: counters.arrived,
        mostOften: Math.max(...[...ledger.payments, ...ledger.batches].map(({ count }) => count)),
        givenUp: sender.givenUp,
        retries: sender.retries,
      },
      problems: place.problems,
      ms: performance.now() - began,
    }
  } finally {
    await fortnight.close()
    await bank.close()
    await rm(folder, { recursive: true, force: true })
  }
}
