/** Reconciliation: each verb on the desk that does the work. */
import { ok } from '../../preload/contract/result.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import { onShownDesk } from '../profiles/shown-desk.ts'

/** Derives the handlers. */
export function reconciliationHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'reconciliation'> {
  const onDesk = onShownDesk(profiles)
  return {
    reconciliation: {
      get: (request) =>
        onDesk(async ({ reconciliation }) => ok(await reconciliation.report(request))),
    },
  }
}
