/**
 * A batch being written: its head, its entries, and their saving. Input stays here until main has
 * stored it: a failed save is tried again, and nothing is dropped meanwhile.
 */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import {
  batchForm,
  emptyBatchForm,
  type BatchForm,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import { entriesAtOnce } from '../../../../preload/contract/domain/batches/drafts.ts'
import { typedEntry, type PlacedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import { bridge } from '../../../state/bridge.ts'
import { createBatchEntries, isBlank } from './entries/batch-entries.ts'

/** The number of removals sent to main at once. */
const removalsAtOnce = 10_000

/** A draft that main has stored. */
export interface StoredDraft {
  readonly id: string
  readonly uuid: string
  readonly form: BatchForm
}

/** Whether main can store the entry as typed; other entries stay here, marked. */
const isStorable = ({ entry }: PlacedEntry): boolean => typedEntry.safeParse(entry).success

/** Returns a batch; without a stored draft it is new, and becomes a draft with the first input. */
export function createOpenBatchForm(begun: StoredDraft | null = null) {
  const id = ref(begun?.id ?? null)
  const uuid = ref(begun?.uuid ?? null)
  const form = shallowRef<BatchForm>(begun?.form ?? emptyBatchForm)
  const savedForm = ref(JSON.stringify(form.value))
  const entries = createBatchEntries(() => form.value.secCode)
  /** As last shown by main. */
  const order = shallowRef<Order>()
  const failure = shallowRef<Failure>()
  const isSaving = ref(false)
  const unsaved = new Map<string, PlacedEntry>()
  const removals = new Set<string>()
  /** Ids of entries too long to be stored. */
  const tooLong = shallowRef<ReadonlySet<string>>(new Set())
  const unsavedCount = ref(0)
  const count = (): void => {
    unsavedCount.value = unsaved.size + removals.size
  }

  /** Puts entries in and removes rows; a row with nothing written is not an entry. */
  function change(put: readonly PlacedEntry[], removed: readonly string[]): void {
    const blank = put.filter(({ entry }) => isBlank(entry)).map(({ entry }) => entry.id)
    const written = put.filter(({ entry }) => !isBlank(entry))
    const gone = [...removed, ...blank]
    const isKnown = gone.filter((one) => entries.get(one) !== undefined)
    entries.change(written, gone)
    for (const one of isKnown) {
      unsaved.delete(one)
      removals.add(one)
    }
    for (const one of written) {
      removals.delete(one.entry.id)
      unsaved.set(one.entry.id, one)
    }
    const long = written.filter((one) => !isStorable(one)).map(({ entry }) => entry.id)
    const stillTooLong = [...tooLong.value].filter(
      (one) => !gone.includes(one) && !written.some(({ entry }) => entry.id === one),
    )
    if (long.length > 0 || stillTooLong.length !== tooLong.value.size) {
      tooLong.value = new Set([...stillTooLong, ...long])
    }
    count()
  }
  /** Sets initial header values without marking the form as changed. */
  function begin(first: BatchForm): void {
    form.value = first
    savedForm.value = JSON.stringify(first)
    entries.recheck()
  }
  /** Loads the entries that main has stored. */
  function load(stored: readonly PlacedEntry[]): void {
    entries.change(stored, [])
  }

  const isFormDirty = computed(() => JSON.stringify(form.value) !== savedForm.value)
  const isDirty = computed(() => isFormDirty.value || unsavedCount.value > 0)

  async function saveHeader(): Promise<boolean> {
    const sent = form.value
    if (!batchForm.safeParse(sent).success) return false
    if (id.value === null) {
      // Its entries follow with their positions, which main stores unchanged.
      const created = await bridge().batches.create({ form: sent, entries: [] })
      if (!created.ok) return refused(created.error)
      id.value = created.value.id
    } else {
      const saved = await bridge().batches.saveForm({ id: id.value, form: sent })
      if (!saved.ok) return refused(saved.error)
    }
    savedForm.value = JSON.stringify(sent)
    return true
  }
  function refused(error: Failure): false {
    failure.value = error
    return false
  }
  const storableChanges = (): PlacedEntry[] =>
    [...unsaved.values()]
      .filter(({ entry }) => !tooLong.value.has(entry.id))
      .slice(0, entriesAtOnce)

  async function saveSome(draft: string): Promise<boolean> {
    const put = storableChanges()
    const removed = [...removals].slice(0, removalsAtOnce)
    const saved = await bridge().batches.saveEntries({ id: draft, put, removed })
    if (!saved.ok) return refused(saved.error)
    // An entry edited during the save stays in the queue.
    for (const one of put) if (unsaved.get(one.entry.id) === one) unsaved.delete(one.entry.id)
    for (const one of removed) removals.delete(one)
    count()
    return true
  }
  async function saveAll(): Promise<boolean> {
    for (;;) {
      if ((isFormDirty.value || id.value === null) && !(await saveHeader())) return false
      if (id.value === null) return false
      if (removals.size === 0 && storableChanges().length === 0) break
      if (!(await saveSome(id.value))) return false
    }
    failure.value = undefined
    return !isDirty.value
  }

  let saving: Promise<boolean> | undefined
  /** Saves the input, including edits during the save; true if everything is stored. */
  function save(): Promise<boolean> {
    if (!isDirty.value) return Promise.resolve(true)
    isSaving.value = true
    saving ??= saveAll().finally(() => {
      saving = undefined
      isSaving.value = false
    })
    return saving
  }

  return {
    id,
    uuid,
    form,
    entries,
    order,
    failure,
    isSaving,
    isDirty,
    unsavedCount,
    tooLong,
    begin,
    change,
    load,
    save,
    isUnsaved: (entryId: string): boolean => unsaved.has(entryId),
  }
}
export type OpenBatchForm = ReturnType<typeof createOpenBatchForm>
