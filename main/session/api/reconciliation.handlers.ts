/** Reconciliation: each verb on the desk that does the work. */
import { ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onShownDesk } from '../shown-desk.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import type { PdfPrinter } from '../../platform/ports.ts'
import { printReport, saveFile } from '../../assurance/reconciliation/report-saving.ts'
import type { MadeReport } from '../../assurance/reconciliation/sign-offs.ts'

/** What the handlers reach. */
export interface ReconciliationHandlersParts {
  readonly profiles: ProfilesService
  readonly dialogs: FileDialogs
  readonly printer: PdfPrinter
  readonly clock: Clock
}

/** Derives the handlers. */
export function reconciliationHandlers(
  parts: ReconciliationHandlersParts,
): Pick<Handlers, 'reconciliation'> {
  const { profiles } = parts
  const onDesk = onShownDesk(profiles)
  const saving = () => {
    const { name: profileName, environment } = profiles.shown().identity
    return { ...parts, profileName, environment }
  }
  return {
    reconciliation: {
      getAccounts: () => onDesk(({ reconciliation }) => ok(reconciliation.accounts())),
      get: (of) => onDesk(async ({ reconciliation }) => shown(await reconciliation.report(of))),
      list: (request) => onDesk(({ reconciliation }) => reconciliation.list(request)),
      ask: (of, { operator }) =>
        onDesk(async ({ reconciliation }) => shown(await reconciliation.ask(of, operator))),
      exportFile: (request, { operator }) =>
        onDesk((desk) => saveFile(desk, saving(), request, operator)),
      printReport: (of, { operator }) =>
        onDesk((desk) => printReport(desk, saving(), of, operator)),
      signOff: (request, { operator }) =>
        onDesk(async ({ reconciliation }) =>
          shown(await reconciliation.signOff(request, operator)),
        ),
    },
  }
}

const shown = <E>(made: Result<MadeReport, E>) => (made.ok ? ok(made.value.report) : made)
