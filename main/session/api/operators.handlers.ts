import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type {
  newOperator,
  operatorChange,
} from '../../../preload/contract/api/operators/operators.ts'
import type { Policy } from '../../../preload/contract/domain/operators/policy.ts'
import {
  isWeaker,
  policyDifference,
} from '../../../preload/contract/domain/operators/policy-difference.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'
import type { WorkstationStateService } from '../workstation-state.service.ts'
import type { Lock } from '../lock.ts'
import type { OperatorFacts, Operators } from '../../profile/operators.service.ts'
import type { ProposedChange } from '../../profile/second-person.ts'

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
          const allowed = await secondPerson.allows(granting(input), operator)
          if (!allowed.ok) return allowed
          const done = await operators.add(input, operator)
          return done.ok ? ok(lines(operators)) : done
        }),
      change: (input, { operator }) =>
        onSession(async ({ secondPerson }) => {
          const { operators } = profiles.shown()
          const known = operators.factsOf(input.id)
          const allowed = await secondPerson.allows(grantedBy(input, known), operator)
          if (!allowed.ok) return allowed
          const done = await operators.change(input, operator, known)
          return done.ok ? ok(lines(operators)) : done
        }),
      resetPassphrase: (input, { operator }) =>
        onSession(async ({ secondPerson }) => {
          const { operators } = profiles.shown()
          // A person who sets the passphrases of two people could act as two people.
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
          const { policy: before } = policy.current()
          if (isWeaker(before, next)) {
            const changes = policyDifference(before, next, (one) => operators.nameOf(one))
            const change = { about: 'policy', changes, content: { ...next } } as const
            const allowed = await secondPerson.allows(change, operator)
            if (!allowed.ok) return allowed
          }
          return policy.change(next, operator.id, version)
        }),
    },
  }
}

/**
 * A new operator, as the second person sees it. Includes the passphrase, because the first sign-in
 * accepts it.
 */
const granting = ({ name, roles, passphrase }: z.output<typeof newOperator>): ProposedChange => ({
  about: 'operator',
  changes: [{ what: `Operator ${name}`, from: null, to: roles.join(', ') }],
  content: { name, roles, passphrase },
})

const passphraseGiven = (
  { id, passphrase }: { readonly id: string; readonly passphrase: string },
  name: string,
): ProposedChange => ({
  about: 'operator',
  changes: [{ what: `Passphrase of ${name}`, from: null, to: 'a new passphrase' }],
  content: { id, passphrase },
})

/** Returns the new rights that a change gives to somebody; undefined: it only takes rights away. */
function grantedBy(
  { id, name, roles, disabled }: z.output<typeof operatorChange>,
  known: OperatorFacts | undefined,
): ProposedChange | undefined {
  if (!known || disabled) return undefined
  const isGrant = known.disabled || roles.some((role) => !known.roles.includes(role))
  if (!isGrant) return undefined
  const from = known.disabled ? 'disabled' : known.roles.join(', ')
  return {
    about: 'operator',
    changes: [
      { what: `Operator ${known.name}`, from, to: roles.join(', ') },
      ...(name === known.name ? [] : [{ what: 'Name', from: known.name, to: name }]),
    ],
    content: { id, name, roles },
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
