/**
 * The proof of a bulk run's promise: a workstation is killed repeatedly during a run, and the bank,
 * which keeps running, counts how often each account was validated.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../../main/platform/clock.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore, type Store } from '../../../main/store/store.ts'
import type { BulkRun } from '../../../preload/contract/api/bulk/run.ts'
import { seeded } from '../../unit/support/seeded.ts'
import { startBank } from '../harness/bank.ts'
import { builtPrograms } from '../harness/controls.ts'
import { maker } from '../harness/people.ts'
import { Workstation } from '../harness/workstation.ts'
import { valueOf } from '../harness/workstation-program.ts'
import { ownStoreWorker, programPath } from '../../unit/support/programs/programs.ts'

export interface BulkRunOptions {
  readonly rows: number
  readonly kills: number
  readonly seed: number
  /**
   * Removes every mark that a killed program left: the state that its store would have without a
   * journal.
   */
  readonly withoutJournal: boolean
}

/** The result. */
export interface BulkRunReport {
  /** The highest number of validations of one account before a person sent any row again. */
  readonly mostOften: number
  /** New unknown rows after each restart. */
  readonly unknown: readonly number[]
  /** Rows that the bank validated and whose answer arrived, before a person sent any again. */
  readonly answered: number
  /** Accounts that the bank had validated by then. */
  readonly validated: number
  /** Validations with an answer in the history by then. */
  readonly stored: number
  /** After a person sent the unknown rows again. */
  readonly end: BulkRun
  /**
   * The highest number of validations of one account at the end: two where a person sent a row
   * again.
   */
  readonly mostOftenInTheEnd: number
}

const fileOf = (rows: number): string =>
  ['Company,Routing,Account']
    .concat(
      Array.from(
        { length: rows },
        (_, at) => `Firm ${String(at)},021000021,${String(4_000_000 + at)}`,
      ),
    )
    .join('\n')

export async function runBulk(options: BulkRunOptions): Promise<BulkRunReport> {
  const bank = await startBank(programPath('bulk-bank'), [])
  const workstation = await Workstation.open({ programs: builtPrograms, bank })
  try {
    return await new KilledRun(options, workstation, async () => {
      const { validations } = await bank.control.ledger()
      return validations.map(({ count }) => count)
    }).whole()
  } finally {
    await workstation.close()
    await bank.close()
  }
}

class KilledRun {
  readonly #options: BulkRunOptions
  readonly #workstation: Workstation
  readonly #counted: () => Promise<readonly number[]>
  readonly #random: () => number
  #id = ''

  constructor(
    options: BulkRunOptions,
    workstation: Workstation,
    counted: () => Promise<readonly number[]>,
  ) {
    this.#options = options
    this.#workstation = workstation
    this.#counted = counted
    this.#random = seeded(options.seed)
  }

  async whole(): Promise<BulkRunReport> {
    const { kills, rows } = this.#options
    const workstation = this.#workstation
    await this.#begin()
    const unknown: number[] = []
    let known = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      // Counts waiting rows, because a kill may leave so many unknown that a count of answers is
      // never reached.
      const left = (rows / (kills + 1)) * (kills + 1 - kill + 0.4 * this.#random())
      await this.#until(({ counts }) => counts.waiting <= left)
      await pause(this.#random() * 30)
      await workstation.kill()
      if (this.#options.withoutJournal) await this.#takeMarksAway()
      await workstation.start()
      const found = await this.#get()
      unknown.push(found.counts.unknown - known)
      known = found.counts.unknown
      await this.#request('resume', { id: this.#id, withoutPersonalNumbers: false })
    }
    const done = await this.#until(({ state }) => state === 'finished')
    const before = await this.#counted()
    const report = {
      unknown,
      answered: done.counts.answered,
      mostOften: Math.max(...before),
      validated: before.length,
    }
    await workstation.kill()
    const stored = await this.#stored()
    await workstation.start()
    await this.#request('retryUnknown', { id: this.#id, rows: null })
    await this.#request('resume', { id: this.#id, withoutPersonalNumbers: false })
    const end = await this.#until(({ state }) => state === 'finished')
    await workstation.kill()
    return { ...report, stored, end, mostOftenInTheEnd: Math.max(...(await this.#counted())) }
  }

  async #begin(): Promise<void> {
    await this.#workstation.startNew()
    const base64 = Buffer.from(fileOf(this.#options.rows)).toString('base64')
    const file = { name: 'firms.csv', base64 }
    const { draftId } = await this.#request<{ draftId: string }>('takeFile', file)
    const run = await this.#request<BulkRun>('start', { draftId, name: 'Firms' })
    this.#id = run.id
  }

  async #request<T>(method: string, input: object): Promise<T> {
    const { program } = this.#workstation
    return valueOf(await program.request<T>('bulk', method, input, maker))
  }

  #get(): Promise<BulkRun> {
    return this.#request<BulkRun>('get', { id: this.#id })
  }

  async #until(holds: (run: BulkRun) => boolean): Promise<BulkRun> {
    for (;;) {
      const run = await this.#get()
      if (holds(run)) return run
      if (run.state === 'paused') throw new Error(`it paused by itself: ${String(run.trouble)}`)
      await pause(5)
    }
  }

  async #withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const file = join(this.#workstation.folder, 'practice.countersign')
    const opened = await openStore({
      file,
      key: practiceKey,
      startStoreWorker: ownStoreWorker,
      clock: systemClock,
    })
    if (!opened.ok) throw new Error(opened.error.code)
    try {
      return await work(opened.value)
    } finally {
      await opened.value.close()
    }
  }

  #takeMarksAway(): Promise<void> {
    const act = { actor: 'proof', kind: 'proof.forgot', subject: this.#id, detail: {} }
    return this.#withStore((store) =>
      store.record(act, async (tx) => {
        await tx
          .updateTable('bulk_rows')
          .set({ state: 'waiting' })
          .where('state', '=', 'in-flight')
          .execute()
      }),
    )
  }

  #stored(): Promise<number> {
    return this.#withStore(async (store) => {
      const { stored } = await store.read
        .selectFrom('validations')
        .select((select) => select.fn.count<number>('account_number').distinct().as('stored'))
        .where('result_class', '<>', 'not-answered')
        .executeTakeFirstOrThrow()
      const { all } = await store.read
        .selectFrom('validations')
        .select((select) => select.fn.countAll<number>().as('all'))
        .where('result_class', '<>', 'not-answered')
        .executeTakeFirstOrThrow()
      if (all !== stored)
        throw new Error(`${String(all)} validations of ${String(stored)} accounts`)
      return stored
    })
  }
}
