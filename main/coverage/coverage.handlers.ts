/** Coverage: each verb on the desk that does the work. */
import { ok } from '../../preload/contract/result.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import { onShownDesk } from '../profiles/shown-desk.ts'

/** Derives the handlers. */
export function coverageHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'coverage'> {
  const onDesk = onShownDesk(profiles)
  return {
    coverage: {
      getSummary: () => onDesk(async ({ coverage }) => ok(await coverage.summary())),
    },
  }
}
