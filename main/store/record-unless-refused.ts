/** Decisions that are taken inside their transaction, when it is known what others did before. */
import type { Transaction } from 'kysely'
import { ok, type Result } from '../../preload/contract/kernel/result.ts'
import type { Act, Store } from './store.ts'
import type { Tables } from './tables.ts'
import type { MaybeDetailed } from './with-detail.ts'

class Refusal<F> extends Error {
  readonly result: { readonly ok: false; readonly error: F }

  constructor(result: { readonly ok: false; readonly error: F }) {
    super('refused')
    this.result = result
  }
}

/** Like `record`, for work that can refuse: then nothing is written, and its refusal is returned. */
export async function recordUnlessRefused<T, F>(
  store: Pick<Store, 'record'>,
  act: Act,
  work: (tx: Transaction<Tables>) => Promise<Result<MaybeDetailed<T>, F>>,
): Promise<Result<T, F>> {
  try {
    const value = await store.record<T>(act, async (tx) => {
      const done = await work(tx)
      if (!done.ok) throw new Refusal(done)
      return done.value
    })
    return ok(value)
  } catch (problem) {
    if (problem instanceof Refusal) return (problem as Refusal<F>).result
    throw problem
  }
}
