/**
 * The profile data that a batch needs: its own accounts, the products of its agreement, its ACH
 * settings.
 */
import { onBeforeUnmount, onMounted, ref, shallowRef, watch } from 'vue'
import type { AchSettingsState } from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { OwnAccount } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { bridge } from '../../../state/bridge.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'

/** Mirrors the data while the screen is mounted. */
export function useBatchFacts() {
  const workstation = useWorkstation()
  const accounts = shallowRef<readonly OwnAccount[]>([])
  const settings = shallowRef<AchSettingsState>()
  /** The agreement includes origination, or nobody has entered its products. */
  const isAgreed = ref(true)

  async function read(): Promise<void> {
    const [own, shown, ach] = await Promise.all([
      bridge().batches.listAccounts(),
      bridge().profiles.getShown(),
      bridge().batches.getSettings(),
    ])
    if (own.ok) accounts.value = own.value
    if (ach.ok) settings.value = ach.value
    const isReal = workstation.state?.environment !== 'practice'
    if (!shown.ok || !isReal) return
    const agreed = shown.value.details.products.map(({ product }) => product)
    isAgreed.value = agreed.length === 0 || agreed.includes('ach-origination')
  }
  watch(
    () => workstation.storeIsOpen,
    (open) => open && void read(),
    { immediate: true },
  )
  let stop = (): void => undefined
  onMounted(() => (stop = bridge().on('profiles', 'shownChanged', () => void read())))
  onBeforeUnmount(() => stop())
  return { accounts, settings, isAgreed, read }
}
