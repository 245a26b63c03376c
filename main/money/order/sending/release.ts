/** Letting an approved order go, and taking back what has not gone. The sending itself is the sender's. */
import {
  factsOf,
  inState,
  missingApprovals,
  orderOf,
  policiesFor,
  stateAfter,
} from '../order-facts.ts'
import { overLimitNow, checkSuperseded, unsendable } from './release-checks.ts'
import { brokenBinding } from '../approval/integrity.ts'
import type { OrderEvidence, OrderRow, NotifyOrder, OrderContext } from '../types.ts'
import { moveOrder } from '../order-records.ts'
import { refuse, refuseIf } from '../refusals.ts'
import { heldAfterRestore } from '../../../profile/operators/restore-hold.ts'
import { permitted } from '../approval/submission.ts'

/** What a release needs of the other parts. */
export interface ReleaseDeps {
  readonly evidence: OrderEvidence
  readonly tell: NotifyOrder
  /** It is queued: it leaves when it can. */
  readonly queued: (id: string) => void
}

/**
 * Releases exactly what was shown. Everything that its approval rests on is computed again; the transaction that
 * journals the sending computes it once more.
 */
export async function releaseOrder(
  context: OrderContext,
  { evidence, tell, queued }: ReleaseDeps,
  { id, binding }: { readonly id: string; readonly binding: string },
  actor: string,
): Promise<void> {
  const { store, clock, waits } = context
  const shown = await orderOf(store.read, id)
  inState(shown, 'approved')
  permitted(context, shown)
  const missing = await evidence.missing(shown)
  const earlier = await policiesFor(context, shown)
  const detail = { binding, bodySha256: shown.body_sha256 }
  const act = { actor, kind: 'order.released', subject: id, detail }
  await store.record(act, async (tx) => {
    const row = await orderOf(tx, id)
    inState(row, 'approved')
    // What was shown is another text: whoever releases looks again. Behind the program's back it is refused below.
    if (row.binding !== binding) refuse({ code: 'order-changed' })
    const what = await brokenBinding(tx, row, context)
    if (what !== null) refuse({ code: 'binding-broken', what })
    const facts = await factsOf(tx, row, context, earlier)
    refuseIf(missingApprovals(facts))
    if (missing.length > 0) refuse({ code: 'evidence-needed', missing: [...missing] })
    refuseIf(await heldAfterRestore(tx))
    refuseIf(unsendable(context, row))
    refuseIf(await checkSuperseded(tx, row, context, waits.earliest()))
    refuseIf(await overLimitNow(tx, row, context))
    const state = stateAfter(facts, { kind: 'released' })
    const at = clock.now().toISOString()
    const released = { released_at: at, released_by: actor, not_sent: null }
    await moveOrder(tx, id, 'approved', { ...released, state, updated_at: at })
  })
  tell(id, 'queued')
  queued(id)
}

/** What is told of a release that somebody took back. */
export const takenBackWords = 'It was taken back before it had left'

/** Where an order goes that waits and does not leave; `words` say why. Answers where it went, or null: it has left. */
export async function takeFromQueue(
  context: OrderContext,
  id: string,
  why: {
    readonly actor: string
    readonly kind: 'order.taken-back' | 'order.lapsed'
    readonly words: string
    /** Only this release; null or nothing: whichever it is. */
    readonly releasedAt?: string | null
  },
): Promise<OrderRow['state'] | null> {
  const { store, clock } = context
  const { actor, kind, words, releasedAt = null } = why
  const gone = new Error('it is not queued any more')
  const act = { actor, kind, subject: id, detail: kind === 'order.lapsed' ? { why: words } : {} }
  try {
    return await store.record(act, async (tx) => {
      const row = await orderOf(tx, id)
      if (row.state !== 'queued' || (releasedAt !== null && row.released_at !== releasedAt))
        throw gone
      const state = stateAfter(await factsOf(tx, row, context, []), { kind: 'taken-back' })
      const at = clock.now().toISOString()
      await moveOrder(tx, id, 'queued', {
        state,
        updated_at: at,
        not_sent: words,
        released_at: null,
        released_by: null,
        second_sending: null,
        ...(state === 'outcome-unknown' && { next_look_up_at: at }),
      })
      return state
    })
  } catch (problem) {
    if (problem !== gone) throw problem
    return null
  }
}
