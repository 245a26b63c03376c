/**
 * Runs the status inquiries of an order: they only query and move no money. The order kind's
 * `inquiry` decides how.
 */
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
import type { Lane } from '../../../../preload/contract/bank/lanes.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import type { InquiryContext, OrderContext, OrderSummary } from '../types.ts'
import type { InquiryResult, NoInquiryReason } from '../services.ts'
import { InFlightByKey } from '../../../platform/in-flight.ts'
import { attemptsOf, system, findSummary } from '../order-records.ts'
import { asSent } from '../sent-version.ts'
import { saveInquiry } from './save-inquiry.ts'
import type { InquiredBy, InquiryVerdict } from './inquiry-verdict.ts'
import { judgedByRoute, proveRoute } from './route-proof.ts'

/** The states in which the bank can be queried about an order. */
export const inquirableStates: readonly OrderState[] = ['outcome-unknown', 'accepted', 'rejected']

/** Makes the status inquiries of orders, one call at a time for each order. */
export interface StatusInquiries {
  /**
   * Queries the bank about one order. A person's status inquiry is always stored; an automatic one
   * that never left is not. Uses the lane `unknown-outcome` unless another is named; an unknown outcome
   * always uses `unknown-outcome`.
   */
  inquire(id: string, actor: string, lane?: Lane): Promise<Result<InquiryResult, NoInquiryReason>>
  isUnderWay(id: string): boolean
  /** Cancels waiting status inquiries; resolves when those under way have been stored. */
  rest(): Promise<void>
}

/**
 * Creates the service. Calls `transactionIdFound` for an order whose transaction id became known.
 */
export function createStatusInquiries(
  context: InquiryContext & Pick<OrderContext, 'waits' | 'kinds'>,
  transactionIdFound: (id: string) => void,
): StatusInquiries {
  const { store, clock, waits, kinds, connection } = context
  const underWay = new InFlightByKey<Result<InquiryResult, NoInquiryReason>>()

  async function inquire(
    id: string,
    actor: string,
    lane: Lane = 'unknown-outcome',
  ): Promise<Result<InquiryResult, NoInquiryReason>> {
    const row = await findSummary(store.read, id)
    if (!row) return err({ code: 'not-found' })
    const sending = (await attemptsOf(store.read, id)).at(-1)
    // What was journalled may be at the bank, although it came back as not sent.
    if (!inquirableStates.includes(row.state) && (sending === undefined || row.state === 'sending'))
      return err({ code: 'order-state', state: row.state })
    const urgent = row.state === 'outcome-unknown' ? 'unknown-outcome' : lane
    const { signal } = underWay
    const callOptions = { actor, whenPaused: 'fail', lane: urgent, signal } as const
    const bank = kinds.of(row).inquiry.open(context)
    if (!bank.ok) return bank
    const until = connection.pausedUntil()
    if (until) return err({ code: 'rate-paused', until: until.toISOString() })
    const about = { actor, row, attempt: sending?.seq ?? 0 }
    const since = sending?.journalled_at ?? row.updated_at
    let result: InquiryResult = {
      state: row.state,
      answered: false,
      isStatusKnown: false,
      isTooSlow: false,
    }
    const { inquireByRoutes, findsOther } = bank.value
    const sent = await asSent(store.read, row)
    for await (const way of inquireByRoutes(sent.row, callOptions, sent.content)) {
      if (way.neverLeft && actor === system) break
      const { inquiredBy } = way
      const judged = await judgeByRoute(row, way.verdict, { inquiredBy, since }, (other) =>
        findsOther(inquiredBy, other, callOptions),
      )
      const at = sooner(way.at, waits.earliest())
      const clocks = { now: clock.now(), latest: waits.latest() }
      const state = await saveInquiry(
        { store, kinds },
        { ...about, ...way, ...judged, at, ...clocks },
      )
      result = {
        state,
        answered: result.answered || way.isAnswered,
        isStatusKnown:
          result.isStatusKnown || way.verdict.verdict === 'found' || way.verdict.isOrderStatus,
        isTooSlow: way.isTooSlow === true,
      }
      if (row.transaction_id === null && way.verdict.transactionId !== null) transactionIdFound(id)
      if (way.verdict.verdict === 'found') break
    }
    return ok(result)
  }

  /** While the outcome is unknown, *not found* is evidence, and only by a proven route. */
  async function judgeByRoute(
    row: OrderSummary,
    verdict: InquiryVerdict,
    query: { readonly inquiredBy: InquiredBy; readonly since: string },
    isShownByRoute: (other: OrderSummary) => Promise<boolean>,
  ): Promise<ReturnType<typeof judgedByRoute>> {
    if (row.state !== 'outcome-unknown' || verdict.verdict !== 'not-found')
      return { verdict, route: null }
    const { services } = kinds.of(row)
    const route = await proveRoute(
      store.read,
      row,
      { ...query, now: clock.now(), services },
      isShownByRoute,
    )
    return judgedByRoute(verdict, route)
  }

  return {
    inquire: (id, actor, lane) => underWay.once(id, () => inquire(id, actor, lane)),
    isUnderWay: (id) => underWay.has(id),
    rest: () => underWay.cancel(),
  }
}

const sooner = (one: Date, other: Date): Date => (one < other ? one : other)
