/**
 * The profile data that the form needs: its own accounts, the products of its agreement, its
 * policy.
 */
import { onBeforeUnmount, onMounted, shallowRef, watch } from 'vue'
import type { OpenProfile } from '../../../../preload/contract/api/profiles/profile.ts'
import type { OwnAccount } from '../../../../preload/contract/api/profiles/profile-details.ts'
import {
  requestedServices,
  type RequestedService,
} from '../../../../preload/contract/bank/payments/payment-rules.ts'
import { bridge } from '../../../state/bridge.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'
import { usePaymentForm } from './payment-form.store.ts'

/**
 * The services of an agreement, each separately (bank note 77); an agreement that names no product
 * is not entered yet.
 */
export function permittedServices({ details }: OpenProfile): readonly RequestedService[] {
  const agreed = details.products.map(({ product }) => product)
  const products = { WIRE: 'wire', RTP: 'rtp' } as const
  return agreed.length === 0
    ? requestedServices
    : requestedServices.filter((service) => agreed.includes(products[service]))
}

/** Mirrors the data while the screen is mounted. */
export function useComposeFacts() {
  const workstation = useWorkstation()
  const paymentForm = usePaymentForm()
  const accounts = shallowRef<readonly OwnAccount[]>([])
  const permitted = shallowRef<readonly RequestedService[]>(requestedServices)

  async function read(): Promise<void> {
    const [own, shown, policy] = await Promise.all([
      bridge().payments.listAccounts(),
      bridge().profiles.getShown(),
      bridge().policy.get(),
    ])
    // No money can be sent from an account that is entered for credits only.
    if (own.ok) accounts.value = own.value.filter(({ use }) => use !== 'credit')
    // Practice has no agreement: both services can be practiced there.
    const isReal = workstation.state?.environment !== 'practice'
    if (shown.ok && isReal) permitted.value = permittedServices(shown.value)
    if (policy.ok) paymentForm.policy = policy.value.policy
  }
  watch(
    () => workstation.storeIsOpen,
    (open) => open && void read(),
    { immediate: true },
  )
  const stops: (() => void)[] = []
  onMounted(() => {
    stops.push(
      bridge().on('profiles', 'shownChanged', () => void read()),
      bridge().on('policy', 'changed', ({ policy }) => (paymentForm.policy = policy)),
    )
  })
  onBeforeUnmount(() => stops.forEach((stop) => stop()))
  return { accounts, permitted }
}
