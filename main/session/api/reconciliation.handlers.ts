import { ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import type { PdfPrinter } from '../../platform/ports.ts'

export interface ReconciliationHandlersDeps {
  readonly profiles: ProfilesService
  readonly printer: PdfPrinter
  readonly clock: Clock
}

export function reconciliationHandlers(
  deps: ReconciliationHandlersDeps,
): Pick<Handlers, 'reconciliation'> {
  const { profiles } = deps
  const onSession = onActiveSession(profiles)
  const saving = (dialogs: FileDialogs) => {
    const { name: profileName, environment } = profiles.shown().identity
    return { ...deps, dialogs, profileName, environment }
  }
  return {
    reconciliation: {
      getAccounts: () => onSession(({ reconciliation }) => ok(reconciliation.accounts())),
      get: (of) => onSession(async ({ reconciliation }) => shown(await reconciliation.report(of))),
      list: (request) => onSession(({ reconciliation }) => reconciliation.list(request)),
      fetchLists: (of, { operator }) =>
        onSession(async ({ reconciliation }) =>
          shown(await reconciliation.fetchLists(of, operator)),
        ),
      exportFile: (request, { operator, dialogs }) =>
        onSession(({ reconciliation }) =>
          reconciliation.exportFile(saving(dialogs), request, operator),
        ),
      printReport: (of, { operator, dialogs }) =>
        onSession(({ reconciliation }) =>
          reconciliation.printReport(saving(dialogs), of, operator),
        ),
      signOff: (request, { operator }) =>
        onSession(async ({ reconciliation }) =>
          shown(await reconciliation.signOff(request, operator)),
        ),
    },
  }
}

const shown = <R, E>(built: Result<{ readonly report: R }, E>) =>
  built.ok ? ok(built.value.report) : built
