/**
 * Lists what an operator may do with an order now, and why not. For display only: each act checks
 * the rules again itself.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type {
  ActBlocker,
  CopyBlocker,
  MissingEvidence,
  SupersededBlocker,
} from '../../../preload/contract/domain/orders/act-blockers.ts'
import type { Order, OrderAct } from '../../../preload/contract/domain/orders/order.ts'
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'
import { batches } from '../../../preload/contract/api/batches/channels.ts'
import { isAllowed, rolesFor, type Restricted } from '../../../preload/contract/api/may-use.ts'
import { orders } from '../../../preload/contract/api/orders/channels.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { whyNotApprover } from './approval/approvals.ts'
import { resendBlocker, type OutcomeFacts } from './order-machine.ts'

/** A blocker without facts. */
type Blocker<C extends ActBlocker['code']> = { readonly code: C }

export interface PermissionFacts extends OutcomeFacts {
  readonly state: OrderState
  readonly operator: Operator
  readonly operatorName: (id: string) => string
  readonly maker: { readonly id: string; readonly name: string }
  readonly approvers: readonly string[]
  readonly needed: number
  /** Why this operator's approval would not count; undefined if it would. */
  readonly whyNotApprover: ReturnType<typeof whyNotApprover>
  readonly missing: readonly MissingEvidence[]
  /** The bank documents `validate` for payments only, not for ACH. */
  readonly isBatch: boolean
  /** Why the settings in force or its date forbid sending it; null if they do not. */
  readonly notSendable: Blocker<'unit-not-confirmed' | 'terms-changed' | 'date-too-far'> | null
  /** Why a restore, or the order that it depends on, forbids sending it now; null if nothing does. */
  readonly superseded: SupersededBlocker | Blocker<'restore-unconfirmed'> | null
  /** Which limit forbids a release now, and from which day there is room; null if none. */
  readonly overLimit: Failure<'over-limit'> | null
  /** Why it may not be copied; null if it may. */
  readonly copyBlocker: CopyBlocker | null
  /** The number of broken form rules. */
  readonly problems: number
  readonly proposal: { readonly by: { readonly id: string; readonly name: string } } | null
  /** The evidence is unchanged since the proposal. */
  readonly sameEvidence: boolean
  /** Hash of the present evidence; null unless the outcome is unknown. */
  readonly evidence: string | null
  readonly countsFrom: Date | null
  /** It was journalled: it may be at the bank, although it came back as not sent. */
  readonly wasSent: boolean
  /** Restored from a backup, may have been sent since, and nobody has acknowledged that. */
  readonly isHeldAfterRestore: boolean
}

/** The API call of each act; the contract alone says who may use it. */
const commandOf = {
  edit: 'saveDraft',
  validate: 'preCheck',
  submit: 'submit',
  discard: 'discard',
  'return-to-draft': 'returnToDraft',
  approve: 'approve',
  'send-back': 'sendBack',
  release: 'release',
  'take-back': 'takeBack',
  inquire: 'inquire',
  'propose-resend': 'proposeResend',
  'confirm-resend': 'confirmResend',
  'record-reply': 'recordSupportReply',
  'confirm-reply': 'confirmSupportReply',
  close: 'closeNotMade',
  'acknowledge-restore': 'acknowledgeRestore',
  copy: 'copy',
  print: 'printReceipt',
} as const satisfies Readonly<Record<OrderAct, keyof typeof orders>>

/** Batches have API calls of their own for editing and copying. */
const ofBatches: Readonly<Partial<Record<OrderAct, Restricted>>> = {
  edit: batches.openDraft,
  copy: batches.copy,
}

/** The acts possible in each state, in display order. */
const actsIn: Readonly<Record<OrderState, readonly OrderAct[]>> = {
  draft: ['edit', 'validate', 'acknowledge-restore', 'submit', 'inquire', 'discard', 'copy'],
  'awaiting-approval': ['approve', 'inquire', 'send-back', 'return-to-draft', 'copy', 'print'],
  approved: ['release', 'inquire', 'send-back', 'return-to-draft', 'copy', 'print'],
  queued: ['take-back', 'print'],
  sending: ['print'],
  accepted: ['inquire', 'copy', 'print'],
  rejected: ['inquire', 'copy', 'print'],
  'outcome-unknown': [
    ...(['inquire', 'propose-resend', 'confirm-resend'] as const),
    ...(['record-reply', 'confirm-reply', 'close', 'copy', 'print'] as const),
  ],
  withdrawn: ['inquire', 'copy', 'print'],
}

const ownWork = { code: 'own-work' } as const

/** Returns every act of the state; `why` is null if the operator may do it. */
export const allowedActions = (facts: PermissionFacts): Order['may'] =>
  actsIn[facts.state]
    .filter((act) => act !== 'acknowledge-restore' || facts.isHeldAfterRestore)
    .filter((act) => act !== 'inquire' || facts.wasSent)
    .filter((act) => !facts.isBatch || !ofPayments.includes(act))
    .filter((act) => (act === 'confirm-resend') === (facts.proposal !== null) || !isResend(act))
    .filter((act) => facts.state !== 'outcome-unknown' || isOfferedForUnknown(act, facts))
    .map((act) => ({ act, why: lacksRole(act, facts) ?? whyNot(act, facts) }))

const ofPayments: readonly OrderAct[] = ['validate']
const isResend = (act: OrderAct): boolean => act === 'confirm-resend' || act === 'propose-resend'

/**
 * Only one support reply waits for confirmation at a time. Only an order that is reported as not
 * made is closed, and only a closed one is copied.
 */
