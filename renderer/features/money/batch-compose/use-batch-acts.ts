/** The actions of the batch toolbar, and the open dialog. */
import { computed, ref, shallowRef, type WritableComputedRef } from 'vue'
import { nachaGaps } from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { OwnAccount } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { bridge } from '../../../state/bridge.ts'
import { useBatchForm } from './batch-form.store.ts'
import type { BatchImporting } from './import/batch-import.ts'
import type { ToolbarAct } from './toolbar-acts.ts'

/** The dialogs of the screen; the import dialog depends on its file. */
export type BatchDialog =
  | 'drafts'
  | 'templates'
  | 'ownership'
  | 'compare'
  | 'submit'
  | 'discard'
  | 'nacha'

/** Runs the requested action; `accounts` are the own ones. */
export function useBatchActs(importing: BatchImporting, accounts: () => readonly OwnAccount[]) {
  const batchForm = useBatchForm()
  const shown = ref<BatchDialog | ''>('')
  const exporting = shallowRef<{ readonly failure?: Failure; readonly file?: string }>({})
  const gaps = computed(() => {
    const own = accounts().find(({ id }) => id === batchForm.form.accountId)
    return nachaGaps(batchForm.form, own?.companyId ?? '')
  })
  const isShown = (what: BatchDialog): WritableComputedRef<boolean> =>
    computed({ get: () => shown.value === what, set: (is) => (shown.value = is ? what : '') })

  async function write(as: 'csv' | 'nacha'): Promise<void> {
    if (!(await batchForm.save()) || batchForm.id === null) return
    const done = await bridge().batches.exportFile({ id: batchForm.id, as })
    exporting.value = done.ok ? { file: done.value?.file ?? '' } : { failure: done.error }
  }
  /** A template stores, and a comparison reads, main's copy of the batch. */
  async function showSaved(dialog: 'templates' | 'compare'): Promise<void> {
    if (batchForm.isDirty && batchForm.isMaker) await batchForm.save()
    shown.value = dialog
  }
  function act(what: ToolbarAct): void {
    batchForm.normalizeDate()
    if (what === 'import' || what === 'check') importing.open(what)
    else if (what === 'new') void batchForm.begin()
    else if (what === 'nacha' && gaps.value.length > 0) shown.value = 'nacha'
    else if (what === 'csv' || what === 'nacha') void write(what)
    else if (what === 'templates' || what === 'compare') void showSaved(what)
    else shown.value = what
  }
  const dialogs = {
    drafts: isShown('drafts'),
    templates: isShown('templates'),
    ownership: isShown('ownership'),
    compare: isShown('compare'),
    submit: isShown('submit'),
    discard: isShown('discard'),
    nacha: isShown('nacha'),
  } as const
  return { shown, dialogs, exporting, gaps, write, act }
}
