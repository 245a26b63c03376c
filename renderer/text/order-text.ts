/** The texts about payment orders: states, views, and why an action is not possible. */
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { OrderState, OrderView } from '../../preload/contract/domain/orders/order-states.ts'
import { orderLooks } from './order-looks.ts'

export const orderStateWords: Readonly<Record<OrderState, string>> = Object.fromEntries(
  Object.entries(orderLooks).map(([state, { label }]) => [state, label]),
) as Record<OrderState, string>

/** The views of the list, in order. */
export const orderViewWords: Readonly<Record<OrderView, string>> = {
  all: 'All',
  drafts: 'Drafts',
  awaiting: 'Awaiting',
  ready: 'Ready',
  'under-way': 'Under way',
  doubt: 'Doubt',
  ended: 'Ended',
}

export const approverReasons: Readonly<Record<Failure<'not-approver'>['why'], string>> = {
  'not-named': 'The policy names others for this amount.',
  'already-approved': 'You have approved it.',
  'set-sign-in-of-maker':
    'You set its maker\u2019s sign-in last, so that it would be one person\u2019s word.',
  'sign-in-set-by-maker':
    'Its maker set your sign-in last, so that it would be one person\u2019s word.',
}

/** The evidence that the policy requires. */
export const evidenceReasons: Readonly<
  Record<Failure<'evidence-needed'>['missing'][number], string>
> = {
  ownership: 'An ownership check of the beneficiary.',
  'ownership-too-old': 'A newer ownership check: the one that is attached is too old.',
  'ownership-no-match': 'An ownership check whose owner matches.',
  validate: 'The bank\u2019s validation of this body.',
  'validate-failed': 'A validation that the bank did not refuse.',
  payee: 'A payee of the book, approved and unchanged.',
  'payees-changed':
    'The payee book flags entries that it did not flag when the batch was approved.',
  'payees-not-shown':
    'It was approved before an update of this workstation, by which approvers are shown whose accounts typed entries go to. Some of its entries are flagged.',
  restored:
    'The store was restored from a backup, and this order, or the same under another reference, may have been sent since. A second person looks at the bank first, and says here that it was not.',
}

/** The part that has changed since the approval. */
export const brokenReasons: Readonly<Record<Failure<'binding-broken'>['what'], string>> = {
  body: 'The body is not the one that was approved.',
  bank: 'It was approved for another address or client id of the bank than the profile has now.',
  approvals: 'An approval is not in the audit chain.',
  chain: 'The audit chain itself does not hold.',
  journal: 'It was sent before: this store is older than what was sent from here.',
}
