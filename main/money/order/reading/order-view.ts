/**
 * Builds the view of one order for an operator. Masking happens here, in main, and nowhere else.
 */
import type { SupportReply } from '../../../../preload/contract/domain/orders/support-reply.ts'
import type {
  Attempt,
  OrderStatusInquiry,
} from '../../../../preload/contract/domain/orders/order-course.ts'
import { orderKindOf, type Order } from '../../../../preload/contract/domain/orders/order.ts'
import type { Operator } from '../../../../preload/contract/domain/operators/roles.ts'
import { workstationName } from '../../../store/membership.ts'
import type { OrderContext, OrderRow } from '../types.ts'
import type { OrderEvidence } from '../services.ts'
import { readOutcomeEvidence } from '../approval/approval-hash.ts'
import { approvalFacts, makersOf, type ApprovalFacts } from '../approval/approvals.ts'
import { mayStillBeSent, outcomeFacts, policiesFor } from '../order-facts.ts'
import { hasLivingRetry } from '../copies.ts'
import { statusInquiryAnswerRules } from '../../../bank/apis/payments-answer.ts'
import { isContradicted } from '../unknown-outcome/support-reply.ts'
import { inquiryQualifies, inquiryQualifiesFrom } from '../status/qualifying-inquiries.ts'
import { dueAt } from '../status/inquiry-due.ts'
import { alertsOf } from '../status/find-alert-match.ts'
import { lineOf } from './order-line.ts'
import { whyNotCopied } from '../copying.ts'
import { overLimitNow, checkSuperseded } from '../sending/release-checks.ts'
import type { OrderMask } from './order-masking.ts'
import { allowedActions, type PermissionFacts } from '../permissions.ts'
import {
  supportReplyIn,
  isConfirmedNotMade,
  recordsOf,
  resendOf,
  waitingResendOf,
  type AttemptRow,
  type SupportReplyRow,
  type InquiryRow,
  type OrderRecords,
  schedulesOf,
  system,
} from '../order-records.ts'
import { answerOfCall } from '../sending/order-answer.ts'
import { isHeldAfterRestore, restoreMarkOf } from '../restore-hold.ts'
import { restoreHold } from '../../../profile/restore-hold.ts'
import { isRouteProven } from '../status/route-proof.ts'
import { ownerSignOf } from '../../../../preload/contract/domain/orders/owner-knowledge.ts'
import { mayStillLeave } from '../../../../preload/contract/domain/orders/order-states.ts'
import { bankKnows, bankMayHave } from '../../may-bank-have.ts'
import { statusEventsOf } from '../../bank-status.ts'
import { timelineOf } from './timeline.ts'
import { isAllowed } from '../../../../preload/contract/api/may-use.ts'
import { orders } from '../../../../preload/contract/api/orders/channels.ts'
import { auditedComments, type AuditedComment, type GivenReason } from '../comments.ts'
import { filesOf } from '../files.ts'

interface ViewDeps {
  readonly context: OrderContext
  readonly evidence: OrderEvidence
}

/** The dual control rules applied to one order. */
interface DualControl extends OrderRecords, ApprovalFacts {
  readonly comments: readonly AuditedComment[]
  readonly duplicateReason: GivenReason | null
  readonly nextActors: readonly Operator[]
}

async function dualControlOf(context: OrderContext, row: OrderRow): Promise<DualControl> {
  const { store } = context
  const [records, earlier, makers] = await Promise.all([
    recordsOf(store.read, row.id),
    policiesFor(context, row),
    makersOf(store.read, row),
  ])
  const facts = approvalFacts(row, { ...records, makers, earlier }, context)
  return {
    ...records,
    ...(await auditedComments(store.read, row.id, records.comments)),
    ...facts,
    nextActors: context.operators().filter(({ id, roles }) => {
      if (row.state === 'approved') return isAllowed(orders.release.allowed, roles)
      if (row.state !== 'awaiting-approval') return false
      return facts.whyNot(id) === undefined && !facts.approvers.includes(id)
    }),
  }
}

/**
 * Builds the view with as few sequential reads as possible. Pass `inFull` only after the view was
 * recorded in the audit chain.
 */
