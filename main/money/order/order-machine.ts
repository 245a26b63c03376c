/**
 * The states of an order and what leads from one to another (design, Money lifecycle). Pure: nothing here reads,
 * writes or sends. Every move of the store is one that `nextState` allows, and it is asked again inside the
 * transaction that makes the move (promises P1, P3 and P10).
 */
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'

/** A second sending as it was asked for. `confirmedBy` null: nobody has confirmed it. */
export interface ResendFacts {
  readonly by: string
  readonly confirmedBy: string | null
  /** The hash of the evidence that both have seen. */
  readonly evidence: string
}

/** What the bank's desk said of an order in doubt. `confirmedBy` null: one person alone says so. */
export interface BankStatementFacts {
  readonly said: 'made' | 'not-made'
  readonly by: string
  readonly confirmedBy: string | null
  /** The hash of the evidence that whoever recorded it saw. */
  readonly evidence: string
}

/** What a move depends on. */
export interface OrderFacts {
  readonly state: OrderState
  /** Whoever wrote on it or submitted it. */
  readonly makers: readonly string[]
  /** Whose approval of exactly this body stands and counts. */
  readonly approvers: readonly string[]
  readonly approvalsNeeded: number
  /** A sending before this one may be at the bank. */
  readonly mayBeAtBank: boolean
  readonly second: ResendFacts | null
  /** The hash of the evidence as it is now. */
  readonly evidence: string
  /** A look-up that counts said not found, and is fresh. */
  readonly inquiriesAllow: boolean
  /** An alert or a look-up named this payment: the bank has it. */
  readonly bankKnows: boolean
  /** An alert may be about it, and nobody has decided yet (trap 100). */
  readonly isAlertOpen: boolean
  /** The newest answer to one of its look-ups cannot tell. */
  readonly isUndecided: boolean
  /** A copy of it may still leave, or has left. */
  readonly isCopied: boolean
  /** The newest word of the bank's desk since the last sending that nobody withdrew. */
  readonly deskWord: BankStatementFacts | null
  /** Closed as not made: nobody sends it again. */
  readonly isClosed: boolean
  /** The one sending that may be at the bank was refused without a word of the bank itself. */
  readonly isRefusedBarely: boolean
  /** The routes by which it was not found have shown what the bank has. */
  readonly isRouteProven: boolean
  /** It left before, or was about to: its reference is known to somebody else than us. */
  readonly wasSent: boolean
  /** Its store was restored, it may have been sent since the backup, and nobody has heeded that yet. */
  readonly isUnheeded: boolean
}

/** What happens to an order. */
export type OrderEvent =
  | { readonly kind: 'submitted' | 'discarded' | 'recalled' | 'released' }
  /** The profile names another bank than it was approved for. */
  | { readonly kind: 'rebound' }
  /** A release that has not left is taken back, too old, or its workstation ended. */
  | { readonly kind: 'taken-back' }
  | { readonly kind: 'approved' | 'sent-back'; readonly by: string }
  | { readonly kind: 'journalled' | 'interrupted' }
  | { readonly kind: 'ended'; readonly outcome: 'not-sent' | 'accepted' | 'rejected' | 'unknown' }
  | { readonly kind: 'looked-up'; readonly found: 'accepted' | 'rejected' | null }
  | { readonly kind: 'second-proposed'; readonly by: string }
  | { readonly kind: 'second-confirmed'; readonly by: string }
  | { readonly kind: 'desk-word-confirmed'; readonly by: string }
  /** Nobody sends it again. */
  | { readonly kind: 'closed' }
  /** A bare refusal, and a look-up that says the same: two independent negatives. */
  | { readonly kind: 'refusal-borne-out' }
  /** The bank tells of what seemed not to have left. */
  | { readonly kind: 'told-of' }
  /** Its store was put back from a backup: what may have happened since is not in it. */
  | { readonly kind: 'restored' }

/** Approvals that count: of different people, none of whom wrote on it (P3). */
export const countingApprovals = ({ approvers, makers }: OrderFacts): number =>
  new Set(approvers.filter((id) => !makers.includes(id))).size

const isApproved = (facts: OrderFacts): boolean =>
  facts.approvalsNeeded >= 1 && countingApprovals(facts) >= facts.approvalsNeeded

/** Two people, neither of whom confirms their own work, have seen exactly the evidence that there is now. */
const isConfirmed = ({ second, makers, evidence }: OrderFacts): boolean =>
  second !== null &&
  second.confirmedBy !== null &&
  second.confirmedBy !== second.by &&
  !makers.includes(second.confirmedBy) &&
  second.evidence === evidence

/** Where an order goes that did not leave: one that may be at the bank from before is still in doubt. */
const notLeft = ({ mayBeAtBank }: OrderFacts): OrderState =>
  mayBeAtBank ? 'outcome-unknown' : 'approved'

/**
 * A rejection speaks of its own sending: where an earlier one may be at the bank, the order stays in doubt. The
 * bank may well have rejected the second because it has the first.
 */
