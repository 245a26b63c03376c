/**
 * Checks whether an inquiry route shows the bank's orders. A gateway without the route answers 404,
 * exactly like the bank for a missing payment, and unknown outcomes arise in outages, when routes
 * are missing too. So *not found* counts only by a route that has shown another payment or batch of
 * the profile since the sending. If it has shown none, the newest one that the bank accepted is
 * queried by it.
 */
import type { Selectable } from 'kysely'
import { daysLater } from '../../../../preload/contract/kernel/calendar.ts'
import type { RouteReliability } from '../../../../preload/contract/domain/orders/order-course.ts'
import { networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import type { OrderKind, OrderSummary } from '../types.ts'
import type { OrderInquiriesTable } from '../../../store/tables/order-history.ts'
import type { Reader } from '../../../store/store.ts'
import { nothing, type InquiredBy, type InquiryVerdict } from './inquiry-verdict.ts'
import { summaryColumns } from '../order-columns.ts'

/**
 * `failed`: the route does not show an accepted order. `untried`: there is none that it could show.
 */
export type RouteProof = RouteReliability | 'failed'

/** Adjusts a *not found* verdict by its route: a failed route makes it no answer. */
export function judgedByRoute(
  verdict: InquiryVerdict,
  route: RouteProof,
): { readonly verdict: InquiryVerdict; readonly route: RouteReliability | null } {
  if (route !== 'failed') return { verdict, route }
  return { verdict: { ...nothing('no-answer'), reason: 'route-shows-nothing' }, route: null }
}

type Answered = Pick<Selectable<OrderInquiriesTable>, 'route' | 'verdict' | 'route_reliability'>

/** Returns whether the newest *not found* of each route came by a proven route. */
export function isRouteProven(inquiries: readonly Answered[]): boolean {
  const missing = inquiries.filter(({ verdict }) => verdict === 'not-found')
  const newest = new Map(missing.map((one) => [one.route, one.route_reliability]))
  return [...newest.values()].every((route) => route === 'proven')
}

interface RouteQuery extends Pick<OrderKind, 'services'> {
  readonly inquiredBy: InquiredBy
  readonly now: Date
}

/** The bank may no longer show older orders, although the route works. */
const oldestDays = 60

/**
 * Proves the route by which an order was not found: by any order that it has shown since `since`,
 * when the order last left, otherwise by a status inquiry about `other`, an accepted order.
 * `isShownByRoute` returns whether the route shows it.
 */
export async function proveRoute(
  reader: Reader,
  row: OrderSummary,
  { since, ...inquiry }: RouteQuery & { readonly since: string },
  isShownByRoute: (other: OrderSummary) => Promise<boolean>,
): Promise<RouteProof> {
  const shown = await reader
    .selectFrom('order_status_inquiries')
    .select('seq')
    .where('route', '=', inquiry.inquiredBy)
    .where('at', '>', since)
    .where((where) =>
      where.or([
        where.and([where('order_id', '<>', row.id), where('verdict', '=', 'found')]),
        where.and([where('order_id', '=', row.id), where('route_reliability', '=', 'proven')]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (shown) return 'proven'
  const other = await newestAccepted(reader, row, inquiry)
  if (!other) return 'untried'
  return (await isShownByRoute(other)) ? 'proven' : 'failed'
}

/**
 * Returns the newest accepted order of the same kind, of the same account first. A list shows it
 * only after its day.
 */
function newestAccepted(
  reader: Reader,
  row: OrderSummary,
  { inquiredBy, services, now }: RouteQuery,
): Promise<OrderSummary | undefined> {
  const today = networkDay(now)
  return (
    reader
      .selectFrom('orders')
      .select(summaryColumns)
      .where('id', '<>', row.id)
      .where('state', '=', 'accepted')
      // An order that was accepted by a reply of the bank's support alone proves no route: perhaps
      // no status inquiry shows it.
      .where((order) =>
        order(
          'id',
          'not in',
          order
            .selectFrom('order_support_replies')
            .select('order_id')
            .where('result', '=', 'made')
            .where('confirmed_by', 'is not', null),
        ),
      )
      .where('released_at', '>', daysLater(today, -oldestDays))
      .where('service', 'in', services)
      .$if(inquiredBy === 'transaction-id', (query) =>
        query.where('transaction_id', 'is not', null),
      )
      .$if(inquiredBy === 'list', (query) => query.where('value_date', '<', today))
      .orderBy((order) => order.eb('debit_account', '=', row.debit_account), 'desc')
      .orderBy('released_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}
