/** Operators and policy: each verb on the service that does the work. */
import { ok } from '../../preload/contract/result.ts'
import type { Handlers } from '../ipc/handlers.ts'
import { notBuilt } from '../ipc/not-built.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import { onShownDesk } from '../profiles/shown-desk.ts'

/** Derives the handlers. */
export function operatorHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'operators' | 'policy'> {
  const onDesk = onShownDesk(profiles)
  return {
    operators: {
      signIn: notBuilt,
      changePassphrase: notBuilt,
      lock: notBuilt,
      createFirst: notBuilt,
      beActive: notBuilt,
      list: notBuilt,
      add: notBuilt,
      change: notBuilt,
      resetPassphrase: notBuilt,
    },
    policy: {
      get: () => onDesk(({ policy }) => ok(policy.current())),
      listEarlier: (request) => onDesk(async ({ policy }) => ok(await policy.listEarlier(request))),
      change: (next, { operator }) =>
        onDesk(async ({ policy }) => ok(await policy.change(next, operator.id))),
    },
  }
}
