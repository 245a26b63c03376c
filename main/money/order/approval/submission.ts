/**
 * Submits and recalls orders. The body is built once and stored; the stored body is approved and
 * sent (bank notes 61, 63, 64, 65, 66 and 69; Promise P3).
 */
import {
  isPossibleDuplicate,
  shownOf,
  wereShown,
  type PossibleDuplicates,
  type ShownDuplicates,
} from '../../../../preload/contract/domain/orders/order-course.ts'
import type { JsonObject } from '../../../platform/json/canonical-json.ts'
import type { CallBlocked } from '../../../profile/session-context.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { approvalHashDetail } from './approval-hash.ts'
import { byCurrentEvidence, requireCurrent, type EvidenceBasis } from './evidence.ts'
import { factsOf, requireState, requireOrder, stateAfter } from '../order-facts.ts'
import { overLimit } from './order-limits.ts'
import { checkSuperseded } from '../sending/release-checks.ts'
import { storeComment } from '../comments.ts'
import type { OrderRow, OrderContext } from '../types.ts'
import type { OrderEvidence, NotifyOrder } from '../services.ts'
import { moveOrder, voidApprovals } from '../order-records.ts'
import { refusalOf, refuse, refuseIf } from '../refusals.ts'
import { withoutSubmission } from '../order-columns.ts'
import { keepSentVersion } from '../sent-version.ts'
import { sha256Of } from '../../../platform/sha256.ts'
import { withDetail } from '../../../store/with-detail.ts'

export interface SubmissionDeps {
  readonly evidence: OrderEvidence
  readonly notify: NotifyOrder
}

/**
 * Refuses if the profile's bank may not be called for this product. `ignoring` names a reason that
 * does not matter yet.
 */
export function requirePermission(
  { callBlockFor, kinds }: Pick<OrderContext, 'callBlockFor' | 'kinds'>,
  row: Pick<OrderRow, 'service'>,
  ignoring?: 'profile-incomplete',
): void {
  const callBlock: Result<never, CallBlocked> | undefined = callBlockFor(
    kinds.of(row).product(row.service),
  )
  if (callBlock && !callBlock.ok && callBlock.error.code !== ignoring) refuse(callBlock.error)
}

/**
 * Submits a draft. Refuses if a field rule, a limit, the agreement or missing evidence prevents it,
 * and a possible duplicate that was not shown, or without a reason. The reason is stored for the
 * approvers.
 */
export const submitOrder = (
  context: OrderContext,
  deps: SubmissionDeps,
  submitted: Submitted,
  actor: string,
): Promise<void> =>
  byCurrentEvidence(context, (basis) => submit(context, deps, submitted, actor, basis))

export interface Submitted {
  readonly id: string
  readonly reason?: string | undefined
  readonly shownDuplicates?: ShownDuplicates | undefined
}

