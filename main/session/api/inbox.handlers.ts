/** The inbox: each verb on the desk that does the work. */
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onShownDesk } from '../shown-desk.ts'

/** Derives the handlers. */
export function inboxHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'inbox'> {
  const onDesk = onShownDesk(profiles)
  return {
    inbox: {
      list: (request, caller) => onDesk(({ inbox }) => inbox.verbs.list(request, caller)),
      get: (request, caller) => onDesk(({ inbox }) => inbox.verbs.get(request, caller)),
      getCounts: (_input, caller) =>
        onDesk(({ inbox }) => inbox.verbs.getCounts(undefined, caller)),
      assign: (given, caller) => onDesk(({ inbox }) => inbox.verbs.assign(given, caller)),
      note: (given, caller) => onDesk(({ inbox }) => inbox.verbs.note(given, caller)),
      markDone: (given, caller) => onDesk(({ inbox }) => inbox.verbs.markDone(given, caller)),
      reopen: (given, caller) => onDesk(({ inbox }) => inbox.verbs.reopen(given, caller)),
    },
  }
}
