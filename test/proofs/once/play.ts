/**
 * Plays one schedule: two people make, approve and release payments and batches while the line, the bank and the program fail;
 * then the program is killed and started again, and what is seen is compared with what the bank knows.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Order, OrderLine } from '../../../preload/contract/domain/orders/order.ts'
import { pace } from '../../../main/practice/ach/pace.ts'
import { maxPage } from '../../../preload/contract/kernel/paging.ts'
import { arm, killedAfter, standingOrders } from './faults.ts'
import type { Lane } from './lane.ts'
import type { Fault, Planned, PlannedPayment, Schedule, Step } from './schedule.ts'
import type { Answered, Person } from './workstation-program.ts'

/** What the people of a schedule were told of a payment or a batch of theirs. */
export interface Made {
  readonly id: string
  readonly reference: string
  readonly debitAccount: string
  readonly isBatch: boolean
  /** It was said to be submitted: from then on it must not be lost. */
  submitted: boolean
  takesExit: boolean
  /** The bank refuses its first sending, in words of its own. */
  readonly isRefused: boolean
  /** Its look-ups are known to show nothing of what the bank has: no two people can send it again by them. */
  isHeld: boolean
}

const maker: Person = 'practice-mara'
const checker: Person = 'practice-theo'

/** Days from writing a batch until it is collected, whatever weekend or holiday lies between. */
const collectedAfter = 6

/** Looking costs the processor, which eight lanes share: what takes long is looked at less often. */
const longestWaitMs = 400

/** Ends the acts of a schedule: the program is dead. */
class Killed extends Error {}
/** Something was refused that nothing stands against. */
export class Unexpected extends Error {}

const underWay = (state: Order['state']): boolean => state === 'queued' || state === 'sending'

/** One schedule in one lane. */
export class Play {
  readonly #lane: Lane
  readonly #schedule: Schedule
  /** The payments that were drafted. */
  readonly made: Made[] = []

  constructor(lane: Lane, schedule: Schedule) {
    this.#lane = lane
    this.#schedule = schedule
  }

