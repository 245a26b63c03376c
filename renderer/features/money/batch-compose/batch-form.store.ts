/**
 * The current batch, kept while other screens are shown and while the workstation is locked. Saved
 * one second after the last change, and kept when the screen is left. Each operator has a current
 * batch of their own.
 */
import { defineStore } from 'pinia'
import { computed, markRaw, ref, shallowRef, watch } from 'vue'
import {
  emptyBatchForm,
  type BatchForm,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { PlacedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { DuplicateReason } from '../../../../preload/contract/domain/orders/order-course.ts'
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import { isAllowed } from '../../../../preload/contract/api/may-use.ts'
import { batches } from '../../../../preload/contract/api/batches/channels.ts'
import { exactDate } from '../../../text/times.ts'
import { bridge } from '../../../state/bridge.ts'
import { useDebounced } from '../../../state/debounce.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'
import { useBatchImport } from './import/batch-import.ts'
import { createOpenBatchForm, type OpenBatchForm } from './open-batch-form.ts'
import { readAllEntries } from './read-all-entries.ts'
import { useUnsavedMark } from '../../../state/stores/unsaved.store.ts'
import { plural } from '../../../text/plural.ts'

/**
 * The pause in typing before the draft is saved, and the delay before a failed save is tried again.
 */
const saveAfterMs = 1_000
const retryAfterMs = 10_000

export const useBatchForm = defineStore('batch-form', () => {
  const workstation = useWorkstation()
  const openForm = shallowRef<OpenBatchForm>(markRaw(createOpenBatchForm()))
  const formByOperator = new Map<string, OpenBatchForm>()
  const busy = ref<'' | 'opening' | 'submitting'>('')
  /** The number of loaded entries of the draft that is being opened. */
  const opened = ref({ done: 0, of: 0 })
  // The store would unwrap its refs.
  const importing = markRaw(useBatchImport())
  /** Why the last request failed. */
  const failure = shallowRef<Failure>()
  /** The order submitted last, until something else is written. */
  const submitted = shallowRef<Order>()
  const isMaker = computed(() =>
    isAllowed(batches.saveForm.allowed, workstation.state?.operator.roles ?? []),
  )

  function setCurrent(next: OpenBatchForm): void {
    openForm.value = markRaw(next)
    failure.value = undefined
  }

  async function save(): Promise<boolean> {
    const isSaved = await openForm.value.save()
    if (!isSaved && openForm.value.failure.value) retrySoon()
    return isSaved
  }
  const saveNow = (): void => {
    if (isMaker.value && openForm.value.isDirty.value) void save()
  }
  const saveSoon = useDebounced(saveNow, saveAfterMs)
  const retrySoon = useDebounced(saveNow, retryAfterMs)

  const unsavedForm = computed(() =>
    [openForm.value, ...formByOperator.values()].find(({ isDirty }) => isDirty.value),
  )
  useUnsavedMark(
    () => {
      const { entries = 0 } = unsavedForm.value?.entries.tally.value ?? {}
      return `New batch, ${plural(entries, 'entry', 'entries')}`
    },
    () => unsavedForm.value !== undefined,
    { isKept: true },
  )

  // Nobody sees another operator's input, and a returning operator finds their own.
  watch(
    () => workstation.state?.operator.id,
    (now, before) => {
      if (before !== undefined) formByOperator.set(before, openForm.value)
      if (before === undefined || now === undefined) return
      submitted.value = undefined
      setCurrent(formByOperator.get(now) ?? createOpenBatchForm())
    },
  )
  // Input that could not be saved while the workstation was locked is saved after the unlock.
  watch(
    () => workstation.state?.access.state,
    (access) => access === 'in' && saveSoon(),
  )

  function changeForm(part: Partial<BatchForm>): void {
    const mine = openForm.value
    const before = mine.form.value
    mine.form.value = { ...before, ...part }
    if (mine.form.value.secCode !== before.secCode) mine.entries.recheck()
    submitted.value = undefined
    saveSoon()
  }
  /** Shows a pasted date as it will be sent. */
  function normalizeDate(): void {
    const { effectiveDate } = openForm.value.form.value
    const exact = exactDate(effectiveDate)
    if (exact !== effectiveDate) changeForm({ effectiveDate: exact })
  }
  function changeEntries(put: readonly PlacedEntry[], removed: readonly string[]): void {
    openForm.value.change(put, removed)
    submitted.value = undefined
    saveSoon()
  }

  /** Saves and closes the current batch; false if saving failed, and the batch stays open. */
  async function saveAndClose(): Promise<boolean> {
    if (!isMaker.value || !openForm.value.isDirty.value || (await save())) return true
    failure.value = openForm.value.failure.value
    return false
  }
  async function begin(): Promise<boolean> {
    if (!(await saveAndClose())) return false
    const next = createOpenBatchForm()
    // The SEC code of the previous batch is the default of this one.
    const { secCode } = openForm.value.form.value
    next.begin({ ...emptyBatchForm, secCode })
    setCurrent(next)
    return true
  }
  /** Fills the header of a batch in which nothing was entered; no draft is saved for it. */
  function prefill(first: Pick<BatchForm, 'accountId' | 'effectiveDate'>): void {
    const { id, isDirty, form, begin: beginForm } = openForm.value
    if (id.value !== null || isDirty.value) return
    const { effectiveDate } = form.value
    beginForm({
      ...form.value,
      accountId: first.accountId,
      effectiveDate: effectiveDate || first.effectiveDate,
    })
  }
  /** Opens a draft of this operator, in full: main records it. */
  async function open(id: string): Promise<boolean> {
    if (openForm.value.id.value === id) return true
    if (busy.value !== '' || !(await saveAndClose())) return false
    busy.value = 'opening'
    opened.value = { done: 0, of: 0 }
    try {
      const begun = await bridge().batches.openDraft({ id })
      if (!begun.ok) return refuse(begun.error)
      const next = createOpenBatchForm(begun.value)
      const readFailure = await readAllEntries(id, (entries) => {
        next.load(entries)
        opened.value = { done: opened.value.done + entries.length, of: begun.value.entries }
      })
      if (readFailure) return refuse(readFailure)
      submitted.value = undefined
      setCurrent(next)
      void show(next)
      return true
    } finally {
      busy.value = ''
    }
  }
  function refuse(error: Failure): false {
    failure.value = error
    return false
  }
  async function show(mine: OpenBatchForm): Promise<void> {
    const id = mine.id.value
    const shown = id === null ? undefined : await bridge().orders.get({ id })
    if (shown?.ok) mine.order.value = shown.value
  }

  /** `answer`: why its entries are no duplicates, once main has asked for it. */
  async function submit(answer?: DuplicateReason): Promise<Order | undefined> {
    if (busy.value !== '') return undefined
    failure.value = undefined
    busy.value = 'submitting'
    const mine = openForm.value
    try {
      const isSaved = await save()
      const id = mine.id.value
      if (!isSaved || id === null) {
        failure.value = mine.failure.value
        return undefined
      }
      const done = await bridge().orders.submit({ id, ...answer })
      if (!done.ok) {
        failure.value = done.error
        return undefined
      }
      setCurrent(createOpenBatchForm())
      submitted.value = done.value
      return done.value
    } finally {
      busy.value = ''
    }
  }
  async function discard(): Promise<boolean> {
    const { id } = openForm.value
    const done = id.value === null ? null : await bridge().orders.discard({ id: id.value })
    failure.value = done === null || done.ok ? undefined : done.error
    if (failure.value) return false
    setCurrent(createOpenBatchForm())
    return true
  }

  return {
    openForm,
    busy,
    opened,
    importing,
    failure,
    submitted,
    isMaker,
    id: computed(() => openForm.value.id.value),
    form: computed(() => openForm.value.form.value),
    tally: computed(() => openForm.value.entries.tally.value),
    order: computed(() => openForm.value.order.value),
    isDirty: computed(() => openForm.value.isDirty.value),
    isSaving: computed(() => openForm.value.isSaving.value),
    saveFailure: computed(() => openForm.value.failure.value),
    tooLong: computed(() => openForm.value.tooLong.value),
    changeForm,
    normalizeDate,
    changeEntries,
    begin,
    prefill,
    open,
    save,
    submit,
    discard,
  }
})
