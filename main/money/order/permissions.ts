/**
 * Lists what an operator may do with an order now, and why not. For display only: each act checks
 * the rules again itself.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { isOfApprovals } from '../../../preload/contract/api/orders/approval-evidence.ts'
import type { Order, OrderAct } from '../../../preload/contract/domain/orders/order.ts'
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'
import { batches } from '../../../preload/contract/api/batches/verbs.ts'
import { roleDisabledReason, type Restricted } from '../../../preload/contract/api/may-use.ts'
import { orders } from '../../../preload/contract/api/orders/verbs.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'

export interface PermissionFacts {
  readonly state: OrderState
  readonly operator: Operator
  readonly maker: { readonly id: string; readonly name: string }
  readonly makers: readonly string[]
  readonly approvers: readonly string[]
  readonly needed: number
  /** Why this operator's approval would not count; undefined if it would. */
  readonly whyNotApprover: { readonly code: string; readonly why?: string } | undefined
  readonly missing: Failure<'evidence-needed'>['missing']
  /** The bank documents `validate` for payments only, not for ACH. */
  readonly isBatch: boolean
  /** Why the settings in force forbid sending it; null if they do not. */
  readonly unsettled: string | null
  /** Why the batch that it depends on forbids sending it now; null if nothing does. */
  readonly superseded: string | null
  /** Which limit forbids a release now, and from which day there is room; null if none. */
  readonly overLimit: string | null
  /** Why it may not be copied; null if it may. */
  readonly copyBlocker: string | null
  /** The number of broken form rules. */
  readonly problems: number
  readonly proposal: { readonly by: { readonly id: string; readonly name: string } } | null
  /** The evidence is unchanged since the proposal. */
  readonly sameEvidence: boolean
  /** The statement of the bank's support desk since the last sending; null if there is none. */
  readonly word: {
    readonly said: 'made' | 'not-made'
    readonly by: { readonly id: string; readonly name: string }
    readonly isConfirmed: boolean
    readonly evidence: string
  } | null
  /** Hash of the present evidence; null unless the outcome is unknown. */
  readonly evidence: string | null
  readonly inquiriesAllow: boolean
  /** An alert or a status inquiry named this payment. */
  readonly bankKnows: boolean
  /** An alert may be about it, and nobody has decided yet. */
  readonly isAlertOpen: boolean
  /** The newest answer to one of its status inquiries is inconclusive. */
  readonly isUndecided: boolean
  readonly isClosed: boolean
  /** A copy may leave, or has left. */
  readonly isCopied: boolean
  readonly countsFrom: Date | null
  /** A bare refusal that a status inquiry confirmed: only these two say that it was not sent. */
  readonly seemsUnsent: boolean
  /** Restored from a backup, may have been sent since, and nobody has acknowledged that. */
  readonly isHeldAfterRestore: boolean
}

/** The API call of each act; the contract alone says who may use it. */
const verbOf = {
  edit: 'saveDraft',
  validate: 'validate',
  submit: 'submit',
  discard: 'discard',
  recall: 'recall',
  approve: 'approve',
  'send-back': 'sendBack',
  release: 'release',
  'take-back': 'takeBack',
  'look-up': 'lookUp',
  'propose-resend': 'proposeResend',
  'confirm-resend': 'confirmResend',
  'record-word': 'recordSupportReply',
  'confirm-word': 'confirmSupportReply',
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
  draft: ['edit', 'validate', 'acknowledge-restore', 'submit', 'discard', 'copy'],
  'awaiting-approval': ['approve', 'send-back', 'recall', 'copy', 'print'],
  approved: ['release', 'look-up', 'send-back', 'recall', 'copy', 'print'],
  queued: ['take-back', 'print'],
  sending: ['print'],
  accepted: ['look-up', 'copy', 'print'],
  rejected: ['look-up', 'copy', 'print'],
  'outcome-unknown': [
    ...(['look-up', 'propose-resend', 'confirm-resend'] as const),
    ...(['record-word', 'confirm-word', 'close', 'copy', 'print'] as const),
  ],
  withdrawn: ['copy', 'print'],
}

