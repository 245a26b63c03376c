/** Payments: each verb on the desk that does the work. */
import type { Product } from '../../preload/contract/profile-details.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { Clock } from '../clock.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import type { Barred } from '../reports/reports.handlers.ts'
import type { FileDialogs } from '../windows/chosen-file.ts'

/** What the handlers reach. */
export interface PaymentHandlersParts {
  readonly profiles: ProfilesService
  readonly dialogs: FileDialogs
  readonly clock: Clock
  /** Why the shown profile's bank may not be asked for a product; undefined when it may. */
  readonly mayNotAsk: (product: Product) => Result<never, Barred> | undefined
}

const unbuilt = (): never => {
  throw new Error('not built yet')
}

/** Derives the handlers. */
export function paymentHandlers(_parts: PaymentHandlersParts): Pick<Handlers, 'payments'> {
  return {
    payments: {
      lookUp: unbuilt,
      listLookUps: unbuilt,
      getLookUp: unbuilt,
      revealLookUp: unbuilt,
      getParticipants: unbuilt,
      listParticipants: unbuilt,
      downloadParticipants: unbuilt,
      stopDownload: unbuilt,
    },
  }
}
