/** The listener of the shown profile: kept by main, mirrored for the status bar and the alerts alike. */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { ListenerState } from '../../../preload/contract/api/alerts/listener.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { bridge } from '../bridge.ts'
import { useWorkstation } from './workstation.store.ts'

export const useListener = defineStore('listener', () => {
  const state = shallowRef<ListenerState>()
  /** Why it is not known. */
  const failure = shallowRef<Failure>()
  let isFollowed = false
  let timesTold = 0

  /** Takes over what main told, by itself or as a command's answer. */
  function take(next: ListenerState): void {
    timesTold += 1
    state.value = next
    failure.value = undefined
  }

  async function ask(): Promise<void> {
    const before = timesTold
    const answer = await bridge().listener.getState()
    // What was told meanwhile is newer than this answer.
    if (before !== timesTold) return
    if (answer.ok) take(answer.value)
    else failure.value = answer.error
  }

  /** Takes over what main says from now on, however often it is asked for. */
  function follow(): void {
    if (isFollowed) return
    isFollowed = true
    bridge().on('listener', 'stateChanged', take)
    // Before the store is open main has no listener to tell of.
    watch(
      () => useWorkstation().storeIsOpen,
      () => void ask(),
      { immediate: true },
    )
  }

  return { state, failure, take, follow }
})
