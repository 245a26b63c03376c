/** The commands of the palette: every screen, every shortcut, and the commands without a screen. */
import { computed, ref, shallowRef, watch, type Component, type ComputedRef, type Ref } from 'vue'
import IconHealth from '~icons/lucide/activity'
import IconAlerts from '~icons/lucide/bell'
import IconCode from '~icons/lucide/book-text'
import IconHelp from '~icons/lucide/circle-question-mark'
import IconContrast from '~icons/lucide/contrast'
import IconKeychain from '~icons/lucide/key-round'
import IconKeyboard from '~icons/lucide/keyboard'
import IconLock from '~icons/lucide/lock'
import IconNew from '~icons/lucide/plus'
import IconSettings from '~icons/lucide/settings'
import IconUser from '~icons/lucide/user-round'
import { codeAddress } from '../text/code-address.ts'
import { settingsSections } from '../features/setup/settings/settings-sections.ts'
import { searchBook } from '../features/inquiry/code-book/search.ts'
import { useHealth, useKeychain } from '../state/stores/checks.store.ts'
import { fewestLetters } from '../../preload/contract/api/search/search.ts'
import { useProfiles } from '../state/stores/profiles.store.ts'
import type { Screen } from './screens.ts'
import { environmentAppearance } from '../text/environment.ts'
import { registeredShortcuts, type Shortcut } from '../state/shortcuts.ts'
import { openRecordActs, type RecordAct } from '../ui/record-acts.ts'
import { useWorkstation } from '../state/stores/workstation.store.ts'

export interface Command {
  readonly id: string
  readonly title: string
  readonly detail?: string | undefined
  readonly group: string
  readonly keywords?: string | undefined
  readonly shortcut?: string | undefined
  readonly icon?: Component | undefined
  readonly isDisabled?: boolean | undefined
  readonly run: () => void
}

/** The window functions that commands use. */
interface CommandPlaces {
  readonly openScreen: (id: string) => void
  /** Opens a part of a screen by its address. */
  readonly openPart: (address: string) => void
  readonly showShortcuts: () => void
  readonly showHelp: () => void
  /** The palette is open. */
  readonly isOpen: () => boolean
  readonly shownScreens: () => readonly Screen[]
}

const alertParts = [
  { id: 'quarantine', title: 'Quarantine', keywords: 'quarantined deliveries held not read again' },
  { id: 'listener', title: 'Listener', keywords: 'webhook subscription password certificate' },
  {
    id: 'forwarding',
    title: 'Forwarding',
    keywords: 'forward hand on endpoint https webhook copy',
  },
] as const

const mostCodes = 4

const themeNames = { system: 'as the system', light: 'light', dark: 'dark' } as const

