/** Reports: the one verb on the service that does the work. */
import type { Failure } from '../../preload/contract/failures.ts'
import { err, type Result } from '../../preload/contract/result.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import { shownDesk } from '../profiles/shown-desk.ts'
import type { Product } from '../../preload/contract/profile-details.ts'

/** What the handlers reach. */
export interface ReportsHandlerParts {
  readonly profiles: ProfilesService
  /** Why the shown profile's bank may not be asked for a product; undefined when it may. */
  readonly mayNotAsk: (product: Product) => Result<never, Barred> | undefined
}

/** Why a bank may not be asked. */
export type Barred =
  Failure<'profile-retired'> | Failure<'profile-incomplete'> | Failure<'product-not-agreed'>

const unbuilt = (): never => {
  throw new Error('not built yet')
}

/** Derives the handlers. */
export function reportsHandlers({
  profiles,
  mayNotAsk,
}: ReportsHandlerParts): Pick<Handlers, 'reports'> {
  return {
    reports: {
      list: unbuilt,
      get: unbuilt,
      ask: (request, { operator }) => {
        const on = shownDesk(profiles)
        if (!on.ok) return on
        const details = profiles.shown().real?.details()
        const namesPartner = request.report === 'wire-inquiry' || request.report === 'rtp-inquiry'
        const lacksPartner = namesPartner && details?.partnerClientId === null
        return (
          mayNotAsk(request.report) ??
          (lacksPartner
            ? err({ code: 'profile-incomplete', missing: ['partnerClientId'] })
            : on.value.reports.ask(request, operator.id))
        )
      },
    },
  }
}
