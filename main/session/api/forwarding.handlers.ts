/** Forwarding: each verb on the desk that does the work. */
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onShownDesk } from '../shown-desk.ts'

/** Derives the handlers. */
export function forwardingHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'forwarding'> {
  const onDesk = onShownDesk(profiles)
  return {
    forwarding: {
      getState: () => onDesk(async ({ forwarding }) => ok(await forwarding.state())),
      changeSettings: (settings, { operator }) =>
        onDesk(({ forwarding }) => forwarding.changeSettings(settings, operator.id)),
      saveSecret: ({ secret }, { operator }) =>
        onDesk(({ forwarding }) => forwarding.saveSecret(secret, operator.id)),
      tryOnce: (_input, { operator }) =>
        onDesk(({ forwarding }) => forwarding.tryOnce(operator.id)),
      listTries: (page) => onDesk(async ({ forwarding }) => ok(await forwarding.listTries(page))),
      listParked: (page) => onDesk(async ({ forwarding }) => ok(await forwarding.listParked(page))),
      sendAgain: ({ ids }, { operator }) =>
        onDesk(({ forwarding }) => forwarding.sendAgain(ids, operator.id)),
    },
  }
}
