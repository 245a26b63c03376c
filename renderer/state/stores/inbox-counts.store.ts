/** How much needs a person: for the rail, and beside the kinds of the inbox. */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { InboxCounts } from '../../../preload/contract/api/inbox/inbox.ts'
import { bridge } from '../bridge.ts'
import { useWorkstation } from './workstation.store.ts'

/** Read once, and again whenever the inbox changed or another operator is here. */
export const useInboxCounts = defineStore('inbox-counts', () => {
  const workstation = useWorkstation()
  /** Undefined: not known, so that nothing is counted. */
  const counts = shallowRef<InboxCounts>()
  let isReading = false
  let isStale = false

  /** Reads them; what changes meanwhile is read once more, however often it changed. */
  async function read(): Promise<void> {
    isStale = true
    if (isReading) return
    isReading = true
    try {
      while (isStale) {
        isStale = false
        const answer = await bridge().inbox.getCounts()
        if (answer.ok) counts.value = answer.value
      }
    } finally {
      isReading = false
    }
  }

  let isFollowing = false
  /** Reads them now, and from now on whenever main says so. */
  async function follow(): Promise<void> {
    if (!isFollowing) {
      isFollowing = true
      bridge().on('inbox', 'changed', () => void read())
      watch(
        () => workstation.state?.operator.id,
        () => void read(),
      )
    }
    await read()
  }

  return { counts, read, follow }
})
