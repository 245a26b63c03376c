/** Kept questions: each verb on the service that does the work. */
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onShownDesk } from '../shown-desk.ts'

/** Derives the handlers. */
export function savedHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'saved'> {
  const onDesk = onShownDesk(profiles)
  return {
    saved: {
      list: (request) => onDesk(async ({ saved }) => ok(await saved.list(request))),
      save: (request, { operator }) =>
        onDesk(async ({ saved }) => ok(await saved.save(request, operator.id))),
      take: ({ id }, { operator }) => onDesk(({ saved }) => saved.take(id, operator.id)),
      remove: ({ id }, { operator }) => onDesk(({ saved }) => saved.remove(id, operator.id)),
    },
  }
}
