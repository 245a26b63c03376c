/**
 * Plays one schedule: two people create, approve and release payments and batches while the line,
 * the bank and the program fail. Then the program is killed and restarted, and its state is
 * compared with the bank's records.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Order, OrderLine } from '../../../preload/contract/domain/orders/order.ts'
import { pace } from '../../../main/practice/ach/pace.ts'
import { maxPage } from '../../../preload/contract/kernel/paging.ts'
import { arm, killedAfter, permanentScenarios } from './faults.ts'
import type { Lane } from './lane.ts'
import type { Fault, Handling, Planned, PlannedPayment, Schedule, Step } from './schedule.ts'
import type { Created } from '../harness/judge.ts'
import type { WayStep } from '../harness/proxy-line.ts'
import { checker, isUnderWay, maker, reasoned, Unexpected, type Person } from '../harness/people.ts'
import type { Answered } from '../harness/workstation-program.ts'

/** One of this proof, and what it was planned as. */
interface Written extends Created {
  readonly planned: PlannedPayment
  /** The ids of a batch's entries. */
  readonly entryIds: readonly string[]
}

const newId = (): string => randomUUID().replaceAll('-', '')

/** Days from writing a batch until it is collected, across any weekend or holiday. */
const collectedAfter = 6

/** Polling costs processor time, which eight lanes share, so slow steps are polled less often. */
const longestWaitMs = 400

/** Ends the actions of a schedule: the program is dead. */
class Killed extends Error {}
/** The states of an order that may have been sent, and came back. */
const cameBack = ['draft', 'awaiting-approval', 'approved', 'withdrawn'] as const
const seemsUnsent = ({ state, attempts }: Order): boolean =>
  cameBack.some((one) => one === state) &&
  attempts.some(({ reason }) => reason === 'refusal-borne-out')
/** Refusals of an act on an order that the bank has just reported. */
const reportedMeanwhile = ['known-at-bank', 'alert-undecided', 'order-state', 'order-changed']

/** One schedule in one lane. */
export class Play {
  readonly #lane: Lane
  readonly #schedule: Schedule
  /** The drafted payments. */
  readonly created: Written[] = []
  /** What people did with orders that came back. */
  readonly handled: Handling[] = []
  /** The steps at which ways were cut, each with an order that was not sent. */
  readonly cut: WayStep[] = []

  constructor(lane: Lane, schedule: Schedule) {
    this.#lane = lane
    this.#schedule = schedule
  }

