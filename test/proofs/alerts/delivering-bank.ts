/**
 * The bank of the proof: delivers and tries again as the document says, remembers what was
 * acknowledged, and judges what a store has of it.
 */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { alertPath } from '../../../preload/contract/api/alerts/listener.ts'
import { wrongWith } from './acknowledgments.ts'
import { BankSchedule, type Due } from './bank-schedule.ts'
import { postBroken } from './broken-heads.ts'
import { makeDeliveries, type FakeDelivery } from './fake-alerts.ts'
import type { storedIn } from './stored-alerts.ts'

/** The checks and their results. */
export interface AlertRunReport {
  /** One line for each check, and whether it held. */
  readonly checks: readonly { readonly what: string; readonly holds: boolean }[]
  /** Acknowledged deliveries that are not stored. */
  readonly lost: number
  readonly retries: number
}

/** How many calls the bank makes at once. */
export const connections = 32
/** What the bank names itself by. */
export const bankCredentials = { userName: 'bank', password: 'practice' } as const
const { userName, password } = bankCredentials
const authorization = `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The bank's way to a listener: whole deliveries through the pool, broken ones past it. */
export interface BankLine {
  readonly port: number
  /** PEM. */
  readonly ca: string
  readonly pool: Pool
}

/** The pool is the caller's to close. */
export const lineTo = (port: number, ca: string): BankLine => ({
  port,
  ca,
  pool: new Pool(`https://127.0.0.1:${String(port)}`, { connections, connect: { ca } }),
})

export class DeliveringBank {
  readonly #random: () => number
  readonly #afterFailureMs: number
  readonly #breaksHeads: boolean
  readonly #created: ReturnType<typeof makeDeliveries>
  readonly #schedule: BankSchedule<FakeDelivery>
  readonly #acknowledged = new Set<string>()
  readonly #confirmed = new Map<string, string>()
  readonly #wrong: string[] = []
  readonly #lost = new Set<string>()
  readonly #checks: { what: string; holds: boolean }[] = []
  /** Endings that came when the bank had nothing left to deliver. */
  #idleEndings = 0
  #underWay = 0
  /** Deliveries that broke in their head: tried, and answered that they were not read. */
  readonly #broken = { tried: 0, answered: 0 }

  /**
   * `afterFailureMs`: how long the bank really waits before it does anything else. `breaksHeads`: one
   * delivery of sixteen breaks in its head at its first try.
   */
  constructor(
    deliveries: number,
    random: () => number,
    { afterFailureMs = 0, breaksHeads = false } = {},
  ) {
    this.#afterFailureMs = afterFailureMs
    this.#breaksHeads = breaksHeads
    this.#random = random
    this.#created = makeDeliveries(deliveries, random)
    this.#schedule = new BankSchedule(this.#created.deliveries)
  }

