/** The open item, and the note being typed on it, which no update overwrites. */
import { computed, reactive, ref, shallowRef, watch } from 'vue'
import { defineStore } from 'pinia'
import type { InboxRecord } from '../../../../preload/contract/api/inbox/inbox.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { useLiveQuery } from '../../../state/use-live-query.ts'
import { explain } from '../../../text/explain.ts'
import type { Explanation } from '../../../text/explanation.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'
import { useUnsavedMark } from '../../../state/stores/unsaved.store.ts'

/** Typed and unsaved notes, by item. They are dropped when the operator changes. */
const useTypedNotes = defineStore('inbox-notes', () => {
  const workstation = useWorkstation()
  const typed = reactive(new Map<string, string>())
  useUnsavedMark('Inbox note', () => typed.size > 0, { isKept: true })
  watch(
    () => workstation.state?.operator.id,
    () => typed.clear(),
  )
  return { typed }
})

/** Reads the selected item, and again whenever the inbox changes. */
export function useOpenItem(chosen: () => string | undefined) {
  const { value, failure, problem, readAgain, put } = useLiveQuery<InboxRecord>({
    key: chosen,
    fetchValue: (id) => bridge().inbox.get({ id }),
  })
  onEvent('inbox', 'changed', readAgain)
  const record = computed(() => (failure.value ? undefined : value.value))
  const saving = ref(false)
  const refusal = shallowRef<Explanation>()
  const { typed } = useTypedNotes()
  watch(chosen, () => (refusal.value = undefined))

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
      if (id === chosen()) put(answer.value)
    } else await readAgain()
  }
  return { record, problem, note, isTyped, saving, refusal, readAgain, saveNote }
}
export type OpenItem = ReturnType<typeof useOpenItem>
