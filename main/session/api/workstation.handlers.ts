/** Main's side of the API: each channel calls a service. Thin on purpose. */
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { DoctorReport } from '../../../preload/contract/api/doctor.ts'
import { identifierLabels } from '../../../preload/contract/api/profiles/profile.ts'
import type { Product } from '../../../preload/contract/api/profiles/profile-details.ts'
import type { Act } from '../../store/hash-chain.ts'
import type { Clock } from '../../platform/clock.ts'
import { diagnosticsHandlers } from './diagnostics.handlers.ts'
import { doctorHandlers } from './doctor.handlers.ts'
import type { Doctor } from '../../workplace/doctor.service.ts'
import type { Announce } from '../../platform/announce.ts'
import type { Handlers } from '../../platform/handlers.ts'
import { auditHandlers } from './audit.handlers.ts'
import { achInquiryHandlers } from './ach-inquiry.handlers.ts'
import { bankNamesHandlers } from './bank-names.handlers.ts'
import { batchHandlers } from './batches.handlers.ts'
import { backupHandlers } from './backups.handlers.ts'
import type { RestoresService } from '../restores.service.ts'
import { bulkHandlers } from './bulk.handlers.ts'
import { forwardingHandlers } from './forwarding.handlers.ts'
import { helpHandlers } from './help.handlers.ts'
import { noticesHandlers } from './notices.handlers.ts'
import { overviewHandlers } from './overview.handlers.ts'
import { reconciliationHandlers } from './reconciliation.handlers.ts'
import { searchHandlers } from './search.handlers.ts'
import type { Keychain } from '../../profile/keychain.ts'
import type { Lock } from '../lock.ts'
import { operatorHandlers } from './operators.handlers.ts'
import { orderHandlers } from './orders.handlers.ts'
import { payeeHandlers } from './payees.handlers.ts'
import { paymentInquiryHandlers } from './payment-inquiry.handlers.ts'
import type { PracticeService } from '../practice/practice.service.ts'
import type { PracticeTeamService } from '../practice/practice-team.service.ts'
import { certificateHandlers } from './certificates.handlers.ts'
import { profileHandlers } from './profiles.handlers.ts'
import { callsBlocked, callBlockedBy, notAgreed } from '../call-permission.ts'
import { weakerSettings } from '../../profile/proposed-changes.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { closedStore, forward } from '../active-session.ts'
import { recoveryHandlers } from './recovery.handlers.ts'
import { reportsHandlers } from './reports.handlers.ts'
import { savedHandlers } from './saved.handlers.ts'
import { tableHandlers } from './tables.handlers.ts'
import { trafficHandlers } from './traffic.handlers.ts'
import { updatesHandlers } from './updates.handlers.ts'
import type { Updates } from '../../workplace/updates.service.ts'
import { alertHandlers } from './alerts.handlers.ts'
import { listenerHandlers } from './listener.handlers.ts'
import type { PdfPrinter, SecretClipboard } from '../../platform/ports.ts'
import type { WorkstationStateService } from '../workstation-state.service.ts'

export interface HandlerDeps {
  readonly state: WorkstationStateService
  readonly profiles: ProfilesService
  readonly lock: Lock
  readonly practice: PracticeService
  readonly practiceTeam: PracticeTeamService
  readonly startPracticeAgain: () => Promise<void>
  readonly keychain: Keychain
  readonly doctor: Doctor
  readonly updates: Updates
  readonly clipboard: SecretClipboard
  readonly printer: PdfPrinter
  readonly announce: Announce
  readonly clock: Clock
  readonly newId: () => string
  readonly restores: RestoresService
  readonly writeDiagnostics: () => Promise<string>
  /** Called after each finished examination of a connection. */
  readonly examined: (profileId: string, report: DoctorReport) => void
  /** Takes the places of the window with unsaved input. */
  readonly setUnsaved: (places: readonly string[]) => void
  /** Actor of acts before anybody has signed in. */
  readonly computerActor: string
}

