/** The check of every row of a file, repeated after each change; only the latest result counts. */
import { ref, shallowRef, type ShallowRef } from 'vue'
import type {
  CheckedImport,
  DraftRow,
  EditableTarget,
} from '../../../../../preload/contract/api/bulk/import.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import { ok, type Result } from '../../../../../preload/contract/kernel/result.ts'
import { bridge } from '../../../../state/bridge.ts'
import type { ImportEntries } from './import-entries.ts'

/** How long nothing must change before all rows are checked again. */
const settleMs = 200

/** Checks the input; the reason of a failure is set in `failure`. */
export function useImportCheck(
  { draft, mapping, missing, options }: ImportEntries,
  failure: ShallowRef<Failure | undefined>,
) {
  const checked = shallowRef<CheckedImport>()
  /** Grows with each finished check, so that the rows are read again. */
  const revision = ref(0)
  const isChecking = ref(false)
  let turn = 0
  let settling: ReturnType<typeof setTimeout> | undefined

  /** Earlier counts do not describe the run that would be started now. */
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
    // While a required column is missing, every row would only repeat that.
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
    take(mine, answer)
  }
  function take(mine: number, answer: Result<CheckedImport, Failure>): void {
    if (mine !== turn) return
    isChecking.value = false
    failure.value = answer.ok ? undefined : answer.error
    if (!answer.ok) return
    checked.value = answer.value
    revision.value += 1
  }
  /** Corrects a cell; main checks every row again. Returns the row; undefined if refused. */
  async function editRow(
    row: number,
    target: EditableTarget,
    value: string,
  ): Promise<DraftRow | undefined> {
    if (!draft.value || !options.value) return undefined
    outdate()
    const mine = turn
    isChecking.value = true
    const answer = await bridge().bulk.editDraftRow({
      draftId: draft.value.draftId,
      row,
      target,
      value,
      mapping: mapping.value,
      options: options.value,
    })
    take(mine, answer.ok ? ok(answer.value.checked) : answer)
    return answer.ok ? answer.value.row : undefined
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
  return { checked, revision, isChecking, check, checkSoon, editRow, forget }
}
