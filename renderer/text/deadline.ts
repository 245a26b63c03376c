/** A deadline for operators: the days left, or the days since. */
import { networkDay } from '../../preload/contract/kernel/banking-days.ts'
import { daysBetween } from '../../preload/contract/kernel/calendar.ts'
import type { Badge } from './outcome-text.ts'

/** Calendar days from today in Eastern time, the bank's day; null if the text is no date. */
export function daysLeft(deadline: string, now: number): number | null {
  const days = daysBetween(networkDay(now), deadline)
  return Number.isNaN(days) ? null : days
}

/** A deadline is urgent from two days before it. */
export function deadlineBadge(deadline: string, now: number): Badge {
  const days = daysLeft(deadline, now)
  if (days === null) return { tone: 'unknown', label: deadline }
  if (days < 0) {
    const past = days === -1 ? '1 day' : `${String(-days)} days`
    return { tone: 'bad', label: `Overdue by ${past}` }
  }
  if (days === 0) return { tone: 'bad', label: 'Due today' }
  const left = days === 1 ? '1 day left' : `${String(days)} days left`
  return { tone: days <= 2 ? 'warning' : 'neutral', label: left }
}
