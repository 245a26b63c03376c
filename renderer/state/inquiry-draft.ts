/** An inquiry handed from one screen to the validation form: features do not know each other. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { OwnerField, OwnerKind } from '../../preload/contract/bank/account-validation.ts'

/** What a form is filled with; fields that are not named are emptied. */
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
  /** The draft, once. */
  const take = (): InquiryDraft | undefined => {
    const taken = draft.value
    draft.value = undefined
    return taken
  }
  return { hand, take }
})
