/** The filter of the list of calls. */
import { computed, reactive, toRefs } from 'vue'
import type { TrafficListRequest } from '../../../../preload/contract/api/traffic.ts'
import { spanOf } from '../../../text/periods.ts'

/** Returns the filter; empty fields do not filter. */
export function useTrafficFilter() {
  const typed = reactive({
    search: '',
    purpose: '',
    outcome: '',
    statusClass: '',
    lane: '',
    period: '',
    from: '',
    to: '',
  })

  /** Returns the filter for main as it is now. */
  const query = (): Omit<TrafficListRequest, 'cursor' | 'limit'> => ({
    search: typed.search,
    purpose: typed.purpose || null,
    outcome: (typed.outcome || null) as TrafficListRequest['outcome'],
    statusClass: (typed.statusClass || null) as TrafficListRequest['statusClass'],
    lane: (typed.lane || null) as TrafficListRequest['lane'],
    ...spanOf(typed, new Date()),
  })

  const isOn = computed(() => Object.values(typed).some((value) => value.trim() !== ''))
  function clear(): void {
    for (const name of Object.keys(typed) as (keyof typeof typed)[]) typed[name] = ''
  }
  return { typed, ...toRefs(typed), query, isOn, clear }
}
export type TrafficFilter = ReturnType<typeof useTrafficFilter>