async function submit(
  context: OrderContext,
  { evidence, notify }: SubmissionDeps,
  { id, reason = '', shownDuplicates }: Submitted,
  actor: string,
  basis: EvidenceBasis,
): Promise<void> {
  const { store, clock, policy } = context
  const draft = await requireOrder(store.read, id)
  requireState(draft, 'draft')
  requirePermission(context, draft, 'profile-incomplete')
  const kind = context.kinds.of(draft)
  refuseIf(kind.checkSettings(context, draft))
  const { body, columns, saveAlong } = await kind.write(context, store.read, draft)
  const at = clock.now().toISOString()
  const bodySha256 = sha256Of(body)
  const written: OrderRow = { ...draft, ...columns, body, body_sha256: bodySha256 }
  const hashed = approvalHashDetail(written, context)
  const { approvalHash } = hashed
  const submitted = {
    ...written,
    approval_hash: approvalHash,
    submitted_at: at,
    submitted_by: actor,
  }
  const missing = await evidence.missing(submitted)
  if (missing.length > 0) refuse({ code: 'evidence-needed', missing: [...missing] })
  const act = { actor, kind: 'order.submitted', subject: id, detail: hashed }
  await store.record(act, async (tx) => {
    const stored = await requireOrder(tx, id)
    requireState(stored, 'draft')
    // Somebody saved the draft meanwhile, so the checked draft is not the stored one.
    if (stored.form !== draft.form || stored.updated_at !== draft.updated_at)
      refuse({ code: 'order-state', state: stored.state })
    await requireCurrent(tx, basis, context)
    refuseIf(kind.checkSettings(context, { ...submitted, state: 'awaiting-approval' }))
    const { policy: inForce, version } = policy.current()
    const limitMoment = { act: 'submit', now: context.waits.earliestKnown() } as const
    refuseIf(await overLimit(tx, submitted, kind, inForce, limitMoment))
    const superseded = await checkSuperseded(tx, submitted, context, context.waits.earliest())
    refuseIf(superseded && refusalOf(superseded))
    const state = stateAfter(await factsOf(tx, stored, context, []), { kind: 'submitted' })
    await voidApprovals(tx, id, at, 'Submitted again')
    await saveAlong?.(tx)
    const duplicates = await evidence.duplicates(submitted, tx)
    // Without any shown, they are shown now, with the question for the reason.
    requireDuplicateReason(duplicates, shownDuplicates === undefined ? '' : reason)
    requireShown(duplicates, shownDuplicates)
    if (isPossibleDuplicate(duplicates))
      await storeComment(tx, {
        order_id: id,
        at,
        author: actor,
        purpose: 'duplicate',
        text: reason,
      })
    // The checked order must be the stored one by now, entries included; otherwise nothing is
    // submitted.
    if (!(await kind.matchesForm(tx, submitted)))
      refuse({ code: 'order-state', state: stored.state })
    await moveOrder(tx, id, 'draft', {
      ...columns,
      state,
      body,
      body_sha256: bodySha256,
      approval_hash: approvalHash,
      policy_version: version,
      submitted_at: at,
      submitted_by: actor,
      updated_at: at,
      sent_back: null,
      not_sent: null,
    })
    return withDetail(undefined, duplicatesAct(duplicates, reason))
  })
  notify(id, 'awaiting-approval')
}

/** Refuses with `possible-duplicate` a possible duplicate without a reason. */
export function requireDuplicateReason(duplicates: PossibleDuplicates, reason: string): void {
  if (isPossibleDuplicate(duplicates) && reason === '')
    refuse({ code: 'possible-duplicate', ...duplicates })
}

/** Refuses with `order-changed` a possible duplicate that the operator was not shown. */
export function requireShown(
  duplicates: PossibleDuplicates,
  shown: ShownDuplicates = { payments: [], entries: 0, batches: [] },
): void {
  if (!wereShown(duplicates, shown)) refuse({ code: 'order-changed' })
}

/** Returns what the audit act has of possible duplicates: which, and the hash of the reason. */
export const duplicatesAct = (duplicates: PossibleDuplicates, reason: string): JsonObject =>
  isPossibleDuplicate(duplicates)
    ? { duplicates: { ...shownOf(duplicates), reasonSha256: sha256Of(reason) } }
    : {}

/** Recalls the order to a draft for its maker or submitter, and voids its approvals. */
export async function returnOrderToDraft(
  context: OrderContext,
  notify: NotifyOrder,
  { id }: { readonly id: string },
  actor: string,
): Promise<void> {
  const { store, clock } = context
  await store.record({ actor, kind: 'order.recalled', subject: id, detail: {} }, async (tx) => {
    const row = await requireOrder(tx, id)
    requireState(row, 'awaiting-approval', 'approved')
    if (row.maker !== actor && row.submitted_by !== actor) refuse({ code: 'not-maker' })
    const state = stateAfter(await factsOf(tx, row, context, []), { kind: 'recalled' })
    const at = clock.now().toISOString()
    await keepSentVersion(tx, row, context.kinds.of(row))
    await voidApprovals(tx, id, at, 'Returned to draft by its maker')
    await moveOrder(tx, id, row.state, { ...withoutSubmission, state, updated_at: at })
  })
  notify(id, 'draft')
}
