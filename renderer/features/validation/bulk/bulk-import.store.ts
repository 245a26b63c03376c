/** The file on its way to a run: what was read, what its columns mean, how it checks. Kept while other screens are shown. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type {
  CheckedImport,
  ImportDraft,
  ImportOptions,
  ImportTarget,
} from '../../../../preload/contract/bulk/import.ts'
import type { Failure } from '../../../../preload/contract/failures.ts'
import type { Result } from '../../../../preload/contract/result.ts'
import { bridge } from '../../../lib/bridge.ts'
import { useWorkstation } from '../../../lib/workstation.store.ts'
import { readDropped } from './dropped-file.ts'

/** How long nothing is changed before every row is checked again. */
const settleMs = 200
const mostNameLength = 80

/** What each column means, by its place; a column that is not here means nothing. */
type Targets = Readonly<Record<number, ImportTarget>>

const targetsOf = ({ mapping }: ImportDraft): Targets =>
  Object.fromEntries(mapping.map(({ column, target }) => [column, target]))
const runName = (file: string): string => file.replace(/\.[a-z]+$/i, '').slice(0, mostNameLength)
const sameHeaders = (a: ImportDraft, b: ImportDraft): boolean =>
  JSON.stringify(a.headers) === JSON.stringify(b.headers)

/** The file that is being brought in: its draft, its mapping and its check. */
export const useBulkImport = defineStore('bulk-import', () => {
  const draft = shallowRef<ImportDraft>()
  const targets = shallowRef<Targets>({})
  const options = shallowRef<ImportOptions>()
  const name = ref('')
  const checked = shallowRef<CheckedImport>()
  /** Grows with each check that came back, so that the rows are read again. */
  const revision = ref(0)
  const isChecking = ref(false)
  /** A file is being read, or the run is being started. */
  const busy = ref<'reading' | 'starting'>()
  const failure = shallowRef<Failure>()
  /** Why a dropped file was not taken. */
  const refusal = shallowRef<{ readonly title: string; readonly reason: string }>()
  /** The file in hand would be let go: what then follows waits for a yes. */
  const replacing = shallowRef<() => Promise<void>>()

  const mapping = computed(() =>
    Object.entries(targets.value).map(([column, target]) => ({ column: Number(column), target })),
  )
  /** The run that the file became. */
  const started = ref<string>()
  let turn = 0
  let settling: ReturnType<typeof setTimeout> | undefined

  async function check(): Promise<void> {
    clearTimeout(settling)
    if (!draft.value || !options.value) return
    const mine = ++turn
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
    // Whatever was counted before is not what would be started now.
    turn += 1
    isChecking.value = true
    clearTimeout(settling)
    settling = setTimeout(() => void check(), settleMs)
  }

  function take(next: ImportDraft): void {
    started.value = undefined
    const before = draft.value
    const keeps = before !== undefined && sameHeaders(before, next)
    draft.value = next
    // The same columns again, such as the next sheet or a corrected file: what was entered holds.
    if (!keeps) targets.value = targetsOf(next)
    if (!keeps || !options.value) options.value = next.options
    if (before?.file !== next.file) name.value = runName(next.file)
    checked.value = undefined
    void check()
  }
  async function receive(
    ask: () => Promise<Result<ImportDraft | null, Failure>>,
    letGo: boolean,
  ): Promise<void> {
    if (busy.value) return
    busy.value = 'reading'
    failure.value = undefined
    refusal.value = undefined
    const before = draft.value?.draftId
    const answer = await ask()
    busy.value = undefined
    if (!answer.ok) failure.value = answer.error
    if (!answer.ok || answer.value === null) return
    take(answer.value)
    if (letGo && before !== undefined && before !== answer.value.draftId) {
      void bridge().bulk.discard({ draftId: before })
    }
  }
  const orReplace = async (act: () => Promise<void>): Promise<void> => {
    if (draft.value) replacing.value = act
    else await act()
  }

  /** Has main ask for a file. */
  const choose = (): Promise<void> =>
    orReplace(() => receive(() => bridge().bulk.selectFile(), true))
  /** Takes what was dropped, where it can be taken. */
  async function drop(files: readonly File[]): Promise<void> {
    refusal.value = undefined
    const dropped = await readDropped(files)
    if (dropped.kind === 'refused') {
      refusal.value = dropped
      return
    }
    const { name: file, base64 } = dropped
    await orReplace(() => receive(() => bridge().bulk.takeFile({ name: file, base64 }), true))
  }
  async function replace(): Promise<void> {
    const act = replacing.value
    replacing.value = undefined
    await act?.()
  }
  const chooseSheet = (sheet: string): Promise<void> =>
    receive(() => bridge().bulk.chooseSheet({ draftId: draft.value?.draftId ?? '', sheet }), false)

  function setTarget(column: number, target: ImportTarget | ''): void {
    const { [column]: _old, ...rest } = targets.value
    targets.value = target === '' ? rest : { ...rest, [column]: target }
    checkSoon()
  }
  function setOption(part: Partial<ImportOptions>): void {
    if (!options.value) return
    options.value = { ...options.value, ...part }
    checkSoon()
  }

  function forget(): void {
    turn += 1
    clearTimeout(settling)
    draft.value = undefined
    checked.value = undefined
    options.value = undefined
    targets.value = {}
    isChecking.value = false
    failure.value = undefined
    refusal.value = undefined
    replacing.value = undefined
  }
  /** Lets the file and all that was entered go. */
  function discard(): void {
    if (draft.value) void bridge().bulk.discard({ draftId: draft.value.draftId })
    forget()
  }
  /** Starts the run of what was checked; a refusal leaves all as it was. */
  async function start(): Promise<void> {
    if (!draft.value || busy.value || isChecking.value) return
    busy.value = 'starting'
    failure.value = undefined
    const answer = await bridge().bulk.start({
      draftId: draft.value.draftId,
      name: name.value.trim() || runName(draft.value.file),
    })
    busy.value = undefined
    if (!answer.ok) {
      failure.value = answer.error
      return
    }
    started.value = answer.value.id
    forget()
  }

  // Another operator starts afresh, and finds nothing that somebody else was about to ask.
  watch(
    () => useWorkstation().state?.operator.id,
    (_now, before) => {
      if (before !== undefined) discard()
    },
  )

  return {
    draft,
    targets,
    options,
    name,
    checked,
    revision,
    isChecking,
    busy,
    failure,
    refusal,
    replacing,
    started,
    choose,
    drop,
    replace,
    chooseSheet,
    setTarget,
    setOption,
    check,
    discard,
    start,
  }
})
