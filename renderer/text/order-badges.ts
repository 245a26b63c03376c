/** Payments and batches by text, shape and color: the same on every screen. */
import { amountForReading, minorUnits } from '../../preload/contract/kernel/money.ts'
import { environmentWords } from '../../preload/contract/domain/environment.ts'
import type {
  Attempt,
  OrderStatusInquiry,
  TimelineEntry,
} from '../../preload/contract/domain/orders/order-course.ts'
import type {
  Order,
  OrderAct,
  OrderLine,
  PayeeFlag,
} from '../../preload/contract/domain/orders/order.ts'
import type { OrderState } from '../../preload/contract/domain/orders/order-states.ts'
import type { BankStatus } from '../../preload/contract/domain/orders/bank-status.ts'
import { batchPhrase, batchTitle } from './batch-badges.ts'
import type { Badge } from './outcome-text.ts'

/**
 * Each state; acceptance is not completion (bank note 71), and an unknown outcome is called unknown
 * (Promise P10).
 */
export const orderStateBadges: Readonly<Record<OrderState, Badge>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  'awaiting-approval': { label: 'Awaiting approval', tone: 'warning' },
  approved: { label: 'Approved', tone: 'info' },
  queued: { label: 'Waiting for the bank', tone: 'info' },
  sending: { label: 'Sending', tone: 'info' },
  accepted: { label: 'Accepted', tone: 'info' },
  rejected: { label: 'Rejected', tone: 'bad' },
  'outcome-unknown': { label: 'Outcome unknown', tone: 'unknown' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
}

/**
 * An unknown outcome closed on the statement of the bank's staff: nobody sends the payment again.
 */
export const closedBadge: Badge = { label: 'Closed: not made', tone: 'neutral' }

/**
 * The state of a line. A batch with entries that were not accepted says so even beside open
 * details, where the tally has no room (bank note 83). Entries without a clear verdict do not count
 * as rejected (Promise P10).
 */
export function lineBadge({
  state,
  batch,
  isClosed,
}: Pick<OrderLine, 'state' | 'batch' | 'isClosed'>): Badge {
  if (isClosed) return closedBadge
  const tally = batch?.tally ?? null
  if (state !== 'accepted' || tally === null) return orderStateBadges[state]
  const refused = tally.rejected + tally.inError
  const unclear = tally.unclear + tally.notMentioned
  if (refused + unclear === 0) return orderStateBadges.accepted
  if (tally.accepted > 0 && refused > 0) return { label: 'Accepted in part', tone: 'warning' }
  return unclear > 0
    ? { label: 'Entries unclear', tone: 'unknown' }
    : { label: 'No entry accepted', tone: 'warning' }
}

/**
 * The combined meaning of the bank’s statuses. Completed is the only good one, and a return may
 * still follow.
 */
export const bankStatusBadges: Readonly<Record<BankStatus['kind'], Badge>> = {
  'not-said': { label: 'No status yet', tone: 'neutral' },
  'in-process': { label: 'In process', tone: 'info' },
  'in-review': { label: 'In review', tone: 'warning' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'bad' },
  returned: { label: 'Returned', tone: 'bad' },
  contradictory: { label: 'Contradictory', tone: 'unknown' },
}

/** The warnings about a beneficiary. */
export const flagWords: Readonly<Record<PayeeFlag, { label: string; sentence: string }>> = {
  'like-another': {
    label: 'Possible duplicate',
    sentence: 'Same amount to the same account, sent in the last days or about to be sent.',
  },
  'not-in-book': {
    label: 'Not in payee book',
    sentence: 'Typed by hand, or no longer in the payee book.',
  },
  'not-approved': {
    label: 'Payee not approved',
    sentence: 'In the payee book, but not approved by a second person.',
  },
  'change-proposed': {
    label: 'Payee change pending',
    sentence: 'A change to this payee is waiting for a second person.',
  },
  'differs-from-book': {
    label: 'Differs from payee book',
    sentence: 'Details of this payment differ from the approved payee.',
  },
  'first-payment': {
    label: 'First payment',
    sentence: 'This workstation has not paid this payee before.',
  },
  'changed-since-last-payment': {
    label: 'Details changed',
    sentence: 'Account details changed since the last payment.',
  },
}

