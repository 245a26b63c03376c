/**
 * The form of a status inquiry, kept while other screens are shown. Every rule is checked here, and
 * again by main.
 */
import { defineStore } from 'pinia'
import { computed, reactive, ref, watch } from 'vue'
import type { PaymentInquiryRequest } from '../../../../preload/contract/api/payment-inquiry/inquiry.ts'
import {
  statusInquiryFields,
  type StatusInquiryField,
} from '../../../../preload/contract/bank/payments/inquiry-rules.ts'
import type { OwnAccount } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { bridge } from '../../../state/bridge.ts'
import { useProfiles } from '../../../state/stores/profiles.store.ts'
import { useFieldNotes } from '../../../state/use-form.ts'

/** The choice *another account*: the operator types the number. */
export const typedAccount = 'typed'

export const useStatusInquiryForm = defineStore('status-inquiry-form', () => {
  const by = ref<PaymentInquiryRequest['by']>('transaction-id')
  const values = reactive<Record<StatusInquiryField, string>>({
    transactionId: '',
    account: '',
    reference: '',
  })
  const accounts = ref<readonly OwnAccount[]>([])
  /** An own account by its id, or `typed`. */
  const chosen = ref('')

  const isTyped = computed(() => chosen.value === typedAccount)
  const fields = computed<readonly StatusInquiryField[]>(() => {
    if (by.value === 'transaction-id') return ['transactionId']
    return isTyped.value ? ['account', 'reference'] : ['reference']
  })
  const notes = useFieldNotes<StatusInquiryField>(() =>
    fields.value
      .filter((field) => !statusInquiryFields[field].holds(values[field]))
      .map((path) => {
        const { rule, source } = statusInquiryFields[path]
        return { path, message: rule, source }
      }),
  )

  async function readAccounts(): Promise<void> {
    const answer = await bridge().paymentInquiry.listAccounts()
    if (!answer.ok) return
    accounts.value = answer.value
    const isKnown =
      chosen.value === typedAccount || answer.value.some(({ id }) => id === chosen.value)
    if (!isKnown) chosen.value = answer.value[0]?.id ?? typedAccount
  }

  /** Returns the query, or undefined if a rule is broken, which is shown from now on. */
  function question(): PaymentInquiryRequest | undefined {
    fields.value.forEach(notes.left)
    if (notes.found.value.size > 0) return undefined
    if (by.value === 'transaction-id') {
      return { by: by.value, transactionId: values.transactionId.trim() }
    }
    const account = isTyped.value
      ? ({ kind: 'typed', number: values.account.trim() } as const)
      : ({ kind: 'own', id: chosen.value } as const)
    return { by: by.value, account, reference: values.reference.trim() }
  }

  function clear(): void {
    Object.assign(values, { transactionId: '', account: '', reference: '' })
    notes.clearNotes()
  }
  // Another profile has accounts and payments of its own.
  watch(
    () => useProfiles().state?.shownId,
    () => {
      clear()
      chosen.value = ''
      void readAccounts()
    },
  )

  return {
    by,
    values,
    accounts,
    chosen,
    isTyped,
    problem: notes.problem,
    readAccounts,
    question,
    clear,
    left: (field: StatusInquiryField) => {
      if (values[field] !== '') notes.left(field)
    },
  }
})
