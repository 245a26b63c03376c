/**
 * Runs of ownership checks, begun, gone on with and stopped by persons. One at a time is under way, whichever batch it
 * is of. Its begin and its end are in the audit chain: what has no end was interrupted, and is shown as that.
 */
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { OwnershipRun } from '../../../../preload/contract/domain/batches/drafts.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { frequencyOf } from '../../../inquiry/bulk/agreed-terms.ts'
import { tellAtMostEvery } from '../../../platform/tell.ts'
import { findOrder } from '../../order/order-records.ts'
import type { BatchContext, BatchRow } from '../types.ts'
import { findBatch } from '../batch-records.ts'
import { OwnershipAsking, type OwnershipAskingParts } from './ownership-asking.ts'
import {
  keepBegun,
  keepEnded,
  keptRun,
  shownKept,
  wishOf,
  type OwnershipWish,
} from './ownership-kept.ts'
import { questionsOf } from './ownership-questions.ts'

const tellEveryMs = 250

/** The runs of an open store. */
export class OwnershipRuns {
  readonly #context: BatchContext
  /** The newest of each batch since the desk was made. */
  readonly #runs = new Map<string, OwnershipAsking>()
  readonly #touched = new Set<string>()
  readonly #endings = new Set<Promise<void>>()
  readonly #teller = tellAtMostEvery(
    tellEveryMs,
    () => this.#tell(),
    () => false,
  )
  #interruptions = 0
  #lastStart: Promise<unknown> = Promise.resolve()

  constructor(context: BatchContext) {
    this.#context = context
  }

  /** Begins one of a batch. One after another: two presses at once begin one. */
  begin(id: string, wish: OwnershipWish, actor: string) {
    return this.#inTurn(() => this.#begin(id, () => Promise.resolve(wish), actor))
  }

  /** Goes on with one that was interrupted. */
  resume(id: string, actor: string) {
    const wish = async (): Promise<OwnershipWish | null> => {
      const kept = await keptRun(this.#context.store, id)
      return kept?.ended === null ? wishOf(kept) : null
    }
    return this.#inTurn(() => this.#begin(id, wish, actor))
  }

  /** What waits is not asked; null: there is none. */
  stop(id: string): OwnershipRun | null {
    const run = this.#runs.get(id)
    run?.stop('Stopped by an operator.')
    return run?.shown() ?? null
  }

  /** The newest of a batch, as it is or as it is kept; null: there was none. */
  async shown(id: string): Promise<OwnershipRun | null> {
    const run = this.#runs.get(id)
    if (run) return run.shown()
    const kept = await keptRun(this.#context.store, id)
    if (!kept) return null
    const [batch, wish] = [await findBatch(this.#context.store.read, id), wishOf(kept)]
    const isKnown = kept.ended === null && batch && wish
    const left = isKnown ? await questionsOf(this.#context, batch, wish) : null
    return this.#runs.get(id)?.shown() ?? shownKept(id, kept, left?.questions.length ?? null)
  }

  /** Nothing is asked from now on; resolves when what was on its way is stored. */
  async rest(): Promise<void> {
    this.#interruptions += 1
    const left = [...this.#runs.values()]
    for (const run of left) run.rest()
    await this.#lastStart
    await Promise.all([...this.#runs.values()].map((run) => run.settled()))
    await Promise.all(this.#endings)
    this.#runs.clear()
  }

  #inTurn<T>(start: () => Promise<T>): Promise<T> {
    const started = this.#lastStart.then(start)
    this.#lastStart = started.catch(() => undefined)
    return started
  }

  async #begin(id: string, wished: () => Promise<OwnershipWish | null>, actor: string) {
    const before = this.#interruptions
    const batch = await findBatch(this.#context.store.read, id)
    if (!batch) return err({ code: 'not-found' } as const)
    const refused = await this.#barred()
    if (refused) return err(refused)
    const wish = await wished()
    if (wish === null) return err({ code: 'nothing-to-send' } as const)
    const run = await this.#runOf(batch, wish, actor)
    if (run === null) return err({ code: 'nothing-to-send' } as const)
    this.#runs.set(id, run)
    await keepBegun(this.#context.store, run.shown(), wish, actor).catch((problem: unknown) => {
      this.#runs.delete(id)
      throw problem
    })
    // The profile was left meanwhile: what began before asks nothing afterwards.
    if (this.#interruptions === before) run.begin()
    else run.rest()
    return ok(run.shown())
  }

  async #runOf(
    batch: BatchRow,
    wish: OwnershipWish,
    actor: string,
  ): Promise<OwnershipAsking | null> {
    const id = batch.order_id
    const found = await questionsOf(this.#context, batch, wish)
    if (found.questions.length === 0 && found.kept === 0) return null
    const changed = (): void => {
      this.#touched.add(id)
      this.#teller.tell()
    }
    const parts = askingParts(this.#context, changed, () => this.#ended(run, actor))
    const run = new OwnershipAsking(parts, { id, actor, ...found })
    return run
  }

  /** Why nothing can be asked now. */
  async #barred() {
    const { store, connection, mayNotAsk } = this.#context
    const running = [...this.#runs.values()].find((run) => run.isRunning())
    if (running) {
      const name = (await findOrder(store.read, running.id))?.beneficiary ?? ''
      return { code: 'run-under-way', name } satisfies Failure<'run-under-way'>
    }
    const refused = mayNotAsk('account-validation')
    if (refused?.ok === false) return refused.error
    if (!connection.accountValidation()) return { code: 'bank-not-running' } as const
    const until = connection.pausedUntil()
    return until ? ({ code: 'rate-paused', until: until.toISOString() } as const) : undefined
  }

  /** Keeps the end when everything came in; what was interrupted has none. */
  #ended(run: OwnershipAsking, actor: string): void {
    if (run.shown().state === 'interrupted') return
    const { store, report } = this.#context
    const ending = run
      .settled()
      .then(() => keepEnded(store, run.shown(), actor))
      .catch((problem: unknown) => report('batches.ownership', problem))
      .finally(() => this.#endings.delete(ending))
    this.#endings.add(ending)
  }

  #tell(): void {
    for (const id of this.#touched) {
      const run = this.#runs.get(id)
      if (run) this.#context.announce('batches', 'ownershipChanged', run.shown())
    }
    this.#touched.clear()
  }
}

function askingParts(
  context: BatchContext,
  changed: () => void,
  ended: () => void,
): OwnershipAskingParts {
  const { store, clock, newId, connection, profile, report } = context
  return {
    store,
    clock,
    newId,
    report,
    changed,
    ended,
    frequency: frequencyOf(store, clock),
    terms: () =>
      profile().details?.products.find(({ product }) => product === 'account-validation') ?? null,
    api: () => connection.accountValidation(),
    callsPerSecond: () => connection.open()?.access.callsPerSecond ?? 1,
    pausedUntil: () => connection.pausedUntil(),
  }
}
