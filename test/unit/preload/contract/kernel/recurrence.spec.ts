import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isReckonable,
  nextOccurrence,
  occurrence,
  occurrenceAfter,
} from '../../../../../preload/contract/kernel/recurrence.ts'
import type { Recurrence } from '../../../../../preload/contract/domain/batches/drafts.ts'
import { closedOn } from '../../../../../preload/contract/kernel/banking-days.ts'

const monthly: Recurrence = {
  every: 'month',
  from: '2026-01-31',
  onClosedDay: 'before',
  daysAhead: 3,
}
const dayMs = 86_400_000
const date = fc
  .integer({ min: Date.UTC(2025, 0, 1) / dayMs, max: Date.UTC(2028, 0, 1) / dayMs })
  .map((days) => new Date(days * dayMs).toISOString().slice(0, 10))
const recurrence: fc.Arbitrary<Recurrence> = fc.record({
  every: fc.constantFrom('week', 'two-weeks', 'month'),
  from: date,
  onClosedDay: fc.constantFrom('before', 'after'),
  daysAhead: fc.integer({ min: 1, max: 20 }),
})

describe('a recurrence', () => {
  it('uses the last day of shorter months, and returns to its own day after them', () => {
    const dates = [0, 1, 2, 3, 4].map((count) => occurrence(monthly, count))
    // 31 January is a Saturday, 28 February too, 31 May a Sunday.
    expect(dates).toEqual(['2026-01-30', '2026-02-27', '2026-03-31', '2026-04-30', '2026-05-29'])
  })

  it('moves off closed days as configured: Independence Day 2027 closes the Monday after it', () => {
    const weekly = { ...monthly, every: 'week' as const, from: '2027-06-28' }
    expect(occurrence(weekly, 1)).toBe('2027-07-02')
    expect(occurrence({ ...weekly, onClosedDay: 'after' }, 1)).toBe('2027-07-06')
  })

  it('accepts no day that does not exist', () => {
    expect(isReckonable({ from: '2026-02-30' })).toBe(false)
    expect(isReckonable({ from: '9999-12-31' })).toBe(false)
    expect(isReckonable({ from: '2028-02-29' })).toBe(true)
  })

  it('falls on banking days alone, each later than the one before', () => {
    fc.assert(
      fc.property(recurrence, fc.nat(60), (recurs, count) => {
        const [one, next] = [occurrence(recurs, count), occurrence(recurs, count + 1)]
        expect(closedOn(one)).toBeNull()
        expect(one < next).toBe(true)
      }),
    )
  })

  it('has one next occurrence: the first that is not before the day', () => {
    fc.assert(
      fc.property(recurrence, date, (recurs, day) => {
        const next = nextOccurrence(recurs, day)
        let count = 0
        while (occurrence(recurs, count) < next) count += 1
        expect(occurrence(recurs, count)).toBe(next)
        expect(next >= day).toBe(true)
        expect(count === 0 || occurrence(recurs, count - 1) < day).toBe(true)
        expect(occurrenceAfter(recurs, next)).toBe(occurrence(recurs, count + 1))
      }),
      { numRuns: 50 },
    )
  })
})
