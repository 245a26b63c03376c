/** A draft being written: its input, main's copy, and its saving. */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import {
  emptyForm,
  type PaymentForm,
} from '../../../../preload/contract/domain/orders/payment-form.ts'
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import { bridge } from '../../../state/bridge.ts'

/** Names the payee of a form, and the account that is paid. */
const payeeKey = ({ payeeId, creditParty, creditPartyBank }: PaymentForm): string =>
  JSON.stringify([payeeId, creditParty.name, creditParty.accountNumber, creditPartyBank.aba])

/** Returns a draft; without an id it is new, and becomes an order with the first input. */
export function createOpenPaymentForm(
  begun: { readonly id: string; readonly form: PaymentForm } | null = null,
) {
  const id = ref(begun?.id ?? null)
  const values = shallowRef<PaymentForm>(begun?.form ?? emptyForm)
  const saved = ref(JSON.stringify(values.value))
  /** As last shown by main. */
  const order = shallowRef<Order>()
  const failure = shallowRef<Failure>()
  const isSaving = ref(false)
  const isDirty = computed(() => JSON.stringify(values.value) !== saved.value)
  /** Whether the payee is the one of the saved draft, so that its flags are about this payee. */
  const isPayeeSaved = computed(
    () => payeeKey(values.value) === payeeKey(JSON.parse(saved.value) as PaymentForm),
  )

  /** The form with values that main creates: its reference, which never changes afterwards. */
  function withReferences(form: PaymentForm, sent: PaymentForm, { reference }: Order): PaymentForm {
    const isNew = id.value === null && sent.sendersReference === ''
    const isBlank = isNew && form.sendersReference === ''
    return {
      ...form,
      requestReference: reference,
      ...(isBlank && { sendersReference: reference }),
    }
  }
  function take(next: Order, sent: PaymentForm): void {
    const after = withReferences(values.value, sent, next)
    saved.value = JSON.stringify(withReferences(sent, sent, next))
    values.value = after
    id.value = next.id
    order.value = next
    failure.value = undefined
  }

  /** Fills blank fields of a form in which nothing was typed yet: no reason to save it. */
  function suggest(part: Partial<PaymentForm>): void {
    if (id.value !== null || isDirty.value) return
    values.value = { ...values.value, ...part }
    saved.value = JSON.stringify(values.value)
  }

  /** Takes the fields that main has changed in the form `before`; later input in others stays. */
  function takeChanges(before: PaymentForm, stored: PaymentForm): void {
    const isSame = (field: string): boolean =>
      JSON.stringify(before[field as keyof PaymentForm]) ===
      JSON.stringify(stored[field as keyof PaymentForm])
    const changed = Object.entries(stored).filter(([field]) => !isSame(field))
    values.value = { ...values.value, ...(Object.fromEntries(changed) as Partial<PaymentForm>) }
    saved.value = JSON.stringify(stored)
  }

  let saving: Promise<boolean> | undefined
  async function saveAll(): Promise<boolean> {
    while (isDirty.value) {
      const sent = values.value
      const result = await bridge().orders.saveDraft({ id: id.value, form: sent })
      if (!result.ok) {
        failure.value = result.error
        return false
      }
      take(result.value, sent)
    }
    return true
  }
  /** Saves the input, including edits during the save; true if everything is stored. */
  function save(): Promise<boolean> {
    isSaving.value = true
    saving ??= saveAll().finally(() => {
      saving = undefined
      isSaving.value = false
    })
    return saving
  }

  return { id, values, order, failure, isSaving, isDirty, isPayeeSaved, suggest, takeChanges, save }
}
export type OpenPaymentForm = ReturnType<typeof createOpenPaymentForm>
