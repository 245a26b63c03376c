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
import type { TellOrder } from './order-parts.ts'
import { createOrderSending } from './order-sending.ts'

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
  /** Alerts up to this seq were read: those about orders are matched (traps 100 and 101). */
  alertsRead(latestSeq: number): void
  /** Takes back what waits for the bank; resolves when what was on its way has been stored. */
  interrupt(): Promise<void>
}

/** Makes the desk. What a killed program left under way is in doubt from now on; nothing is sent. */
export async function createOrderDesk(context: OrderContext): Promise<OrderDesk> {
  const tell: TellOrder = (id, state) => {
    context.announce('orders', 'changed', { id, state })
    context.announce('orders', 'countsChanged', {})
  }
  const sending = createOrderSending(context, {
    tell,
    show: notBuilt,
    evidence: { missing: notBuilt },
    follow: () => undefined,
  })
  await sending.recover()
  const unbuilt = new Proxy({}, { get: () => notBuilt }) as OrderDesk['verbs']
  return {
    verbs: Object.setPrototypeOf({ ...sending.verbs }, unbuilt) as OrderDesk['verbs'],
    alertsRead: () => undefined,
    interrupt: () => sending.interrupt(),
  }
}
