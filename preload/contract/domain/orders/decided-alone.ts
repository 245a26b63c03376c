/**
 * Which orders may be approved or released together with others, in one question. Whatever speaks
 * against an order must be seen and decided for that order alone.
 */
import { unclearClasses } from '../validation-reading.ts'
import type { Order, OrderReview, PayeeFlag } from './order.ts'

/** Why an order is decided about alone, most serious first. */
export const aloneReasons = [
  /** The bank may have the order, so it is never part of a common question. */
  'unknown-outcome',
  /** The order was sent before, came back unsent, or an alert may be about it. */
  'sent-before',
  'restored',
  /** The order breaks a rule, or has entries that the bank is certain to reject. */
  'rules-broken',
  /** Closed or missing account. */
  'no-account',
  /** Another owner, or a check of another name. */
  'owner-differs',
  'owner-in-part',
  /** Never checked, or unknown to the bank. */
  'owner-unknown',
  'owner-too-old',
  /** The bank refused the pre-check or did not answer it, or it was about another version. */
  'pre-check',
  'duplicate',
  /** An amount stands out against the batch or the last payment. */
  'amount-outlier',
  /** The payee book speaks against the payee or a receiver. */
  'payee',
  'not-in-book',
  /** A reversal, or entries presented again: the reason is approved with it. */
  'follows-another',
  /** The order changed since this operator reviewed it. */
  'changed',
  'no-amount',
] as const
export type AloneReason = (typeof aloneReasons)[number]

type Facts = Pick<
  Order,
  | 'state'
  | 'isClosed'
  | 'attempts'
  | 'alerts'
  | 'notSent'
  | 'restored'
  | 'problems'
  | 'evidence'
  | 'flags'
  | 'warnings'
  | 'batch'
  | 'amount'
>

/** Flags of a payee that was approved and never changed: only these speak against nothing. */
const harmless: readonly PayeeFlag[] = ['first-payment']

/**
 * Returns why the order must be decided about alone, the most serious reason; null if it may be
 * approved or released together with others. `changes`: those since the operator's last review.
 */
export function whyDecidedAlone(
  order: Facts,
  changes: OrderReview['changes'] = [],
): AloneReason | null {
  const reasons = new Set<AloneReason>([
    ...ofOrder(order, changes),
    ...(order.batch ? ofBatch(order.batch, order) : ofPayment(order)),
  ])
  return aloneReasons.find((one) => reasons.has(one)) ?? null
}

const when = (reason: AloneReason, is: boolean): AloneReason[] => (is ? [reason] : [])

const ofOrder = (order: Facts, changes: OrderReview['changes']): AloneReason[] => [
  ...when('unknown-outcome', order.state === 'outcome-unknown' || order.isClosed),
  ...when(
    'sent-before',
    order.attempts.length > 0 || order.alerts.length > 0 || order.notSent !== null,
  ),
  ...when('restored', order.restored !== null),
  ...when('rules-broken', order.problems.length > 0),
  ...when('changed', changes.length > 0),
  ...when('no-amount', order.amount === null),
]

function ofPayment({ evidence, flags: ofLine }: Facts): AloneReason[] {
  const { ownership, validate, payee } = evidence
  const flags = new Set([...evidence.flags, ...ofLine])
  const speaking = [...flags].filter((flag) => !harmless.includes(flag))
  return [
    ...ofOwnership(ownership),
    ...when(
      'pre-check',
      validate !== null && (validate.answer.kind !== 'answered' || !validate.aboutThisBody),
    ),
    ...when('duplicate', flags.has('possible-duplicate')),
    ...when('not-in-book', payee === null || flags.has('not-in-book')),
    ...when(
      'payee',
      speaking.some((flag) => flag !== 'possible-duplicate' && flag !== 'not-in-book'),
    ),
  ]
}

function ofOwnership(ownership: Facts['evidence']['ownership']): AloneReason[] {
  if (ownership === null) return ['owner-unknown']
  const { resultClass, isAnotherName, tooOld } = ownership
  const isKnown = resultClass === 'owner-matches' || unclearClasses.includes(resultClass)
  return [
    ...when('no-account', resultClass === 'account-closed' || resultClass === 'account-not-found'),
    ...when('owner-differs', resultClass === 'owner-differs' || isAnotherName),
    ...when('owner-in-part', resultClass === 'owner-matches-in-part'),
    ...when('owner-unknown', !isKnown),
    ...when('owner-too-old', tooOld),
  ]
}

function ofBatch(batch: NonNullable<Order['batch']>, { warnings }: Facts): AloneReason[] {
  const { ownership } = batch
  return [
    ...when('rules-broken', batch.entriesWithProblems > 0 || batch.sentAnyway.length > 0),
    ...when('no-account', ownership.closed + ownership.notFound > 0),
    ...when('owner-differs', ownership.differs > 0),
    ...when('owner-in-part', ownership.matchesInPart > 0),
    ...when('owner-unknown', ownership.unknown + ownership.notVerified > 0),
    ...when('duplicate', batch.duplicatesWithin + batch.earlierDuplicates > 0),
    ...when('amount-outlier', batch.outliers.count > 0),
    // Warnings about entries come from the payee book.
    ...when('payee', batch.changedPayees > 0 || warnings.some(({ path }) => path === 'entries')),
    ...when('follows-another', batch.prepared !== null || batch.reversalOf !== null),
  ]
}
