/** Search everywhere: each verb on the desk that does the work. */
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onShownDesk } from '../shown-desk.ts'

/** Derives the handlers. */
export function searchHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'search'> {
  const onDesk = onShownDesk(profiles)
  return {
    search: {
      find: ({ text }) => onDesk(async ({ search }) => ok(await search.find(text))),
      related: (of) => onDesk(async ({ search }) => ok(await search.related(of))),
    },
  }
}
