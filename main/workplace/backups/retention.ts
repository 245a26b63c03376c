/**
 * Which backups are retained: the newest of each of the last seven days, five weeks and twelve months
 * that have one, in UTC. Pure; instants are ISO UTC.
 */
import type { BackupTerm } from '../../../preload/contract/api/backups/backups.ts'
import { daysLater, weekdayOf } from '../../../preload/contract/kernel/calendar.ts'

const periods: readonly {
  readonly term: BackupTerm
  readonly most: number
  readonly of: (at: string) => string
}[] = [
  { term: 'daily', most: 7, of: (at) => at.slice(0, 10) },
  { term: 'weekly', most: 5, of: mondayOf },
  { term: 'monthly', most: 12, of: (at) => at.slice(0, 7) },
]

/** Returns the Monday of the instant's week, YYYY-MM-DD. */
function mondayOf(at: string): string {
  const day = at.slice(0, 10)
  return daysLater(day, -((weekdayOf(day) + 6) % 7))
}

/** Returns why each instant is retained, in the order given; an empty list means that it is not. */
export function retentionTerms(instants: readonly string[]): BackupTerm[][] {
  const newestFirst = [...new Set(instants)].sort().reverse()
  const termsOf = new Map<string, BackupTerm[]>(newestFirst.map((at) => [at, []]))
  for (const { term, most, of } of periods) {
    const seen = new Set<string>()
    for (const at of newestFirst) {
      const period = of(at)
      if (seen.has(period)) continue
      if (seen.size === most) break
      seen.add(period)
      termsOf.get(at)?.push(term)
    }
  }
  return instants.map((at) => termsOf.get(at) ?? [])
}
