/** Desktop notifications: each verb on the desk that does the work. */
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onShownDesk } from '../shown-desk.ts'

/** Derives the handlers. */
export function noticesHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'notices'> {
  const onDesk = onShownDesk(profiles)
  return {
    notices: {
      getSettings: () => onDesk(({ notices }) => ok(notices.settings())),
      changeSettings: (settings, { operator }) =>
        onDesk(async ({ notices }) => ok(await notices.changeSettings(settings, operator.id))),
      showOne: () => onDesk(({ notices }) => ok({ isShown: notices.showOne() })),
      takeOpened: () => onDesk(({ notices }) => ok({ address: notices.takeOpened() })),
    },
  }
}
