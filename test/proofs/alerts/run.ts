/**
 * The proof of Promise P2, first half: a bank delivers while the listener's program is killed and
 * loses its power. Every acknowledged alert is stored, and every alert is stored once.
 */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { createListenerCertificate } from '../../../main/profile/listener-setup.ts'
import { alertPath } from '../../../preload/contract/api/alerts/listener.ts'
import type { Program } from '../../unit/support/programs/programs.ts'
import { seeded } from '../store/seeded.ts'
import { wrongWith } from './acknowledgments.ts'
import { BankSchedule, type Due } from './bank-schedule.ts'
import { makeCachedDisk } from './cached-disk.ts'
import { startWorkstation, type StationProgram } from './station-program.ts'
import { makeDeliveries, type FakeDelivery } from './fake-alerts.ts'
import { storedIn } from './stored-alerts.ts'

export interface AlertRunOptions {
  readonly deliveries: number
  /** How often the program alone is killed. */
  readonly kills: number
  /** How often the power fails. */
  readonly cuts: number
  readonly seed: number
  /** The store worker of the program. */
  readonly worker: Program
}

/** The checks and their results. */
export interface AlertRunReport {
  /** One line for each check, and whether it held. */
  readonly checks: readonly { readonly what: string; readonly holds: boolean }[]
  /** Acknowledged deliveries that are not stored. */
  readonly lost: number
  readonly retries: number
}

const connections = 32
const authorization = `Basic ${Buffer.from('bank:practice').toString('base64')}`
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Runs it once; the same seed delivers the same in the same order. */
export async function runAlerts(options: AlertRunOptions): Promise<AlertRunReport> {
  const disk = await makeCachedDisk()
  try {
    return await new AlertRun(options, disk).whole()
  } finally {
    await disk.remove()
  }
}

class AlertRun {
  readonly #options: AlertRunOptions
  readonly #disk: Awaited<ReturnType<typeof makeCachedDisk>>
  readonly #random: () => number
  readonly #created: ReturnType<typeof makeDeliveries>
  readonly #schedule: BankSchedule<FakeDelivery>
  readonly #acknowledged = new Set<string>()
  readonly #confirmed = new Map<string, string>()
  readonly #wrong: string[] = []
  readonly #lost = new Set<string>()
  readonly #checks: { what: string; holds: boolean }[] = []
  #port = 0
  /** Endings that came when the bank had nothing left to deliver. */
  #idleEndings = 0

  constructor(options: AlertRunOptions, disk: Awaited<ReturnType<typeof makeCachedDisk>>) {
    this.#options = options
    this.#disk = disk
    this.#random = seeded(options.seed)
    this.#created = makeDeliveries(options.deliveries, this.#random)
    this.#schedule = new BankSchedule(this.#created.deliveries)
  }

  async whole(): Promise<AlertRunReport> {
    const certificate = await createListenerCertificate(['127.0.0.1'], new Date())
    const certificateFile = join(this.#disk.store(), '..', '..', 'certificate.json')
    await writeFile(certificateFile, JSON.stringify(certificate))
    const start = async (): Promise<StationProgram> => {
      const { worker } = this.#options
      const [store, env] = [this.#disk.store(), this.#disk.env()]
      const workstation = await startWorkstation({
        store,
        worker,
        certificateFile,
        port: this.#port,
        env,
      })
      this.#port = workstation.port
      return workstation
    }
    let workstation = await start()
    const pool = new Pool(`https://127.0.0.1:${String(this.#port)}`, {
      connections,
      connect: { ca: certificate.chain },
    })
    const endings = this.#endings()
    for (const [at, { byPower, share }] of endings.entries()) {
      // Half of its part, because about as much again is in flight when the ending comes. Otherwise
      // the last endings would find no deliveries left, all fall into the first read after a start,
      // and hit the same delivery.
      const part = this.#schedule.left / (endings.length - at + 1)
      const after = Math.max(1, Math.round((part / 2) * share))
      await this.#deliver(pool, after, () => workstation.kill())
      await (byPower ? this.#disk.cut() : this.#disk.survive())
      // The bank continues while the workstation starts again: calls due by then reach nobody.
      this.#schedule.pass(31_000)
      await this.#deliverToNobody(pool)
      workstation = await start()
      this.#judge(byPower ? 'a power cut' : 'a kill', workstation.stored)
    }
    await this.#deliver(pool, Infinity, () => Promise.resolve())
    await pool.close()
    await workstation.end()
    await this.#judgeEnd()
    return { checks: this.#checks, lost: this.#lost.size, retries: this.#schedule.retries }
  }

  /** The time and kind of each ending: kills and power cuts in an order that the seed decides. */
  #endings(): { byPower: boolean; share: number }[] {
    const { kills, cuts } = this.#options
    return Array.from({ length: kills + cuts }, (_, at) => ({
      at: this.#random(),
      byPower: at < cuts,
      share: 0.5 + this.#random(),
    })).sort((one, other) => one.at - other.at)
  }

  /** Delivers until so many were answered, then calls `end` while others are in flight. */
  async #deliver(pool: Pool, until: number, end: () => Promise<void>): Promise<void> {
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
        await this.#send(pool, due)
        answered += 1
        if (answered >= until) ending ??= pause(momentMs).then(end)
      }
    }
    const workers = Math.min(connections, 2 * until)
    await Promise.all(Array.from({ length: workers }, worker))
    if (ending === undefined && until < Infinity) this.#idleEndings += 1
    await (ending ?? end())
  }

  /** Sends some due deliveries to a port where nobody listens. */
  async #deliverToNobody(pool: Pool): Promise<void> {
    const due = Array.from({ length: 4 }, () => this.#schedule.next(false))
    await Promise.all(due.flatMap((one) => (one ? [this.#send(pool, one)] : [])))
  }

  #underWay = 0

  async #send(pool: Pool, due: Due<FakeDelivery>): Promise<void> {
    this.#underWay += 1
    try {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: alertPath,
        headers: { authorization, 'content-type': 'application/json' },
        body: due.item.body,
      })
      const text = await body.text()
      if (statusCode >= 500) this.#schedule.failed(due)
      else this.#take(statusCode, text, due.item)
    } catch {
      this.#schedule.failed(due)
    } finally {
      this.#underWay -= 1
    }
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

  #judge(after: string, saved: readonly string[]): void {
    const there = new Set(saved)
    const missing = [...this.#acknowledged].filter((hash) => !there.has(hash))
    const fresh = missing.filter((hash) => !this.#lost.has(hash))
    for (const hash of fresh) this.#lost.add(hash)
    const what = `after ${after}: ${String(this.#acknowledged.size)} acknowledged, ${String(fresh.length)} lost`
    this.#checks.push({ what, holds: fresh.length === 0 })
  }

  async #judgeEnd(): Promise<void> {
    const { alerts, deliveries, chainHolds, problems } = await storedIn(this.#disk.store())
    this.#judge(
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
    const check = (what: string, holds: boolean) => this.#checks.push({ what, holds })
    check(`${String(wanted.size)} alerts are stored, ${String(missing)} are missing`, missing === 0)
    check(`${String(strange)} alerts that nobody sent`, strange === 0)
    check(`${String(twice)} alerts are stored twice`, twice === 0)
    check(`${String(receipts)} receipts of ${String(received)} alerts`, receipts === received)
    check(
      'no false alarm',
      alerts.every(({ conflict }) => conflict === 0),
    )
    check(
      `nothing is held: ${deliveries.flatMap(({ held, problem }) => (held === null ? [] : [problem ?? held])).join('; ')}`,
      deliveries.every(({ held }) => held === null),
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
