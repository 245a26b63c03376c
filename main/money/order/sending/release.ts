/**
 * Releases an approved order, and takes back a release that has not left. The sender does the
 * sending itself.
 */
import { notSentText, type NotSent } from '../../../../preload/contract/text/not-sent.ts'
import {
  factsOf,
  requireState,
  missingApprovals,
  requireOrder,
  policiesFor,
  stateAfter,
} from '../order-facts.ts'
import { overLimitNow, checkSuperseded, checkSendable } from './release-checks.ts'
import { byCurrentEvidence, requireCurrent, type EvidenceBasis } from '../approval/evidence.ts'
import { brokenApproval } from '../approval/integrity.ts'
import type { OrderRow, OrderContext } from '../types.ts'
import type { OrderEvidence, NotifyOrder } from '../services.ts'
import { moveOrder } from '../order-records.ts'
import { refusalOf, refuse, refuseIf } from '../refusals.ts'
import { restoreHold } from '../../../profile/restore-hold.ts'
import { requirePermission } from '../approval/submission.ts'
import type { Reader } from '../../../store/store.ts'
import { Superseded, unlessSuperseded } from '../../../store/superseded.ts'

export interface ReleaseDeps {
  readonly evidence: OrderEvidence
  readonly notify: NotifyOrder
  /** Called when the order is queued; it leaves when it can. */
  readonly startSending: (id: string) => void
}

/**
 * Releases exactly the order that was shown. Everything behind its approval is checked again here,
 * and once more in the transaction that journals the sending.
 */
export const releaseOrder = (
  context: OrderContext,
  deps: ReleaseDeps,
  shown: { readonly id: string; readonly approvalHash: string },
  actor: string,
): Promise<void> =>
  byCurrentEvidence(context, (basis) => release(context, deps, shown, actor, basis))

async function release(
  context: OrderContext,
  { evidence, notify, startSending }: ReleaseDeps,
  { id, approvalHash }: { readonly id: string; readonly approvalHash: string },
  actor: string,
  basis: EvidenceBasis,
): Promise<void> {
  const { store, clock, waits } = context
  const { home } = store.membership
  const shown = await requireOrder(store.read, id)
  requireState(shown, 'approved')
  requirePermission(context, shown)
  const missing = await evidence.missing(shown)
  const submissionPolicies = await policiesFor(context, shown)
  const detail = { approvalHash, bodySha256: shown.body_sha256 }
  const act = { actor, kind: 'order.released', subject: id, detail }
  await store.record(act, async (tx) => {
    const row = await requireOrder(tx, id)
    requireState(row, 'approved')
    // If the text is no longer the one that was shown, the operator must view it again. A change
    // made outside the program is refused below.
    if (row.approval_hash !== approvalHash) refuse({ code: 'order-changed' })
    await requireCurrent(tx, basis, context)
    const what = await brokenApproval(tx, row, context)
    if (what !== null) refuse({ code: 'integrity-broken', what })
    const facts = await factsOf(tx, row, context, submissionPolicies)
    refuseIf(missingApprovals(facts))
    if (missing.length > 0) refuse({ code: 'evidence-needed', missing: [...missing] })
    refuseIf(await restoreHold(tx))
    refuseIf(checkSendable(context, row))
    const superseded = await checkSuperseded(tx, row, context, waits.earliest())
    refuseIf(superseded && refusalOf(superseded))
    refuseIf(await overLimitNow(tx, row, context))
    const state = stateAfter(facts, { kind: 'released' })
    const at = clock.now().toISOString()
    const released = { released_at: at, released_by: actor, home, not_sent: null }
    await moveOrder(tx, id, 'approved', { ...released, state, updated_at: at })
  })
  notify(id, 'queued')
  startSending(id)
}

/** Asked inside a transaction: whether a workstation may change what another was to send. */
export type MayTake = (tx: Reader) => Promise<boolean>

/**
 * Takes a queued order out of the queue without sending, and stores why. Returns its new state, or
 * null if it has left.
 */
export async function takeFromQueue(
  context: OrderContext,
  id: string,
  why: {
    readonly actor: string
    readonly kind: 'order.taken-back' | 'order.release-expired'
    readonly notSent: NotSent
    /** Limits it to this release; null or absent means any. */
    readonly releasedAt?: string | null
    /** Limits it to releases on this workstation; absent means any. */
    readonly home?: string | null
    /** Asked in the transaction; false: it stays in the queue. */
    readonly mayTake?: MayTake
  },
): Promise<OrderRow['state'] | null> {
  const { store, clock } = context
  const { actor, kind, releasedAt = null, home, mayTake } = why
  const text = notSentText(why.notSent)
  const act = {
    actor,
    kind,
    subject: id,
    detail: kind === 'order.release-expired' ? { why: text } : {},
  }
  const taken = await unlessSuperseded(() =>
    store.record(act, async (tx) => {
      const row = await requireOrder(tx, id)
      const isOther = releasedAt !== null && row.released_at !== releasedAt
      const isElsewhere = home !== undefined && row.home !== home
      if (row.state !== 'queued' || isOther || isElsewhere) throw new Superseded()
      if (mayTake && !(await mayTake(tx))) throw new Superseded()
      const state = stateAfter(await factsOf(tx, row, context, []), { kind: 'taken-back' })
      const at = clock.now().toISOString()
      await moveOrder(tx, id, 'queued', {
        state,
        updated_at: at,
        not_sent: text,
        released_at: null,
        released_by: null,
        home: null,
        resend: null,
        ...(state === 'outcome-unknown' && { next_inquiry_at: at }),
      })
      return state
    }),
  )
  return taken ?? null
}
