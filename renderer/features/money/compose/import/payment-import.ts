/** The current file of payments. */
import { ref, shallowRef } from 'vue'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import type { PaymentImport } from '../../../../../preload/contract/domain/orders/payment-import.ts'
import { bridge } from '../../../../state/bridge.ts'

/** The state of the import, from the choice in main's dialog to its drafts. */
export function usePaymentImport() {
  const file = shallowRef<PaymentImport>()
  const failure = shallowRef<Failure>()
  /** The last created drafts, until another file is chosen. */
  const done = shallowRef<{ readonly file: string; readonly drafts: number }>()
  const isOpen = ref(false)
  const busy = ref(false)

  async function select(): Promise<void> {
    if (busy.value) return
    busy.value = true
    const result = await bridge().orders.selectImport()
    busy.value = false
    failure.value = result.ok ? undefined : result.error
    if (!result.ok || result.value === null) return
    file.value = result.value
    done.value = undefined
    isOpen.value = true
  }
  /** Creates drafts from these rows; returns their ids, the first to be opened. */
  async function commit(rows: number[]): Promise<readonly string[]> {
    if (!file.value || busy.value) return []
    busy.value = true
    const result = await bridge().orders.commitImport({ draftId: file.value.draftId, rows })
    busy.value = false
    failure.value = result.ok ? undefined : result.error
    if (!result.ok) return []
    isOpen.value = false
    done.value = { file: file.value.file, drafts: result.value.created.length }
    return result.value.created
  }
  return { file, failure, done, isOpen, busy, select, commit }
}
