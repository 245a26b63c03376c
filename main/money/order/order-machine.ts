/**
 * The states of an order and the events that lead from one to another. Pure: nothing here reads,
 * writes or sends. Every state change in the store is one that `nextState` allows, checked again
 * inside the transaction that makes it (Promises P1, P3 and P10).
 */
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'

/** A proposed resend. `confirmedBy` null: nobody has confirmed it. */
export interface ResendFacts {
  readonly by: string
  readonly confirmedBy: string | null
  /** Hash of the evidence that both people have seen. */
  readonly evidence: string
}

/**
 * A reply of the bank's support on an unknown outcome. `confirmedBy` null: only one person
 * says so.
 */
export interface SupportReplyFacts {
  readonly result: 'made' | 'not-made'
  readonly by: string
  readonly confirmedBy: string | null
  /** Hash of the evidence that the recording person saw. */
  readonly evidence: string
}

export interface OrderFacts {
  readonly state: OrderState
  /** Everybody who wrote or submitted the order. */
  readonly makers: readonly string[]
  /** Operators whose approval of exactly this body is valid and counts. */
  readonly approvers: readonly string[]
  readonly approvalsNeeded: number
  /** An earlier sending may be at the bank. */
  readonly mayBeAtBank: boolean
  /** An earlier sending ended as not sent by a bare refusal and a status inquiry. */
  readonly cameBack: boolean
  readonly resend: ResendFacts | null
  /** Hash of the evidence as it is now. */
  readonly evidence: string
  /** A qualifying status inquiry returned not found, and is fresh. */
  readonly inquiriesAllowResend: boolean
  /**
   * The bank has reported this order, by an alert or a status inquiry; also called known at bank.
   */
  readonly bankKnows: boolean
  /** An alert may be about this order, and nobody has decided yet (bank note 100). */
  readonly isAlertOpen: boolean
  /** The newest answer to one of its status inquiries is inconclusive. */
  readonly isUndecided: boolean
  /** A copy that tries it again, made while it was closed, may still leave, or has left. */
  readonly isCopied: boolean
  /** A workstation that was gone a moment ago has not said that its sending ended. */
  readonly mayStillBeSent: boolean
  /** The newest reply of the bank's support since the last sending that nobody withdrew. */
  readonly supportReply: SupportReplyFacts | null
  /** Closed as not made: nobody sends it again. */
  readonly isClosed: boolean
  /** The only sending that may be at the bank was refused without the bank's own error body. */
  readonly isRefusedBarely: boolean
  /** The routes that did not find it have proven that they show what the bank has. */
  readonly isRouteProven: boolean
  /** The order left before, or was about to, so others may know its reference. */
  readonly wasSent: boolean
  /**
   * The store was restored, the order may have been sent since the backup, and nobody has
   * acknowledged that.
   */
  readonly isHeldAfterRestore: boolean
}

export type OrderEvent =
  | { readonly kind: 'submitted' | 'discarded' | 'recalled' | 'released' }
  /** The profile names another bank than the order was approved for. */
  | { readonly kind: 'bank-changed' }
  /** A release that has not left is taken back, is too old, or its workstation ended. */
  | { readonly kind: 'taken-back' }
  | { readonly kind: 'approved' | 'sent-back'; readonly by: string }
  | { readonly kind: 'journalled' | 'interrupted' }
  | {
      readonly kind: 'sending-ended'
      readonly outcome: 'not-sent' | 'accepted' | 'rejected' | 'unknown'
    }
  | { readonly kind: 'inquiry-answered'; readonly found: 'accepted' | 'rejected' | null }
  | { readonly kind: 'resend-proposed'; readonly by: string }
  | { readonly kind: 'resend-confirmed'; readonly by: string }
  | { readonly kind: 'support-reply-confirmed'; readonly by: string }
  /** The order is closed, so nobody sends it again. */
  | { readonly kind: 'closed' }
  /** A refusal without an error body of the bank, and a proven status inquiry without the order. */
  | { readonly kind: 'refusal-confirmed' }
  /** The bank reported an order that was ended as not sent. */
  | { readonly kind: 'reported-by-bank' }
  /** The store was restored from a backup, which lacks everything that happened since. */
  | { readonly kind: 'restored' }

/**
 * Returns how many approvals count: by different people, none of whom is a maker (Promise P3).
 */
export const countingApprovals = ({ approvers, makers }: OrderFacts): number =>
  new Set(approvers.filter((id) => !makers.includes(id))).size

const isApproved = (facts: OrderFacts): boolean =>
  facts.approvalsNeeded >= 1 && countingApprovals(facts) >= facts.approvalsNeeded

/**
 * Two people have seen exactly the present evidence, and the second is neither the first nor a
 * maker.
 */
