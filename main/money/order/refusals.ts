/** Refused acts on orders: thrown so that a transaction is undone with them, answered as values, and kept in the audit. */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator, Role } from '../../../preload/contract/domain/operators/roles.ts'
import type { CallContext } from '../../platform/handlers.ts'
import type { OrderContext } from './types.ts'

/** An act that is not done, and why. Thrown inside a transaction it takes everything of it back. */
export class Refused extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.name = 'Refused'
    this.failure = failure
  }
}

/** Ends the act. */
export function refuse(failure: Failure): never {
  throw new Refused(failure)
}

/** Ends the act where there is a reason to. */
export function refuseIf(failure: Failure | undefined): void {
  if (failure !== undefined) throw new Refused(failure)
}

/** What is written of an id that came from the window: an id of ours is shorter. */
const longestSubject = 64

/** Keeps a refused act; that it could not be kept changes nothing of the refusal. */
export async function noteRefusal(
  { store, report }: Pick<OrderContext, 'store' | 'report'>,
  actor: string,
  subject: string,
  detail: { readonly act: string; readonly code: string; readonly what?: string },
): Promise<void> {
  const act = { actor, kind: 'order.refused', subject: subject.slice(0, longestSubject), detail }
  await store.note(act).catch((problem: unknown) => report('orders.refused', problem))
}

/** Who acts, by an id that main knows and with a role that the act needs; the window names nobody. */
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

/** Makes a verb of an act: done by somebody who may, answered with the order as it is then, refusals kept. */
export const verbOf =
  <Input extends { readonly id: string }, Shown extends Result<unknown, Failure>>(
    context: OrderContext,
    show: (id: string, operator: Operator) => Promise<Shown>,
    name: string,
    needs: readonly Role[],
    act: (input: Input, actor: string) => Promise<void>,
  ) =>
  // The contract of each verb names the failures that its act refuses with; `never` fits every one of them.
  async (input: Input, { operator }: CallContext): Promise<Shown | Result<never, never>> => {
    try {
      await act(input, actorOf(context, operator, needs))
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
