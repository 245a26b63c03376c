/** The orders and payees that wait for a decision which this operator may make. */
import type { Operator } from '../../preload/contract/domain/operators/roles.ts'
import type { OperatorFacts } from '../profile/operators.service.ts'
import type { Store } from '../store/store.ts'
import { awaitingIds } from './order/reading/order-counts.ts'
import type { OrderContext } from './order/types.ts'
import { whyNotDecider } from './payees/payee-changes.ts'

export interface DecidersContext {
  readonly store: Pick<Store, 'read'>
  readonly operatorOf: (id: string) => OperatorFacts | undefined
}

/** Returns the ids of orders for which this operator's approval would count now. */
export const ordersToApprove = (
  context: Pick<OrderContext, 'store' | 'policy' | 'operatorOf'>,
  operator: Operator,
): Promise<readonly string[]> => awaitingIds(context, operator)

/** Returns the ids of payees whose proposal this operator may decide now. */
export async function payeesToDecide(
  { store, operatorOf }: DecidersContext,
  { id }: Pick<Operator, 'id'>,
): Promise<readonly string[]> {
  const waiting = await store.read
    .selectFrom('payees as p')
    .innerJoin('payee_versions as v', (join) =>
      join.onRef('v.payee_id', '=', 'p.id').onRef('v.version', '=', 'p.proposed_version'),
    )
    .select(['p.id', 'v.proposed_by as proposer'])
    .where('v.state', '=', 'proposed')
    .execute()
  return waiting.flatMap((row) =>
    whyNotDecider(operatorOf, id, row.proposer) === undefined ? [row.id] : [],
  )
}
