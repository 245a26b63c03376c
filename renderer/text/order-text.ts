/** The texts about payment orders: states, views, and why an action is not possible. */
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { OrderState, OrderView } from '../../preload/contract/domain/orders/order-states.ts'
import type { AloneReason } from '../../preload/contract/domain/orders/decided-alone.ts'
import type { Order } from '../../preload/contract/domain/orders/order.ts'
import { orderStateBadges } from './order-badges.ts'

export const orderStateLabels: Readonly<Record<OrderState, string>> = Object.fromEntries(
  Object.entries(orderStateBadges).map(([state, { label }]) => [state, label]),
) as Record<OrderState, string>

/** The views of the list, in order, named as the statuses in them. */
export const orderViewLabels: Readonly<Record<OrderView, string>> = {
  all: 'All',
  drafts: 'Draft',
  awaiting: 'Awaiting approval',
  ready: 'Approved',
  'under-way': 'At bank',
  'unknown-outcome': 'Outcome unknown',
  ended: 'Ended',
}

export const approverReasons: Readonly<Record<Failure<'not-approver'>['why'], string>> = {
  'not-named': 'The policy names other approvers for this amount.',
  'already-approved': 'You have already approved it.',
  'set-sign-in-of-maker':
    'You last set its maker\u2019s sign-in, so your approval would not be independent.',
  'sign-in-set-by-maker':
    'Its maker last set your sign-in, so your approval would not be independent.',
}

/** The evidence that the policy requires. */
export const evidenceReasons: Readonly<
  Record<Failure<'evidence-needed'>['missing'][number], string>
> = {
  ownership: 'An ownership check of the beneficiary.',
  'ownership-too-old': 'A newer ownership check: the attached one is too old.',
  'ownership-no-match': 'An ownership check with a matching owner.',
  validate: 'A bank pre-check of this message.',
  'validate-failed': 'A bank pre-check that the bank did not refuse.',
  payee: 'A payee from the payee book, approved and unchanged.',
  'payees-changed': 'A payee was changed or removed in the payee book since its approval.',
  'payees-not-shown':
    'Approved before an update that shows approvers the owners of typed accounts. Some entries are flagged.',
  restored:
    'Data was restored from a backup. This order, or the same under another reference, may have been sent since. A second person must check with the bank first, and confirm here that it was not sent.',
}

/** The part that has changed since the approval. */
export const brokenReasons: Readonly<Record<Failure<'integrity-broken'>['what'], string>> = {
  body: 'The message differs from the approved one.',
  bank: 'Approved for another bank address or client id than the profile has now.',
  approvals: 'An approval is not in the audit chain.',
  chain: 'The audit chain is broken.',
  journal: 'Already sent: this data is older than the last sending from here.',
}

/** Why an order is decided about alone. */
export const aloneTexts: Readonly<Record<AloneReason, string>> = {
  'unknown-outcome': 'Outcome unknown: the bank may have it',
  'sent-before': 'Sent or released before, or an alert may be about it',
  restored: 'Restored from a backup',
  'rules-broken': 'Breaks a rule, or the bank will reject entries',
  'no-account': 'Account closed or not found',
  'owner-differs': 'Account owner differs',
  'owner-in-part': 'Name of the account owner differs in part',
  'owner-unknown': 'Account owner not checked, or not known',
  'owner-too-old': 'Owner check older than the policy allows',
  'pre-check': 'Bank pre-check refused, unanswered, or for another version',
  duplicate: 'Possible duplicate',
  payee: 'Payee book flags the payee or a receiver',
  'not-in-book': 'Not in the payee book',
  'amount-outlier': 'Amount stands out',
  'follows-another': 'Reversal, or entries presented again',
  changed: 'Changed since your last review',
  'no-amount': 'No amount',
}

const anyOf = new Intl.ListFormat('en-US', { type: 'disjunction' })

/**
 * Returns who has to approve or release an order next, by name; empty in a state that waits for
 * neither. `me`: the id of the operator who reads it.
 */
export function nextActText(
  { state, approvals, nextActors }: Pick<Order, 'state' | 'approvals' | 'nextActors'>,
  me: string | undefined,
): string {
  if (state !== 'awaiting-approval' && state !== 'approved') return ''
  const isApproval = state === 'awaiting-approval'
  if (nextActors.length === 0) return `Nobody here can ${isApproval ? 'approve' : 'release'} it`
  const others = nextActors.filter(({ id }) => id !== me).map(({ name }) => name)
  const names = others.length < nextActors.length ? ['you', ...others] : others
  const who = anyOf.format(names)
  if (!isApproval) return `Waiting for release by ${who}`
  const more = approvals.needed - approvals.have
  if (more > names.length)
    return `Waiting for ${String(more)} approvals, but only ${who} can approve`
  return more > 1
    ? `Waiting for ${String(more)} approvals, by ${who}`
    : `Waiting for approval by ${who}`
}