  get report(): AlertRunReport {
    return { checks: this.#checks, lost: this.#lost.size, retries: this.#schedule.retries }
  }

  /**
   * Returns after how many answers the next of so many endings comes: half of its part, because about
   * as much again is in flight when the ending comes. Otherwise the last endings would find no
   * deliveries left, all fall into the first read after a start, and hit the same delivery.
   */
  untilEnding(endingsLeft: number, share: number): number {
    const part = this.#schedule.left / (endingsLeft + 1)
    return Math.max(1, Math.round((part / 2) * share))
  }

  check(what: string, holds: boolean): void {
    this.#checks.push({ what, holds })
  }

  /** Delivers until so many were answered, then calls `end` while others are in flight. */
  async deliver(line: BankLine, until: number, end: () => Promise<void>): Promise<void> {
    let answered = 0
    let ending: Promise<void> | undefined
    const momentMs = this.#random() * 25
    const worker = async (): Promise<void> => {
      while (ending === undefined) {
        const due = this.#schedule.next(this.#underWay === 0)
        if (!due) {
          if (this.#schedule.isDone && this.#underWay === 0) return
          await pause(1)
          continue
        }
        await this.#send(line, due)
        answered += 1
        if (answered >= until) ending ??= pause(momentMs).then(end)
      }
    }
    const workers = Math.min(connections, 2 * until)
    await Promise.all(Array.from({ length: workers }, worker))
    if (ending === undefined && until < Infinity) this.#idleEndings += 1
    await (ending ?? end())
  }

  /**
   * Lets time pass, and sends some deliveries that are due then to where nobody listens, or only just.
   */
  async deliverLater(line: BankLine, ms: number): Promise<void> {
    this.#schedule.pass(ms)
    const due = Array.from({ length: 4 }, () => this.#schedule.next(false))
    await Promise.all(due.flatMap((one) => (one ? [this.#send(line, one)] : [])))
  }

  async #send(line: BankLine, due: Due<FakeDelivery>): Promise<void> {
    this.#underWay += 1
    try {
      const { statusCode, text } = await this.#post(line, due)
      if (statusCode >= 500) await this.#failed(due)
      else this.#take(statusCode, text, due.item)
    } catch {
      await this.#failed(due)
    } finally {
      this.#underWay -= 1
    }
  }

  async #post(
    { pool, ...to }: BankLine,
    { item: { body, headBreak }, failures }: Due<FakeDelivery>,
  ): Promise<{ readonly statusCode: number; readonly text: string }> {
    if (this.#breaksHeads && headBreak !== null && failures === 0) {
      this.#broken.tried += 1
      const statusCode = await postBroken(to, headBreak, authorization, body)
      this.#broken.answered += 1
      return { statusCode, text: '' }
    }
    const answer = await pool.request({
      method: 'POST',
      path: alertPath,
      headers: { authorization, 'content-type': 'application/json' },
      body,
    })
    return { statusCode: answer.statusCode, text: await answer.body.text() }
  }

  async #failed(due: Due<FakeDelivery>): Promise<void> {
    this.#schedule.failed(due)
    if (this.#afterFailureMs > 0) await pause(this.#afterFailureMs)
  }

  #take(status: number, text: string, delivery: FakeDelivery): void {
    if (status !== 200) {
      this.#wrong.push(`answered with ${String(status)}: the bank does not send it again`)
      return
    }
    this.#acknowledged.add(sha256(delivery.body))
    const wrong = wrongWith(text, delivery, this.#confirmed)
    if (wrong !== undefined) this.#wrong.push(wrong)
  }

  /** Judges by the hashes of the deliveries that are stored. */
  judge(after: string, saved: readonly string[]): void {
    const there = new Set(saved)
    const missing = [...this.#acknowledged].filter((hash) => !there.has(hash))
    const fresh = missing.filter((hash) => !this.#lost.has(hash))
    for (const hash of fresh) this.#lost.add(hash)
    const what = `after ${after}: ${String(this.#acknowledged.size)} acknowledged, ${String(fresh.length)} lost`
    this.#checks.push({ what, holds: fresh.length === 0 })
  }

  /** Judges by how many deliveries the listener counted as not read. */
  judgeCounted(counted: number): void {
    const { tried, answered } = this.#broken
    this.check(
      `${String(counted)} counted of ${String(tried)} broken in their head, ${String(answered)} answered`,
      answered > 0 && answered <= counted && counted <= tried,
    )
  }

  /** Judges all that is stored at the end. */
  judgeEnd({
    alerts,
    deliveries,
    chainHolds,
    problems,
  }: Awaited<ReturnType<typeof storedIn>>): void {
    this.judge(
      'the end',
      deliveries.map(({ sha256: hash }) => hash),
    )
    const wanted = new Set(this.#created.unique.map(({ known }) => known))
    const stored = new Map<string, number>()
    for (const { reference } of alerts)
      stored.set(reference ?? '', (stored.get(reference ?? '') ?? 0) + 1)
    const missing = [...wanted].filter((known) => !stored.has(known)).length
    const strange = [...stored.keys()].filter((known) => !wanted.has(known)).length
    const twice = [...stored.values()].filter((times) => times > 1).length
    const receipts = alerts.reduce((sum, one) => sum + one.receipts, 0)
    const received = deliveries.reduce((sum, one) => sum + one.alerts, 0)
    const check = this.check.bind(this)
    check(`${String(wanted.size)} alerts are stored, ${String(missing)} are missing`, missing === 0)
    check(`${String(strange)} alerts that nobody sent`, strange === 0)
    check(`${String(twice)} alerts are stored twice`, twice === 0)
    check(`${String(receipts)} receipts of ${String(received)} alerts`, receipts === received)
    check(
      'no false alarm',
      alerts.every(({ conflict }) => conflict === 0),
    )
    check(
      `nothing is held: ${deliveries.flatMap(({ quarantine_reason: reason, problem }) => (reason === null ? [] : [problem ?? reason])).join('; ')}`,
      deliveries.every(({ quarantine_reason }) => quarantine_reason === null),
    )
    check(
      'everything is read',
      deliveries.every(({ reader }) => reader !== null),
    )
    check('the audit chain holds', chainHolds)
    check(`reading reports nothing: ${problems.map(String).join('; ')}`, problems.length === 0)
    check(
      `every answer is as documented: ${this.#wrong.slice(0, 3).join('; ')}`,
      this.#wrong.length === 0,
    )
    check(
      `${String(this.#idleEndings)} endings with nothing left to deliver`,
      this.#idleEndings === 0,
    )
    check('the bank gave nothing up', this.#schedule.givenUp.length === 0)
    check(
      `the bank tried again, ${String(this.#schedule.retries)} times`,
      this.#schedule.retries > 0,
    )
  }
}
