/** Operators and policy: each verb on the service that does the work. */
import type { Failure } from '../../preload/contract/failures.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import type { Policy } from '../../preload/contract/operators/policy.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import { onShownDesk } from '../profiles/shown-desk.ts'
import type { WorkstationStateService } from '../workstation-state.service.ts'
import type { Lock } from './lock.ts'
import type { Operators } from './operators.service.ts'

/** What the handlers reach. */
export interface OperatorHandlersParts {
  readonly profiles: ProfilesService
  readonly state: WorkstationStateService
  readonly lock: Lock
}

/** Derives the handlers. */
export function operatorHandlers({
  profiles,
  state,
  lock,
}: OperatorHandlersParts): Pick<Handlers, 'operators' | 'policy'> {
  const onDesk = onShownDesk(profiles)
  /** Acts on the operators of the session that is shown when it begins, and answers what that has led to. */
  const onOperators = <F extends Failure, T>(
    act: (operators: Operators) => Promise<Result<undefined, F>>,
    answer: (operators: Operators) => T,
  ) =>
    onDesk(async () => {
      const { operators } = profiles.shown()
      const done = await act(operators)
      return done.ok ? ok(answer(operators)) : done
    })
  const here = () => state.current()
  const lines = (operators: Operators) => [...operators.list()]
  return {
    operators: {
      signIn: ({ operatorId, passphrase }) =>
        onOperators((operators) => operators.signIn(operatorId, passphrase), here),
      changePassphrase: (input) =>
        onOperators((operators) => operators.changePassphrase(input), here),
      lock: async () => {
        await lock.lock('operator')
        return ok(here())
      },
      createFirst: (input) => onOperators((operators) => operators.createFirst(input), here),
      beActive: () => {
        lock.beActive()
        return ok(undefined)
      },
      list: () => onDesk(() => ok(lines(profiles.shown().operators))),
      add: (input, { operator }) =>
        onOperators((operators) => operators.add(input, operator), lines),
      change: (input, { operator }) =>
        onOperators((operators) => operators.change(input, operator), lines),
      resetPassphrase: (input, { operator }) =>
        onOperators((operators) => operators.resetPassphrase(input, operator), lines),
    },
    policy: {
      get: () => onDesk(({ policy }) => ok(policy.current())),
      listEarlier: (request) => onDesk(async ({ policy }) => ok(await policy.listEarlier(request))),
      change: (next, { operator }) =>
        onDesk(async ({ policy }) => {
          const { operators } = profiles.shown()
          if (!peopleIn(next).every((id) => operators.factsOf(id)))
            return err({ code: 'not-found' } as const)
          return ok(await policy.change(next, operator.id))
        }),
    },
  }
}

/** Whom a policy names: a name that nobody has would be a limit for nobody, or a step that nobody can take. */
const peopleIn = ({ approvals, limits }: Policy): readonly string[] => [
  ...approvals.flatMap(({ approvers }) => approvers ?? []),
  ...limits.flatMap(({ operatorId }) => (operatorId === null ? [] : [operatorId])),
]
