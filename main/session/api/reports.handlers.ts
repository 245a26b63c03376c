import { identifierLabels } from '../../../preload/contract/api/profiles/profile.ts'
import type { ReportId } from '../../../preload/contract/bank/reports/report-request.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { CallBlocked } from '../../profile/session-context.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'
import type { Product } from '../../../preload/contract/api/profiles/profile-details.ts'

export interface ReportsHandlerDeps {
  readonly profiles: ProfilesService
  /** Why calls to the shown profile's bank are blocked for a product; undefined: not blocked. */
  readonly callBlockFor: (product: Product) => Result<never, CallBlocked> | undefined
}

export function reportsHandlers({
  profiles,
  callBlockFor,
}: ReportsHandlerDeps): Pick<Handlers, 'reports'> {
  const on = onActiveSession(profiles)
  /** Why this report cannot be requested from the bank; undefined: it can. */
  const callBlock = (report: ReportId) => {
    const details = profiles.shown().real?.details()
    const namesPartner = report === 'wire-inquiry' || report === 'rtp-inquiry'
    const lacksPartner = namesPartner && details?.partnerClientId === null
    return (
      callBlockFor(report) ??
      (lacksPartner
        ? err({ code: 'profile-incomplete', missing: [identifierLabels.partnerClientId] } as const)
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
          return (report && callBlock(report)) ?? reports.readOn(id, operator.id)
        }),
      stopReading: ({ id }) =>
        on(({ reports }) => {
          reports.stopReading(id)
          return ok(undefined)
        }),
      request: (request, { operator }) =>
        on(({ reports }) => callBlock(request.report) ?? reports.request(request, operator.id)),
    },
  }
}
