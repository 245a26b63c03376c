/**
 * The proof of Promise P2, first half: a bank delivers while the listener's program is killed and
 * loses its power. Every acknowledged alert is stored, and every alert is stored once.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createListenerCertificate } from '../../../main/profile/listener-setup.ts'
import { ownStoreWorker } from '../../unit/support/programs/programs.ts'
import { seeded } from '../../unit/support/seeded.ts'
import type { ProofPrograms } from '../harness/controls.ts'
import { makeCachedDisk } from './cached-disk.ts'
import { DeliveringBank, lineTo, type AlertRunReport } from './delivering-bank.ts'
import { startWorkstation, type StationProgram } from './station-program.ts'
import { storedIn } from './stored-alerts.ts'

export interface AlertRunOptions {
  readonly deliveries: number
  /** How often the program alone is killed. */
  readonly kills: number
  /** How often the power fails. */
  readonly cuts: number
  readonly seed: number
  readonly programs: ProofPrograms
}

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
  readonly #bank: DeliveringBank
  #port = 0

  constructor(options: AlertRunOptions, disk: Awaited<ReturnType<typeof makeCachedDisk>>) {
    this.#options = options
    this.#disk = disk
    this.#random = seeded(options.seed)
    this.#bank = new DeliveringBank(options.deliveries, this.#random, { breaksHeads: true })
  }

  async whole(): Promise<AlertRunReport> {
    const certificate = await createListenerCertificate(['127.0.0.1'], new Date())
    const certificateFile = join(this.#disk.store(), '..', '..', 'certificate.json')
    await writeFile(certificateFile, JSON.stringify(certificate))
    const start = async (): Promise<StationProgram> => {
      const { programs } = this.#options
      const [store, env] = [this.#disk.store(), this.#disk.env()]
      const workstation = await startWorkstation({
        store,
        programs,
        certificateFile,
        port: this.#port,
        env,
      })
      this.#port = workstation.port
      return workstation
    }
    let workstation = await start()
    let counted = 0
    const line = lineTo(this.#port, certificate.chain)
    const endings = this.#endings()
    for (const [at, { byPower, share }] of endings.entries()) {
      const after = this.#bank.untilEnding(endings.length - at, share)
      await this.#bank.deliver(line, after, () => workstation.kill())
      await (byPower ? this.#disk.cut() : this.#disk.survive())
      // The bank continues while the workstation starts again: calls due by then reach nobody.
      await this.#bank.deliverLater(line, 31_000)
      counted += workstation.unreadable()
      workstation = await start()
      this.#bank.judge(byPower ? 'a power cut' : 'a kill', workstation.stored)
    }
    await this.#bank.deliver(line, Infinity, () => Promise.resolve())
    await line.pool.close()
    await workstation.end()
    this.#bank.judgeCounted(counted + workstation.unreadable())
    this.#bank.judgeEnd(await storedIn(this.#disk.store(), ownStoreWorker))
    return this.#bank.report
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
}
