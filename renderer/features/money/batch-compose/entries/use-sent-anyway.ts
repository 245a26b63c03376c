/**
 * Entries that are sent although the bank is certain to reject them: main stores them, and the
 * totals count them.
 */
import { ref, shallowRef } from 'vue'
import type { TypedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import { bridge } from '../../../../state/bridge.ts'
import { everyPage } from '../../../../state/paged-list.ts'
import { useBatchForm } from '../batch-form.store.ts'

/** Reactive to the current batch. */
export function useSentAnyway() {
  const batchForm = useBatchForm()
  const failure = shallowRef<Failure>()
  const busy = ref(false)
  /** The current reading: an older one is dropped. */
  let round = 0

  async function read(): Promise<void> {
    const { openForm } = batchForm
    const id = openForm.id.value
    if (id === null) return
    const mine = (round += 1)
    const read = await everyPage(
      (page) => bridge().batches.listSentAnyway({ id, ...page }),
      () => batchForm.openForm === openForm && mine === round,
    )
    if (!read?.ok) return
    // An entry edited meanwhile is not the one in main's answer.
    openForm.entries.takeSentAnyway(
      read.value.filter(({ entryId }) => !openForm.isUnsaved(entryId)),
    )
  }
  /** Records that an entry is sent anyway, or no longer is. */
  async function record(entry: TypedEntry, isSent: boolean): Promise<void> {
    if (busy.value) return
    busy.value = true
    try {
      const { entries } = batchForm.openForm
      const codes = isSent ? entries.rejectionsOf(entry) : []
      const id = (await batchForm.save()) ? batchForm.id : null
      if (id === null) return
      const answer = await bridge().batches.sendAnyway({ id, entryId: entry.id, codes })
      failure.value = answer.ok ? undefined : answer.error
      await read()
    } finally {
      busy.value = false
    }
  }
  return { failure, busy, read, record }
}
