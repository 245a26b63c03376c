import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'

export function forwardingHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'forwarding'> {
  const onSession = onActiveSession(profiles)
  return {
    forwarding: {
      getState: () => onSession(async ({ forwarding }) => ok(await forwarding.state())),
      changeSettings: (settings, { operator }) =>
        onSession(({ forwarding }) => forwarding.changeSettings(settings, operator.id)),
      saveSecret: ({ secret }, { operator }) =>
        onSession(({ forwarding }) => forwarding.saveSecret(secret, operator.id)),
      tryOnce: (_input, { operator }) =>
        onSession(({ forwarding }) => forwarding.tryOnce(operator.id)),
      listTries: (page) =>
        onSession(async ({ forwarding }) => ok(await forwarding.listTries(page))),
      listParked: (page) =>
        onSession(async ({ forwarding }) => ok(await forwarding.listParked(page))),
      sendAgain: ({ ids }, { operator }) =>
        onSession(({ forwarding }) => forwarding.sendAgain(ids, operator.id)),
    },
  }
}
