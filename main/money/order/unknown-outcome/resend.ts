/**
 * Resend of an order whose unknown outcome the bank cannot decide. Two different people, who have
 * seen the same evidence after a qualifying status inquiry, send exactly the same text under the
 * same reference again (Promise P1; bank note 67).
 */
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { Reader } from '../../../store/store.ts'
import { approvalFacts } from '../approval/approvals.ts'
import { byCurrentEvidence, requireCurrent, type EvidenceBasis } from '../approval/evidence.ts'
import { overLimitNow, checkSendable, checkSuperseded } from '../sending/release-checks.ts'
import { brokenApproval } from '../approval/integrity.ts'
import { inquiryQualifiesFrom } from '../status/qualifying-inquiries.ts'
import {
  factsOf,
  requireState,
  missingApprovals,
  requireOrder,
  policiesFor,
  stateAfter,
} from '../order-facts.ts'
import { restoreHold } from '../../../profile/restore-hold.ts'
import { isReportedNotMade, resendBlocker, type OrderFacts } from '../order-machine.ts'
import type { OrderRow, OrderContext } from '../types.ts'
import type { NotifyOrder } from '../services.ts'
import {
  attemptsOf,
  inquiriesOf,
  moveOrder,
  resendOf,
  type ResendRecord,
} from '../order-records.ts'
import { refusalOf, refuse, refuseIf } from '../refusals.ts'
import type { ReleaseDeps } from '../sending/release.ts'
import { isRouteProven } from '../status/route-proof.ts'
import { requirePermission } from '../approval/submission.ts'

/**
 * Refuses if the bank has reported the order or may have, or if neither a status inquiry nor the
 * bank's support supports a resend.
 */
async function refuseUnlessResendAllowed(
  reader: Reader,
  row: OrderRow,
  facts: OrderFacts,
  context: OrderContext,
): Promise<void> {
  const code = resendBlocker(facts)
  if (code === null) return
  if (code !== 'inquiry-first') refuse({ code })
  const { policy, clock, kinds } = context
  const from = inquiryQualifiesFrom(await attemptsOf(reader, row.id), policy.current().policy, {
    row,
    kind: kinds.of(row),
  })
  const countsFrom = (from ?? clock.now()).toISOString()
  refuse({ code: 'inquiry-first', countsFrom } satisfies Failure<'inquiry-first'>)
}

/** Proposes a resend as the first person, after seeing this evidence. */
export async function proposeResend(
  context: OrderContext,
  notify: NotifyOrder,
  input: { readonly id: string; readonly evidence: string; readonly reason: string },
  actor: string,
): Promise<void> {
  const { store, clock } = context
  const { id, evidence, reason } = input
  const act = { actor, kind: 'order.resend-proposed', subject: id, detail: { evidence } }
  await store.record(act, async (tx) => {
    const row = await requireOrder(tx, id)
    requireState(row, 'outcome-unknown')
    const facts = await factsOf(tx, row, context, [])
    if (facts.evidence !== evidence) refuse({ code: 'order-changed' })
    await refuseUnlessResendAllowed(tx, row, facts, context)
    const state = stateAfter(facts, { kind: 'resend-proposed', by: actor })
    const at = clock.now().toISOString()
    const proposal: ResendRecord = { by: actor, at, reason, evidence }
    const resend = JSON.stringify(proposal)
    await moveOrder(tx, id, 'outcome-unknown', { state, resend, updated_at: at })
  })
  notify(id, 'outcome-unknown')
}

/** Withdraws a proposal that nobody has confirmed. */
export async function withdrawResend(
  context: OrderContext,
  notify: NotifyOrder,
  { id }: { readonly id: string },
  actor: string,
): Promise<void> {
  const { store, clock } = context
  const act = { actor, kind: 'order.resend-withdrawn', subject: id, detail: {} }
  await store.record(act, async (tx) => {
    const row = await requireOrder(tx, id)
    requireState(row, 'outcome-unknown')
    if (row.resend === null) refuse({ code: 'order-state', state: row.state })
    const at = clock.now().toISOString()
    await moveOrder(tx, id, 'outcome-unknown', { resend: null, updated_at: at })
  })
  notify(id, 'outcome-unknown')
}

