/** What the list of calls is narrowed to. */
import { computed, reactive, toRefs } from 'vue'
import type { TrafficListRequest } from '../../../../preload/contract/api/traffic.ts'
import { spanOf } from '../../../text/periods.ts'

/** The filter; its fields are empty where everything is wanted. */
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

  /** As main is asked, at this moment. */
  const asked = (): Omit<TrafficListRequest, 'cursor' | 'limit'> => ({
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
  return { typed, ...toRefs(typed), asked, isOn, clear }
}
export type TrafficFilter = ReturnType<typeof useTrafficFilter>
