import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  aYearLater,
  clockIn,
  dayBoundsIn,
  dayIn,
  dayStart,
  daysBetween,
  daysLater,
  isCalendarDate,
  isWellFormedDay,
  isZone,
  localClock,
  localDay,
  localMidnight,
  localTimestamp,
  minutesOf,
  monthsLater,
  utcDay,
  utcStart,
  weekdayOf,
} from '../../../../../preload/contract/kernel/calendar.ts'

const noDays = ['', 'soon', '20261124', '2026-1-1', '2026-13-01', '2026-01-32', '10000-01-01']
const day = fc
  .integer({ min: utcStart('0001-01-01') / 86_400_000, max: utcStart('9998-12-31') / 86_400_000 })
  .map((days) => utcDay(days * 86_400_000))

describe('a day', () => {
  it.each([
    ['2026-11-24', true],
    ['2028-02-29', true],
    ['0000-01-01', true],
    ['9999-12-31', true],
    ['2027-02-29', false],
    ['2026-02-30', false],
    ['1900-02-29', false],
    ['2026-11-24T00:00', false],
    ['20261124', false],
    ['+010000-01-01', false],
    ['2026-11', false],
    ['2026-1-1', false],
    ['10000-01-01', false],
    ['', false],
  ])('%j exists: %j', (text, exists) => {
    expect(isCalendarDate(text)).toBe(exists)
  })

  it.each([
    ['2026-11-24', true],
    ['2026-02-30', true],
    ['2026-02-32', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-11-24T00:00', false],
    ['20261124', false],
    ['+010000-01-01', false],
    ['', false],
  ])('%j can be counted from: %j', (text, counts) => {
    expect(isWellFormedDay(text)).toBe(counts)
    if (counts) expect(daysLater(text, 1)).toHaveLength(10)
  })

  it.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-03-01', -1, '2027-02-28'],
    ['2026-03-08', 365, '2027-03-08'],
    ['0000-01-01', 1, '0000-01-02'],
    ['2026-02-30', 1, '2026-03-03'],
  ])('%s and %i days is %s', (from, days, wanted) => {
    expect(daysLater(from, days)).toBe(wanted)
  })

  it('counts as Temporal counts, in every year of four digits', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -365, max: 365 }), (from, days) => {
        const there = Temporal.PlainDate.from(from).add({ days })
        fc.pre(there.year >= 0 && there.year <= 9_999)
        expect(daysLater(from, days)).toBe(there.toString())
        expect(daysBetween(from, there.toString())).toBe(days)
        expect(weekdayOf(from)).toBe(Temporal.PlainDate.from(from).dayOfWeek % 7)
      }),
    )
  })

  it.each(noDays)(
    'that does not exist, %j, is not moved, and is no number of days away',
    (text) => {
      expect(utcStart(text)).toBeNaN()
      expect(daysBetween('2026-11-24', text)).toBeNaN()
      expect(weekdayOf(text)).toBeNaN()
      for (const moved of [
        () => daysLater(text, 1),
        () => monthsLater(text, 1),
        () => dayStart('UTC', text),
        () => dayBoundsIn('UTC', text),
      ])
        expect(moved).toThrow(RangeError)
    },
  )

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-11-30', 14, '2028-01-30'],
  ])('%s and %i months is %s', (from, months, wanted) => {
    expect(monthsLater(from, months)).toBe(wanted)
  })

  it.each([
    ['2026-11-24', '2027-11-24', '2027-11-24'],
    ['2027-02-28', '2028-02-28', '2028-02-28'],
    ['2028-02-29', '2029-02-28', '2029-03-01'],
  ])('a year after %s is %s, or %s', (from, first, last) => {
    expect(aYearLater(from)).toEqual({ first, last })
  })
})

describe('an instant', () => {
  it('of a year beyond 9999 has a day of five digits, which is no calendar date', () => {
    const at = new Date(Date.UTC(10_000, 5, 15, 12))
    expect(localDay(at)).toBe('10000-06-15')
    expect(clockIn('America/New_York', at)).toEqual({ date: '10000-06-15', time: '08:00' })
    expect(isCalendarDate(localDay(at))).toBe(false)
  })

  it('has the same day and clock here as in the zone of this computer', () => {
    const zone = Temporal.Now.timeZoneId()
    const ms = fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2040-01-01') })
    fc.assert(
      fc.property(ms, (at) => {
        const clock = clockIn(zone, at)
        expect(localClock(new Date(at))).toEqual(clock)
        const { date, time, offset } = localTimestamp(new Date(at))
        expect(time.slice(0, 5)).toBe(clock?.time)
        expect(new Date(`${date}T${time}${offset}`).getTime()).toBe(at - (at % 1000))
        expect(localDay(at)).toBe(clock?.date)
        expect(localMidnight(new Date(at))).toEqual(dayStart(zone, localDay(at)))
        expect(dayIn(zone, at)).toBe(localDay(at))
        expect(dayBoundsIn(zone, localDay(at)).from).toBe(localMidnight(new Date(at)).toISOString())
      }),
    )
  })

  it('that is none has no clock in a zone', () => {
    expect(clockIn('America/New_York', new Date('soon'))).toBeNull()
    expect(() => utcDay(new Date('soon'))).toThrow(RangeError)
  })

  it('has minutes since midnight', () => {
    expect(['00:00', '09:05', '23:59'].map(minutesOf)).toEqual([0, 545, 1439])
  })
})

describe('a zone', () => {
  it.each(['America/New_York', 'america/new_york', 'UTC', 'US/Eastern', '+05:30'])(
    'is known: %s',
    (zone) => {
      expect(isZone(zone)).toBe(true)
    },
  )

  // Temporal's own methods would read a zone out of the timestamps.
  it.each(['', 'New York', 'Mars/Olympus', 'GMT+5', '2026-11-24T00:00Z', '2026-11-24[UTC]'])(
    'is unknown: %j',
    (zone) => {
      expect(isZone(zone)).toBe(false)
      expect(clockIn(zone, new Date(0))).toBeNull()
      expect(() => dayStart(zone, '2026-11-24')).toThrow(RangeError)
    },
  )
})

describe('the first instant of a day', () => {
  it.each([
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    // The clocks go forward at midnight: the day begins at 01:00.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    // Samoa left out this day when it crossed the date line: it begins and ends with the next.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-24', '2026-11-23T10:00:00.000Z'],
    ['Etc/GMT+12', '2026-11-24', '2026-11-24T12:00:00.000Z'],
  ])('in %s of %s is %s', (zone, date, instant) => {
    expect(dayStart(zone, date).toISOString()).toBe(instant)
  })

  it('has every instant of the day after it and none before, in any zone', () => {
    const zones = [
      'America/New_York',
      'America/St_Johns',
      'Europe/Lisbon',
      'Africa/Cairo',
      'UTC',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
    ]
    const ms = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') })
    fc.assert(
      fc.property(fc.constantFrom(...zones), ms, (zone, at) => {
        const date = clockIn(zone, new Date(at))?.date ?? ''
        const start = dayStart(zone, date).getTime()
        expect(start).toBeLessThanOrEqual(at)
        expect(clockIn(zone, new Date(start))?.date).toBe(date)
        expect((clockIn(zone, new Date(start - 1))?.date ?? '') < date).toBe(true)
      }),
    )
  })
})
