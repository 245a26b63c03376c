/**
 * Passes input from one screen to the form of another, because features do not import each other.
 * Account numbers stay out of addresses and histories, and the input is dropped once it is taken.
 */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { OwnerField, OwnerKind } from '../../preload/contract/bank/account-validation.ts'

/** The values for a validation; fields that are not named are emptied. */
export interface InquiryDraft {
  readonly routingNumber: string
  readonly accountNumber: string
  readonly ownerKind: OwnerKind
  readonly owner: Partial<Record<OwnerField, string>>
}

/** The payee of a new payment, with the validation that becomes its evidence. */
export interface BeneficiaryDraft {
  readonly name: string
  readonly accountNumber: string
  readonly aba: string
  readonly validationId: string
}

function passed<T>() {
  const draft = shallowRef<T>()
  return {
    hand: (next: T): void => {
      draft.value = next
    },
    /** Returns the draft and removes it. */
    take: (): T | undefined => {
      const taken = draft.value
      draft.value = undefined
      return taken
    },
  }
}

export const useInquiryDraft = defineStore('inquiry-draft', () => passed<InquiryDraft>())
export const useBeneficiaryDraft = defineStore('beneficiary-draft', () =>
  passed<BeneficiaryDraft>(),
)
