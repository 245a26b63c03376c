/**
 * A profile at work: its store, its settings, its bank, its operators. Each session has its own of
 * everything, so that nothing of one environment can be met in another (design P7).
 */
import type { Environment } from '../../preload/contract/environment.ts'
import type { StoreState } from '../../preload/contract/workstation-state.ts'
import {
  createCertificateDrafts,
  type CertificateDrafts,
} from '../certificates/certificate-drafts.ts'
import type { AchInquiryDesk } from '../ach-inquiry/ach-inquiry.service.ts'
import { createAchInquiryDesk } from '../ach-inquiry/ach-inquiry.service.ts'
import { createBulkDesk, type BulkDesk } from '../bulk/bulk.service.ts'
import type { AuditKeys } from '../audit/audit-key.ts'
import { createAuditDesk, type AuditDesk } from '../audit/audit.service.ts'
import { isMoneyAct, noticedStore } from '../audit/noticed-store.ts'
import type { Clock } from '../clock.ts'
import type { ConnectionService } from '../connection/connection.service.ts'
import type { OperatorFacts, Operators } from '../operators/operators.service.ts'
import { openPolicy, type PolicyService } from '../operators/policy.service.ts'
import { openAchSettings, type UnitConfirmations } from '../batches/ach-settings.ts'
import { createBatchDesk, type BatchDesk } from '../batches/batches.service.ts'
import { createCoverageDesk, type CoverageDesk } from '../coverage/coverage.service.ts'
import { createForwardingDesk, type ForwardingDesk } from '../forwarding/forwarding.service.ts'
import { createInboxDesk, type InboxDesk } from '../inbox/inbox.service.ts'
import { createNoticesDesk, type NoticesDesk } from '../notices/notices.service.ts'
import { createOverviewDesk, type OverviewDesk } from '../overview/overview.service.ts'
import {
  createReconciliationDesk,
  type ReconciliationDesk,
} from '../reconciliation/reconciliation.service.ts'
import { createSearchDesk, type SearchDesk } from '../search/search.service.ts'
import { createOrderDesk, type OrderDesk } from '../orders/orders.service.ts'
import { openSentReferences } from '../orders/sent-references.ts'
import { createPayees, type Payees } from '../payees/payees.service.ts'
import { stockPracticePayees } from '../payees/practice-payees.ts'
import type { Announce } from '../ipc/announce.ts'
import { createPaymentInquiry, type PaymentInquiry } from '../payments/payment-inquiry.service.ts'
import { createSavedRequests, type SavedRequests } from '../saved/saved.service.ts'
import { openSettings, type SettingsService } from '../settings/settings.service.ts'
import type { Store } from '../storage/store.ts'
import { createReports } from '../bank/reports.ts'
import { createReportsService, type ReportsService } from '../reports/reports.service.ts'
import { createTableDesk, type TableDesk } from '../tables/tables.service.ts'
import { createTrafficService, type TrafficService } from '../traffic/traffic.service.ts'
import {
  createValidationService,
  type ValidationService,
} from '../validation/validation.service.ts'
import { createAlertIntake } from '../webhooks/alert-intake.ts'
import { createAlertsService, type AlertsService } from '../webhooks/alerts.service.ts'
import type { AlertIntake } from '../webhooks/delivery.ts'
import type { ListenerAbsence } from '../../preload/contract/alerts/listener.ts'
import { lastDeliveryIn } from '../webhooks/last-delivery.ts'
import {
  createListenerService,
  type ListenerService,
  type ListenerSetup,
} from '../webhooks/listener.service.ts'
import { createCaDrafts, type CaDrafts } from './ca-drafts.ts'
import type { DeskContext, DeskProfile } from './desk-context.ts'
import type { RealProfile } from './real-profile.ts'

/** What a session's profile is called. */
export interface ProfileIdentity {
  readonly id: string
  readonly name: string
  readonly environment: Environment
  readonly retired: boolean
}

/** The files that an operator chose for one profile; forgotten with its session. */
export interface SessionDrafts {
  readonly certificate: CertificateDrafts
  readonly ca: CaDrafts
}

/** What needs the open store. */
export interface OpenDesk {
  readonly store: Store
  readonly settings: SettingsService
  readonly validation: ValidationService
  readonly traffic: TrafficService
  readonly reports: ReportsService
  readonly intake: AlertIntake
  readonly alerts: AlertsService
  readonly listener: ListenerService
  readonly bulk: BulkDesk
  readonly inquiry: AchInquiryDesk
  readonly payments: PaymentInquiry
  readonly saved: SavedRequests
  readonly tables: TableDesk
  readonly policy: PolicyService
  readonly payees: Payees
  readonly orders: OrderDesk
  readonly batches: BatchDesk
  readonly coverage: CoverageDesk
  readonly inbox: InboxDesk
  readonly overview: OverviewDesk
  readonly search: SearchDesk
  readonly reconciliation: ReconciliationDesk
  readonly forwarding: ForwardingDesk
  readonly notices: NoticesDesk
  readonly audit: AuditDesk
}

