/**
 * Reads orders for the window: lists, counts, one order, and the changes since the last view.
 * Everything is masked.
 */
import type { Operator } from '../../../../preload/contract/domain/operators/roles.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { countOrders } from './order-counts.ts'
import { listOrders } from './order-list.ts'
import { withGatheredReads } from '../../../store/gathered-reader.ts'
import { findOrder } from '../order-records.ts'
import type { OrderRow, OrderContext } from '../types.ts'
import type { OrderEvidence, OrderReading } from '../services.ts'
import { readReview, recordReview } from '../approval/order-review.ts'
import { limitLeft } from '../approval/order-limits.ts'
import { viewOf } from './order-view.ts'

/** Creates the service. Its views apply the functions that decide an act. */
export function createOrderReading(context: OrderContext, evidence: OrderEvidence): OrderReading {
  const { store } = context
  const rowOf = (id: string): Promise<OrderRow | undefined> => findOrder(store.read, id)
  const shown = async (id: string, operator: Operator, inFull = false) => {
    const view = { evidence, context: withGatheredReads(context) }
    const row = await findOrder(view.context.store.read, id)
    return row ? ok(await viewOf(view, row, operator, inFull)) : err({ code: 'not-found' } as const)
  }
  const reviewOf = async (id: string, operator: Operator, isRecorded: boolean) => {
    const row = await rowOf(id)
    if (!row) return err({ code: 'not-found' } as const)
    const review = await readReview(context, row, operator.id)
    if (isRecorded) await recordReview(context, row, operator.id, review)
    const view = { evidence, context: withGatheredReads(context) }
    const order = await viewOf(view, row, operator, false)
    return ok({ order, seenAt: review.seenAt, changes: review.changes })
  }

  return {
    show: (id, operator) => shown(id, operator),
    handlers: {
      list: async (request) => ok(await listOrders(withGatheredReads(context), request)),
      getCounts: async ({ kind }, { operator }) => ok(await countOrders(context, operator, kind)),
      get: ({ id }, { operator }) => shown(id, operator),
      async getLimit({ id, service, currency }, { operator }) {
        const row = id === null ? undefined : await rowOf(id)
        const maker = row?.maker ?? operator.id
        const order = {
          id: id ?? '',
          maker,
          submitted_by: operator.id,
          service,
          currency,
          amount: null,
        }
        const { policy } = context.policy.current()
        const now = context.waits.earliestKnown()
        return ok(await limitLeft(store.read, order, context.kinds.of(order), policy, now))
      },
      async reveal({ id }, { operator }) {
        if (!(await rowOf(id))) return err({ code: 'not-found' })
        // Recorded first, so that no account is ever shown without a record.
        const act = { actor: operator.id, kind: 'order.revealed', subject: id, detail: {} }
        await store.note(act)
        return shown(id, operator, true)
      },
      getReview: ({ id }, { operator }) => reviewOf(id, operator, false),
      review: ({ id }, { operator }) => reviewOf(id, operator, true),
    },
  }
}
