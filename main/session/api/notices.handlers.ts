import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'

export function noticesHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'notices'> {
  const onSession = onActiveSession(profiles)
  return {
    notices: {
      getSettings: () => onSession(({ notices }) => ok(notices.settings())),
      changeSettings: (settings, { operator }) =>
        onSession(async ({ notices }) => ok(await notices.changeSettings(settings, operator.id))),
      showOne: () => onSession(async ({ notices }) => ok({ isShown: await notices.showOne() })),
      takeOpened: () => onSession(({ notices }) => ok({ address: notices.takeOpened() })),
    },
  }
}
