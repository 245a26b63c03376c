import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'

export function overviewHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'overview'> {
  const onSession = onActiveSession(profiles)
  return {
    overview: {
      get: (_input, { operator }) =>
        onSession(async ({ overview }) => ok(await overview.figures(operator))),
      getAgreedVolumes: () => onSession(async ({ overview }) => ok(await overview.agreedVolumes())),
    },
  }
}