/** Returns all handlers of the API. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const { state, profiles } = deps
  const services = () => profiles.shown().services
  const closed = () => err(closedStore(profiles.shown().storeState))
  const callBlock = () => callsBlocked(profiles.shown())
  const callDeps = {
    ...deps,
    callBlockFor: (product: Product) => callBlockedBy(profiles.shown(), product),
  }
  return {
    workstation: {
      getState: () => ok(state.current()),
      changeSettings: async (part, { operator }) => {
        const open = services()
        if (!open) return closed()
        const change = weakerSettings(open.settings.current(), part)
        const allowed = await open.secondPerson.allows(change, operator)
        if (!allowed.ok)
          return operator.roles.includes('administrator')
            ? allowed
            : err({ code: 'not-permitted', needs: ['administrator'] })
        return (await state.changeSettings(part, operator.id)) ? ok(state.current()) : closed()
      },
      setUnsaved: ({ places }) => {
        deps.setUnsaved(places)
        return ok(undefined)
      },
    },
    connection: {
      getState: () => ok(profiles.shown().connection.state()),
      checkHealth: async (_input, { operator }) => {
        const { connection, real } = profiles.shown()
        if (!services()) return closed()
        const proven = real?.certificateOnTrial()
        const answer = callBlock() ?? (await connection.checkHealth(operator.id))
        if (answer.ok && answer.value.status === 200) await proven?.()
        return answer
      },
    },
    validation: {
      submit: (inquiry, { operator }) => {
        const service = services()?.validation
        if (!service) return closed()
        const details = profiles.shown().real?.details()
        return (
          callBlock() ??
          notAgreed(details, 'account-validation') ??
          (details?.secondaryId === null
            ? err({ code: 'profile-incomplete', missing: [identifierLabels.secondaryId] })
            : service.submit(inquiry, operator))
        )
      },
      list: async (request) => {
        const service = services()?.validation
        return service ? ok(await service.list(request)) : closed()
      },
      get: ({ id }) => services()?.validation.get(id) ?? closed(),
      reveal: ({ id }, { operator }) => services()?.validation.reveal(id, operator) ?? closed(),
    },
    ...trafficHandlers(deps),
    ...alertHandlers(deps),
    ...listenerHandlers(deps),
    ...reportsHandlers(callDeps),
    ...bulkHandlers(callDeps),
    ...achInquiryHandlers(callDeps),
    ...paymentInquiryHandlers(callDeps),
    ...savedHandlers(callDeps),
    ...bankNamesHandlers(callDeps),
    ...tableHandlers(callDeps),
    ...operatorHandlers(deps),
    ...payeeHandlers(deps),
    ...orderHandlers(deps),
    ...batchHandlers(deps),
    schedules: forward(profiles, 'schedules', ({ schedules }) => schedules.handlers, {}),
    coverage: forward(profiles, 'coverage', ({ coverage }) => coverage.handlers, {}),
    inbox: forward(profiles, 'inbox', ({ inbox }) => inbox.handlers, {}),
    ...overviewHandlers(deps),
    ...searchHandlers(deps),
    ...reconciliationHandlers(deps),
    ...forwardingHandlers(deps),
    ...noticesHandlers(deps),
    ...updatesHandlers(deps),
    ...helpHandlers(deps),
    ...auditHandlers(deps),
    ...backupHandlers(deps),
    ...diagnosticsHandlers(deps),
    ...profileHandlers(deps),
    ...recoveryHandlers(deps),
    ...certificateHandlers(deps),
    ...doctorHandlers(deps),
    ...practiceHandlers(deps),
  }
}

/** The practice bank can be controlled from practice only, not by operators of a real profile. */
function practiceHandlers(deps: HandlerDeps): Pick<Handlers, 'practice'> {
  const { practice, practiceTeam, profiles } = deps
  const steer = async (actor: string, kind: string, detail: Act['detail']) => {
    const { services, real } = profiles.shown()
    if (real) return false
    await services?.store.note({ actor, kind, subject: 'practice', detail })
    return true
  }
  return {
    practice: {
      startAgain: async () => {
        await deps.startPracticeAgain()
        return ok(undefined)
      },
      getBank: async () => ok(await practice.state()),
      setScenario: async (order, { operator }) => {
        const { scenario, times } = order
        const may = await steer(operator.id, 'practice.scenario-set', { scenario, times })
        return may ? practice.setScenario(order) : err({ code: 'bank-not-running' })
      },
      clearScenarios: async (_input, { operator }) => {
        const may = await steer(operator.id, 'practice.scenarios-cleared', {})
        return may ? practice.clearScenarios() : err({ code: 'bank-not-running' })
      },
      sendAlerts: async (order, { operator }) => {
        const may = await steer(operator.id, 'practice.alerts-sent', { ...order })
        return may ? practice.sendAlerts(order) : err({ code: 'bank-not-running' })
      },
      getTeam: () => ok(practiceTeam.state()),
      startTeam: async ({ size }, { operator }) => {
        const may = await steer(operator.id, 'practice.team-started', { size })
        return may ? practiceTeam.start(size) : err({ code: 'bank-not-running' })
      },
      endTeam: async (_input, { operator }) => {
        const may = await steer(operator.id, 'practice.team-ended', {})
        return may ? ok(await practiceTeam.end()) : err({ code: 'bank-not-running' })
      },
    },
  }
}
