/**
 * The alerts as the table reads them: newest first or sorted, and live while the operator is not on
 * a line.
 */
import { computed, ref, shallowRef } from 'vue'
import type { AlertLine, AlertListRequest } from '../../../preload/contract/api/alerts/alert.ts'
import { bridge, onEvent } from '../../state/bridge.ts'
import { useLiveList } from '../../state/live-list.ts'
import type { PageRequest } from '../../state/paged-list.ts'
import type { Sort } from '../../ui/table/columns.ts'
import type { AlertFilter } from './alert-filter.ts'

/** `isPaused`: the operator is on a line, so that no new one may move it. */
export function useAlertList(filter: AlertFilter, isPaused: () => boolean) {
  /** There are more alerts than the list holds. */
  const isMore = ref(false)
  const sort = shallowRef<Sort | null>(null)
  /** One line for each payment or batch: a batch of 300 entries has 300 equal alerts. */
  const isGrouped = ref(true)
  async function fetchPage(page: PageRequest) {
    const answer = await bridge().alerts.list({
      ...page,
      ...filter.filterNow(),
      ...(isGrouped.value && { isGrouped: true }),
      // The columns of the table are the ones main sorts by; main parses the value again.
      sort: sort.value as AlertListRequest['sort'],
    })
    if (answer.ok) isMore.value = answer.value.isMore
    return answer
  }
  const { isWholePageNew, update, ...list } = useLiveList<AlertLine>({
    fetchPage,
    isSorted: () => sort.value !== null,
    isGrouped: () => isGrouped.value,
    isPaused,
    typed: () => JSON.stringify([filter.typed.search, filter.typed.account]),
    chosen: () =>
      JSON.stringify([{ ...filter.typed, search: '', account: '' }, sort.value, isGrouped.value]),
  })
  onEvent('alerts', 'changed', update)
  /** The minimum number of new alerts: a list at its limit does not report how many more there are. */
  const isMoreWaiting = computed(() => isMore.value && isWholePageNew.value)
  return { ...list, sort, isGrouped, isMore, isMoreWaiting }
}
export type AlertList = ReturnType<typeof useAlertList>
