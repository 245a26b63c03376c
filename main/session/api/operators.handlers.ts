import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Policy } from '../../../preload/contract/domain/operators/policy.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'
import type { WorkstationStateService } from '../workstation-state.service.ts'
import type { Lock } from '../lock.ts'
import type { Operators } from '../../profile/operators.service.ts'
import {
  operatorAdded,
  operatorChanged,
  passphraseGiven,
  weakerPolicy,
} from '../../profile/proposed-changes.ts'

export interface OperatorHandlersDeps {
  readonly profiles: ProfilesService
  readonly state: WorkstationStateService
  readonly lock: Lock
}

export function operatorHandlers({
  profiles,
  state,
  lock,
}: OperatorHandlersDeps): Pick<Handlers, 'operators' | 'policy'> {
  const onSession = onActiveSession(profiles)
  /**
   * Runs an action on the operators of the session that is shown when it begins, and returns the
   * answer.
   */
  const onOperators = <F extends Failure, T>(
    act: (operators: Operators) => Promise<Result<undefined, F>>,
    answer: (operators: Operators) => T,
  ) =>
    onSession(async () => {
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
      list: () => onSession(() => ok(lines(profiles.shown().operators))),
      add: (input, { operator }) =>
        onSession(async ({ secondPerson }) => {
          const { operators } = profiles.shown()
          const allowed = await secondPerson.allows(operatorAdded(input), operator)
          if (!allowed.ok) return allowed
          const done = await operators.add(input, operator)
          return done.ok ? ok(lines(operators)) : done
        }),
      change: (input, { operator }) =>
        onSession(async ({ secondPerson }) => {
          const { operators } = profiles.shown()
          const known = operators.factsOf(input.id)
          const allowed = await secondPerson.allows(operatorChanged(input, known), operator)
          if (!allowed.ok) return allowed
          const done = await operators.change(input, operator, known)
          return done.ok ? ok(lines(operators)) : done
        }),
      resetPassphrase: (input, { operator }) =>
        onSession(async ({ secondPerson }) => {
          const { operators } = profiles.shown()
          const change = passphraseGiven(input, operators.nameOf(input.id))
          const allowed = await secondPerson.allows(change, operator)
          if (!allowed.ok) return allowed
          const done = await operators.resetPassphrase(input, operator)
          return done.ok ? ok(lines(operators)) : done
        }),
      confirmAsSecond: (input, { operator }) =>
        onSession(({ secondPerson }) => {
          const { identity } = profiles.shown()
          return secondPerson.confirm(input, operator, (draftId, passphrase) =>
            profiles.provesRecovery(identity.id, draftId, passphrase),
          )
        }),
    },
    policy: {
      get: () => onSession(({ policy }) => ok(policy.current())),
      listEarlier: (request) =>
        onSession(async ({ policy }) => ok(await policy.listEarlier(request))),
      change: ({ version, ...next }, { operator }) =>
        onSession(async ({ policy, secondPerson }) => {
          const { operators } = profiles.shown()
          if (!peopleIn(next).every((id) => operators.factsOf(id)))
            return err({ code: 'not-found' } as const)
          const change = weakerPolicy(policy.current().policy, next, (id) => operators.nameOf(id))
          const allowed = await secondPerson.allows(change, operator)
          return allowed.ok ? policy.change(next, operator.id, version) : allowed
        }),
    },
  }
}

/**
 * Operators that a policy names: an unknown name would be a limit for nobody, or a step that nobody
 * can do.
 */
const peopleIn = ({ approvals, limits }: Policy): readonly string[] => [
  ...approvals.flatMap(({ approvers }) => approvers ?? []),
  ...limits.flatMap(({ operatorId }) => (operatorId === null ? [] : [operatorId])),
]
