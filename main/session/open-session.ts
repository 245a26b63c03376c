/** Opens all services of a profile that need its store, and connects their events. */
import type { Environment } from '../../preload/contract/domain/environment.ts'
import type { AuditKeys } from '../store/audit-key.ts'
import { createAuditService, type AuditService } from '../workplace/audit.service.ts'
import { isMoneyAct, observedStore } from './observed-store.ts'
import { createCertificateWatch, type CertificateWatch } from '../profile/certificate-warnings.ts'
import type { Clock } from '../platform/clock.ts'
import type { ConnectionService } from '../profile/connection.service.ts'
import type { OperatorFacts, Operators } from '../profile/operators.service.ts'
import { createSecondPerson, type SecondPerson } from '../profile/second-person.ts'
import { openPolicy, type PolicyService } from '../profile/policy.service.ts'
import type { UnitConfirmations } from '../profile/unit-confirmations.ts'
import { createAssurance, type Assurance } from '../assurance/assurance.ts'
import { createForwardingService, type ForwardingService } from '../alerts/forwarding.service.ts'
import type { ForwardAccess } from '../profile/profile-secrets.ts'
import { createInboxService, type InboxService } from '../workplace/inbox.service.ts'
import {
  type NoticeSurface,
  createNoticesService,
  type NoticesService,
} from '../workplace/notices.service.ts'
import { createMoney, type Money } from '../money/money.ts'
import { openSentReferences } from '../money/sent-references.ts'
import { stockPracticePayees } from './practice/practice-payees.ts'
import { Background } from '../platform/in-flight.ts'
import { emitAsEvents } from '../platform/announce.ts'
import { createEvents, type Events } from '../platform/events.ts'
import { openSettings, type SettingsService } from '../profile/settings.service.ts'
import { announceOthers, type OthersEvents } from './others-events.ts'
import { headSaving, type SaveHead } from './stored-head.ts'
import type { AlertEvents } from '../alerts/alert-events.ts'
import type { Store } from '../store/store.ts'
import { clockOf } from '../store/team-clock.ts'
import type { SessionContext, SessionProfile } from '../profile/session-context.ts'
import { createAlerts, type Alerts } from '../alerts/alerts.ts'
import { createInquiry, type Inquiry } from '../inquiry/inquiry.ts'
import type { BackupPlaces } from '../workplace/backup-catalog.ts'
import { createWorkplace, type Workplace } from '../workplace/workplace.ts'

/** Events that one part of a session sends to the others and to the window. */
export interface SessionEvents extends OthersEvents, AlertEvents {
  /** An act about payments, or about who may make them, was recorded. */
  'money.acted': { readonly kind: string }
}

/** Lifecycle of a background service. Each service has only the methods that it needs. */
export interface Lifecycle {
  /**
   * Called when the profile comes into use, also after `rest`: due work begins. Can be called
   * again.
   */
  start?(): Promise<void>
  /**
   * Called when the profile is no longer in use: cancels work that waits for the bank, and forgets
   * shown data. Resolves once running work has been stored.
   */
  rest?(): Promise<void>
  /** Called when the computer is awake again: services that depend on the time check the clock. */
  wake?(): void
}

/** The services that need the open store. */
export interface SessionServices extends Alerts, Inquiry, Workplace {
  readonly store: Store
  readonly background: Background
  readonly settings: SettingsService
  readonly policy: PolicyService
  readonly secondPerson: SecondPerson
  readonly payees: Money['payees']
  readonly orders: Money['orders']
  readonly batches: Money['batches']
  readonly schedules: Money['schedules']
  readonly coverage: Assurance['coverage']
  readonly inbox: InboxService
  readonly reconciliation: Assurance['reconciliation']
  readonly forwarding: ForwardingService
  readonly notices: NoticesService
  readonly audit: AuditService
  /** Reads nothing before `check`. */
  readonly certificates: CertificateWatch
  /** Background services, in the order in which they start. */
  readonly lifecycles: readonly Lifecycle[]
}

export interface SessionServicesDeps {
  readonly store: Store
  /** The file beside the store with the references that were sent. */
  readonly sentFile: string
  /**
   * Saves the end of the chain and the number of sent references outside the store; missing in
   * practice.
   */
  readonly saveHead?: SaveHead
  /** Where its backups are, and how they are verified. */
  readonly backups: BackupPlaces
  /** Confirmations of the unit of ACH amounts; missing in practice. */
  readonly units?: UnitConfirmations
  readonly connection: ConnectionService
  readonly operators: Operators
  /** The clock of this computer; services on a shared store have the wall time of its team. */
  readonly clock: Clock
  readonly newId: () => string
  /** Where notifications are shown; without it, nowhere. */
  readonly noticeSurface?: NoticeSurface
  /** Called first, so that the window subscribes before the first event. */
  readonly subscribe: (events: Events<SessionEvents>) => void
  readonly profileId: string
  readonly environment: Environment
  /** Keys that sign the ends of the audit chain. */
  readonly auditKeys: AuditKeys
  readonly callBlockFor: SessionContext['callBlockFor']
  /** The forwarding secret, available once the profile exists; missing in practice. */
  readonly forwardAccess?: ForwardAccess
  /** Returns the current data of the profile. */
  readonly profile: () => SessionProfile
  /** Reports an error that is not shown anywhere else. */
  readonly report: (where: string, problem: unknown) => void
}

