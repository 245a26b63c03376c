/**
 * The profile data that the form needs: its own accounts, the products of its agreement, its
 * policy.
 */
import { computed, watch } from 'vue'
import type { OpenProfile } from '../../../../preload/contract/api/profiles/profile.ts'
import {
  requestedServices,
  type RequestedService,
} from '../../../../preload/contract/bank/payments/payment-rules.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { useLiveQuery } from '../../../state/use-live-query.ts'
import { useShownProfile } from '../../../state/stores/shown-profile.store.ts'
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
  const shown = useShownProfile()
  const paymentForm = usePaymentForm()
  const when = (): boolean => workstation.storeIsOpen
  const own = useLiveQuery({ fetchValue: () => bridge().paymentInquiry.listAccounts(), when })
  onEvent('profiles', 'shownChanged', own.readAgain)
  const policy = useLiveQuery({ fetchValue: () => bridge().policy.get(), when })
  onEvent('profiles', 'shownChanged', policy.readAgain)
  onEvent('policy', 'changed', policy.put)
  watch(policy.value, (now) => {
    if (now) paymentForm.policy = now.policy
  })

  // No money can be sent from an account that is entered for credits only.
  const accounts = computed(() => (own.value.value ?? []).filter(({ use }) => use !== 'credit'))
  watch(accounts, ([only, ...others]) => {
    paymentForm.onlyAccount = others.length === 0 ? only : undefined
  })
  // Practice has no agreement: both services can be practiced there.
  const permitted = computed(() =>
    shown.profile === undefined || workstation.state?.environment === 'practice'
      ? requestedServices
      : permittedServices(shown.profile),
  )
  /** Main has answered, with the accounts or with a failure. */
  const areAccountsRead = computed(() => (own.value.value ?? own.failure.value) !== undefined)
  return { accounts, areAccountsRead, permitted }
}
