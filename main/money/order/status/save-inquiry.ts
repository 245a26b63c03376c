/**
 * Stores the answer to a status inquiry, its verdict, its effects and the person who made it, in
 * one transaction.
 */
import type { Transaction } from 'kysely'
import type { RouteReliability } from '../../../../preload/contract/domain/orders/order-course.ts'
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
import { maskedDigits } from '../../../../preload/contract/domain/personal-names.ts'
import type { OrderContext, OrderKind, OrderSummary } from '../types.ts'
import type { Tables } from '../../../store/store.ts'
import { withDetail } from '../../../store/with-detail.ts'
import { nextInquiry, intervalFactsOf } from './inquiry-due.ts'
import type { InquiryVerdict, OrderRouteResult } from './inquiry-verdict.ts'
import { stateAfterInquiry } from '../order-machine.ts'
import { summaryColumns } from '../order-columns.ts'
import { attemptsOf } from '../order-records.ts'
import { hasPaidStatus, statusEventsOf } from '../../bank-status.ts'
import { bankKnows } from '../../may-bank-have.ts'
import { addStatusEvents, reopen } from './status-events.ts'

export interface SavedInquiry extends Omit<
  OrderRouteResult,
  'neverLeft' | 'isAnswered' | 'isTooSlow'
> {
  readonly actor: string
  /** The number of journalled sendings when the bank was called. */
  readonly attempt: number
  readonly row: OrderSummary
  readonly now: Date
  /** The later clock, which decides the age of the sending. */
  readonly latest: Date
  /** For not found: what is known about its route. */
  readonly route: RouteReliability | null
}

/** Stores a status inquiry with all its effects and returns the resulting state of the order. */
export async function saveInquiry(
  { store, kinds }: Pick<OrderContext, 'store' | 'kinds'>,
  newInquiry: SavedInquiry,
): Promise<OrderState> {
  const kind = kinds.of(newInquiry.row)
  const { row, actor, inquiredBy, attempt } = newInquiry
  const detail = {
    route: inquiredBy,
    attempt,
    reliability: newInquiry.route,
    statusText:
      newInquiry.verdict.statusText === null
        ? null
        : maskedDigits(newInquiry.verdict.statusText.slice(0, 60)),
    ...(newInquiry.verdict.reason !== null && { reason: newInquiry.verdict.reason }),
  }
  const act = { actor, kind: 'order.status-inquired', subject: row.id, detail }
  return store.record(act, async (tx) => {
    const now = await tx
      .selectFrom('orders')
      .select(summaryColumns)
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    const verdict = await adjustByOtherEvidence(tx, row, newInquiry.verdict, kind)
    const saved = { ...newInquiry, verdict }
    await insertInquiryRow(tx, saved)
    await newInquiry.saveAlong?.(tx, newInquiry.now.toISOString())
    await addStatusEvents(tx, row.id, statusEventOf(saved, kind), kinds)
    if (await bankKnows(tx, row.id)) await reopen(tx, row.id)
    const journalled = (await attemptsOf(tx, row.id)).at(-1)
    // A status inquiry of one sending says nothing about another that left meanwhile.
    const isStill = now.state === row.state && (journalled?.seq ?? 0) === attempt
    const state = isStill ? stateAfterInquiry(now.state, verdict.found) : now.state
    await changeOrder(tx, saved, now, state, kind)
    return withDetail(state, { verdict: verdict.verdict, state })
  })
}

/**
 * Adjusts the verdict by everything else that is known. If two sendings may be at the bank, a
 * failed sending decides nothing and its id is not the order's: the bank may have refused the
 * resend because it has the first sending. If the bank has reported the order as paid, a failed
 * sending contradicts that and the outcome stays unknown.
 */
async function adjustByOtherEvidence(
  tx: Transaction<Tables>,
  row: OrderSummary,
  given: InquiryVerdict,
  { inquiry }: OrderKind,
): Promise<InquiryVerdict> {
  if (given.found === 'accepted') return given
  const { id } = row
  const verdict = await inquiry.adjustByEntries(tx, id, given)
  const attempts = await tx
    .selectFrom('order_attempts')
    .select('outcome')
    .where('order_id', '=', id)
    .execute()
  const isOneOfSeveral = attempts.filter(({ outcome }) => outcome !== 'not-sent').length > 1
  const ofOne = isOneOfSeveral ? { ...verdict, transactionId: null } : verdict
  if (verdict.found !== 'rejected') return ofOne
  const undecided = { ...ofOne, verdict: 'undecided', found: null } as const
  if (isOneOfSeveral) return { ...undecided, isOrderStatus: false }
  const statusEvents = await statusEventsOf(tx, id)
  const isTaken = statusEvents.some(
    ({ vocabulary, statusText }) => vocabulary === 'batch' && statusText === 'accepted',
  )
  return isTaken || hasPaidStatus(statusEvents) ? undecided : verdict
}

async function insertInquiryRow(tx: Transaction<Tables>, saved: SavedInquiry): Promise<void> {
  const { row, actor, at, inquiredBy, verdict, attempt, callId, route } = saved
  const { last } = await tx
    .selectFrom('order_status_inquiries')
    .select((select) => select.fn.coalesce(select.fn.max('seq'), select.lit(0)).as('last'))
    .where('order_id', '=', row.id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('order_status_inquiries')
    .values({
      order_id: row.id,
      seq: last + 1,
      at: at.toISOString(),
      actor,
      route: inquiredBy,
      verdict: verdict.verdict,
      status_text: verdict.statusText,
      reason: verdict.reason,
      after_attempt: attempt,
      call_id: callId,
      route_reliability: route,
    })
    .execute()
}

const statusEventOf = (
  { verdict: { statusText, isOrderStatus }, now, callId }: SavedInquiry,
  { vocabulary }: OrderKind,
) =>
  statusText === null || !isOrderStatus
    ? []
    : [
        {
          ...({ source: 'status-inquiry', statusText, bankTime: null } as const),
          vocabulary,
          at: now.toISOString(),
          callId,
          alertSeq: null,
        },
      ]

/** Updates the order after a status inquiry; a state change cancels a proposed resend. */
async function changeOrder(
  tx: Transaction<Tables>,
  { verdict, callId, row, now, latest }: SavedInquiry,
  before: OrderSummary,
  state: OrderState,
  kind: OrderKind,
): Promise<void> {
  const after = await tx
    .selectFrom('orders')
    .select(['is_final', 'bank_status_at', 'next_inquiry_at'])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  const pace = intervalFactsOf({ ...before, ...after, state }, await attemptsOf(tx, row.id), kind)
  // An unanswered status inquiry says only why there was no answer.
  const hasStatus =
    (verdict.statusText ?? verdict.reason) !== null && verdict.verdict !== 'no-answer'
  const isEvidence = verdict.verdict === 'found' || hasStatus
  const isChanged = state !== before.state || after.is_final !== before.is_final
  await tx
    .updateTable('orders')
    .set({
      state,
      transaction_id: before.transaction_id ?? verdict.transactionId,
      last_call_id: isEvidence ? (callId ?? before.last_call_id) : (before.last_call_id ?? callId),
      next_inquiry_at: nextInquiry(pace, latest)?.toISOString() ?? null,
      resend: state === before.state ? before.resend : null,
      ...(isChanged && { updated_at: now.toISOString() }),
    })
    .where('id', '=', row.id)
    .where('state', '=', before.state)
    .execute()
}