function isOfferedForUnknown(act: OrderAct, { supportReply, isClosed }: PermissionFacts): boolean {
  const isWaiting = supportReply?.confirmedBy === null
  switch (act) {
    case 'propose-resend':
    case 'confirm-resend':
      return !isClosed
    case 'record-reply':
      return !isWaiting
    case 'confirm-reply':
      return isWaiting
    case 'close':
      return !isClosed && supportReply?.result === 'not-made' && !isWaiting
    case 'copy':
      return isClosed
    default:
      return true
  }
}

function whyNot(act: OrderAct, facts: PermissionFacts): ActBlocker | null {
  switch (act) {
    case 'edit':
    case 'discard':
    case 'return-to-draft':
      return notMaker(facts) ?? bankReported(facts)
    case 'submit':
      return bankReported(facts) ?? broken(facts) ?? sendBlocker(facts) ?? lacksEvidence(facts)
    case 'validate':
      return broken(facts)
    case 'copy':
      return facts.copyBlocker
    case 'approve':
      return notApprover(facts) ?? lacksEvidence(facts) ?? supersededBy(facts)
    case 'acknowledge-restore':
      return isMaker(facts) ? ownWork : null
    case 'send-back':
      return isMaker(facts) ? ownWork : bankReported(facts)
    case 'release':
      return (
        bankReported(facts) ??
        lacksApprovals(facts) ??
        sendBlocker(facts) ??
        lacksEvidence(facts) ??
        facts.overLimit
      )
    case 'propose-resend':
      return notResendable(facts)
    case 'confirm-resend':
      return notConfirmer(facts)
    case 'confirm-reply':
      return notReplyConfirmer(facts)
    case 'close':
      return bankReportedOrUndecided(facts)
    case 'record-reply':
    case 'take-back':
    case 'inquire':
    case 'print':
      return null
  }
}

function lacksRole(act: OrderAct, { isBatch, operator }: PermissionFacts): ActBlocker | null {
  const channel = (isBatch ? ofBatches[act] : undefined) ?? orders[commandOf[act]]
  if (isAllowed(channel.allowed, operator.roles)) return null
  return { code: 'not-permitted', needs: [...rolesFor(channel)] }
}

/** Why it may not leave, independent of the operator. */
const sendBlocker = ({ notSendable, superseded }: PermissionFacts): ActBlocker | null =>
  notSendable ?? superseded

/** A hold after a restore stops no approval. */
const supersededBy = ({ superseded }: PermissionFacts): ActBlocker | null =>
  superseded?.code === 'restore-unconfirmed' ? null : superseded

const isMaker = ({ makers, operator }: PermissionFacts): boolean => makers.includes(operator.id)
const notMaker = ({ maker, operator }: PermissionFacts): ActBlocker | null =>
  maker.id === operator.id ? null : { code: 'not-maker', maker: maker.name }
const broken = ({ problems }: PermissionFacts): ActBlocker | null =>
  problems === 0 ? null : { code: 'form-errors' }
const lacksEvidence = ({ missing }: PermissionFacts): ActBlocker | null =>
  missing.length === 0 ? null : { code: 'evidence-needed', missing: [...missing] }

function lacksApprovals({ approvers, needed }: PermissionFacts): ActBlocker | null {
  const more = needed - approvers.length
  return more <= 0 ? null : { code: 'approvals-missing', more }
}

function notApprover({
  whyNotApprover: failure,
  approvers,
  operator,
}: PermissionFacts): ActBlocker | null {
  switch (failure?.code) {
    case 'own-work':
    case 'not-approver':
      return failure
    case 'not-permitted':
      return { code: 'approval-not-counted' }
    case undefined:
      return approvers.includes(operator.id)
        ? { code: 'not-approver', why: 'already-approved' }
        : null
  }
}

/** Why a report of the bank, or an undecided alert, prevents the act. */
function bankReported({ bankKnows, isAlertOpen }: PermissionFacts): ActBlocker | null {
  if (bankKnows) return { code: 'known-at-bank' }
  return isAlertOpen ? { code: 'alert-undecided' } : null
}

/** A reply of not made does not suffice while a status inquiry is inconclusive. */
const bankReportedOrUndecided = (facts: PermissionFacts): ActBlocker | null =>
  bankReported(facts) ?? (facts.isUndecided ? { code: 'inquiry-undecided' } : null)

/** Why nobody may resend it now. */
function notResendable(facts: PermissionFacts): ActBlocker | null {
  const code = resendBlocker(facts)
  if (code !== 'inquiry-first') return code && { code }
  const { countsFrom } = facts
  if (countsFrom === null) return { code: 'sending-not-ended' }
  return { code, countsFrom: countsFrom.toISOString() }
}

function notConfirmer(facts: PermissionFacts): ActBlocker | null {
  const { operator, proposal } = facts
  if (proposal?.by.id === operator.id) return { code: 'same-person', person: proposal.by.name }
  if (isMaker(facts)) return ownWork
  if (!facts.sameEvidence) return { code: 'evidence-changed', since: 'proposal' }
  return (
    notResendable(facts) ??
    notApproverOf(facts) ??
    lacksApprovals(facts) ??
    sendBlocker(facts) ??
    facts.overLimit
  )
}

function notReplyConfirmer(facts: PermissionFacts): ActBlocker | null {
  const { operator, supportReply: reply, evidence } = facts
  if (reply?.by === operator.id)
    return { code: 'same-person', person: facts.operatorName(reply.by) }
  if (isMaker(facts)) return ownWork
  if (reply?.evidence !== evidence) return { code: 'evidence-changed', since: 'reply' }
  return (
    (reply.result === 'not-made' ? bankReportedOrUndecided(facts) : null) ?? notApproverOf(facts)
  )
}

const notApproverOf = ({ whyNotApprover: failure }: PermissionFacts): ActBlocker | null =>
  failure?.code === 'not-approver' ? failure : null
