/** The listener of the shown profile; mirrored from main for the status bar and the alerts. */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { ListenerState } from '../../../preload/contract/api/alerts/listener.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { bridge } from '../bridge.ts'
import { useWorkstation } from './workstation.store.ts'

export const useListener = defineStore('listener', () => {
  const state = shallowRef<ListenerState>()
  /** The reason why the state is not known. */
  const failure = shallowRef<Failure>()
  let isFollowed = false
  let timesTold = 0

  /** Stores a state from main, from an event or as the answer to a command. */
  function take(next: ListenerState): void {
    timesTold += 1
    state.value = next
    failure.value = undefined
  }

  async function ask(): Promise<void> {
    const before = timesTold
    const answer = await bridge().listener.getState()
    // An event that came during the read is newer than this answer.
    if (before !== timesTold) return
    if (answer.ok) take(answer.value)
    else failure.value = answer.error
  }

  /** Mirrors the state of main from now on; further calls change nothing. */
  function follow(): void {
    if (isFollowed) return
    isFollowed = true
    bridge().on('listener', 'stateChanged', take)
    // Main has no listener before the store is open.
    watch(
      () => useWorkstation().storeIsOpen,
      () => void ask(),
      { immediate: true },
    )
  }

  return { state, failure, take, follow }
})
