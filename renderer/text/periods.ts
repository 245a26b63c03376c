/** Time ranges for filtering a list. */
import { localMidnight } from '../../preload/contract/kernel/calendar.ts'
import { instantOfTyped } from './times.ts'

/** The offered ranges; `between` is typed. */
export const periods = [
  { value: '', label: 'Any time' },
  { value: 'quarter', label: 'Last 15 minutes' },
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Today (local)' },
  { value: 'between', label: 'Between\u2026' },
] as const

const minuteMs = 60_000

/** The selected and typed values: `from` and `to` are a local date, or date and time. */
export interface TypedSpan {
  readonly period: string
  readonly from: string
  readonly to: string
}

/** Returns the instant of a local date, or date and time; null if the text is none. */
export const instantOfLimit = (local: string): string | null =>
  instantOfTyped(local) ?? instantOfTyped(`${local.trim()} 00:00`) ?? null

function beginOf({ period, from }: TypedSpan, now: Date): string | null {
  if (period === 'quarter') return new Date(now.getTime() - 15 * minuteMs).toISOString()
  if (period === 'hour') return new Date(now.getTime() - 60 * minuteMs).toISOString()
  if (period === 'day') return localMidnight(now).toISOString()
  return period === 'between' ? instantOfLimit(from) : null
}

/** The instants in ISO UTC, the second one exclusive; null: no limit. */
export const spanOf = (
  typed: TypedSpan,
  now: Date,
): { readonly from: string | null; readonly to: string | null } => ({
  from: beginOf(typed, now),
  to: typed.period === 'between' ? instantOfLimit(typed.to) : null,
})
