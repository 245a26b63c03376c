/**
 * Plays one schedule: people at several workstations write, approve and release orders while
 * workstations, lines and the server fail. Then everything works again, and what was left open is
 * finished.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import type { Created } from '../harness/judge.ts'
import { checker, isUnderWay, maker, Unexpected } from '../harness/people.ts'
import { comeBack } from './came-back.ts'
import { decide } from './decide.ts'
import type { Invocation } from './history.ts'
import type { Member } from './member.ts'
import { People } from './people.ts'
import { rescueMs, type TeamOrder, type TeamSchedule } from './schedule.ts'
import type { Team } from './team.ts'
import { Troubles } from './troubles.ts'

/** An order of the schedule that a workstation has confirmed to have. */
export interface TeamCreated extends Created {
  readonly planned: TeamOrder
  /** What the bank may have of it: once more for each sending by two people of what it had then. */
  most: number
}

/** How often an order is released, or asked about, when everything works again. */
const mostTries = 2
/**
 * Guards against what never ends, beyond the waits of the product. On a busy machine a workstation
 * hears late from its store, and sends nothing before.
 */
const longestSettledMs = 120_000

/** One schedule in one team. */
export class Play {
  readonly #team: Team
  readonly #schedule: TeamSchedule
  readonly #people: People
  readonly #troubles: Troubles
  readonly created: TeamCreated[] = []
  /** The number of the newest act before the schedule. */
  headBefore = 0
  /** When that was read. */
  beganMs = 0

  constructor(team: Team, schedule: TeamSchedule) {
    this.#team = team
    this.#schedule = schedule
    this.#people = new People(team)
    this.#troubles = new Troubles(team, schedule.troubles)
  }

  get invocations(): readonly Invocation[] {
    return this.#people.history.invocations
  }