export async function viewOf(
  deps: ViewDeps,
  row: OrderRow,
  operator: Operator,
  inFull: boolean,
): Promise<Order> {
  const { context } = deps
  const { store, operatorName, kinds } = context
  const kind = kinds.of(row)
  const details = kind.details(context, row, inFull)
  // Read before the shown records: anything that arrives in between then refuses a resend instead
  // of being confirmed unseen.
  const evidence = row.state === 'outcome-unknown' ? readOutcomeEvidence(store.read, row) : null
  const reading = Promise.all([
    dualControlOf(context, row),
    alertsOf(store, row.id, inFull),
    statusEventsOf(store.read, row.id),
  ])
  const [
    subject,
    [dualControl, alerts, statusEvents],
    files,
    schedules,
    timeline,
    inquiriesShown,
    unknownOutcome,
    isKnown,
    isMaybeThere,
    blockers,
  ] = await Promise.all([
    details,
    reading,
    filesOf(store.read, row.id),
    schedulesOf(store.read, [row.id]),
    reading.then(([records, ofAlerts, statusEvents]) =>
      timelineOf(store, row.id, {
        ...records,
        statusEvents,
        alerts: ofAlerts,
        operatorName,
        mask: details.then((one) => one.mask),
      }),
    ),
    reading.then(([records]) => inquiriesOf(context, row, records, inFull)),
    reading.then(([records]) => unknownOutcomeOf(context, row, records, evidence)),
    bankKnows(store.read, row.id),
    bankMayHave(store.read, row.id),
    blockersOf(deps, row),
    evidence,
  ])
  const { brokenRules, mask, flags, ...ownFields } = subject
  const { approvals, attempts, inquiries, supportReplies } = dualControl
  const { duplicateReason } = dualControl
  const due = dueAt(row, attempts, inquiries.at(-1), kind)
  return {
    ...lineOf(row, {
      kinds,
      operatorName,
      flags,
      owner: mayStillLeave(row.state) ? ownerSignOf(subject) : null,
      batch: null,
      schedule: schedules.get(row.id) ?? null,
      approvals: dualControl,
    }),
    ...ownFields,
    isMasked: !inFull,
    environment: context.environment,
    approvalHash: row.approval_hash,
    submittedAt: row.submitted_at,
    approvalsGiven: approvals.map((one) => ({
      by: personOf(context, one.operator, one.at),
      at: one.at,
      approvalHash: one.approval_hash,
      reason: one.reason === null ? null : mask('reason', one.reason),
      voidedAt: one.voided_at,
      voidedBecause: one.voided_because,
    })),
    duplicateReason: duplicateReason && {
      by: personOf(context, duplicateReason.author),
      text: mask('comment', duplicateReason.text),
      givenFor: duplicateReason.givenFor,
    },
    sentBack: sentBackOf(context, row, mask),
    restored: restoredOf(context, row, mask),
    attempts: attempts.map((one) => attemptOf(context, one, mask)),
    workstation: workstationName(context.store.membership, row.home),
    inquiries: inquiriesShown,
    unknownOutcome,
    supportReplies: supportReplies.map((one) => supportReplyView(context, dualControl, one, mask)),
    // An order that the bank rejected for good was not made.
    isSupportReplyContradicted: isMaybeThere && isContradicted(supportReplies, attempts, isKnown),
    transactionId: row.transaction_id,
    statusEvents,
    alerts,
    comments: dualControl.comments.map(({ seq, at, author, purpose, text, isAudited }) => ({
      seq,
      at,
      purpose,
      by: personOf(context, author, at),
      text: isAudited ? mask('comment', text) : null,
    })),
    files: files.map(({ id, at, author, name, bytes, sha256 }) => ({
      id,
      at,
      by: personOf(context, author, at),
      name: mask('fileName', name),
      bytes,
      sha256,
    })),
    timeline,
    nextInquiryAt: due?.toISOString() ?? null,
    may: await mayFor(context, row, operator, {
      dualControl,
      unknownOutcome,
      brokenRules,
      isKnown,
      alerts,
      blockers,
    }),
    nextActors: dualControl.nextActors.map(({ id }) => personOf(context, id)),
  }
}

/** `at`: the name of the time when the person acted. */
const personOf = (
  { operatorName }: Pick<OrderContext, 'operatorName'>,
  id: string,
  at?: string | null,
) => ({ id, name: operatorName(id, at ?? undefined) })

