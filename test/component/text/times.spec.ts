/** Every date and time has one form in the window. */
import { describe, expect, it, vi } from 'vitest'
import { formats } from '../../../renderer/text/formats.ts'
import { spanOf } from '../../../renderer/text/periods.ts'
import {
  dayText,
  instantOfTyped,
  localMinute,
  localTime,
  statedTime,
  utcTime,
  zoned,
  zonedTime,
} from '../../../renderer/text/times.ts'

const files = import.meta.glob<string>('../../../renderer/**/*.{ts,vue}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const instant = new Date(2026, 10, 26, 9, 5, 7).toISOString()

describe('a time', () => {
  it('is YYYY-MM-DD with minutes in a list and with seconds in details', () => {
    expect(localMinute(instant)).toBe('2026-11-26 09:05')
    expect(localTime(instant)).toBe('2026-11-26 09:05:07')
    expect(localMinute(instant)).toHaveLength(formats.minute[0].length)
    expect(localTime(instant)).toHaveLength(formats.instant[0].length)
  })

  it('names its zone in the header of its column, by a name that summer does not change', () => {
    const { DateTimeFormat } = Intl
    for (const [timeZone, name] of [
      ['America/New_York', 'Received, ET'],
      ['America/Los_Angeles', 'Received, PT'],
      ['Etc/UTC', 'Received, UTC'],
    ] as const) {
      vi.spyOn(DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce({
        ...new DateTimeFormat().resolvedOptions(),
        timeZone,
      })
      expect(zoned('Received')).toBe(name)
    }
    vi.restoreAllMocks()
  })

  it('has its zone in the header of every column of times', () => {
    const of = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length
    const lacking = Object.entries(files).filter(
      ([, text]) =>
        of(text, /fits: (?:\w+ \? )?formats\.(?:minute|instant)/g) > of(text, /header: zoned\(/g),
    )
    expect(lacking.map(([file]) => file)).toEqual([])
  })

  it('names its zone in evidence', () => {
    expect(zonedTime(instant)).toMatch(/^2026-11-26 09:05:07 UTC([+-]\d\d:\d\d)?$/)
    expect(utcTime('2026-11-27T18:05:39.120Z')).toBe('2026-11-27 18:05:39 UTC')
  })

  it.each([
    ['2026-11-27T18:05:39Z', '2026-11-27 18:05:39 UTC'],
    ['2026-11-27T18:05:39.120+00:00', '2026-11-27 18:05:39 UTC'],
    ['2026-11-27T13:05:39-05:00', '2026-11-27 13:05:39 UTC-05:00'],
    ['2026-11-27T13:05:39', '2026-11-27 13:05:39'],
    ['11/27/2026 01:05 PM', '11/27/2026 01:05 PM'],
    ['2026-11-27', '2026-11-27'],
    ['', ''],
  ])('of the bank, %j, keeps its clock and its zone', (text, shown) => {
    expect(statedTime(text)).toBe(shown)
  })

  it.each(['2026-11-26 09:05:07', ' 2026-11-26T09:05:07 '])('is read as typed: %j', (text) => {
    expect(instantOfTyped(text)).toBe(instant)
  })

  it.each(['', '2026-11-26', '2026-02-30 09:05', '2026-11-26 25:00', '11/26/2026 09:05', '9:05'])(
    'is not read from %j',
    (text) => {
      expect(instantOfTyped(text)).toBeUndefined()
    },
  )

  it('limits a list from the start of a typed day', () => {
    expect(spanOf({ period: 'between', from: '2026-11-26', to: 'soon' }, new Date())).toEqual({
      from: new Date(2026, 10, 26).toISOString(),
      to: null,
    })
  })
})

it('shows a planned day with its weekday', () => {
  expect(dayText('2026-11-26')).toBe('Thu 2026-11-26')
  expect(dayText('2026-11-31')).toBe('')
})

it('is formatted in text/times.ts only, and no field shows the date format of the system', () => {
  const others = Object.entries(files).filter(([file]) => !file.endsWith('/text/times.ts'))
  expect(others.length).toBeGreaterThan(300)
  const bare =
    /local(?:Time|Minute)\([^()]*\)\s*\.slice|toLocale(?:Date|Time)String|DateTimeFormat|type="(?:date|datetime-local|time)"/
  expect(others.filter(([, source]) => bare.test(source)).map(([file]) => file)).toEqual([])
})
