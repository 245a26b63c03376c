import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'

export function searchHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'search'> {
  const onSession = onActiveSession(profiles)
  return {
    search: {
      find: ({ text }) => onSession(async ({ search }) => ok(await search.find(text))),
      related: (of) => onSession(async ({ search }) => ok(await search.related(of))),
    },
  }
}
