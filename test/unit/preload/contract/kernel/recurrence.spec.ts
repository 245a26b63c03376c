import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isReckonable,
  nextOccurrence,
  occurrence,
  occurrenceOn,
  type DayRule,
  type Occurrence,
} from '../../../../../preload/contract/kernel/recurrence.ts'
import { closedOn } from '../../../../../preload/contract/kernel/banking-days.ts'
import { daysBetween, daysLater } from '../../../../../preload/contract/kernel/calendar.ts'

const monthly: DayRule = { every: 'month', from: '2026-01-31', onClosedDay: 'before' }
const dayMs = 86_400_000
const date = fc
  .integer({ min: Date.UTC(2025, 0, 1) / dayMs, max: Date.UTC(2028, 0, 1) / dayMs })
  .map((days) => new Date(days * dayMs).toISOString().slice(0, 10))
const rule: fc.Arbitrary<DayRule> = fc.record({
  every: fc.constantFrom('week', 'two-weeks', 'month', 'month-end'),
  from: date,
  onClosedDay: fc.constantFrom('before', 'after'),
})
const firstFrom = (recurs: DayRule, notBefore: string): string =>
  nextOccurrence(recurs, { notBefore, last: null }).day

describe('a recurrence', () => {
  it('uses the last day of shorter months, and returns to its own day after them', () => {
    const dates = [0, 1, 2, 3, 4].map((count) => occurrence(monthly, count).day)
    // 31 January is a Saturday, 28 February too, 31 May a Sunday.
    expect(dates).toEqual(['2026-01-30', '2026-02-27', '2026-03-31', '2026-04-30', '2026-05-29'])
  })

  it('moves off closed days as configured: Independence Day 2027 closes the Monday after it', () => {
    const weekly = { ...monthly, every: 'week' as const, from: '2027-06-28' }
    const nominal = '2027-07-05'
    expect(occurrence(weekly, 1)).toEqual({ nominal, day: '2027-07-02' })
    expect(occurrence({ ...weekly, onClosedDay: 'after' }, 1)).toEqual({
      nominal,
      day: '2027-07-06',
    })
  })

  it('accepts no day that does not exist', () => {
    expect(isReckonable({ from: '2026-02-30' })).toBe(false)
    expect(isReckonable({ from: '9999-12-31' })).toBe(false)
    expect(isReckonable({ from: '2028-02-29' })).toBe(true)
  })

  it('falls on banking days alone, each later than the one before', () => {
    fc.assert(
      fc.property(rule, fc.nat(60), (recurs, count) => {
        const [one, next] = [occurrence(recurs, count), occurrence(recurs, count + 1)]
        expect(closedOn(one.day)).toBeNull()
        expect(one.day < next.day).toBe(true)
        expect(one.nominal < next.nominal).toBe(true)
      }),
    )
  })

  it('is moved by three days at most, in one direction: stores of version 34 count on it', () => {
    fc.assert(
      fc.property(rule, fc.nat(200), (recurs, count) => {
        const { nominal, day } = occurrence(recurs, count)
        const moved = daysBetween(nominal, day)
        const isBack = recurs.every === 'month-end' || recurs.onClosedDay === 'before'
        expect(isBack ? moved <= 0 && moved >= -3 : moved >= 0 && moved <= 3).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('has one next occurrence: the first that is not before the day', () => {
    fc.assert(
      fc.property(rule, date, (recurs, day) => {
        const next = nextOccurrence(recurs, { notBefore: day, last: null })
        let count = 0
        while (occurrence(recurs, count).day < next.day) count += 1
        expect(occurrence(recurs, count)).toEqual(next)
        expect(next.day >= day).toBe(true)
        expect(count === 0 || occurrence(recurs, count - 1).day < day).toBe(true)
        expect(nextOccurrence(recurs, { notBefore: next.day, last: next })).toEqual(
          occurrence(recurs, count + 1),
        )
        expect(occurrenceOn(recurs, next.day)).toEqual(next)
      }),
      { numRuns: 50 },
    )
  })

  it('finds the nominal day of a day that a later calendar closes too', () => {
    const weekly = { ...monthly, every: 'week' as const, from: '2026-11-26' }
    expect(occurrenceOn(weekly, '2026-11-24').nominal).toBe('2026-11-26')
    expect(occurrenceOn({ ...weekly, onClosedDay: 'after' }, '2026-11-30').nominal).toBe(
      '2026-11-26',
    )
  })

  it('repeats neither a nominal nor a banking day, whatever rules follow each other', () => {
    const step = fc.record({ rule, wait: fc.integer({ min: -10, max: 40 }), count: fc.nat(3) })
    fc.assert(
      fc.property(date, fc.array(step, { minLength: 2, maxLength: 8 }), (start, steps) => {
        const prepared: Occurrence[] = []
        let today = start
        for (const { rule: recurs, wait, count } of steps) {
          today = daysLater(today, wait)
          for (let left = count; left > 0; left -= 1)
            prepared.push(
              nextOccurrence(recurs, { notBefore: today, last: prepared.at(-1) ?? null }),
            )
        }
        for (const days of [prepared.map((one) => one.nominal), prepared.map((one) => one.day)])
          expect([...new Set(days)].sort()).toEqual(days)
      }),
    )
  })

  it.each<[string, DayRule, DayRule, string]>([
    [
      'moved before Thanksgiving, then after it',
      { every: 'week', from: '2026-11-26', onClosedDay: 'before' },
      { every: 'week', from: '2026-11-26', onClosedDay: 'after' },
      '2026-12-03',
    ],
    [
      'moved after a month\u2019s end, then before it',
      { every: 'month', from: '2027-01-31', onClosedDay: 'after' },
      { every: 'month', from: '2027-01-31', onClosedDay: 'before' },
      '2027-02-26',
    ],
    [
      'the last banking day of a month, then its last day',
      { every: 'month-end', from: '2027-01-15', onClosedDay: 'before' },
      { every: 'month', from: '2027-01-31', onClosedDay: 'after' },
      '2027-03-01',
    ],
    [
      'Saturdays moved to Monday, then Mondays',
      { every: 'week', from: '2026-11-28', onClosedDay: 'after' },
      { every: 'week', from: '2026-11-30', onClosedDay: 'after' },
      '2026-12-07',
    ],
    [
      'Thursdays, then Fridays: the next nominal day counts, in the same week too',
      { every: 'week', from: '2026-12-03', onClosedDay: 'before' },
      { every: 'week', from: '2026-12-04', onClosedDay: 'before' },
      '2026-12-04',
    ],
    [
      'over the change of the clock in March',
      { every: 'week', from: '2027-03-07', onClosedDay: 'after' },
      { every: 'week', from: '2027-03-07', onClosedDay: 'before' },
      '2027-03-12',
    ],
  ])('goes on after the last prepared occurrence: %s', (_title, first, second, day) => {
    const last = occurrence(first, 0)
    const next = nextOccurrence(second, { notBefore: '2026-11-23', last })
    expect(next.day).toBe(day)
    expect(firstFrom(second, daysLater(day, 1)) > day).toBe(true)
  })
})
