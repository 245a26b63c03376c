/** The rule and the state of a schedule as text, and the rule as it is typed. */
import type { RequestedService } from '../../../preload/contract/bank/payments/payment-rules.ts'
import type {
  ScheduleRule,
  ScheduleState,
} from '../../../preload/contract/domain/orders/payment-schedule.ts'
import { isCalendarDate, weekdayOf } from '../../../preload/contract/kernel/calendar.ts'
import { dayText, exactDate } from '../../text/times.ts'
import type { Tone } from '../../ui/tone.ts'

/** The label of the button that schedules a payment. */
export const scheduleLabel = (service: string): string =>
  service === 'RTP' ? 'On a day…' : 'Repeat…'

export interface TypedRule {
  every: ScheduleRule['every']
  from: string
  onClosedDay: ScheduleRule['onClosedDay']
  ends: 'never' | 'day' | 'count'
  until: string
  count: string
}

/** Returns the rule as a new one is typed. */
export const newRule = (service: RequestedService, from: string): TypedRule => ({
  every: service === 'RTP' ? 'once' : 'month',
  from,
  onClosedDay: 'after',
  ends: 'never',
  until: '',
  count: '',
})

/** Returns a stored rule as it is typed. */
export const typedRule = (rule: ScheduleRule): TypedRule => ({
  every: rule.every,
  from: rule.from,
  onClosedDay: rule.onClosedDay,
  ends: rule.until === null ? (rule.count === null ? 'never' : 'count') : 'day',
  until: rule.until ?? '',
  count: rule.count === null ? '' : String(rule.count),
})

/** Returns the typed rule; a number that cannot be read is 0, which no rule allows. */
export function ruleIn({ every, from, onClosedDay, ends, until, count }: TypedRule): ScheduleRule {
  const isOnce = every === 'once'
  const number = /^\d{1,3}$/.test(count.trim()) ? Number(count) : 0
  return {
    every,
    from: exactDate(from),
    onClosedDay,
    until: ends === 'day' && !isOnce ? exactDate(until) : null,
    count: ends === 'count' && !isOnce ? number : null,
  }
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Returns the intervals as options, named by the first day where it is known. */
export function intervalOptions(service: RequestedService, from: string) {
  const isDay = isCalendarDate(from)
  const weekday = isDay ? ` on ${weekdays[weekdayOf(from)] ?? ''}` : ''
  const options = [
    { value: 'once', label: 'Once, on a day' },
    { value: 'week', label: `Every week${weekday}` },
    { value: 'two-weeks', label: `Every two weeks${weekday}` },
    {
      value: 'month',
      label: `Every month${isDay ? ` on day ${String(Number(from.slice(8)))}` : ''}`,
    },
    { value: 'month-end', label: 'Last banking day of each month' },
  ]
  return service === 'RTP' ? options : options.slice(1)
}

/** Returns a rule as a sentence. */
export function ruleText(rule: ScheduleRule): string {
  const { every, from, onClosedDay, until, count } = rule
  if (every === 'once') return `Once, on ${dayText(from)}`
  const named = intervalOptions('RTP', from).find(({ value }) => value === every)?.label ?? every
  const closed = every === 'month-end' ? '' : `, on a closed day the banking day ${onClosedDay}`
  if (until !== null) return `${named}${closed}, until ${dayText(until)}`
  return `${named}${closed}${count === null ? '' : `, ${count === 1 ? '1 time' : `${String(count)} times`}`}`
}

export const scheduleBadges: Readonly<
  Record<ScheduleState, { readonly label: string; readonly tone: Tone }>
> = {
  active: { label: 'Active', tone: 'good' },
  paused: { label: 'Paused', tone: 'neutral' },
  missed: { label: 'Days missed', tone: 'warning' },
  ended: { label: 'Ended', tone: 'neutral' },
}