const reasonMissing = {
  path: 'reason',
  message: 'Enter the reason for resending over an unproven route',
  source: null,
}

/**
 * Returns the proposal made on this evidence; refuses with `order-changed` if the evidence changed.
 */
function proposalOn(row: OrderRow, facts: OrderFacts, evidence: string): ResendRecord {
  const proposal = resendOf(row)
  if (!proposal) return refuse({ code: 'order-state', state: row.state })
  if (proposal.evidence !== evidence || facts.evidence !== evidence)
    refuse({ code: 'order-changed' })
  return proposal
}

export interface Confirmed {
  readonly id: string
  readonly evidence: string
  /** The reason to resend although nothing shows that the bank's status inquiries work. */
  readonly reason?: string | undefined
}

/** Confirms the resend as the second person and queues it at once. */
export const confirmResend = (
  context: OrderContext,
  deps: ReleaseDeps,
  confirmed: Confirmed,
  actor: string,
): Promise<void> =>
  byCurrentEvidence(context, (basis) => confirm(context, deps, confirmed, actor, basis))

async function confirm(
  context: OrderContext,
  { evidence: evidenceService, notify, startSending }: ReleaseDeps,
  { id, evidence, reason = '' }: Confirmed,
  actor: string,
  basis: EvidenceBasis,
): Promise<void> {
  const { store, clock } = context
  const { home } = store.membership
  const shown = await requireOrder(store.read, id)
  requireState(shown, 'outcome-unknown')
  requirePermission(context, shown)
  const missing = await evidenceService.missing(shown)
  const submissionPolicies = await policiesFor(context, shown)
  const act = { actor, kind: 'order.resend-confirmed', subject: id, detail: { evidence } }
  await store.record(act, async (tx) => {
    const row = await requireOrder(tx, id)
    requireState(row, 'outcome-unknown')
    await requireCurrent(tx, basis, context)
    requirePermission(context, row)
    const facts = await factsOf(tx, row, context, submissionPolicies)
    const proposal = proposalOn(row, facts, evidence)
    if (proposal.by === actor) refuse({ code: 'same-person' })
    // A person who set the second person's sign-in could act as that person. So neither the maker
    // nor the proposing person may have set it.
    const makers = [...facts.makers, proposal.by]
    refuseIf(approvalFacts(row, { makers, earlier: submissionPolicies }, context).whyNot(actor))
    const what = await brokenApproval(tx, row, context)
    if (what !== null) refuse({ code: 'integrity-broken', what })
    await refuseUnlessResendAllowed(tx, row, facts, context)
    if (reason === '' && !isReportedNotMade(facts) && !isRouteProven(await inquiriesOf(tx, id)))
      refuse({ code: 'invalid-input', fields: [reasonMissing] })
    refuseIf(missingApprovals(facts))
    if (missing.length > 0) refuse({ code: 'evidence-needed', missing: [...missing] })
    refuseIf(await restoreHold(tx))
    refuseIf(checkSendable(context, row))
    const superseded = await checkSuperseded(tx, row, context, context.waits.earliest())
    refuseIf(superseded && refusalOf(superseded))
    refuseIf(await overLimitNow(tx, row, context))
    const state = stateAfter(facts, { kind: 'resend-confirmed', by: actor })
    const at = clock.now().toISOString()
    const confirmed: ResendRecord = {
      ...proposal,
      confirmedBy: actor,
      confirmedAt: at,
      ...(reason !== '' && { confirmReason: reason }),
    }
    await moveOrder(tx, id, 'outcome-unknown', {
      state,
      resend: JSON.stringify(confirmed),
      updated_at: at,
      released_at: at,
      released_by: proposal.by,
      home,
      not_sent: null,
      next_inquiry_at: null,
    })
  })
  notify(id, 'queued')
  startSending(id)
}