  /** Plays the schedule until every outcome that can be known is known. Rejects with Unexpected. */
  async whole(): Promise<void> {
    const { control, members } = this.#team
    for (const member of members) member.isTroubled = false
    this.beganMs = Date.now()
    const [head] = await this.#team.store.query<{ seq: number }>(
      'SELECT seq::integer FROM chain_head',
    )
    this.headBefore = head?.seq ?? 0
    // The bank takes every repeat: only the workstations prevent a second one.
    await control.setScenario({
      scenario: 'repeat-allowed',
      target: 'payments',
      times: 'until-cleared',
    })
    await this.#writing()
    if (this.#schedule.hasLimit) await this.#race()
    await this.#sending()
    await Promise.all(this.created.map((one) => this.#finish(one)))
    await control.clearScenarios()
  }

  /** Writes, submits and approves the orders at once, and then those that failed. */
  async #writing(): Promise<void> {
    const { orders } = this.#schedule
    this.#troubles.begin('writing')
    const written = await Promise.all(
      orders.map(async (planned) => {
        const created = await this.#write(planned, planned.writtenAt)
        if (created) await this.#approve(created)
        return created
      }),
    )
    await this.#troubles.over()
    // Nobody knows of an order whose first answer was lost.
    for (const [at, planned] of orders.entries())
      if (!written[at] && !(await this.#write(planned, planned.writtenAt)))
        throw new Unexpected('an order cannot be written')
    await Promise.all(this.created.map((one) => this.#advance(one)))
  }

  async #write(planned: TeamOrder, place: number): Promise<TeamCreated | undefined> {
    const order = await this.#draft(planned, this.#team.at(place))
    if (!order) return undefined
    const created: TeamCreated = {
      planned,
      id: order.id,
      reference: order.reference,
      debitAccount: planned.debitAccount,
      isBatch: planned.planned.kind === 'batch',
      isRefused: false,
      isCutOff: false,
      submitted: false,
      takesExit: this.#schedule.decision !== null,
      isHeld: false,
      most: 1,
    }
    this.created.push(created)
    return created
  }

  async #draft({ planned }: TeamOrder, member: Member): Promise<Order | undefined> {
    if (planned.kind === 'payment') {
      const input = { id: null, form: planned.form }
      const saved = await this.#people.order(member, 'saveDraft', input, maker)
      return saved.kind === 'done' ? saved.value : undefined
    }
    const entries = planned.entries.map((one) => ({ ...one, id: randomUUID().replaceAll('-', '') }))
    const input = { form: planned.form, entries }
    const channel = { noun: 'batches', method: 'create' }
    const made = await this.#people.call<{ id: string }>(member, channel, input, maker)
    if (made.kind !== 'done') return undefined
    return this.#people.read(made.value.id, [member])
  }

  /** One try of each step, where it is planned; what fails is done later. */
  async #approve(created: TeamCreated): Promise<void> {
    const { planned, id } = created
    const here = this.#team.at(planned.writtenAt)
    const draft = await this.#people.read(id, [here])
    if (!draft) return
    const submitted = await this.#people.submit(here, draft)
    if (submitted.kind !== 'done') return
    created.submitted = true
    await Promise.all(
      planned.approvedAt.map((at) => this.#people.approve(this.#team.at(at), submitted.value)),
    )
  }

  /**
   * Two payments of one service are submitted at once, on two workstations, under a limit of the day
   * that has room for one. A third workstation sets the limit.
   */
  async #race(): Promise<void> {
    const [office, here, there] = [this.#team.at(0), this.#team.at(1), this.#team.at(2)]
    const [first, second] = this.#schedule.orders
    const written = [
      first && (await this.#write(first, 1)),
      second && (await this.#write(second, 2)),
    ].flatMap((one) => one ?? [])
    const read = await Promise.all(written.map(({ id }) => this.#people.read(id)))
    const drafts = read.flatMap((draft) => draft ?? [])
    const service = drafts[0]?.service ?? ''
    const [counted] = await this.#team.store.query<{ sum: string }>(
      `SELECT coalesce(sum(amount), 0) AS sum FROM orders WHERE service = '${service}'
        AND submitted_at IS NOT NULL AND state NOT IN ('rejected', 'withdrawn')`,
    )
    const perDay = Number(counted?.sum) + Math.max(...drafts.map(({ amount }) => amount ?? 0))
    const { policy: usual, version } = await this.#people.policy(office, 'get', null)
    const limits = usual.limits.map((one) => (one.service === service ? { ...one, perDay } : one))
    const changed = await this.#people.policy(office, 'change', { ...usual, limits, version })
    await Promise.all(
      drafts.map((draft, at) => this.#people.submit(at === 0 ? here : there, draft)),
    )
    await this.#people.policy(office, 'change', { ...usual, version: changed.version })
    await Promise.all(written.map((one) => this.#advance(one)))
  }

  async #sending(): Promise<void> {
    const { lateMs, decision, theme } = this.#schedule
    await this.#warmUp()
    if (lateMs !== null)
      await this.#team.control.setScenario({
        scenario: 'slow-answer',
        target: 'money',
        times: 1,
        delayMs: lateMs,
      })
    const wakeBeside = await this.#startBeside()
    this.#troubles.begin('sending')
    const [first, ...others] = this.created
    const decided =
      first && decision ? decide(this.#team, this.#people, first, decision) : undefined
    const comesBack = theme === 'came-back'
    const released = decided || comesBack ? others : this.created
    await Promise.all([...released.map((one) => this.#release(one)), decided])
    if (first && comesBack) await comeBack(this.#team, this.#people, first)
    wakeBeside()
    await this.#troubles.over()
  }

  /** A token first, so that the first call to open a connection is one that moves money. */
  async #warmUp(): Promise<void> {
    const channel = { noun: 'connection', method: 'checkHealth' }
    await Promise.all(
      this.#team.members.map((member) => this.#people.call(member, channel, null, maker)),
    )
  }

  /**
   * Starts a workstation again that opens the store when the first order is on its way to the bank.
   * Returns a function that lets it open the store at last.
   */
  async #startBeside(): Promise<() => void> {
    const { beside, orders } = this.#schedule
    const home = orders[0]?.releasedAt[0]
    if (beside === null || home === undefined) return () => undefined
    const starting = this.#team.at(beside)
    await starting.kill()
    const connected = Promise.withResolvers<undefined>()
    starting.storeLine.onConnection = () => {
      starting.stop()
      connected.resolve(undefined)
    }
    this.#troubles.add(starting.start())
    await connected.promise
    const then = (): void => starting.wake()
    await this.#team.at(home).bankLine.break({ kind: 'on-request', passes: true, then })
    return then
  }

  /** Clicks release, on one or two workstations, and waits for the result. */
  async #release({ id, planned }: TeamCreated): Promise<void> {
    const { releasedAt, takenBack } = planned
    const order = await this.#people.read(id)
    if (!order) return
    const clicks = releasedAt.map((at, click) =>
      this.#people.release(this.#team.at(at), order, click % 2 === 0 ? maker : checker),
    )
    if (takenBack) {
      const member = this.#team.at(takenBack.at)
      const takeBack = () => this.#people.order(member, 'takeBack', { id }, checker)
      clicks.push(pause(takenBack.afterMs).then(takeBack))
    }
    await Promise.all(clicks)
    await this.#people.until(id, (one) => !isUnderWay(one), 2_000)
  }

  /** Brings an order to its approval, wherever it was left. */
  async #advance(created: TeamCreated): Promise<void> {
    await this.#repeatedly(created, async (member, order) => {
      created.submitted ||= order.state !== 'draft'
      if (order.state === 'draft') await this.#people.submit(member, order)
      else if (order.state === 'awaiting-approval') await this.#people.approve(member, order)
      else return true
      return false
    })
  }

  /**
   * Brings an order to its end: one that was not sent is taken back, copied or released, one in doubt is
   * asked about.
   */
  async #finish(created: TeamCreated): Promise<void> {
    const { id, isBatch, planned } = created
    let [releases, inquiries] = [0, 0]
    let isTaken = planned.handling === 'release'
    let isCopied = planned.handling !== 'copy'
    await this.#repeatedly(created, async (member, order) => {
      if (isUnderWay(order)) return false
      if (order.state === 'approved' && !isTaken) {
        const { kind } = await this.#people.order(member, 'returnToDraft', { id }, maker)
        isTaken = kind === 'done'
        return false
      }
      if (order.state === 'draft') {
        if (isCopied) await this.#people.submit(member, order)
        else await this.#people.order(member, 'discard', { id }, maker)
        return false
      }
      if (order.state === 'awaiting-approval') {
        await this.#people.approve(member, order)
        return false
      }
      if (order.state === 'withdrawn' && !isCopied) {
        const channel = { noun: isBatch ? 'batches' : 'orders', method: 'copy' }
        const { kind } = await this.#people.call(member, channel, { id }, maker)
        isCopied = kind === 'done'
        return false
      }
      if (order.state === 'approved' && releases < mostTries) {
        const { kind } = await this.#people.release(member, order)
        if (kind === 'done') releases += 1
        return false
      }
      if (order.state === 'outcome-unknown' && inquiries < mostTries) {
        const { kind } = await this.#people.order(member, 'inquire', { id }, maker)
        if (kind === 'done') inquiries += 1
        return false
      }
      return true
    })
  }

  /** Asks one workstation after another until `work` says that it is done. */
  async #repeatedly(
    { id, reference }: TeamCreated,
    work: (member: Member, order: Order) => Promise<boolean>,
  ): Promise<void> {
    const { factor, settledMs = longestSettledMs } = this.#team.size
    const end = performance.now() + settledMs + 3 * rescueMs * factor
    let last: Order | undefined
    for (let turn = 0; performance.now() < end; turn += 1) {
      const member = this.#team.at(turn)
      last = await this.#people.read(id, [member])
      if (last && (await work(member, last))) return
      await pause(Math.min(400, 40 + turn * 20))
    }
    throw new Unexpected(`${reference}: it stays ${last?.state ?? 'unread'}`)
  }
}
