/** The alerts of one open store: found, shown, exported, and read again. */
import type {
  AlertExportRequest,
  AlertLine,
  AlertListRequest,
  AlertRecord,
  AlertSummary,
  HeldDelivery,
  HeldDeliveryBody,
} from '../../preload/contract/alerts/alert.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import { err, type Result } from '../../preload/contract/result.ts'
import type { Operator } from '../../preload/contract/roles.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../storage/store.ts'
import type { AlertIntake } from './delivery.ts'

/** What the service is made of. */
export interface AlertsParts {
  readonly store: Store
  readonly intake: AlertIntake
  readonly clock: Clock
}

type NotFound = Failure<'not-found'>
interface AlertPage {
  readonly items: AlertLine[]
  readonly next: string | null
  readonly total: number
  readonly isMore: boolean
}

/** The service of one open store. */
export interface AlertsService {
  /** One page, newest first. A search with four digits or more is recorded first, without what was searched for. */
  list(request: AlertListRequest, operator: Operator): Promise<AlertPage>
  summary(): Promise<AlertSummary>
  /** Accounts masked. */
  get(id: string): Promise<Result<AlertRecord, NotFound>>
  /** The alert in full; who looked is recorded first. */
  reveal(id: string, operator: Operator): Promise<Result<AlertRecord, NotFound>>
  /** Records who took note of an alarm. */
  noteConflict(id: string, operator: Operator): Promise<Result<AlertRecord, NotFound>>
  /** The filtered list as CSV; that it was asked for is recorded first. */
  exportText(request: AlertExportRequest, operator: Operator): Promise<string>
  listHeld(page: { readonly cursor: string | null; readonly limit: number }): Promise<{
    readonly items: HeldDelivery[]
    readonly next: string | null
    readonly total: number
  }>
  getHeld(id: string): Promise<Result<HeldDeliveryBody, NotFound>>
  revealHeld(id: string, operator: Operator): Promise<Result<HeldDeliveryBody, NotFound>>
  /** Reads one held delivery again, or all; recorded. */
  readAgain(
    id: string | null,
    operator: Operator,
  ): Promise<
    Result<{ readonly read: number; readonly alerts: number; readonly stillHeld: number }, NotFound>
  >
}

/** Makes the service of one open store. */
export function createAlertsService(_parts: AlertsParts): AlertsService {
  const notBuilt = () => Promise.resolve(err({ code: 'not-found' } as const))
  return {
    list: () => Promise.resolve({ items: [], next: null, total: 0, isMore: false }),
    summary: () =>
      Promise.resolve({
        conflicts: 0,
        quarantined: 0,
        unread: 0,
        lastReceivedAt: null,
        statuses: [],
      }),
    get: notBuilt,
    reveal: notBuilt,
    noteConflict: notBuilt,
    exportText: () => Promise.resolve(''),
    listHeld: () => Promise.resolve({ items: [], next: null, total: 0 }),
    getHeld: notBuilt,
    revealHeld: notBuilt,
    readAgain: notBuilt,
  }
}
