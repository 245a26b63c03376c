/** Bulk validation: each verb on the desk that does the work. */
import type { Product } from '../../preload/contract/profile-details.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { Clock } from '../clock.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import type { Barred } from '../reports/reports.handlers.ts'
import type { FileDialogs } from '../windows/chosen-file.ts'

/** What the handlers reach. */
export interface BulkHandlersParts {
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
export function bulkHandlers(_parts: BulkHandlersParts): Pick<Handlers, 'bulk'> {
  return {
    bulk: {
      selectFile: unbuilt,
      takeFile: unbuilt,
      chooseSheet: unbuilt,
      check: unbuilt,
      listDraftRows: unbuilt,
      discard: unbuilt,
      start: unbuilt,
      list: unbuilt,
      get: unbuilt,
      listRows: unbuilt,
      getTally: unbuilt,
      pause: unbuilt,
      resume: unbuilt,
      stop: unbuilt,
      reopenFile: unbuilt,
      askAgain: unbuilt,
      exportFile: unbuilt,
    },
  }
}
