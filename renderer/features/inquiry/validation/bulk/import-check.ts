/** The check of every row of a file, again after each change; only the latest counts. */
import { ref, shallowRef, type ShallowRef } from 'vue'
import type { CheckedImport } from '../../../../../preload/contract/api/bulk/import.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import { bridge } from '../../../../state/bridge.ts'
import type { ImportEntries } from './import-entries.ts'

/** How long nothing is changed before every row is checked again. */
const settleMs = 200

/** Checks what was entered; why it could not is told to `failure`. */
export function useImportCheck(
  { draft, mapping, missing, options }: ImportEntries,
  failure: ShallowRef<Failure | undefined>,
) {
  const checked = shallowRef<CheckedImport>()
  /** Grows with each check that came back, so that the rows are read again. */
  const revision = ref(0)
  const isChecking = ref(false)
  let turn = 0
  let settling: ReturnType<typeof setTimeout> | undefined

  /** Whatever was counted before is not what would be started now. */
  function outdate(): void {
    turn += 1
    clearTimeout(settling)
  }
  function forget(): void {
    outdate()
    checked.value = undefined
    isChecking.value = false
  }
  async function check(): Promise<void> {
    // Without a column that every row needs, each row would only repeat that it is missing.
    if (!draft.value || !options.value || missing.value.length > 0) {
      forget()
      return
    }
    outdate()
    const mine = turn
    isChecking.value = true
    const { draftId } = draft.value
    const answer = await bridge().bulk.check({
      draftId,
      mapping: mapping.value,
      options: options.value,
    })
    if (mine !== turn) return
    isChecking.value = false
    failure.value = answer.ok ? undefined : answer.error
    if (!answer.ok) return
    checked.value = answer.value
    revision.value += 1
  }
  function checkSoon(): void {
    if (missing.value.length > 0) {
      forget()
      return
    }
    outdate()
    isChecking.value = true
    settling = setTimeout(() => void check(), settleMs)
  }
  return { checked, revision, isChecking, check, checkSoon, forget }
}