const isConfirmed = ({ resend, makers, evidence }: OrderFacts): boolean =>
  resend !== null &&
  resend.confirmedBy !== null &&
  resend.confirmedBy !== resend.by &&
  !makers.includes(resend.confirmedBy) &&
  resend.evidence === evidence

/**
 * The state of an order that did not leave: if an earlier sending may be at the bank, its outcome
 * stays unknown.
 */
const stateIfNotSent = ({ mayBeAtBank }: OrderFacts): OrderState =>
  mayBeAtBank ? 'outcome-unknown' : 'approved'

/** Returns whether the end of a sending is about the order, whatever came of earlier sendings. */
export const isAboutOrder = (
  { mayBeAtBank, cameBack }: Pick<OrderFacts, 'mayBeAtBank' | 'cameBack'>,
  outcome: Extract<OrderEvent, { kind: 'sending-ended' }>['outcome'],
): boolean => outcome === 'accepted' || !(mayBeAtBank || (cameBack && outcome === 'rejected'))

/**
 * A rejection is about its own sending. If an earlier sending may be at the bank, or came back, the
 * outcome is unknown: the bank may have rejected the second because it has the first.
 */
function afterEnd(
  facts: OrderFacts,
  outcome: Extract<OrderEvent, { kind: 'sending-ended' }>['outcome'],
): OrderState {
  if (outcome === 'not-sent') return stateIfNotSent(facts)
  if (outcome === 'rejected') return isAboutOrder(facts, outcome) ? 'rejected' : 'outcome-unknown'
  return outcome === 'accepted' ? 'accepted' : 'outcome-unknown'
}

/**
 * Returns whether a reply of bank support says not made, a second person who is no maker confirmed
 * it, and no status inquiry is inconclusive.
 */
export const isReportedNotMade = ({
  supportReply,
  makers,
  isUndecided,
}: Pick<OrderFacts, 'supportReply' | 'makers' | 'isUndecided'>): boolean =>
  !isUndecided &&
  supportReply?.result === 'not-made' &&
  supportReply.confirmedBy !== null &&
  supportReply.confirmedBy !== supportReply.by &&
  !makers.includes(supportReply.confirmedBy)

/** The bank has reported nothing, and no pending alert could say that it has. */
const isUnreported = ({ bankKnows, isAlertOpen }: OrderFacts): boolean => !bankKnows && !isAlertOpen

/** The facts that alone decide whether an unknown outcome may be resent. */
export type OutcomeFacts = Pick<
  OrderFacts,
  | 'makers'
  | 'bankKnows'
  | 'isAlertOpen'
  | 'isCopied'
  | 'mayStillBeSent'
  | 'isClosed'
  | 'isUndecided'
  | 'inquiriesAllowResend'
  | 'supportReply'
>

/** Why two people may not resend an order of unknown outcome. */
export type ResendBlocker =
  | 'known-at-bank'
  | 'alert-undecided'
  | 'copied-already'
  | 'sending-not-ended'
  | 'support-reply-unresolved'
  | 'inquiry-first'

/**
 * Returns what forbids a resend; null if a status inquiry did not find the order, or two people
 * confirmed that the bank did not make it, and the bank has not reported it. A reply of bank
 * support that says otherwise, or that one person alone records, outweighs a status inquiry that
 * finds nothing. The window shows this reason, and main refuses with it.
 */
export function resendBlocker(facts: OutcomeFacts): ResendBlocker | null {
  if (facts.bankKnows) return 'known-at-bank'
  if (facts.isAlertOpen) return 'alert-undecided'
  if (facts.isCopied) return 'copied-already'
  if (facts.mayStillBeSent) return 'sending-not-ended'
  if (isReportedNotMade(facts)) return null
  if (facts.supportReply === null) return facts.inquiriesAllowResend ? null : 'inquiry-first'
  // A confirmed reply waits only for a conclusive answer to a status inquiry.
  return isReportedNotMade({ ...facts, isUndecided: false })
    ? 'inquiry-first'
    : 'support-reply-unresolved'
}

const mayBeResent = (facts: OutcomeFacts): boolean =>
  !facts.isClosed && resendBlocker(facts) === null

/**
 * An order that the bank has reported never leaves again, even if none of its sendings seemed to
 * have left.
 */
const mayLeave = (facts: OrderFacts): boolean =>
  isApproved(facts) &&
  (facts.mayBeAtBank ? isConfirmed(facts) && mayBeResent(facts) : isUnreported(facts))

/** An order of these states may have been sent before, and come back as not sent. */
export const notOnItsWay = ['draft', 'awaiting-approval', 'approved', 'withdrawn'] as const