function sentBackOf(
  context: OrderContext,
  { sent_back: stored }: OrderRow,
  mask: OrderMask['text'],
) {
  if (stored === null) return null
  const { by, at, comment } = JSON.parse(stored) as { by: string; at: string; comment: string }
  return { by: personOf(context, by, at), at, comment: mask('comment', comment) }
}

function restoredOf(context: OrderContext, row: OrderRow, mask: OrderMask['text']) {
  const mark = restoreMarkOf(row)
  if (mark === null) return null
  const { backupAt, restoredAt, acknowledged } = mark
  if (acknowledged === null) return { backupAt, restoredAt, acknowledged: null }
  const { by, at, reason } = acknowledged
  const acknowledgment = { by: personOf(context, by, at), at, reason: mask('reason', reason) }
  return { backupAt, restoredAt, acknowledged: acknowledgment }
}

const attemptOf = (context: OrderContext, one: AttemptRow, mask: OrderMask['text']): Attempt => ({
  seq: one.seq,
  releasedBy: personOf(context, one.released_by, one.journalled_at),
  confirmedBy:
    one.confirmed_by === null ? null : personOf(context, one.confirmed_by, one.journalled_at),
  journalledAt: one.journalled_at,
  endedAt: one.ended_at,
  outcome: one.outcome,
  reason: one.reason,
  status: one.status,
  callId: one.call_id,
  bodySha256: one.body_sha256,
  transactionId: one.transaction_id,
  workstation: workstationName(context.store.membership, one.home),
  reasons: reasonsOf(one, mask),
})

function reasonsOf(one: AttemptRow, mask: OrderMask['text']): Attempt['reasons'] {
  const resend = resendOf(one)
  return (
    resend && {
      first: mask('reason', resend.reason),
      second: resend.confirmReason === undefined ? null : mask('reason', resend.confirmReason),
    }
  )
}

const supportReplyView = (
  context: OrderContext,
  { supportReplies, attempts }: OrderRecords,
  one: SupportReplyRow,
  mask: OrderMask['text'],
): SupportReply => ({
  seq: one.seq,
  result: one.result,
  repliedAt: one.replied_at,
  evidence: one.evidence,
  contact: mask('contact', one.contact),
  ticket: mask('ticket', one.ticket),
  recordedBy: personOf(context, one.recorded_by, one.recorded_at),
  recordedAt: one.recorded_at,
  confirmedBy:
    one.confirmed_by === null ? null : personOf(context, one.confirmed_by, one.confirmed_at),
  confirmedAt: one.confirmed_at,
  withdrawnAt: one.withdrawn_at,
  isInForce: supportReplyIn(supportReplies, attempts) === one,
})

async function inquiriesOf(
  context: OrderContext,
  row: OrderRow,
  { inquiries, attempts }: OrderRecords,
  inFull: boolean,
): Promise<OrderStatusInquiry[]> {
  const { policy } = context.policy.current()
  const counted = { row, kind: context.kinds.of(row) }
  const newest = new Map(inquiries.map((one) => [one.route, one]))
  const raw = async (one: InquiryRow): Promise<string | null> => {
    const isEvidence = row.state === 'outcome-unknown' && one.verdict === 'not-found'
    if (!isEvidence || newest.get(one.route) !== one) return null
    const call = { callId: one.call_id, kind: null }
    return (await answerOfCall(context.store, call, statusInquiryAnswerRules, inFull)).raw
  }
  return Promise.all(
    inquiries.map(async (one) => ({
      seq: one.seq,
      at: one.at,
      route: one.route,
      verdict: one.verdict,
      statusText: one.status_text,
      reason: one.reason,
      reliability: one.route_reliability,
      callId: one.call_id,
      by: one.actor === system ? system : context.operatorName(one.actor, one.at),
      counts: inquiryQualifies(one, attempts, policy, counted),
      raw: await raw(one),
    })),
  )
}

/** Returns the evidence that two people see before a resend; null unless the outcome is unknown. */
async function unknownOutcomeOf(
  context: OrderContext,
  row: OrderRow,
  { attempts, inquiries, supportReplies }: OrderRecords,
  evidence: Promise<string> | null,
): Promise<Order['unknownOutcome']> {
  if (evidence === null) return null
  const counted = { row, kind: context.kinds.of(row) }
  const from = inquiryQualifiesFrom(attempts, context.policy.current().policy, counted)
  const proposal = waitingResendOf(row)
  const supportReply = supportReplyIn(supportReplies, attempts)
  const isNotMade = supportReply !== null && isConfirmedNotMade(supportReply)
  return {
    evidence: await evidence,
    inquiryQualifiesFrom: from?.toISOString() ?? row.updated_at,
    isRouteProven: isRouteProven(inquiries) || isNotMade,
    proposal: proposal && {
      by: personOf(context, proposal.by, proposal.at),
      at: proposal.at,
      reason: proposal.reason,
      evidence: proposal.evidence,
    },
  }
}