const missingWords: Readonly<Record<PermissionFacts['missing'][number], string>> = {
  ownership: 'an ownership check of the beneficiary',
  'ownership-too-old': 'a newer ownership check',
  'ownership-no-match': 'an ownership check with a matching owner',
  validate: 'a bank pre-check of this message',
  'validate-failed': 'a bank pre-check that the bank did not refuse',
  payee: 'a payee from the payee book, approved and unchanged',
  'payees-changed':
    'The payee book now flags other entries than at approval. Send it back and have it approved again',
  'payees-not-shown':
    'It was approved before approvers were shown the owners of typed accounts, and some entries are flagged. Send it back and have it approved again',
  restored:
    'Data was restored from a backup. This order, or the same under another reference, may have been sent since. A second person must first confirm that it was not',
}
const whyWords: Readonly<Record<string, string>> = {
  'not-named': 'The policy names other approvers for this amount',
  'already-approved': 'You have already approved it',
  'set-sign-in-of-maker': 'You last set its maker\u2019s sign-in',
  'sign-in-set-by-maker': 'Its maker last set your sign-in',
}
const ownWork = 'A second person is needed: no one approves their own work'

/** Returns every act of the state; `why` is null if the operator may do it. */
export const allowedActions = (facts: PermissionFacts): Order['may'] =>
  actsIn[facts.state]
    .filter((act) => act !== 'acknowledge-restore' || facts.isHeldAfterRestore)
    .filter((act) => act !== 'look-up' || facts.state !== 'approved' || facts.seemsUnsent)
    .filter((act) => !facts.isBatch || !ofPayments.includes(act))
    .filter((act) => (act === 'confirm-resend') === (facts.proposal !== null) || !isSecond(act))
    .filter((act) => facts.state !== 'outcome-unknown' || makesSenseInDoubt(act, facts))
    .map((act) => ({ act, why: lacksRole(act, facts) ?? whyNot(act, facts) }))

const ofPayments: readonly OrderAct[] = ['validate']
const isSecond = (act: OrderAct): boolean => act === 'confirm-resend' || act === 'propose-resend'

/**
 * Only one statement waits at a time. Only an order that is said not to be made is closed, and only
 * a closed one is copied.
 */
function makesSenseInDoubt(act: OrderAct, { word, isClosed }: PermissionFacts): boolean {
  const isWaiting = word?.isConfirmed === false
  switch (act) {
    case 'propose-resend':
    case 'confirm-resend':
      return !isClosed
    case 'record-word':
      return !isWaiting
    case 'confirm-word':
      return isWaiting
    case 'close':
      return !isClosed && word?.said === 'not-made' && word.isConfirmed
    case 'copy':
      return isClosed
    default:
      return true
  }
}

function whyNot(act: OrderAct, facts: PermissionFacts): string | null {
  switch (act) {
    case 'edit':
    case 'discard':
      return notMaker(facts)
    case 'recall':
      return notMaker(facts) ?? told(facts)
    case 'submit':
      return told(facts) ?? broken(facts) ?? sendBlocker(facts) ?? lacksEvidence(facts)
    case 'validate':
      return broken(facts)
    case 'copy':
      return facts.copyBlocker
    case 'approve':
      return notApprover(facts) ?? lacksEvidence(facts)
    case 'acknowledge-restore':
      return isMaker(facts) ? ownWork : null
    case 'send-back':
      return isMaker(facts) ? ownWork : told(facts)
    case 'release':
      return (
        told(facts) ??
        lacksApprovals(facts) ??
        sendBlocker(facts) ??
        lacksEvidence(facts) ??
        facts.overLimit
      )
    case 'propose-resend':
      return lookUpFirst(facts)
    case 'confirm-resend':
      return notConfirmer(facts)
    case 'confirm-word':
      return notWordConfirmer(facts)
    case 'close':
      return toldOrUndecided(facts)
    case 'record-word':
    case 'take-back':
    case 'look-up':
    case 'print':
      return null
  }
}

const lacksRole = (act: OrderAct, { isBatch, operator }: PermissionFacts): string | null =>
  roleDisabledReason((isBatch ? ofBatches[act] : undefined) ?? orders[verbOf[act]], operator.roles)

