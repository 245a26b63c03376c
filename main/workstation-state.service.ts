/** Who is here, where, and on what: what the window always shows, in one place. */
import type {
  Settings,
  StoreState,
  WorkstationState,
} from '../preload/contract/workstation-state.ts'
import type { Operators } from './operators/operators.service.ts'
import type { Profile } from './profiles/practice-profile.ts'
import {
  defaultSettings,
  type SettingsChange,
  type SettingsService,
} from './settings/settings.service.ts'
import type { Store } from './storage/store.ts'

/** The state and the few acts that change it. */
export interface WorkstationStateService {
  current(): WorkstationState
  storeOpened(store: Store, settings: SettingsService): void
  storeRefused(reason: string, detail: string | null): void
  /** False while the store is not open: nothing is changed that could not be recorded. */
  changeSettings(part: SettingsChange, actor: string): Promise<boolean>
  /** Records who took over from whom; false when there is no such operator. */
  switchOperator(operatorId: string): Promise<boolean>
}

/** What the state is made of. */
export interface StateParts {
  readonly version: string
  readonly profile: Profile
  readonly operators: Operators
  readonly changed: (state: WorkstationState) => void
  readonly applyTheme: (theme: Settings['theme']) => void
}

/** Starts with the defaults and a store that is opening. */
export function createWorkstationState(parts: StateParts): WorkstationStateService {
  const { profile, operators } = parts
  let store: StoreState = { state: 'opening' }
  let open: { store: Store; settings: SettingsService } | undefined

  const current = (): WorkstationState => ({
    version: parts.version,
    environment: profile.environment,
    profileName: profile.name,
    operator: operators.current(),
    operators: [...operators.all],
    settings: open?.settings.current() ?? defaultSettings,
    store,
  })
  const tell = (): void => parts.changed(current())

  return {
    current,
    storeOpened(opened, settings) {
      open = { store: opened, settings }
      store = { state: 'open' }
      parts.applyTheme(settings.current().theme)
      tell()
    },
    storeRefused(reason, detail) {
      store = { state: 'refused', reason, detail }
      tell()
    },
    async changeSettings(part, actor) {
      if (!open) return false
      const { theme } = await open.settings.change(part, actor)
      parts.applyTheme(theme)
      tell()
      return true
    },
    async switchOperator(operatorId) {
      const before = operators.current().id
      const known = operators.all.some(({ id }) => id === operatorId)
      if (!open || !known) return false
      await open.store.record(
        {
          actor: operatorId,
          kind: 'operator.switched',
          subject: operatorId,
          detail: { from: before },
        },
        () => Promise.resolve(),
      )
      operators.switchTo(operatorId)
      tell()
      return true
    },
  }
}
