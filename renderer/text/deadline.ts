/** A deadline for operators: the days left, or the days since. */
import { clockIn, fedwireZone } from '../../preload/contract/kernel/banking-days.ts'
import type { Standing } from './outcome-text.ts'

const dayMs = 86_400_000

/** Calendar days from today in Eastern time, the bank's day; null if the text is no date. */
export function daysLeft(deadline: string, now: number): number | null {
  const today = clockIn(fedwireZone, new Date(now))?.date
  const days = (Date.parse(deadline) - Date.parse(today ?? '')) / dayMs
  return Number.isNaN(days) ? null : Math.round(days)
}

/** A deadline is urgent from two days before it. */
export function deadlineLook(deadline: string, now: number): Standing {
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