/** One session. */
export interface Session {
  identity: ProfileIdentity
  readonly operators: Operators
  readonly connection: ConnectionService
  /** The profile's secrets and records; undefined in practice, which has nothing of this. */
  readonly real: RealProfile | undefined
  /** Undefined until the store is open, or when it was refused. */
  desk: OpenDesk | undefined
  storeState: StoreState
  /** What was chosen and not taken yet: another profile has no part in it. */
  readonly drafts: SessionDrafts
  /** What its listener runs on; undefined where that is not known yet. */
  readonly listenerSetup?: () => ListenerSetup | ListenerAbsence
}

/** What an open desk is made of. */
export interface DeskParts {
  readonly store: Store
  /** Beside the store: what was sent from here. */
  readonly sentFile: string
  /** Where the unit of ACH amounts was confirmed; nowhere in practice. */
  readonly units?: UnitConfirmations
  readonly connection: ConnectionService
  readonly operators: Operators
  readonly clock: Clock
  readonly newId: () => string
  /** Alerts were read; the newest one's seq. */
  readonly alertsChanged: (latestSeq: number) => void
  readonly listenerChanged: () => void
  /** Tells the window, while this is the session that it shows. */
  readonly announce: Announce
  readonly profileId: string
  readonly environment: Environment
  /** What signs the ends of its audit. */
  readonly auditKeys: AuditKeys
  readonly mayNotAsk: DeskContext['mayNotAsk']
  /** What the profile says now. */
  readonly profile: () => DeskProfile
  /** Something went wrong that is told nowhere else. */
  readonly report: (where: string, problem: unknown) => void
}

/** Makes the ways on which a session's desks are told of; the session is there when one is used. */
export type AlertNews = (
  session: () => Session | undefined,
) => Pick<DeskParts, 'alertsChanged' | 'listenerChanged' | 'announce' | 'report'>

/** Reads the settings of a store and sets up the services that work on it. */
export async function openDesk(parts: DeskParts): Promise<OpenDesk> {
  const { store, connection, operators, clock, newId } = parts
  // Settings first: nothing may be asked under defaults that the operator has changed.
  const settings = await openSettings(store, clock)
  const operatorName = (id: string): string => operators.nameOf(id)
  const validation = createValidationService({
    store,
    api: () => connection.accountValidation(),
    pausedUntil: () => connection.pausedUntil(),
    v2Path: () => settings.current().validationV2Path,
    threshold: () => settings.current().scoreThreshold,
    operatorName,
    clock,
    newId,
  })
  const address = (): string | null => connection.state().address
  const traffic = createTrafficService({ store, operatorName, address, clock, newId })
  const reports = createReportsService({
    ...{ store, operatorName, newId, report: parts.report },
    progressed: (progress) => parts.announce('reports', 'progress', progress),
    api: () => {
      const on = connection.open()
      const partnerClientId = () => on?.access.partnerClientId ?? null
      return on && createReports({ client: on.client, partnerClientId })
    },
    pausedUntil: () => connection.pausedUntil(),
    clock,
  })
  const { report } = parts
  const lastDelivery = await lastDeliveryIn(store)
  const hearers: ((latestSeq: number) => void)[] = []
  const alertsRead = (latestSeq: number): void => {
    parts.alertsChanged(latestSeq)
    for (const hear of hearers) hear(latestSeq)
  }
  // Made below: what happens to the listener before is told to nobody, and nothing does.
  let coverageDesk: CoverageDesk | undefined
  const intake = createAlertIntake({
    ...{ store, clock, newId, changed: alertsRead, report },
    storing: (notStoring) => coverageDesk?.observer.storing(notStoring),
  })
  // What a killed run kept, or an older version has read, is read now. Its failures go to `report`.
  void intake.readOn()
  const alerts = createAlertsService({ store, intake, clock })
  const listener = createListenerService({
    ...{ intake, clock, report, lastDelivery },
    changed: parts.listenerChanged,
    observer: {
      stands: (running, isThere) => coverageDesk?.observer.stands(running, isThere),
      received: () => coverageDesk?.observer.received(),
      refused: (kind, isDelivery) => coverageDesk?.observer.refused(kind, isDelivery),
      changed: (what) => coverageDesk?.observer.changed(what),
    },
  })
  const context: DeskContext = {
    ...{ store, connection, settings, clock, newId, operatorName, report },
    announce: parts.announce,
    profile: parts.profile,
    ...{ profileId: parts.profileId, environment: parts.environment, mayNotAsk: parts.mayNotAsk },
  }
  const operatorOf = (id: string): OperatorFacts | undefined => operators.factsOf(id)
  const audit = await createAuditDesk(context, { keys: parts.auditKeys })
  const noticed = noticedStore(store, (kind) => isMoneyAct(kind) && audit.grown())
  const money: DeskContext = { ...context, store: noticed }
  const policy = await openPolicy(money)
  if (context.environment === 'practice') await stockPracticePayees(context)
  const payees = createPayees({ ...money, operatorOf })
  const sent = await openSentReferences(parts.sentFile, store)
  const ach = await openAchSettings(money, parts.units)
  const moneyDesk = { ...money, policy, payees, operatorOf, sent, ach }
  let orderDesk: OrderDesk | undefined
  const batches = await createBatchDesk(moneyDesk, {
    lookUpSoon: (id) => orderDesk?.lookUpSoon(id),
  })
  const batchAccepted = (id: string): void => batches.accepted(id)
  const orders = await createOrderDesk(moneyDesk, { batchAccepted })
  orderDesk = orders
  const coverage = createCoverageDesk(money, { listener, orders, batches })
  coverageDesk = coverage
  const inbox = createInboxDesk(money)
  const forwarding = createForwardingDesk(context)
  const hearing = [orders, batches, coverage, forwarding]
  hearers.push(...hearing.map((one) => (latestSeq: number) => one.alertsRead(latestSeq)))
  return {
    ...{ store, settings, validation, traffic, reports, intake, alerts, listener },
    bulk: await createBulkDesk(context),
    inquiry: createAchInquiryDesk(context),
    payments: createPaymentInquiry(context),
    saved: createSavedRequests(context),
    tables: createTableDesk(context),
    ...{ policy, payees, orders, batches, audit, coverage, inbox, forwarding },
    overview: createOverviewDesk(context),
    search: createSearchDesk(context),
    reconciliation: createReconciliationDesk(context),
    notices: createNoticesDesk(context),
  }
}

