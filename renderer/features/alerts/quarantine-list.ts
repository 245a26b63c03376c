/** The deliveries in quarantine as the table reads them, and reading them again. */
import { computed, onBeforeUnmount, onMounted, shallowRef, watch } from 'vue'
import type {
  QuarantinedDelivery,
  QuarantineListRequest,
} from '../../../preload/contract/api/alerts/alert.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { bridge } from '../../state/bridge.ts'
import { plural } from '../../text/plural.ts'
import { usePagedList } from '../../state/paged-list.ts'
import type { Sort } from '../../ui/table/columns.ts'

/** How reading again stands. */
type Reading =
  | { readonly kind: 'idle' }
  /** Null: all of them. */
  | { readonly kind: 'reading'; readonly id: string | null }
  | { readonly kind: 'read'; readonly read: number; readonly said: string }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** What came of it, in a sentence. Of one delivery nothing is said of the others, which were not asked about. */
function saidOf(
  id: string | null,
  { read, alerts, stillHeld }: { read: number; alerts: number; stillHeld: number },
): string {
  const inList = plural(alerts, 'alert is', 'alerts are')
  if (id !== null)
    return read === 0
      ? 'This delivery cannot be read. It is still held.'
      : `${inList} in the list from this delivery.`
  const still =
    stillHeld === 0
      ? 'Nothing is held any more.'
      : `${plural(stillHeld, 'delivery is', 'deliveries are')} still held.`
  if (read === 0) return `Nothing could be read. ${still}`
  const found = `${inList} in the list from ${plural(read, 'delivery', 'deliveries')}.`
  return `${found} ${still}`
}

/** Lists them live, and has one or all read again. */
export function useHeldList() {
  const sort = shallowRef<Sort | null>(null)
  const list = usePagedList<QuarantinedDelivery>((page) =>
    // The table's columns are those that main sorts by; main parses it again.
    bridge().alerts.listQuarantined({ ...page, sort: sort.value as QuarantineListRequest['sort'] }),
  )
  watch(sort, () => void list.reload())
  const reading = shallowRef<Reading>({ kind: 'idle' })
  const isReading = computed(() => reading.value.kind === 'reading')

  /** One, or all of them; answers whether any could be read. */
  async function readAgain(id: string | null): Promise<boolean> {
    if (isReading.value) return false
    reading.value = { kind: 'reading', id }
    const answer = await bridge().alerts.readAgain({ id })
    reading.value = answer.ok
      ? { kind: 'read', read: answer.value.read, said: saidOf(id, answer.value) }
      : { kind: 'failed', failure: answer.error }
    await list.reload()
    return answer.ok && answer.value.read > 0
  }

  let stop = (): void => undefined
  onMounted(() => {
    stop = bridge().on('alerts', 'changed', () => void list.reload())
  })
  onBeforeUnmount(() => stop())

  /** What came of a reading is said no longer: it was of one delivery, and another is looked at. */
  const forget = (): void => void (reading.value = { kind: 'idle' })
  return { ...list, sort, reading, isReading, readAgain, forget }
}
