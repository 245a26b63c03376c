/**
 * One part of a sweep that queries a payment's status. Items are missed if only status inquiries
 * have reported them since the gap began. A payment queried since the sweep was planned is not
 * queried again.
 */
import type { StatusEvent } from '../../../../preload/contract/domain/orders/bank-status.ts'
import { kindOfStatus, statusEventsOf } from '../../../money/bank-status.ts'
import type { Money } from '../../../money/money.ts'
import type { SessionContext } from '../../../profile/session-context.ts'
import type { FetchListDeps, PartEnd } from './fetch-list.ts'
import type { PartReason } from './plan.ts'
import { saveFound, type FoundItem } from './recovered.ts'
import type { SweepPart, SweepRow } from './sweep-records.ts'

export interface FetchPaymentDeps extends Pick<FetchListDeps, 'context' | 'gate' | 'signal'> {
  readonly orders: Pick<Money['orders'], 'inquireForSweep'>
}

/** Returns what a status means for a payment; null if it is not understood. */
export const kindOfStatusEvent = (
  event: Pick<StatusEvent, 'vocabulary' | 'statusText'>,
): string | null => {
  const kind = kindOfStatus(event)
  return kind === 'not-reported' ? null : kind
}

/** Queries the status of a payment and saves what was missed. */
export async function fetchPayment(
  deps: FetchPaymentDeps,
  sweep: SweepRow,
  part: SweepPart,
): Promise<{ readonly end: PartEnd; readonly calls: number }> {
  const { context, gate, signal, orders } = deps
  const id = part.order_id ?? ''
  const service = await serviceOf(context, id)
  let calls = 0
  if (!(await wasInquiredSince(context, id, sweep.planned_at))) {
    if (!(await gate.pass(service, signal))) return { end: { kind: 'stopped' }, calls }
    const inquired = await orders.inquireForSweep(id)
    if (!inquired.ok) return { end: endOfFailure(inquired.error.code), calls }
    calls = 1
    if (!inquired.value.isStatusKnown) return { end: endOfNothing(context, inquired.value), calls }
  }
  const items = await missedOf(context, sweep, id)
  const matched = () => Promise.resolve(new Set<string>())
  await saveFound(context, part, { items, matched, calls, rows: 1 })
  return { end: { kind: 'done' }, calls: 0 }
}

/**
 * A bank that declines, or requires a pause (bank note 19), has not reported the payment's status.
 */
function endOfNothing(
  { connection }: Pick<SessionContext, 'connection'>,
  { answered, isTooSlow }: { readonly answered: boolean; readonly isTooSlow: boolean },
): PartEnd {
  if (connection.pausedUntil() !== null) return { kind: 'paused' }
  return answered
    ? { kind: 'failed', why: 'bank-declined' }
    : { kind: 'no-answer', isTry: isTooSlow }
}

function endOfFailure(code: string): PartEnd {
  const impossible = (why: PartReason): PartEnd => ({ kind: 'impossible', why })
  switch (code) {
    case 'product-not-agreed':
      return impossible('product-not-agreed')
    case 'rate-paused':
      return { kind: 'paused' }
    case 'not-found':
    case 'order-state':
      return impossible('order-over')
    default:
      return { kind: 'no-answer', isTry: false }
  }
}

async function serviceOf(
  { store, callBlockFor }: SessionContext,
  id: string,
): Promise<'wire' | 'rtp'> {
  const { service } = (await store.read
    .selectFrom('orders')
    .select('service')
    .where('id', '=', id)
    .executeTakeFirst()) ?? { service: 'WIRE' }
  const [its, other] = service === 'RTP' ? (['rtp', 'wire'] as const) : (['wire', 'rtp'] as const)
  return callBlockFor(its) ? other : its
}

/** The payment's own schedule may have queried it first. */
async function wasInquiredSince(
  { store }: SessionContext,
  id: string,
  since: string,
): Promise<boolean> {
  const found = await store.read
    .selectFrom('order_status_inquiries')
    .select('seq')
    .where('order_id', '=', id)
    .where('verdict', '=', 'found')
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Returns the statuses that only inquiries have reported since the gap began, each meaning once.
 */
async function missedOf(
  { store }: SessionContext,
  { from_at: from }: SweepRow,
  id: string,
): Promise<FoundItem[]> {
  const order = await store.read
    .selectFrom('orders')
    .select(['debit_significant', 'currency', 'beneficiary'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const statusEvents = await statusEventsOf(store.read, id)
  const isMissable = ({ source, at }: StatusEvent): boolean =>
    source === 'status-inquiry' && at >= from
  const matched = new Set(statusEvents.filter((one) => !isMissable(one)).map(kindOfStatusEvent))
  const items: FoundItem[] = []
  for (const event of statusEvents.filter(isMissable)) {
    const kind = kindOfStatusEvent(event)
    if (kind === null || matched.has(kind)) continue
    matched.add(kind)
    items.push({
      kind: 'payment',
      item_key: `payment ${id} ${kind}`,
      event: event.statusText,
      event_day: null,
      account_significant: order.debit_significant,
      trace_number: null,
      par_number: null,
      direction: 'debit',
      amount: null,
      currency: order.currency,
      party: order.beneficiary,
      return_code: null,
      call_id: event.callId,
      order_id: id,
      entry_id: null,
    })
  }
  return items
}
