/** The current validation: the input and the answer. Kept while other screens are shown. */
import { defineStore } from 'pinia'
import { computed, markRaw, ref, shallowRef, watch } from 'vue'
import type { ApiVersion } from '../../../../preload/contract/bank/account-validation.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { ValidationRecord } from '../../../../preload/contract/api/validation-record.ts'
import { bridge } from '../../../state/bridge.ts'
import type { InquiryDraft } from '../../../state/passed-drafts.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'
import { useInquiryForm, type FormField } from './inquiry-form.ts'
import { useUnsavedMark } from '../../../state/stores/unsaved.store.ts'

export type ValidationState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'answered'; readonly record: ValidationRecord }

export const useValidationForm = defineStore('validation', () => {
  const apiVersion = ref<ApiVersion>('v1')
  // The store would unwrap the form's refs; the form needs them.
  const form = markRaw(useInquiryForm(() => apiVersion.value))
  const state = shallowRef<ValidationState>({ kind: 'idle' })
  const isSubmitting = computed(() => state.value.kind === 'running')
  /** The input that was sent last; empty if none was. */
  const sent = ref('')
  /** The answer is about other input than the form now has. */
  const isOutdated = computed(
    () => state.value.kind === 'answered' && form.input.value !== sent.value,
  )

  useUnsavedMark(
    'Validation',
    () => form.isTyped.value && (state.value.kind !== 'answered' || isOutdated.value),
    { isKept: true },
  )

  /** Grows with each new query and each cleared form: an answer to an older query is dropped. */
  let turn = 0

  /** Queries the bank once, unless a rule is broken. */
  async function submit(): Promise<void> {
    if (isSubmitting.value) return
    const inquiry = form.inquiry()
    if (!inquiry) return
    const mine = ++turn
    sent.value = form.input.value
    state.value = { kind: 'running' }
    const result = await bridge().validation.submit(inquiry)
    if (mine !== turn) return
    if (result.ok) {
      state.value = { kind: 'answered', record: result.value }
      return
    }
    form.takeRefusal(result.error)
    state.value = { kind: 'refused', failure: result.error }
  }

  function clear(): void {
    turn += 1
    form.clear()
    sent.value = ''
    state.value = { kind: 'idle' }
  }

  function fill(draft: InquiryDraft): void {
    clear()
    form.ownerKind.value = draft.ownerKind
    form.values.routingNumber = draft.routingNumber
    form.values.accountNumber = draft.accountNumber
    for (const [field, value] of Object.entries(draft.owner)) {
      form.values[field as FormField] = value
    }
  }

  // Another operator starts empty: sees no answer that somebody else requested, and no typed SSN.
  watch(
    () => useWorkstation().state?.operator.id,
    (_now, before) => {
      if (before !== undefined) clear()
    },
  )

  return { apiVersion, form, state, isSubmitting, isOutdated, submit, fill, clear }
})
