/** The reading services of a sending session: the views of an order before a decision. */
import { expect } from 'vitest'
import { createOrderEvidence } from '../../../../../main/money/order/approval/evidence.ts'
import { createOrderReading } from '../../../../../main/money/order/reading/order-reading.ts'
import type { OrderContext } from '../../../../../main/money/order/types.ts'
import type {
  Order,
  OrderKind,
  OrderReview,
} from '../../../../../preload/contract/domain/orders/order.ts'
import type {
  OrderCounts,
  OrdersRequest,
} from '../../../../../preload/contract/domain/orders/order-list.ts'
import type { LimitLeft } from '../../../../../preload/contract/domain/operators/policy.ts'
import { people, type Person, type SendingSession } from './sending-session.ts'

/** A person as the caller that main receives. */
export const callerOf = (who: Person) => ({
  operator: { id: who, name: people[who].name, roles: [...people[who].roles] },
})
/** The additional context of reading. */
export const contextOf = (session: SendingSession) =>
  ({
    ...session.context,
    operatorName: (id: string) => (id in people ? people[id as Person].name : id),
    settings: { current: () => ({ scoreThreshold: 80 }) },
    payees: { statusOf: () => Promise.resolve(undefined) },
    emitEvent: () => undefined,
  }) as unknown as OrderContext
/** Lists, views and reviews of a session. */
export function readingOf(session: SendingSession) {
  const context = contextOf(session)
  const evidence = createOrderEvidence(context)
  const reading = createOrderReading(context, evidence)
  const of = <T>(result: { ok: true; value: T } | { ok: false; error: { code: string } }): T =>
    result.ok ? result.value : expect.fail(result.error.code)
  const page = { cursor: null, limit: 50, view: 'all', sort: null } as unknown as OrdersRequest
  return {
    evidence,
    get: async (who: Person = 'theo', id = 'o1'): Promise<Order> =>
      of(await reading.handlers.get({ id }, callerOf(who) as never)),
    reveal: async (): Promise<Order> =>
      of(await reading.handlers.reveal({ id: 'o1' }, callerOf('theo') as never)),
    review: async (who: Person = 'theo'): Promise<OrderReview> =>
      of(await reading.handlers.review({ id: 'o1' }, callerOf(who) as never)),
    counts: async (
      request: { readonly kind?: OrderKind },
      who: Person = 'theo',
    ): Promise<OrderCounts> =>
      of(await reading.handlers.getCounts(request, callerOf(who) as never)),
    limit: async (
      request: Parameters<typeof reading.handlers.getLimit>[0],
      who: Person = 'mara',
    ): Promise<LimitLeft | null> =>
      of(await reading.handlers.getLimit(request, callerOf(who) as never)),
    list: async (part: Partial<OrdersRequest> = {}) =>
      of(await reading.handlers.list({ ...page, ...part }, callerOf('theo') as never)),
  }
}
