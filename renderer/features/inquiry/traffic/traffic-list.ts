/**
 * The calls as the table reads them: newest first or sorted, and live while the operator is not on
 * a line.
 */
import { shallowRef, watch } from 'vue'
import type { TrafficLine, TrafficListRequest } from '../../../../preload/contract/api/traffic.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { useLiveList } from '../../../state/live-list.ts'
import type { PageRequest } from '../../../state/paged-list.ts'
import type { Sort } from '../../../ui/table/columns.ts'
import type { TrafficFilter } from './traffic-filter.ts'

/** `isPaused`: the operator is on a line, so that no new one may move it. */
export function useTrafficList(filter: TrafficFilter, isPaused: () => boolean) {
  const sort = shallowRef<Sort | null>(null)
  const purposes = shallowRef<readonly string[]>([])
  async function readPurposes(): Promise<void> {
    const known = await bridge().traffic.getPurposes()
    if (known.ok) purposes.value = known.value
  }
  async function fetchPage(page: PageRequest) {
    const answer = await bridge().traffic.list({
      ...page,
      ...filter.query(),
      // The columns of the table are the ones main sorts by; main parses the value again.
      sort: sort.value as TrafficListRequest['sort'],
    })
    if (answer.ok && answer.value.items.some(({ purpose }) => !purposes.value.includes(purpose)))
      void readPurposes()
    return answer
  }
  const chosen = (): string => JSON.stringify([{ ...filter.typed, search: '' }, sort.value])
  const list = useLiveList<TrafficLine>({
    fetchPage,
    isSorted: () => sort.value !== null,
    isPaused,
    typed: () => filter.typed.search,
    chosen,
  })
  onEvent('traffic', 'changed', list.update)
  // A filter may hide the calls that would show a new purpose.
  watch(chosen, () => void readPurposes())
  return { ...list, purposes, sort }
}
export type TrafficList = ReturnType<typeof useTrafficList>
