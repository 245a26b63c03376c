/** What people do at the workstations of a team, and what they see there. Every call is remembered. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PolicyState } from '../../../preload/contract/domain/operators/policy.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { checker, maker, reasoned, Unexpected, type Person } from '../harness/people.ts'
import type { Channel, Ended } from '../harness/workstation-program.ts'
import { History } from './history.ts'
import type { Member } from './member.ts'
import { longestStopMs } from './schedule.ts'
import type { Team } from './team.ts'

/** A call is given up after so long beyond the longest stop. */
const patienceMs = 20_000

export class People {
  readonly history = new History()
  readonly #team: Team

  constructor(team: Team) {
    this.#team = team
  }

  /** Calls a channel at a workstation. Never rejects. */
  async call<T>(
    member: Member,
    channel: Channel,
    input: unknown,
    person: Person,
  ): Promise<Ended<T>> {
    const { method } = channel
    const asked = { at: member.id, method, person, input, askedMs: Date.now() }
    const withinMs = patienceMs + longestStopMs * this.#team.size.factor
    const ended = await member.program.call<T>(channel, input, person, withinMs)
    this.history.add(asked, ended)
    return ended
  }

  /** The same for a channel that answers with an order. */
  order(member: Member, method: string, input: unknown, person: Person): Promise<Ended<Order>> {
    return this.call<Order>(member, { noun: 'orders', method }, input, person)
  }

  /** Approves an order as it was shown. */
  approve(member: Member, order: Order): Promise<Ended<Order>> {
    const { id, approvalHash } = order
    const input = { id, approvalHash: approvalHash ?? '', ...reasoned(order) }
    return this.order(member, 'approve', input, checker)
  }

  submit(member: Member, order: Order): Promise<Ended<Order>> {
    return this.order(member, 'submit', { id: order.id, ...reasoned(order) }, maker)
  }

  release(
    member: Member,
    { id, approvalHash }: Order,
    person: Person = maker,
  ): Promise<Ended<Order>> {
    return this.order(member, 'release', { id, approvalHash: approvalHash ?? '' }, person)
  }

  /** Reads or changes the policy, when every workstation works. */
  async policy(member: Member, method: 'get' | 'change', input: unknown): Promise<PolicyState> {
    const channel = { noun: 'policy', method }
    const ended = await this.call<PolicyState>(member, channel, input, checker)
    if (ended.kind === 'done') return ended.value
    throw new Unexpected(`${member.id} policy.${method}: ${JSON.stringify(ended)}`)
  }

  /** Returns an order as the first workstation shows it that answers; undefined if none does. */
  async read(id: string, from: readonly Member[] = this.#team.members): Promise<Order | undefined> {
    for (const member of from) {
      if (!member.isRunning) continue
      const answered = await this.order(member, 'get', { id }, maker)
      if (answered.kind === 'done') return answered.value
    }
    return undefined
  }

  /** Reads an order until it is so, or the time is over; returns it as it was read last. */
  async until(
    id: string,
    holds: (order: Order) => boolean,
    withinMs: number,
    from?: readonly Member[],
  ): Promise<Order | undefined> {
    const end = performance.now() + withinMs
    for (let waitMs = 40; ; waitMs = Math.min(300, waitMs * 1.5)) {
      const order = await this.read(id, from)
      if ((order && holds(order)) || performance.now() > end) return order
      await pause(waitMs)
    }
  }
}
