import { describe, expect, it } from 'vitest'
import {
  addBankingDays,
  closedOn,
  federalHolidays,
  isBankingDay,
} from '../../../../preload/contract/kernel/banking-days.ts'

/**
 * The holiday schedule that the Federal Reserve Banks publish (frbservices.org, Holiday Schedules;
 * richmondfed.org, holiday schedule): every weekday of these years on which they are closed. The
 * schedule lists a holiday on a Saturday with the note that the Banks are open on the Friday
 * before, so this table has no weekday for it.
 */
const published: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  2025: {
    '2025-01-01': 'New Year\u2019s Day',
    '2025-01-20': 'Birthday of Martin Luther King, Jr.',
    '2025-02-17': 'Washington\u2019s Birthday',
    '2025-05-26': 'Memorial Day',
    '2025-06-19': 'Juneteenth',
    '2025-07-04': 'Independence Day',
    '2025-09-01': 'Labor Day',
    '2025-10-13': 'Columbus Day',
    '2025-11-11': 'Veterans Day',
    '2025-11-27': 'Thanksgiving Day',
    '2025-12-25': 'Christmas Day',
  },
  2026: {
    '2026-01-01': 'New Year\u2019s Day',
    '2026-01-19': 'Birthday of Martin Luther King, Jr.',
    '2026-02-16': 'Washington\u2019s Birthday',
    '2026-05-25': 'Memorial Day',
    '2026-06-19': 'Juneteenth',
    '2026-09-07': 'Labor Day',
    '2026-10-12': 'Columbus Day',
    '2026-11-11': 'Veterans Day',
    '2026-11-26': 'Thanksgiving Day',
    '2026-12-25': 'Christmas Day',
  },
  2027: {
    '2027-01-01': 'New Year\u2019s Day',
    '2027-01-18': 'Birthday of Martin Luther King, Jr.',
    '2027-02-15': 'Washington\u2019s Birthday',
    '2027-05-31': 'Memorial Day',
    '2027-07-05': 'Independence Day',
    '2027-09-06': 'Labor Day',
    '2027-10-11': 'Columbus Day',
    '2027-11-11': 'Veterans Day',
    '2027-11-25': 'Thanksgiving Day',
  },
}
const daysOf = (year: number): string[] => {
  const days: string[] = []
  for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += 86_400_000)
    days.push(new Date(ms).toISOString().slice(0, 10))
  return days
}
const isWeekend = (date: string): boolean => [0, 6].includes(new Date(date).getUTCDay())

describe('the calendar of the Federal Reserve Banks', () => {
  it.each([2025, 2026, 2027])('of %i is the published one, day by day', (year) => {
    expect(Object.fromEntries(federalHolidays(year))).toEqual(published[year])
    for (const date of daysOf(year)) {
      const closed = isWeekend(date) || date in (published[year] ?? {})
      expect([date, isBankingDay(date)]).toEqual([date, !closed])
    }
  })

  it.each([
    ['2026-07-03', 'Independence Day 2026 is a Saturday'],
    ['2027-06-18', 'Juneteenth 2027 is a Saturday'],
    ['2027-12-24', 'Christmas Day 2027 is a Saturday'],
    ['2027-12-31', 'New Year\u2019s Day 2028 is a Saturday'],
  ])(
    'keeps the Friday %s open where libraries of federal employees\u2019 holidays close it: %s',
    (date) => {
      expect(closedOn(date)).toBeNull()
      expect(isBankingDay(date)).toBe(true)
    },
  )

  it('closes the Monday after a holiday on a Sunday, as libraries that shift nothing do not', () => {
    expect(closedOn('2027-07-04')).toBe('Sunday')
    expect(closedOn('2027-07-05')).toBe('Independence Day')
  })

  it.each(['2026-11-27', '2026-12-24', '2026-04-03', '2026-12-31'])(
    'keeps %s open, which calendars of stock exchanges close or cut short',
    (date) => {
      expect(isBankingDay(date)).toBe(true)
    },
  )

  it.each(['2026-10-12', '2026-11-11'])('closes %s, on which stock exchanges trade', (date) => {
    expect(isBankingDay(date)).toBe(false)
  })
})

describe('text that is no day', () => {
  it.each(['', 'soon', '2026-13-01', '10000-01-01'])(
    'is never called closed, and is not counted from: %j',
    (text) => {
      expect(closedOn(text)).toBeNull()
      expect(addBankingDays(text, 0)).toBe(text)
      expect(() => addBankingDays(text, 1)).toThrow(RangeError)
    },
  )
})

describe('so many banking days from a day', () => {
  it.each([
    ['2026-11-23', 0, '2026-11-23'],
    ['2026-11-21', 0, '2026-11-23'],
    ['2026-11-23', 1, '2026-11-24'],
    ['2026-11-25', 1, '2026-11-27'],
    ['2026-11-21', 1, '2026-11-23'],
    ['2026-11-20', 6, '2026-12-01'],
    ['2026-07-02', 1, '2026-07-03'],
    ['2027-12-30', 2, '2028-01-03'],
    ['2026-11-27', -1, '2026-11-25'],
    ['2026-11-22', -1, '2026-11-20'],
    ['2026-11-30', -2, '2026-11-25'],
    ['2026-12-01', -1, '2026-11-30'],
  ])('%s and %i is %s', (date, count, wanted) => {
    expect(addBankingDays(date, count)).toBe(wanted)
  })

  it('is a banking day whatever it is counted from, and as many days on as requested', () => {
    for (const date of daysOf(2026).slice(0, 120)) {
      for (const count of [1, 3, 6]) {
        const on = addBankingDays(date, count)
        const between = [...daysOf(2026), ...daysOf(2027)].filter((day) => day > date && day <= on)
        expect(between.filter(isBankingDay)).toHaveLength(count)
        expect(isBankingDay(on)).toBe(true)
      }
    }
  })
})
