import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  plannedDays,
  plannedFor,
  scheduleIntervals,
  scheduleProblems,
  type ScheduleRule,
} from '../../../../../preload/contract/domain/orders/payment-schedule.ts'
import { closedOn, networkDay } from '../../../../../preload/contract/kernel/banking-days.ts'

const rule = (part: Partial<ScheduleRule>): ScheduleRule => ({
  every: 'week',
  from: '2026-11-24',
  onClosedDay: 'after',
  until: null,
  count: null,
  ...part,
})

describe('the planned days of a schedule', () => {
  it.each<[string, Partial<ScheduleRule>, string[]]>([
    ['each week', {}, ['2026-11-24', '2026-12-01', '2026-12-08']],
    ['every two weeks', { every: 'two-weeks' }, ['2026-11-24', '2026-12-08', '2026-12-22']],
    [
      'weekly on a holiday, after it: Thanksgiving, Christmas Eve, New Year\u2019s Eve',
      { from: '2026-11-26', count: 2 },
      ['2026-11-27', '2026-12-03'],
    ],
    [
      'before a holiday',
      { from: '2026-11-26', onClosedDay: 'before' },
      ['2026-11-25', '2026-12-03', '2026-12-10'],
    ],
    [
      'monthly on day 31, which short months do not have',
      { every: 'month', from: '2027-01-31', onClosedDay: 'before' },
      // 31 January 2027 is a Sunday, 28 February too.
      ['2027-01-29', '2027-02-26', '2027-03-31'],
    ],
    [
      'monthly on day 29 in a leap year',
      { every: 'month', from: '2027-12-29' },
      // 29 January 2028 is a Saturday.
      ['2027-12-29', '2028-01-31', '2028-02-29'],
    ],
    [
      'monthly on day 29 in a year without one',
      { every: 'month', from: '2027-01-29' },
      // 28 February 2027 is a Sunday.
      ['2027-01-29', '2027-03-01', '2027-03-29'],
    ],
    [
      'the last banking day of each month',
      { every: 'month-end', from: '2026-11-24' },
      ['2026-11-30', '2026-12-31', '2027-01-29'],
    ],
    [
      'the last banking day from a month whose own has passed',
      { every: 'month-end', from: '2027-01-30' },
      ['2027-02-26', '2027-03-31', '2027-04-30'],
    ],
    [
      'over both changes of the clock, on the same weekday',
      { every: 'two-weeks', from: '2027-03-09', count: 2 },
      ['2027-03-09', '2027-03-23'],
    ],
    ['until a day', { until: '2026-12-01' }, ['2026-11-24', '2026-12-01']],
    [
      'until a day that the last one would be moved over',
      { from: '2026-12-18', until: '2026-12-25' },
      ['2026-12-18'],
    ],
    ['once, on a Sunday too', { every: 'once', from: '2026-11-29' }, ['2026-11-29']],
  ])('%s', (_title, part, days) => {
    expect(plannedDays(rule(part), '', 3)).toEqual(days)
  })

  it('begin with the first that is not before a day, and count from the first of all', () => {
    expect(plannedDays(rule({ count: 3 }), '2026-12-02', 5)).toEqual(['2026-12-08'])
    expect(plannedDays(rule({ count: 3 }), '2026-12-09', 5)).toEqual([])
  })

  it('begin after the last drafted occurrence, which a number of payments counts', () => {
    const last = { nominal: '2026-11-26', day: '2026-11-25' }
    const changed = rule({ from: '2026-11-26', count: 3 })
    expect(plannedDays(changed, '2026-11-25', 5, last)).toEqual(['2026-12-03', '2026-12-10'])
    const once = { nominal: '2026-11-29', day: '2026-11-29' }
    expect(plannedDays(rule({ every: 'once', from: '2026-11-29' }), '', 5, once)).toEqual([])
    expect(plannedFor(rule({ every: 'once' }), '2026-11-29')).toEqual(once)
    expect(plannedFor(changed, '2026-11-27')).toEqual({ nominal: '2026-11-26', day: '2026-11-27' })
  })

  it('are banking days, each later than the one before', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...scheduleIntervals.filter((every) => every !== 'once')),
        fc.constantFrom('before' as const, 'after' as const),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2032-01-01'), noInvalidDate: true }),
        (every, onClosedDay, from) => {
          const days = plannedDays(
            rule({ every, onClosedDay, from: from.toISOString().slice(0, 10) }),
            '',
            20,
          )
          expect(days.map(closedOn)).toEqual(days.map(() => null))
          expect([...new Set(days)].sort()).toEqual(days)
        },
      ),
    )
  })

  it('are those of New York: a day begins at its midnight, in summer and in winter', () => {
    expect(networkDay(new Date('2027-03-15T03:59:00Z'))).toBe('2027-03-14')
    expect(networkDay(new Date('2027-03-15T04:00:00Z'))).toBe('2027-03-15')
    expect(networkDay(new Date('2026-11-24T04:59:00Z'))).toBe('2026-11-23')
    expect(networkDay(new Date('2026-11-24T05:00:00Z'))).toBe('2026-11-24')
  })
})

describe('a rule that begins today', () => {
  const problems = (part: Partial<ScheduleRule>, service: 'WIRE' | 'RTP' = 'WIRE') =>
    scheduleProblems(rule(part), { service, today: '2026-11-24' }).map(({ path }) => path)

  it('may begin today, and on no day that has passed or was moved into the past', () => {
    expect(problems({})).toEqual([])
    expect(problems({ from: '2026-11-23' })).toEqual(['from'])
    const saturday = { service: 'WIRE', today: '2026-11-28' } as const
    const from = { from: '2026-11-28', onClosedDay: 'before' } as const
    expect(scheduleProblems(rule(from), saturday)).toMatchObject([
      { message: 'The first payment would be on 2026-11-27, which has passed' },
    ])
    expect(scheduleProblems(rule({ ...from, onClosedDay: 'after' }), saturday)).toEqual([])
  })

  it('is once for RTP alone, because a wire is sent now with its later date', () => {
    expect(problems({ every: 'once' })).toEqual(['every'])
    expect(problems({ every: 'once', from: '2026-11-28' }, 'RTP')).toEqual([])
  })

  it('ends on a day or after a number, and has a first payment before its end', () => {
    expect(problems({ until: '2026-11-23' })).toEqual(['until'])
    expect(problems({ until: '2026-11-31' })).toEqual(['until'])
    expect(problems({ until: '2026-11-24' })).toEqual([])
    expect(problems({ until: '2027-11-24', count: 2 })).toEqual(['count'])
  })
})
