/** The inbox: each verb on the desk that does the work. */
import { ok } from '../../preload/contract/result.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import { onShownDesk } from '../profiles/shown-desk.ts'

/** Derives the handlers. */
export function inboxHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'inbox'> {
  const onDesk = onShownDesk(profiles)
  return {
    inbox: {
      getCounts: (_input, { operator }) =>
        onDesk(async ({ inbox }) => ok(await inbox.counts(operator))),
    },
  }
}
