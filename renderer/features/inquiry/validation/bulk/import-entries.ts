/**
 * The input for a file being imported: the meaning of its columns, the options of its rows, the
 * name of the run.
 */
import { computed, ref, shallowRef } from 'vue'
import type {
  ImportDraft,
  ImportOptions,
  ImportTarget,
} from '../../../../../preload/contract/api/bulk/import.ts'
import { missingTargets } from './import-problems.ts'

export const mostNameLength = 80

/** The meaning of each column by its position; a column that is missing here has none. */
type Targets = Readonly<Record<number, ImportTarget>>

const targetsOf = ({ mapping }: ImportDraft): Targets =>
  Object.fromEntries(mapping.map(({ column, target }) => [column, target]))
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The default name of a run is the name of its file. */
export const runName = (file: string): string =>
  file.replace(/\.[a-z]+$/i, '').slice(0, mostNameLength)

/** The current file with its input. */
export function useImportEntries() {
  const draft = shallowRef<ImportDraft>()
  const targets = shallowRef<Targets>({})
  const options = shallowRef<ImportOptions>()
  const name = ref('')
  /** A cell of the file was corrected. */
  const isEdited = ref(false)

  const mapping = computed(() =>
    Object.entries(targets.value).map(([column, target]) => ({ column: Number(column), target })),
  )
  /** Every row needs this target and no column has it. */
  const missing = computed(() => missingTargets(targets.value))
  /** Discarding the file would lose input. */
  const isEntered = computed(() => {
    if (!draft.value) return false
    const { file, options: proposed } = draft.value
    if (isEdited.value) return true
    return !(
      same(targets.value, targetsOf(draft.value)) &&
      same(options.value, proposed) &&
      name.value.trim() === runName(file)
    )
  })

  function take(next: ImportDraft): void {
    const before = draft.value
    const isSame = before !== undefined && same(before.headers, next.headers)
    draft.value = next
    isEdited.value = false
    // The same columns again, such as the next sheet or a corrected file: the input stays valid.
    if (!isSame) targets.value = targetsOf(next)
    if (!isSame || !options.value) options.value = next.options
    if (before?.file !== next.file) name.value = runName(next.file)
  }
  function setTarget(column: number, target: ImportTarget | ''): void {
    const { [column]: _old, ...rest } = targets.value
    targets.value = target === '' ? rest : { ...rest, [column]: target }
  }
  function setOption(part: Partial<ImportOptions>): void {
    if (options.value) options.value = { ...options.value, ...part }
  }
  function forget(): void {
    draft.value = undefined
    options.value = undefined
    targets.value = {}
    isEdited.value = false
  }
  return {
    draft,
    targets,
    options,
    name,
    mapping,
    missing,
    isEntered,
    isEdited,
    take,
    setTarget,
    setOption,
    forget,
  }
}
export type ImportEntries = ReturnType<typeof useImportEntries>
