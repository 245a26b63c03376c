/**
 * Approves exactly what was shown, or sends an order back. Nobody approves their own work,
 * administrators included (Promise P3).
 */
import type { ShownDuplicates } from '../../../../preload/contract/domain/orders/order-course.ts'
import { needsReason } from '../../../../preload/contract/domain/orders/owner-knowledge.ts'
import type { Reader } from '../../../store/store.ts'
import { withDetail } from '../../../store/with-detail.ts'
import { approvalFacts, makersOf } from './approvals.ts'
import { factsOf, requireState, requireOrder, policiesFor, stateAfter } from '../order-facts.ts'
import { byCurrentEvidence, requireCurrent, type EvidenceBasis } from './evidence.ts'
import { matchesApprovalHash } from './integrity.ts'
import { overLimit } from './order-limits.ts'
import type { OrderRow, OrderContext } from '../types.ts'
import type { OrderEvidence, NotifyOrder } from '../services.ts'
import { approvalsOf, moveOrder, voidApprovals } from '../order-records.ts'
import { refusalOf, refuse, refuseIf } from '../refusals.ts'
import { checkSuperseded } from '../sending/release-checks.ts'
import { duplicatesAct, requireDuplicateReason, requireShown } from './submission.ts'
import { withoutSubmission } from '../order-columns.ts'
import { keepSentVersion } from '../sent-version.ts'

export interface ApprovingDeps {
  readonly evidence: OrderEvidence
  readonly notify: NotifyOrder
}

/** Refuses if the stored order is not the one that was shown. */
async function refuseIfNotAsShown(
  reader: Reader,
  row: OrderRow,
  approvalHash: string,
  context: OrderContext,
): Promise<void> {
  if (row.approval_hash !== approvalHash || !(await matchesApprovalHash(reader, row, context)))
    refuse({ code: 'order-changed' })
}

export interface Approved {
  readonly id: string
  readonly approvalHash: string
  /**
   * The approver's reason, required if a check leaves the owner of an account in doubt, and for a
   * possible duplicate.
   */
  readonly reason?: string | undefined
  /** Possible duplicates on the screen of the approver; absent if none was. */
  readonly shownDuplicates?: ShownDuplicates | undefined
}

const reasonMissing = {
  path: 'reason',
  message: 'Enter why it is approved although the owner of an account is uncertain',
  source: null,
}

/**
 * Approves the order; the last approval that the policy needs makes it ready for release. Refuses
 * if the order changed, a possible duplicate was not shown, evidence is missing, a limit is exceeded
 * or the approval would not count.
 */
export const approveOrder = (
  context: OrderContext,
  deps: ApprovingDeps,
  approved: Approved,
  actor: string,
): Promise<void> =>
  byCurrentEvidence(context, (basis) => approve(context, deps, approved, actor, basis))

async function approve(
  context: OrderContext,
  { evidence, notify }: ApprovingDeps,
  { id, approvalHash, reason = '', shownDuplicates }: Approved,
  actor: string,
  basis: EvidenceBasis,
): Promise<void> {
  const { store, clock, policy } = context
  const shown = await requireOrder(store.read, id)
  requireState(shown, 'awaiting-approval')
  await refuseIfNotAsShown(store.read, shown, approvalHash, context)
  const missing = await evidence.missing(shown)
  const needsApprovalReason = needsReason(await evidence.owners(shown))
  const submissionPolicies = await policiesFor(context, shown)
  const { detail: basisDetail, isSeen } = await context.kinds
    .of(shown)
    .approvalBasis(store.read, shown, actor)
  const detail = {
    approvalHash,
    bodySha256: shown.body_sha256,
    ...basisDetail,
  }
  const act = { actor, kind: 'order.approved', subject: id, detail }
  const to = await store.record(act, async (tx) => {
    const row = await requireOrder(tx, id)
    requireState(row, 'awaiting-approval')
    await requireCurrent(tx, basis, context)
    await refuseIfNotAsShown(tx, row, approvalHash, context)
    const currentPolicy = policy.current().policy
    const makers = await makersOf(tx, row)
    refuseIf(approvalFacts(row, { makers, earlier: submissionPolicies }, context).whyNot(actor))
    const approvals = await approvalsOf(tx, id)
    if (approvals.some((one) => one.voided_at === null && one.operator === actor))
      refuse({ code: 'not-approver', why: 'already-approved' })
    if (!isSeen) refuse({ code: 'order-changed' })
    if (missing.length > 0) refuse({ code: 'evidence-needed', missing: [...missing] })
    const superseded = await checkSuperseded(tx, row, context, context.waits.earliest())
    refuseIf(superseded && refusalOf(superseded))
    const limitMoment = { act: 'approve', submittedAt: row.submitted_at } as const
    refuseIf(await overLimit(tx, row, context.kinds.of(row), currentPolicy, limitMoment))
    const duplicates = await evidence.duplicates(row, tx)
    requireShown(duplicates, shownDuplicates)
    requireDuplicateReason(duplicates, reason)
    if (needsApprovalReason && reason === '')
      refuse({ code: 'invalid-input', fields: [reasonMissing] })
    const state = stateAfter(await factsOf(tx, row, context, submissionPolicies), {
      kind: 'approved',
      by: actor,
    })
    const at = clock.now().toISOString()
    await tx
      .insertInto('order_approvals')
      .values({
        order_id: id,
        seq: (approvals.at(-1)?.seq ?? 0) + 1,
        operator: actor,
        at,
        approval_hash: approvalHash,
        reason: reason === '' ? null : reason,
        voided_at: null,
        voided_because: null,
      })
      .execute()
    await moveOrder(tx, id, 'awaiting-approval', { state, updated_at: at })
    return withDetail(state, duplicatesAct(duplicates, reason))
  })
  notify(id, to)
}

/** Sends the order back to its maker with a comment and voids its approvals. */
export async function sendBackOrder(
  context: OrderContext,
  notify: NotifyOrder,
  { id, comment }: { readonly id: string; readonly comment: string },
  actor: string,
): Promise<void> {
  const { store, clock } = context
  // The comment stays out of the audit chain, because the chain can never be changed.
  await store.record({ actor, kind: 'order.sent-back', subject: id, detail: {} }, async (tx) => {
    const row = await requireOrder(tx, id)
    requireState(row, 'awaiting-approval', 'approved')
    if ((await makersOf(tx, row)).includes(actor)) refuse({ code: 'own-work' })
    const facts = await factsOf(tx, row, context, [])
    const state = stateAfter(facts, { kind: 'sent-back', by: actor })
    const at = clock.now().toISOString()
    await keepSentVersion(tx, row, context.kinds.of(row))
    await voidApprovals(tx, id, at, 'Sent back')
    const sent_back = JSON.stringify({ by: actor, at, comment })
    await moveOrder(tx, id, row.state, { ...withoutSubmission, state, sent_back, updated_at: at })
  })
  notify(id, 'draft')
}
