/**
 * The profile data that a batch needs: its own accounts, the products of its agreement, its ACH
 * settings.
 */
import { computed } from 'vue'
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { useLiveQuery } from '../../../state/use-live-query.ts'
import { useShownProfile } from '../../../state/stores/shown-profile.store.ts'
import { knownAccount, type KnownAccount } from './header-defaults.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'

/** Mirrors the data while the screen is mounted. */
export function useBatchFacts() {
  const workstation = useWorkstation()
  const shown = useShownProfile()
  const when = (): boolean => workstation.storeIsOpen
  const own = useLiveQuery({ fetchValue: () => bridge().batches.listAccounts(), when })
  const last = useLiveQuery({ fetchValue: () => bridge().batches.getLastAccounts(), when })
  const ach = useLiveQuery({ fetchValue: () => bridge().batches.getSettings(), when })
  onEvent('profiles', 'shownChanged', own.readAgain)
  onEvent('profiles', 'shownChanged', last.readAgain)
  onEvent('profiles', 'shownChanged', ach.readAgain)
  onEvent('batches', 'settingsChanged', ach.readAgain)
  const accounts = computed(() => own.value.value ?? [])
  /** The agreement includes origination, or nobody has entered its products. */
  const isAgreed = computed(() => {
    if (workstation.state?.environment === 'practice') return true
    const agreed = shown.profile?.details.products ?? []
    return agreed.length === 0 || agreed.some(({ product }) => product === 'ach-origination')
  })
  const knownAccountOf = (secCode: SecCode): KnownAccount | null =>
    knownAccount(accounts.value, last.value.value ?? {}, secCode)
  return { accounts, knownAccountOf, settings: ach.value, isAgreed }
}
