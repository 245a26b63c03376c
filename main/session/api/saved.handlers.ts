import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'

export function savedHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'saved'> {
  const onSession = onActiveSession(profiles)
  return {
    saved: {
      list: (request) => onSession(async ({ saved }) => ok(await saved.list(request))),
      save: (request, { operator }) =>
        onSession(async ({ saved }) => ok(await saved.save(request, operator.id))),
      take: ({ id }, { operator }) => onSession(({ saved }) => saved.take(id, operator.id)),
      remove: ({ id }, { operator }) => onSession(({ saved }) => saved.remove(id, operator.id)),
    },
  }
}