  /** Plays it to the end of all doubt that can be ended. Rejects with Unexpected. */
  async whole(): Promise<void> {
    await this.#alwaysOn()
    try {
      await this.#acts()
    } catch (problem) {
      if (!(problem instanceof Killed)) throw problem
    }
    await this.#startAgain()
    await this.#goOn()
    if (this.#schedule.secondSending) await this.#takeExit(this.#schedule.secondSending)
    await this.#resolve()
    // From here on the bank says what is so.
    await this.#lane.control.clearScenarios()
  }

  async #acts(): Promise<void> {
    const { told, payments, together } = this.#schedule
    for (const planned of together ? told : [...told, ...payments]) {
      const made = await this.#prepare(planned)
      await this.#warmUp()
      await arm(this.#lane, planned)
      await this.#release(made, planned)
      await this.#mend()
    }
    if (together) await this.#actsAtOnce(payments)
  }

  async #actsAtOnce(payments: readonly PlannedPayment[]): Promise<void> {
    const ready: (readonly [Made, PlannedPayment])[] = []
    for (const planned of payments) ready.push([await this.#prepare(planned), planned])
    await this.#warmUp()
    for (const planned of payments) await arm(this.#lane, planned)
    const releases = ready.map(([made, planned]) => this.#release(made, planned))
    for (const ended of await Promise.allSettled(releases)) {
      if (ended.status === 'rejected') throw ended.reason
    }
    await this.#mend()
  }

  /** Then the payment is the first that leaves, and meets the fault. */
  async #warmUp(): Promise<void> {
    if (this.#schedule.warm) await this.#ask('connection', 'checkHealth', null, maker)
  }

  /** Writes, submits and approves a payment. */
  async #prepare({ planned, debitAccount, fault }: PlannedPayment): Promise<Made> {
    const draft = await this.#draft(planned)
    const made: Made = {
      id: draft.id,
      reference: draft.reference,
      debitAccount,
      isBatch: planned.kind === 'batch',
      isRefused: fault.point === 'refused-with-error',
      submitted: false,
      takesExit: this.#schedule.secondSending !== null,
      isHeld: false,
    }
    this.made.push(made)
    this.#killSoon(fault, 'submit')
    const { binding } = await this.#must<Order>('submit', { id: made.id }, maker)
    made.submitted = true
    this.#killSoon(fault, 'approve')
    await this.#must<Order>('approve', { id: made.id, binding: binding ?? '' }, checker)
    return made
  }

  /** Writes it. */
  async #draft(planned: Planned): Promise<Order> {
    if (planned.kind === 'payment') {
      return this.#must<Order>('saveDraft', { id: null, form: planned.form }, maker)
    }
    const entries = planned.entries.map((one) => ({ ...one, id: randomUUID().replaceAll('-', '') }))
    const input = { form: planned.form, entries }
    const { id } = await this.#must<{ id: string }>('create', input, maker, 'batches')
    return this.#get(id)
  }

  /** Clicks release, once or more, and waits for what becomes of it. */
  async #release(made: Made, { clicks, fault }: PlannedPayment): Promise<void> {
    const { binding } = await this.#get(made.id)
    const input = { id: made.id, binding: binding ?? '' }
    const clicked = Array.from({ length: clicks }, (_, at) =>
      this.#ask('orders', 'release', input, at % 2 === 0 ? maker : checker),
    )
    this.#killSoon(fault, 'release')
    const answers = await Promise.all(clicked)
    if (answers.some(({ kind }) => kind === 'killed')) throw new Killed()
    if (!answers.some(({ kind }) => kind === 'done')) {
      throw new Unexpected(`no release was taken: ${JSON.stringify(answers)}`)
    }
    await this.#settled(made.id, fault.point === 'before-send' ? 800 : 5_000)
  }

  /** Takes all else back. What stands is never taken back in between: a look-up could come just then. */
  async #alwaysOn(): Promise<void> {
    const { line, control } = this.#lane
    await line.mend()
    const orders = standingOrders(this.#schedule)
    const kept = orders.map(({ scenario }) => scenario)
    for (const { scenario } of await control.armed())
      if (!kept.includes(scenario)) await control.clearScenarios(scenario)
    for (const order of orders) await control.setScenario(order)
  }

  async #mend(): Promise<void> {
    if (!this.#lane.program.isAlive) throw new Killed()
    await this.#alwaysOn()
  }

  async #startAgain(): Promise<void> {
    await this.#alwaysOn()
    await this.#lane.restart()
  }