/**
 * Ends a session: changes under way are finished first, calls that wait are taken back, those under way
 * may finish. Nobody waits longer than five seconds for a slow bank; its store is closed behind.
 */
export async function closeSession({ connection, desk, real, drafts }: Session): Promise<void> {
  drafts.certificate.forget()
  drafts.ca.forget()
  desk?.tables.forget()
  await real?.settled()
  // The listener ends first, and its store last: what is acknowledged by then is on the disk.
  await desk?.listener.close()
  // What waits for the bank is taken back before its connection closes, so that nothing of it is in doubt.
  await Promise.race([interrupt(desk), atMost(5000)])
  const ended = Promise.all([
    connection.close(),
    desk?.validation.settled(),
    // Answers that come in while the connection closes are stored before the store is.
    desk?.bulk.interrupt(),
    desk?.orders.interrupt(),
    desk?.batches.interrupt(),
    desk?.coverage.close(),
    desk?.inbox.interrupt(),
    desk?.forwarding.interrupt(),
    desk?.intake.settled(),
  ])
  // Signed when nothing is written any more, so that the last act is under the signature.
  const signed = ended.catch(() => undefined).then(() => desk?.audit.settled())
  const closed = signed.then(() => desk?.store.close())
  await Promise.race([closed, atMost(5000)])
}

/**
 * Leaves a session whose listener goes on: its store and intake stay open, what was chosen is forgotten, and
 * its bank is not called any more. Nobody waits longer than five seconds for a slow bank.
 */
export async function restSession({ real, desk, drafts }: Session): Promise<void> {
  drafts.certificate.forget()
  drafts.ca.forget()
  desk?.tables.forget()
  await Promise.race([interrupt(desk), atMost(5000)])
  await Promise.race([real?.rest(), atMost(5000)])
}

/** Ends what the desks do by themselves; resolves when what was on its way has been stored. */
const interrupt = (desk: OpenDesk | undefined): Promise<unknown> =>
  Promise.allSettled([
    desk?.bulk.interrupt(),
    desk?.inquiry.interrupt(),
    desk?.payments.interrupt(),
    desk?.reports.interrupt(),
    desk?.orders.interrupt(),
    desk?.batches.interrupt(),
    desk?.coverage.interrupt(),
  ])

const atMost = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** Makes the drafts of a session, empty. */
export const createDrafts = (parts: { clock: Clock; newId: () => string }): SessionDrafts => ({
  certificate: createCertificateDrafts(parts),
  ca: createCaDrafts(parts),
})