/** Reads the settings of a store and creates the services on it. */
export async function openSession(deps: SessionServicesDeps): Promise<SessionServices> {
  const { store, connection, operators, newId, report } = deps
  const clock = clockOf(deps.clock, store.membership)
  const events = createEvents<SessionEvents>(report)
  deps.subscribe(events)
  const announce = emitAsEvents(events.emit)
  // Settings first: no call may use defaults that the operator has changed.
  const settings = await openSettings(store, clock)
  const operatorName: SessionContext['operatorName'] = (id, at) =>
    id === 'system' ? 'Countersign' : operators.nameOf(id, at)
  const background = new Background(report)
  const context: SessionContext = {
    store,
    connection,
    settings,
    clock,
    bankingZone: () => policy.current().policy.bankingZone,
    newId,
    operatorName,
    earlierNames: () => operators.earlierNames(),
    report,
    background,
    emitEvent: announce,
    profile: deps.profile,
    profileId: deps.profileId,
    environment: deps.environment,
    callBlockFor: deps.callBlockFor,
  }
  const alerts = await createAlerts(context, events.emit)
  const operatorOf = (id: string): OperatorFacts | undefined => operators.factsOf(id)
  const sent = await openSentReferences(deps.sentFile, store)
  const saveHead = headSaving(store, deps.saveHead, () => ({
    sent: sent.count(),
    administrators: operators
      .all()
      .flatMap(({ id, roles }) => (roles.includes('administrator') ? [id] : [])),
  }))
  // A first opening, or one after a restore, starts with the current head.
  await saveHead()
  const audit = await createAuditService(context, {
    keys: deps.auditKeys,
    saveHead: async () => {
      const saved = await saveHead()
      if (!saved.ok) report('audit.save-head', saved.error.problem.kind)
    },
  })
  const observed = observedStore(store, (kind) => {
    if (isMoneyAct(kind)) events.emit('money.acted', { kind })
  })
  events.on('money.acted', () => audit.grown())
  const money: SessionContext = { ...context, store: observed }
  const policy = await openPolicy(money, operatorOf)
  if (context.environment === 'practice') await stockPracticePayees(context)
  const {
    payees,
    orders,
    batches,
    schedules,
    context: moneyContext,
  } = await createMoney({
    ...money,
    policy,
    operatorOf,
    operators: () => operators.all(),
    sent,
    saveHead,
    units: deps.units,
  })
  const inquiry = await createInquiry(context)
  const { coverage, reconciliation } = createAssurance({
    ...money,
    events,
    orders,
    batches,
    inquiry: inquiry.inquiry,
  })
  const inbox = createInboxService(moneyContext, {
    matchAlerts: (upTo) => Promise.all([orders, batches].map((one) => one.alertsRead(upTo))),
  })
  const forwarding = createForwardingService(context, {
    access: deps.forwardAccess,
    listening: () => {
      const running = alerts.listener.running()
      return running.state === 'listening' ? running.address : null
    },
  })
  const notices = await createNoticesService(context, { surface: deps.noticeSurface })
  inbox.onNew((items) => {
    // Only an operator who may give an approval is notified of it, signed in or locked out.
    const notified = inbox
      .seenAmong(items, whoIsHere(operators))
      .then((seen) => notices.newItems(seen))
    background.add('notices.new', notified)
  })
  for (const reader of [orders, batches, coverage, forwarding])
    events.on('alerts.changed', ({ latestSeq }) => void reader.alertsRead(latestSeq))
  inbox.watch(events)
  events.on('policy.changed', () => context.emitEvent('orders', 'countsChanged', {}))
  events.on('listener.changed', () => notices.listenerChecked(alerts.listener.state()))
  const { environment } = context
  const secondPerson = createSecondPerson({ store, operators, environment, clock, newId })
  const certificates = createCertificateWatch(context)
  const { kinds, waits } = moneyContext
  const forOverview = { ...context, operatorOf, policy, kinds, waits }
  const workplace = createWorkplace(forOverview, deps.backups, {
    inbox,
    coverage,
    orders,
    secondPerson,
  })
  announceOthers({ ...context, ...inquiry, emit: events.emit, policy, audit })
  return {
    lifecycles: [
      { rest: () => alerts.listener.rest() },
      { rest: () => inquiry.bulk.rest() },
      inquiry.inquiry,
      inquiry.payments,
      inquiry.reports,
      orders,
      batches,
      schedules,
      coverage,
      { wake: () => certificates.check() },
      workplace.backups,
    ],
    store,
    background,
    settings,
    ...alerts,
    ...inquiry,
    secondPerson,
    policy,
    payees,
    orders,
    batches,
    schedules,
    audit,
    coverage,
    inbox,
    forwarding,
    reconciliation,
    notices,
    certificates,
    ...workplace,
  }
}

/** Returns the operator who is signed in, or was when the window was locked. */
function whoIsHere(operators: Operators): OperatorFacts | undefined {
  const access = operators.access()
  const id = access.state === 'in' ? operators.current().id : lockedOut(access)
  const known = id === null ? undefined : operators.factsOf(id)
  return known?.disabled === true ? undefined : known
}

const lockedOut = (access: ReturnType<Operators['access']>): string | null =>
  access.state === 'locked' ? access.operatorId : null
