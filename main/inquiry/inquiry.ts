/** Creates the services of inquiry on an open store (README.md). */
import { createReports } from '../bank/apis/reports.ts'
import type { SessionContext } from '../profile/session-context.ts'
import type { AchInquiryService } from './ach-inquiry-types.ts'
import { createAchInquiryService } from './ach/ach-inquiry.service.ts'
import { createBankNames, type BankNames } from './bank-names/bank-names.service.ts'
import { createBulkService, type BulkService } from './bulk/bulk.service.ts'
import {
  createPaymentInquiry,
  type PaymentInquiry,
} from './payment-inquiry/payment-inquiry.service.ts'
import { createReportsService, type ReportsService } from './reports/reports.service.ts'
import { createSavedRequests, type SavedRequests } from './saved/saved.service.ts'
import { createTrafficService, type TrafficService } from './traffic/traffic.service.ts'
import { createValidationService, type ValidationService } from './validation/validation.service.ts'

/** The services of one open store. */
export interface Inquiry {
  readonly validation: ValidationService
  readonly traffic: TrafficService
  readonly reports: ReportsService
  readonly inquiry: AchInquiryService
  readonly bulk: BulkService
  readonly payments: PaymentInquiry
  readonly saved: SavedRequests
  readonly bankNames: BankNames
}

/** Creates the services. A bulk run that an ended program left running is set to interrupted. */
export async function createInquiry(context: SessionContext): Promise<Inquiry> {
  const { connection, settings, emitEvent } = context
  const pausedUntil = (): Date | null => connection.pausedUntil()
  return {
    validation: createValidationService({
      ...context,
      api: () => connection.accountValidation(),
      pausedUntil,
      v2Path: () => settings.current().validationV2Path,
      threshold: () => settings.current().scoreThreshold,
    }),
    traffic: createTrafficService({ ...context, address: () => connection.state().address }),
    reports: createReportsService({
      ...context,
      api: () => {
        const on = connection.open()
        const partnerClientId = () => on?.access.partnerClientId ?? null
        const rowNumbers = context.profile().details?.rowNumbers
        return on && createReports({ client: on.client, partnerClientId, rowNumbers })
      },
      pausedUntil,
      accounts: () => context.profile().accounts,
      progressed: (progress) => emitEvent('reports', 'progress', progress),
    }),
    inquiry: createAchInquiryService(context),
    bulk: await createBulkService(context),
    payments: createPaymentInquiry(context),
    saved: createSavedRequests(context),
    bankNames: createBankNames(context),
  }
}
