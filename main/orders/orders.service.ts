/**
 * Payment orders of one profile: from draft to settlement, never sent twice (promises P1, P3, P10; design, Money
 * lifecycle). This file composes the desk; each part of it has a file of its own.
 */
import type { Handlers } from '../ipc/handlers.ts'
import type { OperatorFacts } from '../operators/operators.service.ts'
import type { PolicyService } from '../operators/policy.service.ts'
import type { Payees } from '../payees/payees.service.ts'
import type { DeskContext } from '../profiles/desk-context.ts'
import { notBuilt } from '../ipc/not-built.ts'
import { createOrderDrafts } from './drafts.ts'
import type { OrderDrafts } from './order-parts.ts'

/** The verbs of the desk, as they are called over the border. */
export type OrderVerbs = Handlers['orders']

/** What the parts of the desk are made of. */
export interface OrderContext extends DeskContext {
  readonly policy: PolicyService
  readonly payees: Payees
  /** Whoever works at this profile; undefined: nobody of that id ever did. */
  readonly operatorOf: (id: string) => OperatorFacts | undefined
}

/** The desk of one open store. */
export interface OrderDesk {
  readonly verbs: Omit<OrderVerbs, 'selectImport' | 'printReceipt'>
  /** Reads a file of payments; drafts are made of it by `commitImport`. */
  readonly readImport: OrderDrafts['readImport']
  /** Alerts up to this seq were read: those about orders are matched (traps 100 and 101). */
  alertsRead(latestSeq: number): void
  /** Takes back what waits for the bank; resolves when what was on its way has been stored. */
  interrupt(): Promise<void>
}

/** Makes the desk. What a killed program left under way is in doubt from now on; nothing is sent. */
export function createOrderDesk(context: OrderContext): Promise<OrderDesk> {
  const drafts = createOrderDrafts(context, {
    show: notBuilt,
    tell: (id, state) => {
      context.announce('orders', 'changed', { id, state })
      context.announce('orders', 'countsChanged', {})
    },
  })
  const verbs = new Proxy(drafts.verbs, {
    get: (built, name): unknown => Reflect.get(built, name) ?? notBuilt,
  }) as OrderDesk['verbs']
  return Promise.resolve({
    verbs,
    readImport: (file, actor) => drafts.readImport(file, actor),
    alertsRead: () => undefined,
    interrupt: () => drafts.interrupt(),
  })
}
