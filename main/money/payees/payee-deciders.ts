/**
 * Decides who may decide about a proposed payee: a second person, whose sign-in the first did not
 * set, and the reverse (Promise P3).
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { isAllowed } from '../../../preload/contract/api/may-use.ts'
import { payees } from '../../../preload/contract/api/payees/verbs.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { isSetByAny, type OperatorFacts } from '../../profile/operators/operators.service.ts'
import type { Store } from '../../store/store.ts'

export interface DecidersContext {
  readonly store: Pick<Store, 'read'>
  readonly operatorOf: (id: string) => OperatorFacts | undefined
}

/** Returns why an operator may not decide about a proposal; undefined if they may. */
export function whyNotDecider(
  operatorOf: DecidersContext['operatorOf'],
  operator: string,
  proposer: string,
): Failure<'own-work'> | Failure<'not-approver'> | undefined {
  if (proposer === operator) return { code: 'own-work' }
  const decider = operatorOf(operator)
  if (!decider || decider.disabled || !isAllowed(payees.decide.allowed, decider.roles))
    return { code: 'not-approver', why: 'not-named' }
  const maker = operatorOf(proposer)
  if (maker && isSetByAny(maker, [operator]))
    return { code: 'not-approver', why: 'set-sign-in-of-maker' }
  if (isSetByAny(decider, [proposer])) return { code: 'not-approver', why: 'sign-in-set-by-maker' }
  return undefined
}

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
