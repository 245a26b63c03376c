/** The current file of entries: from its choice or its drop to its drafts. */
import { computed, ref, shallowRef, watch } from 'vue'
import type { BatchForm } from '../../../../../preload/contract/domain/batches/batch-form.ts'
import type {
  BatchColumn,
  BatchImport,
  BatchImportOptions,
  BatchMapping,
  ImportedReturnFilter,
} from '../../../../../preload/contract/domain/batches/drafts.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import type { Result } from '../../../../../preload/contract/kernel/result.ts'
import { bridge } from '../../../../state/bridge.ts'
import { readDropped, type AcceptedKinds } from '../../../../state/dropped-file.ts'

/** NACHA files have any extension, or none: their content counts. `none` is never shown. */
const anyKind: AcceptedKinds = {
  fits: /^/,
  none: 'not read',
  list: 'Drop a CSV, XLSX or NACHA file.',
  one: 'Drop one file at a time.',
}

/** A change of how a file is read. */
export interface ImportChange {
  readonly sheet?: string
  /** The header of the column of a field; empty: none. */
  readonly column?: { readonly field: BatchColumn; readonly header: string }
  readonly options?: Partial<BatchImportOptions>
}

/** Drafts just created from a file or a template. */
export interface CreatedDraftsNotice {
  readonly of: string
  readonly drafts: number
  /** The first of them is open; false if it could not be opened. */
  readonly isOpen: boolean
  /** Columns of the file that nothing reads. */
  readonly unused: readonly string[]
}

function mapped(
  mapping: BatchMapping,
  { field, header }: NonNullable<ImportChange['column']>,
): BatchMapping {
  const { [field]: _before, ...others } = mapping
  return header === '' ? others : { ...others, [field]: header }
}

/** The state of the import, independent of the screen: the current batch owns it. */
export function useBatchImport() {
  const file = shallowRef<BatchImport>()
  const failure = shallowRef<Failure>()
  const refusal = shallowRef<{ readonly title: string; readonly reason: string }>()
  /** The last created drafts, until another file is read. */
  const notice = shallowRef<CreatedDraftsNotice>()
  const isOpen = ref(false)
  /** A file is only checked: no draft is created from it. */
  const isCheck = ref(false)
  const busy = ref<'' | 'reading' | 'mapping' | 'committing'>('')
  /** Incremented after each reading, to reload the rows. */
  const revision = ref(0)
  const mappedBy = computed(() => file.value?.mapping ?? {})
  /**
   * The filter of the file's returns, and the selected line: one of our entries may be opened in
   * between.
   */
  const returnsShown = ref<ImportedReturnFilter>('all')
  const returnChosen = ref<string>()
  watch(
    () => file.value?.draftId,
    () => {
      returnsShown.value = 'all'
      returnChosen.value = undefined
    },
    { flush: 'sync' },
  )

  async function receive(
    what: 'reading' | 'mapping',
    request: () => Promise<Result<BatchImport | null, Failure>>,
  ): Promise<boolean> {
    if (busy.value !== '') return false
    busy.value = what
    refusal.value = undefined
    const before = file.value?.draftId
    const read = await request()
    busy.value = ''
    failure.value = read.ok ? undefined : read.error
    if (!read.ok || read.value === null) return false
    if (before !== undefined && before !== read.value.draftId) {
      void bridge().batches.discardImport({ draftId: before })
    }
    file.value = read.value
    notice.value = undefined
    revision.value += 1
    return true
  }
  /** Main shows the file dialog. */
  const select = (): Promise<boolean> => receive('reading', () => bridge().batches.selectImport())
  /** Opens the dialog, for a file to import or to check; without a file, one is chosen at once. */
  function open(as: 'import' | 'check'): void {
    isCheck.value = as === 'check'
    isOpen.value = true
    if (!file.value) void select()
  }
  async function drop(files: readonly File[]): Promise<boolean> {
    const dropped = await readDropped(files, anyKind)
    if (dropped.kind === 'refused') {
      refusal.value = dropped
      return false
    }
    const { name, base64 } = dropped
    return receive('reading', () => bridge().batches.readDroppedImport({ name, base64 }))
  }
  let changes: Promise<unknown> = Promise.resolve()
  /** Reads the file otherwise. A change during another one follows it. */
  function map(change: ImportChange): Promise<boolean> {
    const read = changes.then(() => mapNow(change))
    changes = read.catch(() => undefined)
    return read
  }
  async function mapNow({ sheet, column, options }: ImportChange): Promise<boolean> {
    const read = file.value
    if (!read) return false
    return receive('mapping', () =>
      bridge().batches.mapImport({
        draftId: read.draftId,
        sheet: sheet ?? read.sheet,
        mapping: column ? mapped(read.mapping, column) : read.mapping,
        options: { ...read.options, ...options },
      }),
    )
  }
  /**
   * Creates drafts from these batches; returns their source and their ids, the first to be opened.
   * Undefined: none was created.
   */
  async function commit(
    batches: number[],
    form: BatchForm,
  ): Promise<{ readonly of: string; readonly ids: readonly string[] } | undefined> {
    const read = file.value
    if (!read || isCheck.value || busy.value !== '') return undefined
    busy.value = 'committing'
    const done = await bridge().batches.commitImport({ draftId: read.draftId, batches, form })
    busy.value = ''
    failure.value = done.ok ? undefined : done.error
    if (!done.ok) return undefined
    file.value = undefined
    isOpen.value = false
    return { of: read.file, ids: done.value.created }
  }
  function discard(): void {
    if (file.value) void bridge().batches.discardImport({ draftId: file.value.draftId })
    file.value = undefined
    failure.value = undefined
    refusal.value = undefined
  }
  // A check and a list of returns end with their dialog, however it is closed.
  watch(isOpen, (is) => {
    if (!is && (isCheck.value || file.value?.hasOnlyReturns === true)) discard()
  })
  return {
    file,
    failure,
    refusal,
    notice,
    isOpen,
    isCheck,
    busy,
    revision,
    mappedBy,
    returnsShown,
    returnChosen,
    open,
    select,
    drop,
    map,
    commit,
    discard,
  }
}
export type BatchImporting = ReturnType<typeof useBatchImport>
