/** Formats of days, times and amounts on the ACH side of the bank. All days are UTC. */
import { daysLater, utcDay, weekdayOf } from '../../../preload/contract/kernel/calendar.ts'

export const dayMs = 24 * 60 * 60 * 1000

const iso = (atMs: number): string => new Date(atMs).toISOString()

/** HHMMSS. */
export const timeOf = (atMs: number): string => iso(atMs).slice(11, 19).replaceAll(':', '')
/** HHMM. */
export const shortTimeOf = (atMs: number): string => timeOf(atMs).slice(0, 4)
/** YYYY-MM-DD HH:MM:SS; without a zone (bank note 56). */
export const timestampOf = (atMs: number): string => `${utcDay(atMs)} ${iso(atMs).slice(11, 19)}`
/** The UTC time of origination, to the second. */
export const utcTimeOf = (atMs: number): string => `${iso(atMs).slice(0, 19)}Z`

/** Returns the day, or the next Monday for a weekend. */
export function businessDay(day: string): string {
  const weekday = weekdayOf(day)
  if (weekday === 6) return daysLater(day, 2)
  return weekday === 0 ? daysLater(day, 1) : day
}

const zoneMs = { ahead: 14 * 60 * 60 * 1000, behind: 12 * 60 * 60 * 1000 }

/**
 * Returns the earliest and latest day that is today in some zone: the document says "today" without
 * a zone (bank note 43).
 */
export const todaySomewhere = (nowMs: number): { earliest: string; latest: string } => ({
  earliest: utcDay(nowMs - zoneMs.behind),
  latest: utcDay(nowMs + zoneMs.ahead),
})

/** Writes cents as dollars with two decimals. */
export function dollars(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Reads dollars with at most two decimals as cents; null for anything else. */
export function centsOf(text: string): number | null {
  const parts = /^(\d{1,14})(?:\.(\d{1,2}))?$/.exec(text)
  if (!parts) return null
  return Number(`${parts[1] ?? ''}${(parts[2] ?? '').padEnd(2, '0')}`)
}

/** Returns an account number for comparison, without leading zeros (bank note 36). */
export const significant = (accountNumber: string): string => accountNumber.replace(/^0+(?=.)/, '')