function afterEnd(
  facts: OrderFacts,
  outcome: Extract<OrderEvent, { kind: 'ended' }>['outcome'],
): OrderState {
  if (outcome === 'not-sent') return notLeft(facts)
  if (outcome === 'rejected') return facts.mayBeAtBank ? 'outcome-unknown' : 'rejected'
  return outcome === 'accepted' ? 'accepted' : 'outcome-unknown'
}

/** Two people, the second of whom did not make it, say that the bank's desk has not made it, and no look-up doubts it. */
export const isSaidNotMade = ({ deskWord, makers, isUndecided }: OrderFacts): boolean =>
  !isUndecided &&
  deskWord?.said === 'not-made' &&
  deskWord.confirmedBy !== null &&
  deskWord.confirmedBy !== deskWord.by &&
  !makers.includes(deskWord.confirmedBy)

/** The bank has told of nothing, and nothing waits that could say that it has. */
const isUntold = ({ bankKnows, isAlertOpen }: OrderFacts): boolean => !bankKnows && !isAlertOpen

/**
 * Not found, or not made by the word of the bank's desk, and nothing else heard. A word of the desk that says anything
 * else, or that one person alone says, speaks against what no look-up finds.
 */
const isMissed = (facts: OrderFacts): boolean =>
  (isSaidNotMade(facts) || (facts.inquiriesAllow && facts.deskWord === null)) &&
  isUntold(facts) &&
  !facts.isClosed &&
  !facts.isCopied

/** What the bank has told of leaves no more, also where nothing of it seemed to have left. */
const mayLeave = (facts: OrderFacts): boolean =>
  isApproved(facts) && (facts.mayBeAtBank ? isConfirmed(facts) && isMissed(facts) : isUntold(facts))

/** Two negatives that do not depend on each other, and nothing else heard (safety review, M6 and H4). */
const isBorneOut = (facts: OrderFacts): boolean =>
  facts.isRefusedBarely &&
  facts.inquiriesAllow &&
  facts.isRouteProven &&
  facts.deskWord === null &&
  isUntold(facts) &&
  !facts.isClosed

/** The state that an event leads to; null: it cannot happen to this order. */
export function nextState(facts: OrderFacts, event: OrderEvent): OrderState | null {
  const from = (...states: OrderState[]): boolean => states.includes(facts.state)
  switch (event.kind) {
    case 'submitted':
      return from('draft') && !facts.isUnheeded && isUntold(facts) ? 'awaiting-approval' : null
    case 'discarded':
      return from('draft') ? 'withdrawn' : null
    case 'recalled':
    case 'sent-back':
      return from('awaiting-approval', 'approved') && !facts.mayBeAtBank && isUntold(facts)
        ? 'draft'
        : null
    case 'rebound':
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
      return from('queued') ? notLeft(facts) : null
    case 'journalled':
      return from('queued') && mayLeave(facts) ? 'sending' : null
    case 'interrupted':
      return from('sending') ? 'outcome-unknown' : null
    case 'ended':
      return from('sending') ? afterEnd(facts, event.outcome) : null
    case 'looked-up':
      return from('outcome-unknown') ? stateAfterInquiry(facts.state, event.found) : null
    case 'second-proposed':
      return from('outcome-unknown') && isMissed(facts) ? 'outcome-unknown' : null
    case 'second-confirmed':
      return from('outcome-unknown') && mayLeave(withConfirmer(facts, event.by)) ? 'queued' : null
    case 'desk-word-confirmed':
      return from('outcome-unknown') ? stateAfterDeskWord(facts, event.by) : null
    case 'closed':
      return from('outcome-unknown') && isSaidNotMade(facts) && isUntold(facts)
        ? 'outcome-unknown'
        : null
    case 'refusal-borne-out':
      return from('outcome-unknown') && isBorneOut(facts) ? 'approved' : null
    case 'told-of':
      return from('approved') && facts.wasSent && facts.bankKnows ? 'outcome-unknown' : null
    case 'restored':
      return stateAfterRestore(facts.state)
  }
}

/** Made is taken in, and followed on. Not made ends no doubt, and says nothing against what the bank has told. */
function stateAfterDeskWord(facts: OrderFacts, by: string): OrderState | null {
  const { deskWord, makers, evidence } = facts
  if (deskWord?.confirmedBy !== null || deskWord.evidence !== evidence) return null
  if (deskWord.by === by || makers.includes(by)) return null
  if (deskWord.said === 'made') return 'accepted'
  return isUntold(facts) ? 'outcome-unknown' : null
}

const afterApproval = (facts: OrderFacts, by: string): OrderState =>
  isApproved({ ...facts, approvers: [...facts.approvers, by] }) ? 'approved' : 'awaiting-approval'

/**
 * Where an order is after its store was put back from a backup; null: where it was, since nothing sends it any more.
 * Whatever could have left since the backup may have left: what was approved by then is in doubt, and what was not is
 * a draft that stays one until a second person has heeded it.
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
  second: facts.second && { ...facts.second, confirmedBy },
})

/**
 * What a look-up changes: it ends a doubt where it found the payment, and nothing else. Not found is no proof
 * (trap 67), and what the bank says of a payment that is not in doubt moves no state.
 */
export function stateAfterInquiry(
  state: OrderState,
  found: 'accepted' | 'rejected' | null,
): OrderState {
  return state === 'outcome-unknown' && found !== null ? found : state
}