/** Why it may not leave, independent of the operator. */
const sendBlocker = ({ unsettled, superseded }: PermissionFacts): string | null =>
  unsettled ?? superseded

const isMaker = ({ makers, operator }: PermissionFacts): boolean => makers.includes(operator.id)
const notMaker = ({ maker, operator }: PermissionFacts): string | null =>
  maker.id === operator.id ? null : `Only ${maker.name}, who made it, may do this`
const broken = ({ problems }: PermissionFacts): string | null =>
  problems === 0 ? null : 'Correct the errors in the form first'
function lacksEvidence({ missing }: PermissionFacts): string | null {
  const asked = missing.filter((one) => !isOfApprovals(one)).map((one) => missingWords[one])
  if (asked.length > 0) return `The policy requires ${asked.join(' and ')}`
  return missing.map((one) => missingWords[one]).join('. ') || null
}

function lacksApprovals({ approvers, needed }: PermissionFacts): string | null {
  const short = needed - approvers.length
  if (short <= 0) return null
  return short === 1 ? '1 more approval is needed' : `${String(short)} more approvals are needed`
}

function notApprover(facts: PermissionFacts): string | null {
  const { whyNotApprover: failure, approvers, operator } = facts
  if (failure?.code === 'own-work') return ownWork
  if (failure?.code === 'not-approver') return whyWords[failure.why ?? ''] ?? ownWork
  if (failure) return 'Your approval does not count'
  return approvers.includes(operator.id) ? (whyWords['already-approved'] ?? null) : null
}

/** Formats an instant to the minute with its zone, UTC. */
const timeOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Why a report of the bank, or an undecided alert, prevents the act. */
function told({ bankKnows, isAlertOpen }: PermissionFacts): string | null {
  if (bankKnows) return 'The bank has reported this payment, so it is not resent. Check its status'
  return isAlertOpen ? 'Decide first if the suggested alert belongs to it' : null
}

/** A statement of not made does not suffice while a status inquiry is inconclusive. */
const toldOrUndecided = (facts: PermissionFacts): string | null =>
  told(facts) ??
  (facts.isUndecided ? 'The latest status check is undecided. Check the status again first' : null)

function lookUpFirst(facts: PermissionFacts): string | null {
  const { inquiriesAllow, countsFrom, word } = facts
  const why = told(facts)
  if (why !== null) return why
  if (word !== null && !(word.said === 'not-made' && word.isConfirmed))
    return 'The reply of bank support must be resolved first. See Option 3'
  if (facts.isCopied) return 'It was copied. The copy may be sent, or was sent'
  if (inquiriesAllow || (word !== null && !facts.isUndecided)) return null
  if (countsFrom === null) return 'The last sending has not ended yet'
  return `A status check after ${timeOf(countsFrom)} that does not find it is needed first`
}

function notConfirmer(facts: PermissionFacts): string | null {
  const { operator, proposal } = facts
  if (proposal?.by.id === operator.id)
    return `A person other than ${proposal.by.name} must confirm it`
  if (isMaker(facts)) return ownWork
  if (!facts.sameEvidence) return 'The evidence changed since the proposal. Propose it again'
  return (
    lookUpFirst(facts) ??
    notApproverOf(facts) ??
    lacksApprovals(facts) ??
    sendBlocker(facts) ??
    facts.overLimit
  )
}

function notWordConfirmer(facts: PermissionFacts): string | null {
  const { operator, word, evidence } = facts
  if (word?.by.id === operator.id) return `A person other than ${word.by.name} must confirm it`
  if (isMaker(facts)) return ownWork
  if (word?.evidence !== evidence)
    return 'The evidence changed since the reply was recorded. Withdraw it and record it again'
  return (word.said === 'not-made' ? toldOrUndecided(facts) : null) ?? notApproverOf(facts)
}

const notApproverOf = ({ whyNotApprover: failure }: PermissionFacts): string | null =>
  failure?.code === 'not-approver' ? (whyWords[failure.why ?? ''] ?? null) : null