/** Returns the present commands of the palette, and a function that runs one. */
export function useCommands({
  openScreen,
  openPart,
  showShortcuts,
  showHelp,
  isOpen,
  shownScreens,
}: CommandPlaces): {
  list: ComputedRef<readonly Command[]>
  run: (id: string) => void
  /** The typed text, by which codes are found. */
  typed: Ref<string>
} {
  const workstation = useWorkstation()
  const health = useHealth()
  const keychain = useKeychain()
  const profiles = useProfiles()

  const profileCommands = computed<readonly Command[]>(() => [
    ...profiles.cards
      .filter(({ id }) => id !== profiles.state?.shownId)
      .map((card) => ({
        id: `profile.${card.id}`,
        title: `Open profile ${card.name}`,
        group: 'Profiles',
        keywords: `${environmentAppearance[card.environment].label} environment switch`,
        icon: environmentAppearance[card.environment].icon,
        run: () => profiles.prompt(card),
      })),
    {
      id: 'profile.new',
      title: 'New profile',
      group: 'Profiles',
      keywords: 'bank environment production create import file copy',
      icon: IconNew,
      run: () => (profiles.isNewProfileOpen = true),
    },
  ])
  const typed = ref('')
  /**
   * The best matches of the code book only, because the name of a code appears in the texts of many
   * others.
   */
  const codes = computed<readonly Command[]>(() => {
    const text = typed.value.trim()
    if (Array.from(text).length < fewestLetters) return []
    return searchBook(text)
      .slice(0, mostCodes)
      .map(({ key, family, entry }) => ({
        id: `code.${key}`,
        title: `${entry.code} ${entry.meaning}`,
        group: 'Codes',
        keywords: text,
        detail: family.title,
        icon: IconCode,
        run: () => openPart(codeAddress(family.id, entry.code)),
      }))
  })
  /** As they were when the palette opened: it closes before the chosen one runs. */
  const acts = shallowRef<readonly RecordAct[]>([])
  const keys = shallowRef<readonly Shortcut[]>([])
  watch(isOpen, (is) => {
    if (!is) return
    acts.value = openRecordActs()
    const shown = new Set(acts.value.map(({ shortcut }) => shortcut))
    keys.value = registeredShortcuts.value.filter(
      ({ id, keys: own, when }) =>
        !/^(screen|app)\./.test(id) && !shown.has(own) && when?.() !== false,
    )
  })
  const isPractice = computed(() => workstation.state?.environment === 'practice')

  const list = computed<readonly Command[]>(() => [
    ...acts.value.map(({ id, title, disabledReason, shortcut, run }) => ({
      id,
      title,
      detail: disabledReason === '' ? undefined : disabledReason,
      isDisabled: disabledReason !== '',
      group: 'Open record',
      shortcut: shortcut === '' ? undefined : shortcut,
      run,
    })),
    ...shownScreens().map((screen) => ({
      id: `screen.${screen.id}`,
      title: screen.label,
      group: 'Screens',
      keywords: `${screen.purpose} ${screen.keywords}`,
      shortcut: screen.shortcut,
      icon: screen.icon,
      run: () => openScreen(screen.id),
    })),
    ...alertParts.map(({ id, title, keywords }) => ({
      id: `alerts.${id}`,
      title: `Alerts: ${title}`,
      group: 'Screens',
      keywords,
      icon: IconAlerts,
      run: () => openPart(`/alerts/${id}`),
    })),
    ...settingsSections.map(({ id, title, keywords }) => ({
      id: `settings.${id}`,
      title: `Settings: ${title}`,
      group: 'Screens',
      keywords,
      icon: IconSettings,
      run: () => openPart(`/settings/${id}`),
    })),
    ...profileCommands.value,
    // For a real bank the health check is one step of the diagnostics on the Connection screen.
    ...(isPractice.value
      ? [
          {
            id: 'connection.check',
            title: 'Run the health check',
            group: 'Commands',
            keywords: 'health check connection ping',
            icon: IconHealth,
            run: () => {
              openScreen('practice')
              void health.query()
            },
          },
        ]
      : []),
    {
      id: 'keychain.check',
      title: 'Check the keychain',
      group: 'Commands',
      keywords: 'keyring secret credential manager locked probe',
      icon: IconKeychain,
      run: () => {
        openScreen('connection')
        void keychain.query()
      },
    },
    // The actions of the shown screen.
    ...keys.value.map(({ id, title, group, keys: shortcut, run }) => ({
      id,
      title,
      group,
      shortcut,
      run,
    })),
    {
      id: 'app.shortcuts',
      title: 'Show the keyboard shortcuts',
      group: 'Commands',
      shortcut: '?',
      icon: IconKeyboard,
      run: showShortcuts,
    },
    {
      id: 'app.help',
      title: 'Help on this screen',
      group: 'Commands',
      keywords: 'manual documentation guide print PDF how to what to do when explain',
      shortcut: 'F1',
      icon: IconHelp,
      run: showHelp,
    },
    ...(['system', 'light', 'dark'] as const)
      .filter((theme) => theme !== workstation.settings?.theme)
      .map((theme) => ({
        id: `theme.${theme}`,
        title: `Theme: ${themeNames[theme]}`,
        group: 'Commands',
        keywords: 'appearance colours',
        icon: IconContrast,
        run: () => void workstation.changeSettings({ theme }),
      })),
    {
      id: 'operator.lock',
      title: 'Lock the workstation',
      group: 'Commands',
      keywords: 'sign out leave screen operator',
      shortcut: 'Mod+L',
      icon: IconLock,
      run: () => void workstation.lock(),
    },
    // If a passphrase is required, the workstation is locked first.
    ...(isPractice.value ? (workstation.state?.operators ?? []) : [])
      .filter(({ id }) => id !== workstation.state?.operator.id)
      .map(({ id, name }) => ({
        id: `operator.${id}`,
        title: `Continue as ${name}`,
        group: 'Commands',
        keywords: 'operator switch practice',
        icon: IconUser,
        run: () => void workstation.switchOperator(id),
      })),
  ])

  const lines = computed(() => [...list.value, ...codes.value])
  const run = (id: string): void => lines.value.find((command) => command.id === id)?.run()
  return { list: lines, run, typed }
}
