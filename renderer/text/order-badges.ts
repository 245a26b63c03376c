/** Payments and batches by text, shape and color: the same on every screen. */
import { amountForReading, minorUnits } from '../../preload/contract/kernel/money.ts'
import { environmentLabels } from '../../preload/contract/domain/environment.ts'
import type {
  Attempt,
  OrderStatusInquiry,
  TimelineEntry,
} from '../../preload/contract/domain/orders/order-course.ts'
import type {
  OrderAct,
  OrderLine,
  OwnerSign,
  PayeeFlag,
} from '../../preload/contract/domain/orders/order.ts'
import type { OrderState } from '../../preload/contract/domain/orders/order-states.ts'
import type { BankStatus } from '../../preload/contract/domain/orders/bank-status.ts'
import {
  heldAtBank,
  waitsAtBank,
  waitsForLaterDay,
} from '../../preload/contract/text/bank-status.ts'
import { batchTitle } from './batch-badges.ts'
import type { Badge } from './outcome-text.ts'
import { localTime } from './times.ts'

/**
 * Each state; acceptance is not completion (bank note 71), and an unknown outcome is called unknown
 * (Promise P10).
 */
export const orderStateBadges: Readonly<Record<OrderState, Badge>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  'awaiting-approval': { label: 'Awaiting approval', tone: 'neutral' },
  approved: { label: 'Approved', tone: 'neutral' },
  queued: { label: 'Waiting for the bank', tone: 'info' },
  sending: { label: 'Sending', tone: 'info' },
  accepted: { label: 'Accepted', tone: 'info' },
  rejected: { label: 'Rejected', tone: 'bad' },
  'outcome-unknown': { label: 'Outcome unknown', tone: 'unknown' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
}

/**
 * An unknown outcome closed on the reply of the bank's staff: nobody sends the payment again.
 */
export const closedBadge: Badge = { label: 'Closed: not made', tone: 'neutral' }

/**
 * The combined meaning of the bank’s statuses. Completed is the only good one, and a return may
 * still follow.
 */
