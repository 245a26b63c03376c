/**
 * Which look-ups speak for a second sending. Not found right after a timeout is no proof of absence (trap 67), so one
 * counts only some time after the sending ended, and only a short time before the second person confirms.
 */
import type { Selectable } from 'kysely'
import type { Policy } from '../../../../preload/contract/domain/operators/policy.ts'
import type { StatusEvent } from '../../../../preload/contract/domain/orders/bank-status.ts'
import type { OrderKind, OrderRow } from '../types.ts'
import type { OrderAttemptsTable, OrderLookUpsTable } from '../../../store/schema/money-tables.ts'
import { isListWord } from './inquiry-verdict.ts'
import { routeShowsNothing } from './route-proof.ts'

/** Of what the bank said, whether it named the payment. */
type Told = Pick<StatusEvent, 'source'>
type Answered = Pick<Selectable<OrderLookUpsTable>, 'word' | 'verdict'>

type Attempt = Pick<Selectable<OrderAttemptsTable>, 'seq' | 'journalled_at' | 'ended_at'>
type LookUp = Pick<
  Selectable<OrderLookUpsTable>,
  'at' | 'verdict' | 'after_attempt' | 'looked_by' | 'word'
>

/** What of the order itself decides it. */
export interface InquiredOrder {
  /** Its value date is YYYY-MM-DD, of a batch the effective date. */
  readonly row: Pick<OrderRow, 'value_date'>
  readonly kind: Pick<OrderKind, 'inquiry'>
}

const minuteMs = 60_000

/**
 * From when on a look-up counts; null while nothing was sent, or what was sent has not ended. Not before a look-up can
 * show it at all.
 */
export function inquiryQualifiesFrom(
  attempts: readonly Attempt[],
  { lookUpAfterMinutes }: Pick<Policy, 'lookUpAfterMinutes'>,
  order?: InquiredOrder,
): Date | null {
  const last = attempts.at(-1)
  if (last === undefined || attempts.some(({ ended_at }) => ended_at === null)) return null
  const endedMs = Math.max(...attempts.map(({ ended_at }) => Date.parse(ended_at ?? '')))
  if (!Number.isFinite(endedMs)) return null
  const from = new Date(endedMs + lookUpAfterMinutes * minuteMs)
  if (order === undefined) return from
  const lastMs = Math.max(...attempts.map(({ journalled_at }) => Date.parse(journalled_at)))
  const shown = order.kind.inquiry.shownFrom(order.row, new Date(lastMs))
  return shown !== null && shown > from ? shown : from
}

/**
 * Whether the bank has told of this order by itself: an alert that is about it, or any word of a look-up, which only
 * an answer that names it has; of one without an answer the word says why, of a list that finds nothing, why that
 * decides nothing, and of one that is not found, how the bank said so. What `initiate` said is of that sending alone.
 */
export const bankHasAnswered = (
  statements: readonly Told[],
  lookUps: readonly Answered[],
): boolean =>
  statements.some(({ source }) => source !== 'initiate') ||
  lookUps.some(
    ({ word, verdict }) =>
      word !== null && (verdict === 'found' || (verdict === 'undecided' && !isListWord(word))),
  )

/** Whether the newest answer of any way of asking cannot tell; that a list decides nothing says nothing either way. */
export function isUndecided(
  lookUps: readonly Pick<Selectable<OrderLookUpsTable>, 'looked_by' | 'verdict' | 'word'>[],
): boolean {
  const answered = lookUps.filter(({ verdict }) => verdict !== 'no-answer')
  const newest = new Map(answered.map((one) => [one.looked_by, one]))
  return [...newest.values()].some(
    ({ verdict, word }) => verdict === 'undecided' && !isListWord(word),
  )
}

/** Whether this look-up counts as evidence at all, however long ago it was. */
export const inquiryQualifies = (
  lookUp: LookUp,
  attempts: readonly Attempt[],
  policy: Pick<Policy, 'lookUpAfterMinutes'>,
  order?: InquiredOrder,
): boolean => {
  const from = inquiryQualifiesFrom(attempts, policy, order)
  return (
    from !== null &&
    lookUp.verdict === 'not-found' &&
    lookUp.after_attempt >= (attempts.at(-1)?.seq ?? Infinity) &&
    Date.parse(lookUp.at) >= from.getTime()
  )
}

/** Whether one counts and is fresh. A clock that was set back makes no look-up fresh. */
function speaks(
  lookUp: LookUp | undefined,
  attempts: readonly Attempt[],
  policy: Pick<Policy, 'lookUpAfterMinutes' | 'lookUpFreshMinutes'>,
  now: Date,
  order: InquiredOrder | undefined,
): boolean {
  if (lookUp === undefined || !inquiryQualifies(lookUp, attempts, policy, order)) return false
  const ageMs = now.getTime() - Date.parse(lookUp.at)
  return ageMs >= -1000 && ageMs <= policy.lookUpFreshMinutes * minuteMs
}

/**
 * Whether the look-ups of an order speak for a second sending now. Of a payment the newest that was answered by its
 * reference says not found, counts and is fresh, and no other way of asking found something, even undecided, the last
 * time. Of a batch, whose repetition nothing at the bank is known to stop (trap 84), the newest answered ones of both
 * ways do: the status of addenda and the list.
 */
export function inquiriesAllowResend(
  lookUps: readonly LookUp[],
  attempts: readonly Attempt[],
  policy: Pick<Policy, 'lookUpAfterMinutes' | 'lookUpFreshMinutes'>,
  now: Date,
  order?: InquiredOrder,
): boolean {
  // That a route shows nothing takes away what it did not find before.
  const answered = lookUps.filter(
    ({ verdict, word }) => verdict !== 'no-answer' || word === routeShowsNothing,
  )
  const newest = (way: LookUp['looked_by']): LookUp | undefined =>
    answered.findLast(({ looked_by }) => looked_by === way)
  const isOfBatch = lookUps.some(({ looked_by: way }) => way === 'addenda' || way === 'list')
  if (isOfBatch) {
    return (['addenda', 'list'] as const).every((way) =>
      speaks(newest(way), attempts, policy, now, order),
    )
  }
  const byId = newest('transaction-id')
  if (byId !== undefined && byId.verdict !== 'not-found') return false
  return speaks(newest('reference'), attempts, policy, now, order)
}
