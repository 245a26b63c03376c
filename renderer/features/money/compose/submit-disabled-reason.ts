/** Why a payment cannot be submitted here now, as a sentence; empty if it can. */
import { computed, type ComputedRef, type Ref } from 'vue'
import type { RequestedService } from '../../../../preload/contract/bank/payments/payment-rules.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'
import { usePaymentForm } from './payment-form.store.ts'
import { serviceTexts } from './text.ts'

/** Main checks again. A broken rule does not disable the button: a press shows the rule. */
export function useSubmitDisabledReason(
  permitted: Ref<readonly RequestedService[]>,
): ComputedRef<string> {
  const paymentForm = usePaymentForm()
  const workstation = useWorkstation()
  return computed(() => {
    const { state } = workstation
    if (!state || state.store.state === 'opening') return 'The store is still opening'
    if (state.store.state === 'refused') return 'The store is closed: nothing can be saved'
    if (state.retired) return 'This profile is retired: it is read only'
    if (!paymentForm.isMaker) return `Needs the maker role. ${state.operator.name} does not have it`
    const { service } = paymentForm.form.values.value
    return permitted.value.includes(service)
      ? ''
      : `${serviceTexts[service].label} is not in this profile\u2019s agreement`
  })
}
