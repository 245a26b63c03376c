/** Reports: the one verb on the service that does the work. */
import type { ReportId } from '../../../preload/contract/bank/reports/report-request.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { CallBlocked } from '../../profile/session-context.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'
import type { Product } from '../../../preload/contract/api/profiles/profile-details.ts'

/** What the handlers reach. */
export interface ReportsHandlerDeps {
  readonly profiles: ProfilesService
  /** Why the shown profile's bank may not be asked for a product; undefined when it may. */
  readonly mayNotAsk: (product: Product) => Result<never, CallBlocked> | undefined
}

/** Derives the handlers. */
export function reportsHandlers({
  profiles,
  mayNotAsk,
}: ReportsHandlerDeps): Pick<Handlers, 'reports'> {
  const on = onActiveSession(profiles)
  /** Why the bank may not be asked for this report; undefined when it may. */
  const barred = (report: ReportId) => {
    const details = profiles.shown().real?.details()
    const namesPartner = report === 'wire-inquiry' || report === 'rtp-inquiry'
    const lacksPartner = namesPartner && details?.partnerClientId === null
    return (
      mayNotAsk(report) ??
      (lacksPartner
        ? err({ code: 'profile-incomplete', missing: ['partnerClientId'] } as const)
        : undefined)
    )
  }
  return {
    reports: {
      list: (page) => on(async ({ reports }) => ok(await reports.list(page))),
      get: ({ id }) => on(({ reports }) => reports.get(id)),
      takeQuestion: ({ id }, { operator }) =>
        on(({ reports }) => reports.takeQuestion(id, operator.id)),
      readOn: ({ id }, { operator }) =>
        on(async ({ reports }) => {
          const report = await reports.reportOf(id)
          return (report && barred(report)) ?? reports.readOn(id, operator.id)
        }),
      stopReading: ({ id }) =>
        on(({ reports }) => {
          reports.stopReading(id)
          return ok(undefined)
        }),
      ask: (request, { operator }) =>
        on(({ reports }) => barred(request.report) ?? reports.ask(request, operator.id)),
    },
  }
}
