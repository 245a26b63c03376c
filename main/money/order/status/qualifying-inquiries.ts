/**
 * Decides which status inquiries support a resend. Not found right after a timeout is no proof of
 * absence (bank note 67), so a status inquiry qualifies only some time after the sending ended, and
 * only for a short time before the second person confirms.
 */
import type { Selectable } from 'kysely'
import type { Policy } from '../../../../preload/contract/domain/operators/policy.ts'
import type { OrderKind, OrderRow } from '../types.ts'
import type {
  OrderAttemptsTable,
  OrderInquiriesTable,
} from '../../../store/tables/order-history.ts'

type Attempt = Pick<Selectable<OrderAttemptsTable>, 'seq' | 'journalled_at' | 'ended_at'>
type Inquiry = Pick<
  Selectable<OrderInquiriesTable>,
  'at' | 'verdict' | 'after_attempt' | 'route' | 'reason'
>

export interface InquiredOrder {
  /** The value date is YYYY-MM-DD; for a batch, the effective date. */
  readonly row: Pick<OrderRow, 'value_date'>
  readonly kind: Pick<OrderKind, 'inquiry'>
}

const minuteMs = 60_000

/**
 * Returns from when on a status inquiry qualifies, never before a status inquiry can show the
 * order; null if nothing was sent or a sending has not ended.
 */
export function inquiryQualifiesFrom(
  attempts: readonly Attempt[],
  { inquiryAfterMinutes }: Pick<Policy, 'inquiryAfterMinutes'>,
  order?: InquiredOrder,
): Date | null {
  const last = attempts.at(-1)
  if (last === undefined || attempts.some(({ ended_at }) => ended_at === null)) return null
  const endedMs = Math.max(...attempts.map(({ ended_at }) => Date.parse(ended_at ?? '')))
  if (!Number.isFinite(endedMs)) return null
  const from = new Date(endedMs + inquiryAfterMinutes * minuteMs)
  if (order === undefined) return from
  const lastMs = Math.max(...attempts.map(({ journalled_at }) => Date.parse(journalled_at)))
  const shown = order.kind.inquiry.findableFrom(order.row, new Date(lastMs))
  return shown !== null && shown > from ? shown : from
}

/**
 * Returns whether the newest answer of any route is inconclusive. A list that decides nothing does
 * not count.
 */
export function isUndecided(
  inquiries: readonly Pick<Selectable<OrderInquiriesTable>, 'route' | 'verdict' | 'reason'>[],
): boolean {
  const answered = inquiries.filter(({ verdict }) => verdict !== 'no-answer')
  const newest = new Map(answered.map((one) => [one.route, one]))
  return [...newest.values()].some(
    ({ verdict, reason }) => verdict === 'undecided' && reason === null,
  )
}

/** Returns whether this status inquiry qualifies as evidence, however long ago it was. */
export const inquiryQualifies = (
  statusInquiry: Inquiry,
  attempts: readonly Attempt[],
  policy: Pick<Policy, 'inquiryAfterMinutes'>,
  order?: InquiredOrder,
): boolean => {
  const from = inquiryQualifiesFrom(attempts, policy, order)
  return (
    from !== null &&
    statusInquiry.verdict === 'not-found' &&
    statusInquiry.after_attempt >= (attempts.at(-1)?.seq ?? Infinity) &&
    Date.parse(statusInquiry.at) >= from.getTime()
  )
}

/**
 * Returns whether a status inquiry qualifies and is fresh. A clock that was set back makes none
 * fresh.
 */
function qualifiesNow(
  statusInquiry: Inquiry | undefined,
  attempts: readonly Attempt[],
  policy: Pick<Policy, 'inquiryAfterMinutes' | 'inquiryFreshMinutes'>,
  now: Date,
  order: InquiredOrder | undefined,
): boolean {
  if (statusInquiry === undefined || !inquiryQualifies(statusInquiry, attempts, policy, order))
    return false
  const ageMs = now.getTime() - Date.parse(statusInquiry.at)
  return ageMs >= -1000 && ageMs <= policy.inquiryFreshMinutes * minuteMs
}

/**
 * Returns whether the status inquiries support a resend now. For a payment, the newest answer by
 * reference must be not found, qualify and be fresh, and the newest answer by transaction id, if
 * any, must be not found too. For a batch, whose repetition the bank is not known to stop (bank
 * note 84), the newest answers of both routes must be so: addenda status and list.
 */
export function inquiriesAllowResend(
  inquiries: readonly Inquiry[],
  attempts: readonly Attempt[],
  policy: Pick<Policy, 'inquiryAfterMinutes' | 'inquiryFreshMinutes'>,
  now: Date,
  order?: InquiredOrder,
): boolean {
  // A route that shows nothing cancels its earlier not found.
  const answered = inquiries.filter(
    ({ verdict, reason }) => verdict !== 'no-answer' || reason === 'route-shows-nothing',
  )
  const newest = (way: Inquiry['route']): Inquiry | undefined =>
    answered.findLast(({ route }) => route === way)
  const isOfBatch = inquiries.some(({ route: way }) => way === 'addenda' || way === 'list')
  if (isOfBatch) {
    return (['addenda', 'list'] as const).every((way) =>
      qualifiesNow(newest(way), attempts, policy, now, order),
    )
  }
  const byId = newest('transaction-id')
  if (byId !== undefined && byId.verdict !== 'not-found') return false
  return qualifiesNow(newest('reference'), attempts, policy, now, order)
}