export const bankStatusBadges: Readonly<Record<BankStatus['kind'], Badge>> = {
  'not-reported': { label: 'No status yet', tone: 'neutral' },
  'in-process': { label: 'In process at bank', tone: 'info' },
  'in-review': { label: 'In review at bank', tone: 'warning' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed at bank', tone: 'bad' },
  cancelled: { label: 'Canceled at bank', tone: 'bad' },
  returned: { label: 'Returned', tone: 'bad' },
  contradictory: { label: 'Statuses conflict', tone: 'unknown' },
}

/** Statuses of an order that neither its state nor its bank status shows alone. */
const mixedBadges = {
  /** Nothing is known to have left, but the bank reports it. */
  reported: { label: 'Reported by bank', tone: 'unknown' },
  notSent: { label: 'Not sent', tone: 'warning' },
  heldAtBank: { label: heldAtBank, tone: 'warning' },
  waitsAtBank: { label: waitsAtBank, tone: 'info' },
  entriesUnclear: { label: 'Entries unclear', tone: 'unknown' },
  acceptedInPart: { label: 'Accepted in part', tone: 'warning' },
  noEntryAccepted: { label: 'No entry accepted', tone: 'warning' },
  returnedInPart: { label: 'Returned in part', tone: 'bad' },
  completedInPart: { label: 'Completed in part', tone: 'warning' },
  settledInPart: { label: 'Settled in part', tone: 'info' },
  settled: { label: 'Settled', tone: 'good' },
} as const satisfies Readonly<Record<string, Badge>>

/** Every status that a list can show, for the width of its column. */
export const orderStatusBadges: Readonly<Record<string, Badge>> = {
  ...orderStateBadges,
  ...bankStatusBadges,
  ...mixedBadges,
  closed: closedBadge,
}

type StatusFacts = Pick<OrderLine, 'state' | 'bankStatus' | 'isClosed' | 'notSent'> & {
  readonly batch: Pick<NonNullable<OrderLine['batch']>, 'tally' | 'entries'> | null
}

/** Bank statuses that agree with a rejection. */
const notPaid: readonly BankStatus['kind'][] = ['not-reported', 'failed', 'cancelled']

/**
 * Returns the one status of an order: the furthest that its state and the bank's statuses support.
 * An unknown outcome precedes everything else, and statuses that exclude each other are never
 * decided here (Promise P10).
 */
export function orderStatusBadge(order: StatusFacts): Badge {
  const { state, bankStatus, batch, isClosed, notSent } = order
  const isReported = bankStatus.kind !== 'not-reported'
  switch (state) {
    case 'outcome-unknown':
      return isClosed && !isReported ? closedBadge : orderStateBadges['outcome-unknown']
    case 'sending':
      return orderStateBadges.sending
    case 'accepted':
      return batch ? batchStatusBadge(batch, bankStatus) : paymentStatusBadge(bankStatus)
    case 'rejected':
      return notPaid.includes(bankStatus.kind)
        ? orderStateBadges.rejected
        : bankStatusBadges.contradictory
    default:
      if (isReported) return mixedBadges.reported
      return state === 'approved' && notSent !== null
        ? mixedBadges.notSent
        : orderStateBadges[state]
  }
}

function paymentStatusBadge(status: BankStatus): Badge {
  const { kind, isFinal, needsBankAction } = status
  if (needsBankAction && !isFinal) return mixedBadges.heldAtBank
  if (waitsForLaterDay(status)) return mixedBadges.waitsAtBank
  return kind === 'not-reported' ? orderStateBadges.accepted : bankStatusBadges[kind]
}

/**
 * An accepted batch is only as far as its entries (bank note 83): one without a clear verdict leaves
 * the batch unclear until every entry has ended. Once they have settled, the batch is settled, and it
 * is completed when the return period is over, as in the views of the list.
 */
function batchStatusBadge(
  { tally, entries }: NonNullable<StatusFacts['batch']>,
  { kind, isFinal }: BankStatus,
): Badge {
  if (kind !== 'in-process' && kind !== 'not-reported') return bankStatusBadges[kind]
  if (tally === null) return orderStateBadges.accepted
  const { accepted, returned, settled } = tally
  const refused = tally.rejected + tally.inError
  if (!isFinal && tally.unclear + tally.notMentioned > 0) return mixedBadges.entriesUnclear
  if (returned > 0)
    return returned < entries ? mixedBadges.returnedInPart : bankStatusBadges.returned
  if (refused > 0 && accepted === 0) return mixedBadges.noEntryAccepted
  if (refused > 0) return isFinal ? mixedBadges.completedInPart : mixedBadges.acceptedInPart
  if (isFinal) return bankStatusBadges.completed
  if (settled === 0) return orderStateBadges.accepted
  return settled < entries ? mixedBadges.settledInPart : mixedBadges.settled
}

/** The bank's own status with the time of its receipt: `IN_PROCESS, 2026-11-23 08:40:21`; or empty. */
export const bankStatusNote = ({ bankStatus: { statusText, at } }: Pick<OrderLine, 'bankStatus'>) =>
  statusText === null ? '' : at === null ? statusText : `${statusText}, ${localTime(at)}`

/** The warnings about a beneficiary. */
export const flagTexts: Readonly<Record<PayeeFlag, { label: string; sentence: string }>> = {
  'possible-duplicate': {
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

const ownerBadges: Readonly<Record<OwnerSign, Badge>> = {
  'no-account': { label: 'Account not open', tone: 'bad' },
  'owner-differs': { label: 'Owner differs', tone: 'bad' },
  'another-name': { label: 'Other name checked', tone: 'bad' },
  'owner-in-part': { label: 'Name differs in part', tone: 'warning' },
  'not-checked': { label: 'Owner not checked', tone: 'warning' },
}
/** The flags of a payee, the most serious first. */
const flagRanks: readonly PayeeFlag[] = [
  'possible-duplicate',
  'changed-since-last-payment',
  'differs-from-book',
  'change-proposed',
  'not-in-book',
  'not-approved',
  'first-payment',
]

/** Returns what speaks against an order, the most serious first. */
export function checkBadges({ owner, flags }: Pick<OrderLine, 'owner' | 'flags'>): Badge[] {
  const ofFlags = flagRanks
    .filter((flag) => flags.includes(flag))
    .map((flag) => ({
      label: flagTexts[flag].label,
      tone: flag === 'possible-duplicate' ? ('bad' as const) : ('warning' as const),
    }))
  const all = owner === null ? ofFlags : [ownerBadges[owner], ...ofFlags]
  return [...all.filter(({ tone }) => tone === 'bad'), ...all.filter(({ tone }) => tone !== 'bad')]
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
export const actLabels: Readonly<Record<OrderAct, string>> = {
  edit: 'Edit',
  validate: 'Run bank pre-check',
  submit: 'Submit for approval',
  discard: 'Discard',
  'return-to-draft': 'Return to draft',
  approve: 'Approve',
  'send-back': 'Send back',
  release: 'Release',
  'take-back': 'Cancel release',
  inquire: 'Check status',
  'propose-resend': 'Propose resend',
  'confirm-resend': 'Confirm resend',
  'record-reply': 'Record the bank\u2019s reply',
  'confirm-reply': 'Confirm the bank\u2019s reply',
  close: 'Close as not made',
  'acknowledge-restore': 'Confirm not sent since backup\u2026',
  copy: 'Copy to draft',
  print: 'Save receipt',
}

/** The subject of each line of a timeline. */
export const timelineBadges: Readonly<Record<TimelineEntry['kind'], Badge>> = {
  act: { label: 'Action', tone: 'neutral' },
  approval: { label: 'Approval', tone: 'good' },
  sending: { label: 'Sending', tone: 'info' },
  call: { label: 'Call', tone: 'neutral' },
  status: { label: 'Status', tone: 'info' },
  inquiry: { label: 'Status check', tone: 'neutral' },
  alert: { label: 'Alert', tone: 'info' },
}

type Money = Pick<OrderLine, 'amount' | 'currency'>

/** The amount with its currency, such as `USD 12,500.00`; a draft may have no readable amount. */
export const moneyOf = ({ amount, currency }: Money): string =>
  amount === null
    ? 'no amount yet'
    : `${currency} ${amountForReading(minorUnits(amount), currency)}`

/** The environment's name for people; an unknown one unchanged. */
export const environmentOf = (environment: string): string =>
  environment in environmentLabels
    ? environmentLabels[environment as keyof typeof environmentLabels]
    : environment

/** The noun for an order: a payment, or an ACH batch. */
export const nounOf = ({ batch }: { readonly batch: object | null }): 'payment' | 'batch' =>
  batch === null ? 'payment' : 'batch'

type Named = Pick<OrderLine, 'amount' | 'currency' | 'beneficiary' | 'valueDate' | 'batch'>

/** The heading of an open order: `USD 12,500.00 to Ridgeway Supply`. */
export const titleOf = (order: Named): string =>
  order.batch === null
    ? `${moneyOf(order)} to ${order.beneficiary || 'no beneficiary yet'}`
    : batchTitle(order.batch, order.beneficiary)
