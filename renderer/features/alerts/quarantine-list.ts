/** The deliveries in quarantine as the table reads them, and the action that reads them again. */
import { computed, shallowRef, watch } from 'vue'
import type {
  QuarantinedDelivery,
  QuarantineListRequest,
} from '../../../preload/contract/api/alerts/alert.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { bridge, onEvent } from '../../state/bridge.ts'
import { plural } from '../../text/plural.ts'
import { usePagedList } from '../../state/paged-list.ts'
import type { Sort } from '../../ui/table/columns.ts'

type Reading =
  | { readonly kind: 'idle' }
  /** Null: all of them. */
  | { readonly kind: 'reading'; readonly id: string | null }
  | { readonly kind: 'read'; readonly read: number; readonly resultText: string }
  | { readonly kind: 'failed'; readonly failure: Failure }

/**
 * The result as a sentence. A single delivery leaves out the others, which were not
 * read again.
 */
function resultTextOf(
  id: string | null,
  { read, alerts, stillQuarantined }: { read: number; alerts: number; stillQuarantined: number },
): string {
  const inList = plural(alerts, 'alert is', 'alerts are')
  if (id !== null)
    return read === 0
      ? 'This delivery still cannot be read.'
      : `${inList} now listed from this delivery.`
  const still =
    stillQuarantined === 0
      ? 'The quarantine is empty.'
      : `${plural(stillQuarantined, 'delivery is', 'deliveries are')} still in quarantine.`
  if (read === 0) return `No delivery could be read. ${still}`
  const found = `${inList} now listed from ${plural(read, 'delivery', 'deliveries')}.`
  return `${found} ${still}`
}

/** Lists the deliveries live, and reads one or all of them again. */
export function useQuarantineList() {
  const sort = shallowRef<Sort | null>(null)
  const list = usePagedList<QuarantinedDelivery>((page) =>
    // The columns of the table are the ones main sorts by; main parses the value again.
    bridge().alerts.listQuarantined({ ...page, sort: sort.value as QuarantineListRequest['sort'] }),
  )
  watch(sort, () => void list.reload())
  const reading = shallowRef<Reading>({ kind: 'idle' })
  const isReading = computed(() => reading.value.kind === 'reading')

  /** Reads one delivery or all of them again; true if any could be read. */
  async function readAgain(id: string | null): Promise<boolean> {
    if (isReading.value) return false
    reading.value = { kind: 'reading', id }
    const answer = await bridge().alerts.readAgain({ id })
    reading.value = answer.ok
      ? { kind: 'read', read: answer.value.read, resultText: resultTextOf(id, answer.value) }
      : { kind: 'failed', failure: answer.error }
    await list.reload()
    return answer.ok && answer.value.read > 0
  }

  onEvent('alerts', 'changed', list.reload)

  /** Clears the result: it was about one delivery, and another is shown. */
  const forget = (): void => void (reading.value = { kind: 'idle' })
  return { ...list, sort, reading, isReading, readAgain, forget }
}
