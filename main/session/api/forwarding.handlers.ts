import { ok } from '../../../preload/contract/kernel/result.ts'
import {
  forwardingChanged,
  forwardingSecretStored,
  sentElsewhere,
} from '../../profile/proposed-changes.ts'
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
        onSession(async ({ forwarding, secondPerson }) => {
          const refused = await forwarding.whyNotChanged(settings)
          if (refused) return refused
          const change = forwardingChanged(await forwarding.state(), settings)
          const allowed = await secondPerson.allows(change, operator)
          return allowed.ok ? forwarding.changeSettings(settings, operator.id) : allowed
        }),
      saveSecret: ({ secret }, { operator }) =>
        onSession(async ({ forwarding, secondPerson }) => {
          const change = forwardingSecretStored(await forwarding.state(), secret)
          const allowed = await secondPerson.allows(change, operator)
          return allowed.ok ? forwarding.saveSecret(secret, operator.id) : allowed
        }),
      tryOnce: (_input, { operator }) =>
        onSession(({ forwarding }) => forwarding.tryOnce(operator.id)),
      listTries: (page) =>
        onSession(async ({ forwarding }) => ok(await forwarding.listTries(page))),
      listParked: (page) =>
        onSession(async ({ forwarding }) => ok(await forwarding.listParked(page))),
      sendAgain: ({ ids }, { operator }) =>
        onSession(async ({ forwarding, secondPerson }) => {
          const parked = await forwarding.parkedForAnother(ids)
          const change = parked && sentElsewhere(parked, ids)
          const allowed = await secondPerson.allows(change, operator)
          return allowed.ok ? forwarding.sendAgain(ids, operator.id) : allowed
        }),
    },
  }
}
