/** The number of items that need a person, for the rail and beside the kinds of the inbox. */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { InboxCounts } from '../../../preload/contract/api/inbox/inbox.ts'
import { bridge } from '../bridge.ts'
import { useWorkstation } from './workstation.store.ts'

/** Read at the start, and again whenever the inbox or the operator changes. */
export const useInboxCounts = defineStore('inbox-counts', () => {
  const workstation = useWorkstation()
  /** Undefined: not known, so no number is shown. */
  const counts = shallowRef<InboxCounts>()
  let isReading = false
  let isStale = false

  /** Reads the counts. Changes during the read cause one more read, however many there were. */
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
  /** Reads the counts now and after each event of main. */
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