/** The end of a send attempt. */
export const attemptBadges: Readonly<Record<Attempt['outcome'], Badge>> = {
  'under-way': { label: 'Under way', tone: 'info' },
  'not-sent': { label: 'Not sent', tone: 'warning' },
  accepted: { label: 'Accepted', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
  unknown: { label: 'Unknown', tone: 'unknown' },
  interrupted: { label: 'Interrupted: unknown', tone: 'unknown' },
}

/** The result of a status inquiry. */
export const verdictBadges: Readonly<Record<OrderStatusInquiry['verdict'], Badge>> = {
  found: { label: 'Found', tone: 'good' },
  'not-found': { label: 'Not found', tone: 'unknown' },
  undecided: { label: 'Undecided', tone: 'unknown' },
  'no-answer': { label: 'No answer', tone: 'unknown' },
}

/** The button label of each action. */
export const actWords: Readonly<Record<OrderAct, string>> = {
  edit: 'Edit',
  validate: 'Run bank pre-check',
  submit: 'Submit for approval',
  discard: 'Discard',
  'return-to-draft': 'Return to draft',
  approve: 'Approve',
  'send-back': 'Send back',
  release: 'Release',
  'take-back': 'Cancel release',
  'look-up': 'Check status now',
  'propose-resend': 'Propose resend',
  'confirm-resend': 'Confirm resend',
  'record-reply': 'Record the bank\u2019s reply',
  'confirm-reply': 'Confirm the bank\u2019s reply',
  close: 'Close as not made',
  'acknowledge-restore': 'Confirm not sent since backup\u2026',
  copy: 'Copy to a new draft',
  print: 'Save receipt as PDF',
}

/** The subject of each line of a timeline. */
export const timelineWords: Readonly<Record<TimelineEntry['kind'], Badge>> = {
  act: { label: 'Action', tone: 'neutral' },
  approval: { label: 'Approval', tone: 'good' },
  sending: { label: 'Sending', tone: 'info' },
  call: { label: 'Call', tone: 'neutral' },
  status: { label: 'Status', tone: 'info' },
  'look-up': { label: 'Status check', tone: 'neutral' },
  alert: { label: 'Alert', tone: 'warning' },
}

type Money = Pick<OrderLine, 'amount' | 'currency'>

/** The amount with its currency, such as `USD 12,500.00`; a draft may have no readable amount. */
export const moneyOf = ({ amount, currency }: Money): string =>
  amount === null
    ? 'no amount yet'
    : `${currency} ${amountForReading(minorUnits(amount), currency)}`

/** The environment's name for people; an unknown one unchanged. */
export const environmentOf = (environment: string): string =>
  environment in environmentWords
    ? environmentWords[environment as keyof typeof environmentWords]
    : environment

/** The noun for an order: a payment, or an ACH batch. */
export const nounOf = ({ batch }: Pick<OrderLine, 'batch'>): 'payment' | 'batch' =>
  batch === null ? 'payment' : 'batch'

type Named = Pick<OrderLine, 'amount' | 'currency' | 'beneficiary' | 'valueDate' | 'batch'>

/** The heading of an open order: `USD 12,500.00 to Ridgeway Supply`. */
export const titleOf = (order: Named): string =>
  order.batch === null
    ? `${moneyOf(order)} to ${order.beneficiary || 'no beneficiary yet'}`
    : batchTitle(order.batch, order.beneficiary)

/**
 * The text that every confirming button repeats: `USD 12,500.00 to Ridgeway Supply in Practice`;
 * for a batch its count, totals and date.
 */
export const phraseOf = (order: Named & Pick<Order, 'environment'>): string =>
  `${
    order.batch === null ? titleOf(order) : batchPhrase(order.batch, order.valueDate)
  } in ${environmentOf(order.environment)}`
