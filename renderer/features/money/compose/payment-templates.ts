/** Payment templates: list, save, load, delete. */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { PaymentForm } from '../../../../preload/contract/domain/orders/payment-form.ts'
import {
  formOfTemplate,
  templateOf,
} from '../../../../preload/contract/domain/orders/payment-template.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import type { SavedLine } from '../../../../preload/contract/api/saved.ts'
import { savedQuestion } from '../../../../preload/contract/api/saved-questions.ts'
import { bridge } from '../../../state/bridge.ts'

const kind = 'payment-template'
/** More names than anybody reads. */
const most = 500

/** Main's list, read on request and after each change. */
export function usePaymentTemplates() {
  const items = shallowRef<readonly SavedLine[]>([])
  const failure = shallowRef<Failure>()
  const busy = ref(false)

  async function read(): Promise<void> {
    const result = await bridge().saved.list({ kind, cursor: null, limit: most })
    failure.value = result.ok ? undefined : result.error
    if (result.ok) items.value = result.value.items
  }
  async function run(call: Promise<Result<unknown, Failure>>): Promise<boolean> {
    busy.value = true
    const result = await call
    busy.value = false
    if (result.ok) await read()
    else failure.value = result.error
    return result.ok
  }
  /**
   * Returns a new form filled from a template, which main records; undefined if it is missing or
   * not readable.
   */
  async function take(id: string): Promise<PaymentForm | undefined> {
    const result = await bridge().saved.take({ id })
    failure.value = result.ok ? undefined : result.error
    const template = result.ok ? savedQuestion(kind, result.value.request) : undefined
    return template && formOfTemplate(template)
  }
  return {
    items,
    failure,
    busy,
    read,
    take,
    save: (name: string, form: PaymentForm) =>
      run(bridge().saved.save({ kind, name, request: JSON.stringify(templateOf(form)) })),
    remove: (id: string) => run(bridge().saved.remove({ id })),
    names: computed(() => new Set(items.value.map(({ name }) => name))),
  }
}
