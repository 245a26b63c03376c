/** Creates the services of assurance and connects them with the alerts of their session. */
import type { AlertEvents } from '../alerts/alert-events.ts'
import type { AchInquiryService } from '../inquiry/ach-inquiry-types.ts'
import type { Money } from '../money/money.ts'
import type { Events } from '../platform/events.ts'
import type { SessionContext } from '../profile/session-context.ts'
import { createCoverageService, type CoverageService } from './coverage/coverage.service.ts'
import {
  createReconciliationService,
  type ReconciliationService,
} from './reconciliation/reconciliation.service.ts'
import { WireEvidence } from './wire-inquiry/wire-evidence.ts'

export interface AssuranceContext extends SessionContext, Pick<Money, 'orders' | 'batches'> {
  readonly events: Pick<Events<AlertEvents>, 'on'>
  /** Queries the lists of a reconciled day. */
  readonly inquiry: Pick<AchInquiryService, 'inquire' | 'readOn'>
}

/** The assurance services of one open store. */
export interface Assurance {
  readonly coverage: CoverageService
  readonly reconciliation: ReconciliationService
}

/** Creates the services. Nothing is queried before `coverage.start`. */
export function createAssurance({
  events,
  orders,
  batches,
  inquiry,
  ...session
}: AssuranceContext): Assurance {
  const evidence = new WireEvidence(session)
  return {
    coverage: createCoverageService(session, { events, orders, batches, evidence }),
    reconciliation: createReconciliationService(session, inquiry, evidence),
  }
}
