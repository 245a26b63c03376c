/** State that the window always shows: version, environment, profile, operator, settings. */
import type {
  KeychainProblemShown,
  KeychainState,
} from '../../preload/contract/api/keychain-problem.ts'
import type {
  LowDisk,
  Settings,
  TeamState,
  WorkstationState,
} from '../../preload/contract/api/workstation-state.ts'
import type { Session } from './session.ts'
import { defaultSettings, type SettingsChange } from '../profile/settings.service.ts'
import { type KeychainProblem, shownProblem } from '../profile/keychain-problem.ts'

export interface WorkstationStateService {
  current(): WorkstationState
  /** Sends the current state to the window; the theme follows the shown profile. */
  notify(): void
  /** Stores the keychain's last answer; undefined: it works. */
  keychainAnswered(problem: KeychainProblem | KeychainProblemShown | undefined): KeychainState
  /** False while the store is not open: a change that cannot be recorded is not made. */
  changeSettings(part: SettingsChange, actor: string): Promise<boolean>
}

export interface StateDeps {
  readonly version: string
  /** The session that the window shows. */
  readonly shown: () => Session
  readonly changed: (state: WorkstationState) => void
  readonly applyTheme: (theme: Settings['theme']) => void
  /** The keychain has answered correctly. */
  readonly keychainWorks: () => void
  readonly lowDisk: () => LowDisk
}

/** Returns the workstations that share the profile; null: one computer has it. */
function teamOf({ services, operators }: Session): TeamState {
  const membership = services?.store.membership
  if (!membership?.home) return null
  return {
    isReachable: membership.isFresh(),
    isClockOff: membership.isClockOff(),
    workstations: membership.workstations().map((one) => ({
      id: one.id,
      name: one.name,
      isHere: one.isHere,
      heardAt: one.heardAt,
      isThis: one.id === membership.home,
      operator: one.isHere && one.operator !== null ? operators.nameOf(one.operator) : null,
      operatorSince: one.isHere ? one.operatorSince : null,
    })),
  }
}

/** Creates the service, which reads the shown session at each request. */
export function createWorkstationState(deps: StateDeps): WorkstationStateService {
  const { shown } = deps
  let keychain: KeychainState = { state: 'not-checked' }

  const current = (): WorkstationState => {
    const { identity, operators, services, storeState } = shown()
    return {
      version: deps.version,
      environment: identity.environment,
      profileId: identity.id,
      profileName: identity.name,
      retired: identity.retired,
      operator: operators.current(),
      operators: [...operators.all()],
      access: operators.access(),
      settings: services?.settings.current() ?? defaultSettings,
      store: storeState,
      keychain,
      team: teamOf(shown()),
      lowDisk: deps.lowDisk(),
    }
  }
  const notify = (): void => {
    const state = current()
    if (shown().services) deps.applyTheme(state.settings.theme)
    deps.changed(state)
  }

  return {
    current,
    notify,
    keychainAnswered(problem) {
      keychain = problem ? { state: 'problem', problem: shownProblem(problem) } : { state: 'works' }
      notify()
      if (!problem) deps.keychainWorks()
      return keychain
    },
    async changeSettings(part, actor) {
      const { services } = shown()
      if (!services) return false
      await services.settings.change(part, actor)
      notify()
      return true
    },
  }
}
