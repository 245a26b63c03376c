/** Lists: each verb on the service that does the work. */
import type { Product } from '../../preload/contract/profile-details.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { Clock } from '../clock.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import type { Barred } from '../reports/reports.handlers.ts'
import type { FileDialogs } from '../windows/chosen-file.ts'

/** What the handlers reach. */
export interface TableHandlersParts {
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
export function tableHandlers(_parts: TableHandlersParts): Pick<Handlers, 'tables'> {
  return {
    tables: {
      getLayouts: unbuilt,
      saveLayout: unbuilt,
      startExport: unbuilt,
      addRows: unbuilt,
      saveExport: unbuilt,
      discardExport: unbuilt,
    },
  }
}