  #killSoon(fault: Fault, step: Step): void {
    const afterMs = killedAfter(fault, step)
    const { program } = this.#lane
    if (afterMs !== null) setTimeout(() => void program.kill(), afterMs)
  }

  /** After the start people go on where they can: what was not approved is, what was not sent is released again. */
  async #goOn(): Promise<void> {
    for (const { id } of this.made.filter(({ submitted }) => submitted)) {
      let order = await this.#settled(id)
      const input = { id, binding: order.binding ?? '' }
      if (order.state === 'awaiting-approval') {
        order = await this.#must<Order>('approve', input, checker)
      }
      if (order.state === 'approved') {
        await this.#must<Order>('release', input, maker)
        order = await this.#settled(id)
      }
      if (order.state === 'outcome-unknown') await this.#clickInVain(input)
    }
  }

  /** In doubt there is nothing to click that sends. */
  async #clickInVain(input: { id: string; binding: string }): Promise<void> {
    const { kind } = await this.#ask('orders', 'release', input, maker)
    const { state } = await this.#get(input.id)
    if (kind === 'done' && state === 'outcome-unknown') {
      throw new Unexpected('a release in doubt was not refused')
    }
  }

  /** Two people send again what is in doubt after they looked, though the bank may have it. */
  async #takeExit(exit: NonNullable<Schedule['secondSending']>): Promise<void> {
    // Of a batch no list is evidence before the day has ended on which it is collected.
    if (this.made.some(({ isBatch }) => isBatch)) await this.#lane.restartDaysLater(collectedAfter)
    try {
      if (exit.lookUps === 'miss-all') await this.#tellHeld()
      for (const { id } of this.made.filter(({ submitted }) => submitted)) {
        await this.#sendAgain(id, exit.killedAfterMs)
      }
    } catch (problem) {
      if (!(problem instanceof Killed)) throw problem
    }
    await this.#lane.control.clearScenarios()
    await this.#lane.restart()
  }

  /** What the bank has taken in of the same kind, its look-ups would have to show. */
  async #tellHeld(): Promise<void> {
    const input = { view: 'all', cursor: null, limit: maxPage }
    const { items } = await this.#must<{ items: readonly OrderLine[] }>('list', input, maker)
    const taken = items.filter(({ state }) => state === 'accepted')
    for (const one of this.made) {
      one.isHeld = taken.some(({ id, batch }) => id !== one.id && (batch !== null) === one.isBatch)
    }
  }

  async #sendAgain(id: string, killedAfterMs: number | null): Promise<void> {
    await this.#ask('orders', 'lookUp', { id }, checker)
    const { state, doubt } = await this.#settled(id)
    if (state !== 'outcome-unknown' || !doubt) return
    const { evidence } = doubt
    const reason = 'Not found at the bank'
    // A look-up that goes by itself meanwhile changes the evidence: then the two have to look again.
    const proposed = await this.#ask('orders', 'proposeResend', { id, evidence, reason }, maker)
    if (proposed.kind === 'killed') throw new Killed()
    const confirming = this.#ask('orders', 'confirmResend', { id, evidence, reason }, checker)
    const { program } = this.#lane
    if (killedAfterMs !== null) setTimeout(() => void program.kill(), killedAfterMs)
    if ((await confirming).kind === 'killed') throw new Killed()
    await this.#settled(id)
  }

  /** Waits for the look-ups that go by themselves, and then asks for one as a person does. */
  async #resolve(): Promise<void> {
    // The list shows a batch only some time after it was taken in.
    if (this.#schedule.rewritesCustomData) await pause(pace.collectedAfterMs)
    for (const { id } of this.made.filter(({ submitted }) => submitted)) {
      // What seemed not to have been sent is found to be in doubt first.
      if ((await this.#lookedUp(id)) === 'approved') await this.#lookedUp(id)
    }
  }

  /** Answers the state that it was in; null: nobody has to ask about it. */
  async #lookedUp(id: string): Promise<Order['state'] | null> {
    const { state: before, attempts, lookUps } = await this.#settled(id)
    const isAsked =
      before === 'outcome-unknown' ||
      (before === 'approved' && attempts.at(-1)?.reason === 'refusal-borne-out')
    if (!isAsked) return null
    const after = await this.#until(
      id,
      (order) => order.state !== before || order.lookUps.length > lookUps.length,
      1_000,
    )
    if (after.state === before) {
      await this.#must('lookUp', { id }, maker)
      await this.#settled(id)
    }
    return before
  }

  #settled(id: string, withinMs = 5_000): Promise<Order> {
    return this.#until(id, ({ state }) => !underWay(state), withinMs)
  }

  async #until(id: string, holds: (order: Order) => boolean, withinMs: number): Promise<Order> {
    const end = performance.now() + withinMs
    for (let waitMs = 40; ; waitMs = Math.min(longestWaitMs, waitMs * 1.5)) {
      const order = await this.#get(id)
      if (holds(order) || performance.now() > end) return order
      await pause(waitMs)
    }
  }

  #get(id: string): Promise<Order> {
    return this.#must<Order>('get', { id }, maker)
  }

  async #must<T>(verb: string, input: unknown, person: Person, noun = 'orders'): Promise<T> {
    const answered = await this.#ask<T>(noun, verb, input, person)
    if (answered.kind === 'done') return answered.value
    if (answered.kind === 'killed') throw new Killed()
    throw new Unexpected(`${verb} was refused: ${JSON.stringify(answered.error)}`)
  }

  #ask<T>(noun: string, verb: string, input: unknown, person: Person): Promise<Answered<T>> {
    return this.#lane.program.ask<T>(noun, verb, input, person)
  }
}
