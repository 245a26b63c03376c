/** Creates the money services: the payee book, batches, and orders of every kind (README.md). */
import type { SessionContext } from '../profile/session-context.ts'
import type { UnitConfirmations } from '../profile/unit-confirmations.ts'
import { openAchSettings } from './batch/ach-settings.ts'
import { batchKind } from './batch/batch-kind.ts'
import { createBatchService, type BatchService } from './batch/batches.service.ts'
import { createOrdersService, type OrdersService } from './order/orders.service.ts'
import { openWaitTime } from './order/sending/wait-time.ts'
import { kindsOf, type OrderContext } from './order/types.ts'
import { createPayees, type Payees } from './payees/payees.service.ts'
import { createPaymentDrafts } from './payment/drafts.ts'
import { paymentKind } from './payment/payment-kind.ts'
import { createPaymentSchedules, type PaymentSchedules } from './payment/schedules.ts'

/** Every kind of order. */
export const moneyKinds = kindsOf([paymentKind, batchKind])

export interface MoneyContext
  extends
    SessionContext,
    Pick<OrderContext, 'policy' | 'operatorOf' | 'operators' | 'sent' | 'saveHead'> {
  /** Where the unit of ACH amounts was confirmed; undefined in practice. */
  readonly units: UnitConfirmations | undefined
}

/** The money services of one open store. */
export interface Money {
  readonly payees: Payees
  readonly orders: OrdersService
  readonly batches: BatchService
  readonly schedules: PaymentSchedules
  /** The context that its services were created with. */
  readonly context: OrderContext
}

/**
 * Creates the services. Attempts that a killed program left under way get an unknown outcome;
 * nothing is sent.
 */
export async function createMoney({ units, ...session }: MoneyContext): Promise<Money> {
  const payees = createPayees(session)
  const ach = await openAchSettings(session, units)
  const waits = await openWaitTime(session.clock, session.connection, session.store)
  const context: OrderContext = { ...session, payees, ach, waits, kinds: moneyKinds }
  let orders: OrdersService | undefined = undefined
  const batches = await createBatchService(context, {
    inquireSoon: (id) => orders?.inquireSoon(id),
  })
  orders = await createOrdersService(context, {
    createDrafts: createPaymentDrafts,
    // Called for every order; batch tracking ignores those that are no batch.
    accepted: (id) => batches.accepted(id),
  })
  const schedules = createPaymentSchedules(context)
  await schedules.start()
  return { payees, orders, batches, schedules, context }
}
