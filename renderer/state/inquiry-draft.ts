/**
 * Passes an inquiry from one screen to the validation form, because features do not import each
 * other.
 */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { OwnerField, OwnerKind } from '../../preload/contract/bank/account-validation.ts'

/** The values for a form; fields that are not named are emptied. */
export interface InquiryDraft {
  readonly routingNumber: string
  readonly accountNumber: string
  readonly ownerKind: OwnerKind
  readonly owner: Partial<Record<OwnerField, string>>
}

export const useInquiryDraft = defineStore('inquiry-draft', () => {
  const draft = shallowRef<InquiryDraft>()
  const hand = (next: InquiryDraft): void => {
    draft.value = next
  }
  /** Returns the draft and removes it. */
  const take = (): InquiryDraft | undefined => {
    const taken = draft.value
    draft.value = undefined
    return taken
  }
  return { hand, take }
})
