/**
 * The states of an order and what leads from one to another (design, Money lifecycle). Pure: nothing here reads,
 * writes or sends. Every move of the store is one that `nextState` allows, and it is asked again inside the
 * transaction that makes the move (promises P1, P3 and P10).
 */
import type { OrderState } from '../../preload/contract/orders/order-states.ts'

/** A second sending as it was asked for. `confirmedBy` null: nobody has confirmed it. */
export interface SecondSendingFacts {
  readonly by: string
  readonly confirmedBy: string | null
  /** The hash of the evidence that both have seen. */
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
  readonly second: SecondSendingFacts | null
  /** The hash of the evidence as it is now. */
  readonly evidence: string
  /** A look-up that counts said not found, and is fresh. */
  readonly lookUpsAllow: boolean
  /** An alert or a look-up named this payment: the bank has it. */
  readonly bankKnows: boolean
  /** Its store was restored, it may have been sent since the backup, and nobody has heeded that yet. */
  readonly isUnheeded: boolean
}

/** What happens to an order. */
export type OrderEvent =
  | { readonly kind: 'submitted' | 'discarded' | 'recalled' | 'released' }
  /** A release that has not left is taken back, too old, or its workstation ended. */
  | { readonly kind: 'taken-back' }
  | { readonly kind: 'approved' | 'sent-back'; readonly by: string }
  | { readonly kind: 'journalled' | 'interrupted' }
  | { readonly kind: 'ended'; readonly outcome: 'not-sent' | 'accepted' | 'rejected' | 'unknown' }
  | { readonly kind: 'looked-up'; readonly found: 'accepted' | 'rejected' | null }
  | { readonly kind: 'second-proposed'; readonly by: string }
  | { readonly kind: 'second-confirmed'; readonly by: string }
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

/** Not found, and nothing else heard: what the bank has told of is not sent again. */
const isMissed = ({ lookUpsAllow, bankKnows }: OrderFacts): boolean => lookUpsAllow && !bankKnows

const mayLeave = (facts: OrderFacts): boolean =>
  isApproved(facts) && (facts.mayBeAtBank ? isConfirmed(facts) && isMissed(facts) : true)

/** The state that an event leads to; null: it cannot happen to this order. */
export function nextState(facts: OrderFacts, event: OrderEvent): OrderState | null {
  const from = (...states: OrderState[]): boolean => states.includes(facts.state)
  switch (event.kind) {
    case 'submitted':
      return from('draft') && !facts.isUnheeded ? 'awaiting-approval' : null
    case 'discarded':
      return from('draft') ? 'withdrawn' : null
    case 'recalled':
    case 'sent-back':
      return from('awaiting-approval', 'approved') && !facts.mayBeAtBank ? 'draft' : null
    case 'approved':
      return from('awaiting-approval') && !facts.makers.includes(event.by)
        ? afterApproval(facts, event.by)
        : null
    case 'released':
      return from('approved') && !facts.mayBeAtBank && isApproved(facts) ? 'queued' : null
    case 'taken-back':
      return from('queued') ? notLeft(facts) : null
    case 'journalled':
      return from('queued') && mayLeave(facts) ? 'sending' : null
    case 'interrupted':
      return from('sending') ? 'outcome-unknown' : null
    case 'ended':
      return from('sending') ? afterEnd(facts, event.outcome) : null
    case 'looked-up':
      return from('outcome-unknown') ? stateAfterLookUp(facts.state, event.found) : null
    case 'second-proposed':
      return from('outcome-unknown') && isMissed(facts) ? 'outcome-unknown' : null
    case 'second-confirmed':
      return from('outcome-unknown') && mayLeave(withConfirmer(facts, event.by)) ? 'queued' : null
    case 'restored':
      return stateAfterRestore(facts.state)
  }
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
export function stateAfterLookUp(
  state: OrderState,
  found: 'accepted' | 'rejected' | null,
): OrderState {
  return state === 'outcome-unknown' && found !== null ? found : state
}