function notSendableOf(context: OrderContext, row: OrderRow): PermissionFacts['notSendable'] {
  const kind = context.kinds.of(row)
  const failure = kind.checkSettings(context, row)
  if (failure !== undefined) return { code: failure.code }
  return kind.checkDate(context, row) === undefined ? null : { code: 'date-too-far' }
}
/**
 * Checked only while it may still leave, also as a resend: an order that the bank has can no longer
 * be superseded.
 */
async function supersededOf(
  context: OrderContext,
  row: OrderRow,
): Promise<PermissionFacts['superseded']> {
  const { store, waits } = context
  if (!mayStillLeave(row.state) && row.state !== 'outcome-unknown') return null
  const [held, blocker] = await Promise.all([
    restoreHold(store.read),
    checkSuperseded(store.read, row, context, waits.earliest()),
  ])
  return held ? { code: held.code } : (blocker ?? null)
}

/** Checked only where a person could release it. */
async function overLimitOf(
  context: OrderContext,
  row: OrderRow,
): Promise<PermissionFacts['overLimit']> {
  if (row.state !== 'approved' && waitingResendOf(row) === null) return null
  return (await overLimitNow(context.store.read, row, context)) ?? null
}

/** Reasons in other records that prevent an act. */
type Blockers = Pick<PermissionFacts, 'missing' | 'superseded' | 'overLimit' | 'copyBlocker'>

async function blockersOf({ context, evidence }: ViewDeps, row: OrderRow): Promise<Blockers> {
  const { store, waits } = context
  const [missing, superseded, overLimit, notCopied] = await Promise.all([
    mayStillLeave(row.state) ? evidence.missing(row, store.read) : [],
    supersededOf(context, row),
    overLimitOf(context, row),
    whyNotCopied(store.read, row, context, waits.earliest()),
  ])
  // In the states that are never copied, copying is not offered at all.
  const copyBlocker = notCopied === undefined || notCopied.code === 'order-state' ? null : notCopied
  return { missing, superseded, overLimit, copyBlocker }
}

interface ActFacts {
  readonly dualControl: DualControl
  readonly unknownOutcome: Order['unknownOutcome']
  readonly brokenRules: number
  readonly isKnown: boolean
  readonly alerts: Order['alerts']
  readonly blockers: Blockers
}

async function mayFor(
  context: OrderContext,
  row: OrderRow,
  operator: Operator,
  { dualControl, unknownOutcome, brokenRules, isKnown, alerts, blockers }: ActFacts,
): Promise<Order['may']> {
  const { policy } = context.policy.current()
  const { attempts, makers } = dualControl
  return allowedActions({
    ...outcomeFacts(
      row,
      makers,
      dualControl,
      { ...context, policy },
      {
        bankKnows: isKnown,
        isAlertOpen: alerts.some(({ decision }) => decision === 'open'),
        isCopied: await hasLivingRetry(context.store.read, row.id),
        mayStillBeSent: await mayStillBeSent(context.store.read, attempts, context.waits),
      },
    ),
    isHeldAfterRestore: isHeldAfterRestore(row),
    wasSent: attempts.length > 0,
    state: row.state,
    operator,
    operatorName: context.operatorName,
    maker: personOf(context, row.maker),
    approvers: dualControl.approvers,
    needed: dualControl.needed,
    whyNotApprover: dualControl.whyNot(operator.id),
    problems: brokenRules,
    isBatch: orderKindOf(row.service) === 'batch',
    notSendable: notSendableOf(context, row),
    ...blockers,
    proposal: unknownOutcome?.proposal ?? null,
    sameEvidence: unknownOutcome?.proposal?.evidence === unknownOutcome?.evidence,
    evidence: unknownOutcome?.evidence ?? null,
    countsFrom: inquiryQualifiesFrom(attempts, policy, { row, kind: context.kinds.of(row) }),
  })
}