/** Not sent needs both the bare refusal and a proven "not found", and no other report. */
const isRefusalConfirmed = (facts: OrderFacts): boolean =>
  facts.isRefusedBarely &&
  facts.inquiriesAllowResend &&
  facts.isRouteProven &&
  facts.supportReply === null &&
  isUnreported(facts) &&
  !facts.isClosed

/** Returns the state that an event leads to; null if the event cannot happen to this order. */
export function nextState(facts: OrderFacts, event: OrderEvent): OrderState | null {
  const from = (...states: OrderState[]): boolean => states.includes(facts.state)
  switch (event.kind) {
    case 'submitted':
      return from('draft') && !facts.isHeldAfterRestore && isUnreported(facts)
        ? 'awaiting-approval'
        : null
    case 'discarded':
      return from('draft') && isUnreported(facts) ? 'withdrawn' : null
    case 'recalled':
    case 'sent-back':
      return from('awaiting-approval', 'approved') && !facts.mayBeAtBank && isUnreported(facts)
        ? 'draft'
        : null
    case 'bank-changed':
      return from('awaiting-approval', 'approved') && !facts.mayBeAtBank
        ? 'awaiting-approval'
        : null
    case 'approved':
      return from('awaiting-approval') && !facts.makers.includes(event.by)
        ? afterApproval(facts, event.by)
        : null
    case 'released':
      return from('approved') && !facts.mayBeAtBank && mayLeave(facts) ? 'queued' : null
    case 'taken-back':
      return from('queued') ? stateIfNotSent(facts) : null
    case 'journalled':
      return from('queued') && mayLeave(facts) ? 'sending' : null
    case 'interrupted':
      return from('sending') ? 'outcome-unknown' : null
    case 'sending-ended':
      return from('sending') ? afterEnd(facts, event.outcome) : null
    case 'inquiry-answered':
      return from('outcome-unknown') ? stateAfterInquiry(facts.state, event.found) : null
    case 'resend-proposed':
      return from('outcome-unknown') && mayBeResent(facts) ? 'outcome-unknown' : null
    case 'resend-confirmed':
      return from('outcome-unknown') && mayLeave(withConfirmer(facts, event.by)) ? 'queued' : null
    case 'support-reply-confirmed':
      return from('outcome-unknown') ? stateAfterSupportReply(facts, event.by) : null
    case 'closed':
      return from('outcome-unknown') && isReportedNotMade(facts) && isUnreported(facts)
        ? 'outcome-unknown'
        : null
    case 'refusal-confirmed':
      return from('outcome-unknown') && isRefusalConfirmed(facts) ? 'approved' : null
    case 'reported-by-bank':
      return from(...notOnItsWay) && facts.wasSent && facts.bankKnows ? 'outcome-unknown' : null
    case 'restored':
      return stateAfterRestore(facts.state)
  }
}

/**
 * Made means accepted, and the order is tracked further. Not made leaves the outcome unknown, and
 * never overrides a report of the bank.
 */
function stateAfterSupportReply(facts: OrderFacts, by: string): OrderState | null {
  const { supportReply, makers, evidence } = facts
  if (supportReply?.confirmedBy !== null || supportReply.evidence !== evidence) return null
  if (supportReply.by === by || makers.includes(by)) return null
  if (supportReply.result === 'made') return 'accepted'
  return isUnreported(facts) ? 'outcome-unknown' : null
}

const afterApproval = (facts: OrderFacts, by: string): OrderState =>
  isApproved({ ...facts, approvers: [...facts.approvers, by] }) ? 'approved' : 'awaiting-approval'

/**
 * Returns the state after a restore from a backup; null if it does not change, because nothing
 * sends the order any more. Any order that was approved at the time of the backup may have left
 * since, so its outcome is unknown; any other becomes a draft, held until a second person
 * acknowledges it.
 */
export function stateAfterRestore(state: OrderState): OrderState | null {
  switch (state) {
    case 'draft':
    case 'awaiting-approval':
      return 'draft'
    case 'approved':
    case 'queued':
    case 'sending':
    case 'outcome-unknown':
      return 'outcome-unknown'
    case 'accepted':
    case 'rejected':
    case 'withdrawn':
      return null
  }
}

const withConfirmer = (facts: OrderFacts, confirmedBy: string): OrderFacts => ({
  ...facts,
  mayBeAtBank: true,
  resend: facts.resend && { ...facts.resend, confirmedBy },
})

/**
 * Returns the state after a status inquiry: it ends an unknown outcome only if it found the
 * payment. Not found is no proof (bank note 67), and an answer about any other state changes
 * nothing.
 */
export function stateAfterInquiry(
  state: OrderState,
  found: 'accepted' | 'rejected' | null,
): OrderState {
  return state === 'outcome-unknown' && found !== null ? found : state
}
