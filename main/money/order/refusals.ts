/**
 * Refused acts on orders: thrown to roll back their transaction, returned as values, and recorded
 * in the audit chain.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { rolesFor } from '../../../preload/contract/api/may-use.ts'
import { orders } from '../../../preload/contract/api/orders/channels.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import type { RefusedBlocker } from '../../../preload/contract/domain/orders/act-blockers.ts'
import { refusalText } from '../../../preload/contract/text/order-refusals.ts'
import { err, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator, Role } from '../../../preload/contract/domain/operators/roles.ts'
import type { CallContext } from '../../platform/handlers.ts'
import type { OrderContext } from './types.ts'
import type { OrderReading, OrderHandlers } from './services.ts'

/** A refused act and its reason. Thrown inside a transaction, it rolls everything back. */
export class Refused extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.name = 'Refused'
    this.failure = failure
  }
}

/** Ends the act by throwing `Refused`. */
export function refuse(failure: Failure): never {
  throw new Refused(failure)
}

/** Ends the act by throwing `Refused` if there is a failure. */
export function refuseIf(failure: Failure | undefined): void {
  if (failure !== undefined) throw new Refused(failure)
}

/** Returns the failure of work that refuses; undefined if it does not. */
export async function failureOf(work: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await work()
  } catch (problem) {
    if (problem instanceof Refused) return problem.failure
    throw problem
  }
  return undefined
}

/** Returns the refusal of a command for this reason. */
export function refusalOf(blocker: RefusedBlocker): Failure<'invalid-input'> {
  const path = blocker.code === 'follow-up' ? 'entryIds' : 'id'
  return {
    code: 'invalid-input',
    fields: [{ path, message: refusalText(blocker), source: 'workstation' }],
  }
}

/** Longest recorded part of an id from the window; real ids are shorter. */
const longestSubject = 64

/** Records a refused act. If recording fails, the refusal stays and the problem is reported. */
export async function noteRefusal(
  { store, report }: Pick<OrderContext, 'store' | 'report'>,
  actor: string,
  subject: string,
  refused: { readonly act: string; readonly code: string; readonly what?: string },
): Promise<void> {
  const about = subject.slice(0, longestSubject)
  const act = { actor, kind: 'order.refused', subject: about, detail: refused }
  await store.note(act).catch((problem: unknown) => report('orders.refused', problem))
}

/**
 * Returns the acting operator's id, checked against the operators and roles that main knows; the
 * window is never trusted for it. Refuses with `not-permitted`.
 */
export function actorOf(
  { operatorOf }: Pick<OrderContext, 'operatorOf'>,
  { id }: Operator,
  needs: readonly Role[],
): string {
  const known = operatorOf(id)
  if (!known || known.disabled || !needs.some((role) => known.roles.includes(role)))
    refuse({ code: 'not-permitted', needs: [...needs] })
  return id
}

/**
 * Returns a function that makes the API handler of an act: the handler checks the operator, records
 * refusals, and returns the order after the act.
 */
export const handlersOf =
  (context: OrderContext, show: OrderReading['show']) =>
  <Input extends { readonly id: string }>(
    name: keyof OrderHandlers,
    act: (input: Input, actor: string) => Promise<void>,
  ) =>
  // Each API contract lists the failures that its act refuses with; `never` fits all of them.
  async (
    input: Input,
    { operator }: CallContext,
  ): Promise<Result<Order, Failure<'not-found'>> | Result<never, never>> => {
    try {
      await act(input, actorOf(context, operator, rolesFor(orders[name])))
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem
      const { failure } = problem
      const what = 'what' in failure ? { what: failure.what } : {}
      const detail = { act: name, code: failure.code, ...what }
      await noteRefusal(context, operator.id, input.id, detail)
      return err(failure as never)
    }
    return show(input.id, operator)
  }
