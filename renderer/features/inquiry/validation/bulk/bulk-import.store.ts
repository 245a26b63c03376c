/**
 * The file being imported: its content, the meaning of its columns, its check. Kept while other
 * screens are shown.
 */
import { defineStore } from 'pinia'
import { ref, shallowRef, watch } from 'vue'
import type {
  EditableTarget,
  ImportDraft,
  ImportOptions,
  ImportTarget,
} from '../../../../../preload/contract/api/bulk/import.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import { bridge } from '../../../../state/bridge.ts'
import { useWorkstation } from '../../../../state/stores/workstation.store.ts'
import { useImportCheck } from './import-check.ts'
import { runName, useImportEntries } from './import-entries.ts'
import { useImportFiles } from './import-files.ts'

/** The file being imported: its draft, its mapping and its check. */
export const useBulkImport = defineStore('bulk-import', () => {
  const failure = shallowRef<Failure>()
  /** The run that was started from the file. */
  const started = ref<string>()
  /** The file holds only the held-back rows of an ended run, to be corrected. */
  const isCorrection = ref(false)
  const entries = useImportEntries()
  const check = useImportCheck(entries, failure)
  const { draft, targets, options, name, missing, isEntered, isEdited } = entries
  const files = useImportFiles({ draft, isEntered, isEdited, failure, take, discard })

  function take(next: ImportDraft, correction?: string): void {
    started.value = undefined
    entries.take(next)
    isCorrection.value = correction !== undefined
    if (correction !== undefined) name.value = correction
    check.forget()
    void check.check()
  }
  function setTarget(column: number, target: ImportTarget | ''): void {
    entries.setTarget(column, target)
    check.checkSoon()
  }
  function setOption(part: Partial<ImportOptions>): void {
    entries.setOption(part)
    check.checkSoon()
  }
  /** Corrects a cell of the file and checks every row again; undefined if refused. */
  async function editRow(row: number, target: EditableTarget, value: string) {
    const checked = await check.editRow(row, target, value)
    if (checked) isEdited.value = true
    return checked
  }
  function forget(): void {
    entries.forget()
    check.forget()
    files.forget()
    failure.value = undefined
  }
  function discard(): void {
    if (draft.value) void bridge().bulk.discard({ draftId: draft.value.draftId })
    forget()
  }
  /** Starts the run of the checked rows; a refusal changes nothing. */
  async function start(): Promise<void> {
    if (!draft.value || files.busy.value || !check.checked.value || check.isChecking.value) return
    files.busy.value = 'starting'
    failure.value = undefined
    const answer = await bridge().bulk.start({
      draftId: draft.value.draftId,
      name: name.value.trim() || runName(draft.value.file),
    })
    files.busy.value = undefined
    if (!answer.ok) {
      failure.value = answer.error
      return
    }
    started.value = answer.value.id
    forget()
  }

  // Another operator starts empty and sees no query that somebody else prepared.
  watch(
    () => useWorkstation().state?.operator.id,
    (_now, before) => {
      if (before !== undefined) discard()
    },
  )

  const { busy, refusal, pendingDiscard, choose, drop, correct, chooseSheet } = files
  const { promptDiscard, discardFile } = files
  const { checked, revision, isChecking } = check
  return {
    draft,
    targets,
    options,
    name,
    missing,
    checked,
    revision,
    isChecking,
    busy,
    failure,
    refusal,
    pendingDiscard,
    started,
    isCorrection,
    choose,
    drop,
    correct,
    chooseSheet,
    promptDiscard,
    discardFile,
    setTarget,
    setOption,
    editRow,
    start,
  }
})
