/** The open item, and the note being typed on it, which no update overwrites. */
import { computed, onBeforeUnmount, onMounted, reactive, ref, shallowRef, watch } from 'vue'
import { defineStore } from 'pinia'
import type { InboxRecord } from '../../../../preload/contract/api/inbox/inbox.ts'
import { bridge } from '../../../state/bridge.ts'
import { explain } from '../../../text/explain.ts'
import type { Explanation } from '../../../text/explanation.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'

/** Typed and unsaved notes, by item. They are dropped when the operator changes. */
const useTypedNotes = defineStore('inbox-notes', () => {
  const workstation = useWorkstation()
  const typed = reactive(new Map<string, string>())
  watch(
    () => workstation.state?.operator.id,
    () => typed.clear(),
  )
  return { typed }
})

/** Reads the selected item, and again whenever the inbox changes. */
export function useOpenItem(chosen: () => string | undefined) {
  const record = shallowRef<InboxRecord>()
  const problem = shallowRef<Explanation | null>(null)
  const saving = ref(false)
  const refusal = shallowRef<Explanation>()
  const { typed } = useTypedNotes()

  async function read(): Promise<void> {
    const id = chosen()
    if (id === undefined) {
      record.value = undefined
      problem.value = null
      return
    }
    const answer = await bridge().inbox.get({ id })
    if (id !== chosen()) return
    record.value = answer.ok ? answer.value : undefined
    problem.value = answer.ok ? null : explain(answer.error)
  }
  watch(
    chosen,
    () => {
      refusal.value = undefined
      void read()
    },
    { immediate: true },
  )
  let stop = (): void => undefined
  onMounted(() => (stop = bridge().on('inbox', 'changed', () => void read())))
  onBeforeUnmount(() => stop())

  const note = computed({
    get: () => {
      const item = record.value?.item
      return item === undefined ? '' : (typed.get(item.id) ?? item.note)
    },
    set: (text) => {
      const item = record.value?.item
      if (item === undefined) return
      if (text === item.note) typed.delete(item.id)
      else typed.set(item.id, text)
    },
  })
  const isTyped = computed(() => {
    const id = record.value?.item.id
    return id !== undefined && typed.has(id)
  })

  /** Saves the note; the input stays if it is refused. */
  async function saveNote(): Promise<void> {
    const item = record.value?.item
    if (item === undefined || !isTyped.value || saving.value) return
    saving.value = true
    const { id, changedAt } = item
    const answer = await bridge().inbox.note({ id, note: note.value.trim(), changedAt })
    saving.value = false
    refusal.value = answer.ok ? undefined : explain(answer.error)
    if (answer.ok) {
      typed.delete(id)
      if (id === chosen()) record.value = answer.value
    } else await read()
  }
  return { record, problem, note, isTyped, saving, refusal, read, saveNote }
}
export type OpenItem = ReturnType<typeof useOpenItem>