  /** Plays the schedule until every outcome that can be known is known. Rejects with Unexpected. */
  async whole(): Promise<void> {
    await this.#alwaysOn()
    try {
      await this.#acts()
    } catch (problem) {
      if (!(problem instanceof Killed)) throw problem
    }
    await this.#startAgain()
    await this.#goOn()
    if (this.#schedule.hidesUnreported)
      await this.#lane.control.clearScenarios('unreported-found-late')
    if (this.#schedule.resend) await this.#takeExit(this.#schedule.resend)
    await this.#resolve()
    // From here on the bank reports correctly.
    await this.#lane.control.clearScenarios()
  }

  async #acts(): Promise<void> {
    const { reported, payments, together } = this.#schedule
    for (const planned of together ? reported : [...reported, ...payments]) {
      const created = await this.#prepare(planned)
      await this.#warmUp()
      await arm(this.#lane, planned)
      await this.#release(created, planned)
      await this.#restore()
    }
    if (together) await this.#actsAtOnce(payments)
  }

  async #actsAtOnce(payments: readonly PlannedPayment[]): Promise<void> {
    const ready: (readonly [Written, PlannedPayment])[] = []
    for (const planned of payments) ready.push([await this.#prepare(planned), planned])
    await this.#warmUp()
    for (const planned of payments) await arm(this.#lane, planned)
    const releases = ready.map(([created, planned]) => this.#release(created, planned))
    for (const ended of await Promise.allSettled(releases)) {
      if (ended.status === 'rejected') throw ended.reason
    }
    await this.#restore()
  }

  /** Fetches a token first, so that the payment itself is the first call to meet the fault. */
  async #warmUp(): Promise<void> {
    if (this.#schedule.warm) await this.#request('connection', 'checkHealth', null, maker)
  }

  /** Writes, submits and approves a payment. */
  async #prepare(of: PlannedPayment): Promise<Written> {
    const { planned, fault } = of
    const entryIds = planned.kind === 'batch' ? planned.entries.map(newId) : []
    const draft = await this.#draft(planned, entryIds)
    const created = this.#written(draft, of, entryIds)
    this.#killSoon(fault, 'submit')
    const submitted = await this.#must<Order>(
      'submit',
      { id: created.id, ...reasoned(draft) },
      maker,
    )
    created.submitted = true
    this.#killSoon(fault, 'approve')
    const approvalHash = submitted.approvalHash ?? ''
    const approval = { id: created.id, approvalHash, ...reasoned(submitted) }
    await this.#must<Order>('approve', approval, checker)
    return created
  }

  #written(
    { id, reference }: Pick<Order, 'id' | 'reference'>,
    planned: PlannedPayment,
    entryIds: readonly string[],
    isCopy = false,
  ): Written {
    const created: Written = {
      id,
      reference,
      planned,
      entryIds,
      debitAccount: planned.debitAccount,
      isBatch: planned.planned.kind === 'batch',
      isRefused: !isCopy && planned.fault.point === 'refused-with-error',
      isCutOff: !isCopy && planned.fault.point === 'way-cut',
      submitted: false,
      takesExit: this.#schedule.resend !== null,
      isHeld: false,
    }
    this.created.push(created)
    return created
  }

  async #draft(planned: Planned, entryIds: readonly string[]): Promise<Order> {
    if (planned.kind === 'payment') {
      return this.#must<Order>('saveDraft', { id: null, form: planned.form }, maker)
    }
    const entries = planned.entries.map((one, at) => ({ ...one, id: entryIds[at] }))
    const input = { form: planned.form, entries }
    const { id } = await this.#must<{ id: string }>('create', input, maker, 'batches')
    return this.#get(id)
  }

  /** Clicks release, once or more, and waits for the result. */
  async #release(created: Written, { clicks, fault }: PlannedPayment): Promise<void> {
    const { approvalHash } = await this.#get(created.id)
    const input = { id: created.id, approvalHash: approvalHash ?? '' }
    const clicked = Array.from({ length: clicks }, (_, at) =>
      this.#request('orders', 'release', input, at % 2 === 0 ? maker : checker),
    )
    this.#killSoon(fault, 'release')
    const answers = await Promise.all(clicked)
    if (answers.some(({ kind }) => kind === 'killed')) throw new Killed()
    if (!answers.some(({ kind }) => kind === 'done')) {
      throw new Unexpected(`no release was taken: ${JSON.stringify(answers)}`)
    }
    const { attempts } = await this.#settled(
      created.id,
      fault.point === 'before-send' ? 800 : 5_000,
    )
    // Without an attempt it waits: another call had met the cut before.
    const isNotSent = attempts.every(({ outcome }) => outcome === 'not-sent')
    if (fault.point === 'way-cut' && isNotSent) this.cut.push(fault.step)
  }

  /**
   * Clears all other scenarios. Standing orders are never cleared in between, because a status
   * inquiry could come just then.
   */
  async #alwaysOn(): Promise<void> {
    const { workstation, control } = this.#lane
    await workstation.restoreLines()
    const orders = permanentScenarios(this.#schedule)
    const stored = orders.map(({ scenario }) => scenario)
    for (const { scenario } of await control.armed())
      if (!stored.includes(scenario)) await control.clearScenarios(scenario)
    for (const order of orders) await control.setScenario(order)
  }

  async #restore(): Promise<void> {
    if (!this.#lane.workstation.program.isAlive) throw new Killed()
    await this.#alwaysOn()
  }

  async #startAgain(): Promise<void> {
    await this.#alwaysOn()
    await this.#lane.workstation.start()
  }

  #killSoon(fault: Fault, step: Step): void {
    const afterMs = killedAfter(fault, step)
    const { program } = this.#lane.workstation
    if (afterMs !== null) setTimeout(() => void program.kill(), afterMs)
  }

  /**
   * After the start people continue where they can: unapproved orders are approved, unsent ones
   * released again.
   */
  async #goOn(): Promise<void> {
    for (const created of this.created.filter(({ submitted }) => submitted)) {
      const { id } = created
      let order = await this.#settled(id)
      if (order.state === 'outcome-unknown' && created.planned.fault.point === 'hidden-after-401') {
        await this.#tried('inquire', { id }, checker)
        order = await this.#settled(id)
      }
      const input = { id, approvalHash: order.approvalHash ?? '' }
      if (order.state === 'awaiting-approval') {
        order = await this.#must<Order>('approve', { ...input, ...reasoned(order) }, checker)
      }
      if (order.state === 'approved') {
        await this.#handle(created, order)
        order = await this.#settled(id)
      }
      if (order.state === 'outcome-unknown') await this.#clickInVain(input)
    }
  }

  /** People go on with an order that is approved and was not sent, each in a way of their own. */
  async #handle(created: Written, order: Order): Promise<void> {
    const { id, planned } = created
    const { handling, isLeft } = planned
    if (handling === 'release') {
      await this.#tried('release', { id, approvalHash: order.approvalHash ?? '' }, maker)
      return
    }
    this.handled.push(handling)
    const copy = handling === 'copy' ? await this.#copied(created) : created
    let draft = await this.#tried<Order>('returnToDraft', { id }, maker)
    if (handling === 'discard') {
      if (draft) await this.#tried('discard', { id }, maker)
      return
    }
    if (handling === 'copy') {
      if (draft) await this.#tried('discard', { id }, maker)
      draft = copy && (await this.#get(copy.id))
    }
    if (!draft || !copy) return
    copy.submitted = false
    if (handling === 'edit') draft = await this.#edited(copy)
    const submitted =
      draft && (await this.#tried<Order>('submit', { id: copy.id, ...reasoned(draft) }, maker))
    if (!submitted) return
    copy.submitted = true
    const approvalHash = submitted.approvalHash ?? ''
    const approval = { id: copy.id, approvalHash, ...reasoned(submitted) }
    if (!(await this.#tried('approve', approval, checker))) return
    if (isLeft && seemsUnsent(submitted)) return
    if (await this.#tried('release', { id: copy.id, approvalHash }, maker))
      await this.#settled(copy.id)
  }

  /** Changes what the draft pays; undefined if the bank has reported it meanwhile. */
  async #edited({ id, planned: { planned }, entryIds }: Written): Promise<Order | undefined> {
    if (planned.kind === 'payment')
      return this.#tried<Order>(
        'saveDraft',
        { id, form: { ...planned.form, amount: '31.07' } },
        maker,
      )
    const [first] = planned.entries
    const [entryId = ''] = entryIds
    const put = [{ position: 1, entry: { ...first, id: entryId, amount: '31.07' } }]
    const saved = await this.#tried<object>(
      'saveEntries',
      { id, put, removed: [] },
      maker,
      'batches',
    )
    return saved === undefined ? undefined : this.#get(id)
  }

  /** Copies it under another reference, with its date; undefined if that is refused. */
  async #copied({ id, planned }: Written): Promise<Written | undefined> {
    const what = planned.planned
    const noun = what.kind === 'batch' ? 'batches' : 'orders'
    const copied = await this.#tried<{ readonly id: string }>('copy', { id }, maker, noun)
    if (!copied) return undefined
    const { id: of } = copied
    if (what.kind === 'payment') await this.#must('saveDraft', { id: of, form: what.form }, maker)
    else await this.#must('saveForm', { id: of, form: what.form }, maker, noun)
    return this.#written(await this.#get(of), planned, [], true)
  }

  /** Does it, unless the bank has reported the order meanwhile. */
  async #tried<T = unknown>(
    method: string,
    input: unknown,
    person: Person,
    noun = 'orders',
  ): Promise<T | undefined> {
    const answered = await this.#request<T>(noun, method, input, person)
    if (answered.kind === 'done') return answered.value ?? (true as T)
    if (answered.kind === 'killed') throw new Killed()
    if (reportedMeanwhile.includes(answered.code)) return undefined
    throw new Unexpected(`${method} was refused: ${JSON.stringify(answered.error)}`)
  }

  /** With an unknown outcome no button sends. */
  async #clickInVain(input: { id: string; approvalHash: string }): Promise<void> {
    const { kind } = await this.#request('orders', 'release', input, maker)
    const { state } = await this.#get(input.id)
    if (kind === 'done' && state === 'outcome-unknown') {
      throw new Unexpected('a release of unknown outcome was not refused')
    }
  }

  /** Two people resend an unknown outcome after they reviewed it, although the bank may have it. */
  async #takeExit(exit: NonNullable<Schedule['resend']>): Promise<void> {
    // No list is evidence about a batch before the day of its collection has ended.
    if (this.created.some(({ isBatch }) => isBatch))
      await this.#lane.workstation.start({ laterMs: collectedAfter * 86_400_000 })
    try {
      if (exit.inquiries === 'miss-all') await this.#reportHeld()
      for (const { id } of this.created.filter(({ submitted }) => submitted)) {
        await this.#sendAgain(id, exit.killedAfterMs)
      }
    } catch (problem) {
      if (!(problem instanceof Killed)) throw problem
    }
    await this.#lane.control.clearScenarios()
    await this.#lane.workstation.start()
  }

  /** The status inquiries would have to show orders of the same kind that the bank has accepted. */
  async #reportHeld(): Promise<void> {
    const input = { view: 'all', cursor: null, limit: maxPage }
    const { items } = await this.#must<{ items: readonly OrderLine[] }>('list', input, maker)
    const taken = items.filter(({ state }) => state === 'accepted')
    for (const one of this.created) {
      one.isHeld = taken.some(({ id, batch }) => id !== one.id && (batch !== null) === one.isBatch)
    }
  }

  async #sendAgain(id: string, killedAfterMs: number | null): Promise<void> {
    await this.#request('orders', 'inquire', { id }, checker)
    const { state, unknownOutcome } = await this.#settled(id)
    if (state !== 'outcome-unknown' || !unknownOutcome) return
    const { evidence } = unknownOutcome
    const reason = 'Not found at the bank'
    // An automatic status inquiry meanwhile changes the evidence: then the two must review again.
    const proposed = await this.#request('orders', 'proposeResend', { id, evidence, reason }, maker)
    if (proposed.kind === 'killed') throw new Killed()
    const confirming = this.#request('orders', 'confirmResend', { id, evidence, reason }, checker)
    const { program } = this.#lane.workstation
    if (killedAfterMs !== null) setTimeout(() => void program.kill(), killedAfterMs)
    if ((await confirming).kind === 'killed') throw new Killed()
    await this.#settled(id)
  }

  /** Waits for the automatic status inquiries, then makes one as an operator does. */
  async #resolve(): Promise<void> {
    // The list shows a batch only some time after the bank accepted it.
    if (this.#schedule.rewritesCustomData) await pause(pace.collectedAfterMs)
    for (const { id } of this.created) {
      const before = await this.#inquired(id)
      // An order that seemed not sent first becomes an unknown outcome.
      if (cameBack.some((one) => one === before)) await this.#inquired(id)
    }
  }

  /** Returns its earlier state; null if nobody needs to query it. */
  async #inquired(id: string): Promise<Order['state'] | null> {
    const order = await this.#settled(id)
    const { state: before, inquiries: statusInquiries } = order
    if (before !== 'outcome-unknown' && !seemsUnsent(order)) return null
    const after = await this.#until(
      id,
      (order) => order.state !== before || order.inquiries.length > statusInquiries.length,
      1_000,
    )
    if (after.state === before) {
      await this.#must('inquire', { id }, maker)
      await this.#settled(id)
    }
    return before
  }

  #settled(id: string, withinMs = 5_000): Promise<Order> {
    return this.#until(id, (order) => !isUnderWay(order), withinMs)
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

  async #must<T>(method: string, input: unknown, person: Person, noun = 'orders'): Promise<T> {
    const answered = await this.#request<T>(noun, method, input, person)
    if (answered.kind === 'done') return answered.value
    if (answered.kind === 'killed') throw new Killed()
    throw new Unexpected(`${method} was refused: ${JSON.stringify(answered.error)}`)
  }

  #request<T>(noun: string, method: string, input: unknown, person: Person): Promise<Answered<T>> {
    return this.#lane.workstation.program.request<T>(noun, method, input, person)
  }
}
