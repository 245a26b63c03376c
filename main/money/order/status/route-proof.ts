/**
 * Whether a route by which an order was looked up shows what the bank has. A gateway without the route answers 404 as the
 * bank does where there is no such payment, and doubts are born in outages, when routes are missing too. So *not found*
 * is an answer only of a route that has shown another payment or batch of the profile since the sending. Where it has
 * shown none, the newest that the bank has taken in is asked for by it.
 */
import type { Selectable } from 'kysely'
import { daysLater } from '../../../../preload/contract/bank/ach-inquiry/days.ts'
import type { InquiryRoute } from '../../../../preload/contract/domain/orders/order-course.ts'
import { bankingDay } from '../../../../preload/contract/kernel/banking-days.ts'
import type { OrderKind, OrderRow } from '../types.ts'
import type { OrderLookUpsTable } from '../../../store/schema/money-tables.ts'
import type { Reader } from '../../../store/store.ts'
import { nothing, type InquiredBy, type InquiryVerdict } from './inquiry-verdict.ts'

/** `failed`: it does not show what the bank has taken in. `untried`: there is nothing that it could show. */
export type RouteProof = InquiryRoute | 'failed'

/** The word of a look-up by a route that shows nothing: it is no answer about anything. */
export const routeShowsNothing =
  'Not an answer: this route does not show what the bank has taken in'

/** What a look-up that says *not found* comes to by its route. */
export function judgedByRoute(
  verdict: InquiryVerdict,
  route: RouteProof,
): { readonly verdict: InquiryVerdict; readonly route: InquiryRoute | null } {
  if (route !== 'failed') return { verdict, route }
  return { verdict: { ...nothing('no-answer'), word: routeShowsNothing }, route: null }
}

type Answered = Pick<Selectable<OrderLookUpsTable>, 'looked_by' | 'verdict' | 'route'>

/** Whether the newest look-up of each way that says *not found* came by a proven route. */
export function isRouteProven(lookUps: readonly Answered[]): boolean {
  const missing = lookUps.filter(({ verdict }) => verdict === 'not-found')
  const newest = new Map(missing.map((one) => [one.looked_by, one.route]))
  return [...newest.values()].every((route) => route === 'proven')
}

/** The route, and the services of the orders that it is for. */
interface RouteAsked extends Pick<OrderKind, 'services'> {
  readonly lookedBy: InquiredBy
  readonly now: Date
}

/** Older ones the bank may not show any more, without the route being at fault. */
const oldestDays = 60

/**
 * Proves the route by which an order was not found: by what it has shown since `since`, when the order last left, else
 * by asking for `other` that the bank has taken in; `ask` says whether the route shows that.
 */
export async function proveRoute(
  reader: Reader,
  row: OrderRow,
  { since, ...asked }: RouteAsked & { readonly since: string },
  ask: (other: OrderRow) => Promise<boolean>,
): Promise<RouteProof> {
  const shown = await reader
    .selectFrom('order_look_ups')
    .select('seq')
    .where('looked_by', '=', asked.lookedBy)
    .where('at', '>', since)
    .where((look) =>
      look.or([
        look.and([look('order_id', '<>', row.id), look('verdict', '=', 'found')]),
        look.and([look('order_id', '=', row.id), look('route', '=', 'proven')]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (shown) return 'proven'
  const other = await newestTaken(reader, row, asked)
  if (!other) return 'untried'
  return (await ask(other)) ? 'proven' : 'failed'
}

/** The newest order of the same kind that the bank has taken in, of the same account first; a list shows it after its day. */
function newestTaken(
  reader: Reader,
  row: OrderRow,
  { lookedBy, services, now }: RouteAsked,
): Promise<OrderRow | undefined> {
  const today = bankingDay(now)
  return (
    reader
      .selectFrom('orders')
      .selectAll()
      .where('id', '<>', row.id)
      .where('state', '=', 'accepted')
      // What is made by the word of the bank's desk alone, no look-up may show.
      .where((order) =>
        order(
          'id',
          'not in',
          order
            .selectFrom('order_desk_words')
            .select('order_id')
            .where('said', '=', 'made')
            .where('confirmed_by', 'is not', null),
        ),
      )
      .where('released_at', '>', daysLater(today, -oldestDays))
      .where('service', 'in', services)
      .$if(lookedBy === 'transaction-id', (query) => query.where('transaction_id', 'is not', null))
      .$if(lookedBy === 'list', (query) => query.where('value_date', '<', today))
      .orderBy((order) => order.eb('debit_account', '=', row.debit_account), 'desc')
      .orderBy('released_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}
