/** What the list of calls is narrowed to. */
import { computed, reactive, toRefs } from 'vue'
import type { TrafficListRequest } from '../../../preload/contract/traffic.ts'

/** Spans of time that an operator looks at; `between` is typed. */
export const periods = [
  { value: '', label: 'Any time' },
  { value: 'quarter', label: 'Last 15 minutes' },
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Today' },
  { value: 'between', label: 'Between\u2026' },
] as const

const minuteMs = 60_000

/** The instant of a local date and time as the browser's control writes it; null while it is not one. */
function instantOf(local: string): string | null {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}

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

  function fromOf(now: Date): string | null {
    if (typed.period === 'quarter') return new Date(now.getTime() - 15 * minuteMs).toISOString()
    if (typed.period === 'hour') return new Date(now.getTime() - 60 * minuteMs).toISOString()
    if (typed.period === 'day')
      return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString()
    return typed.period === 'between' ? instantOf(typed.from) : null
  }

  /** As main is asked, at this moment. */
  const asked = (): Omit<TrafficListRequest, 'cursor' | 'limit'> => ({
    search: typed.search,
    purpose: typed.purpose || null,
    outcome: (typed.outcome || null) as TrafficListRequest['outcome'],
    statusClass: (typed.statusClass || null) as TrafficListRequest['statusClass'],
    lane: (typed.lane || null) as TrafficListRequest['lane'],
    from: fromOf(new Date()),
    to: typed.period === 'between' ? instantOf(typed.to) : null,
  })

  const isOn = computed(() => Object.values(typed).some((value) => value.trim() !== ''))
  function clear(): void {
    for (const name of Object.keys(typed) as (keyof typeof typed)[]) typed[name] = ''
  }
  return { typed, ...toRefs(typed), asked, isOn, clear }
}
export type TrafficFilter = ReturnType<typeof useTrafficFilter>
