import { describe, expect, it } from 'vitest'
import { isQuiet, recheckMs, wallTime } from '../../../../main/workplace/notices/quiet-hours.ts'

const night = { quiet: { from: '20:00', to: '07:00' }, quietWeekends: false }
const noon = { quiet: { from: '12:00', to: '13:30' }, quietWeekends: false }
const weekends = { quiet: null, quietWeekends: true }
const newYork = (text: string) => wallTime(new Date(text), 'America/New_York')

describe('quiet hours', () => {
  it.each([
    ['2026-11-24T00:59:00Z', false],
    ['2026-11-24T01:00:00Z', true],
    ['2026-11-24T05:00:00Z', true],
    ['2026-11-24T11:59:00Z', true],
    ['2026-11-24T12:00:00Z', false],
  ])('go over midnight by the local clock: %s', (at, quiet) => {
    expect(isQuiet(night, newYork(at))).toBe(quiet)
  })

  it.each([
    ['2026-11-24T16:59:00Z', false],
    ['2026-11-24T17:00:00Z', true],
    ['2026-11-24T18:29:00Z', true],
    ['2026-11-24T18:30:00Z', false],
  ])('lie within a day: %s', (at, quiet) => {
    expect(isQuiet(noon, newYork(at))).toBe(quiet)
  })

  it.each([
    // In autumn 01:30 occurs twice, and 07:00 is an hour later in UTC than the day before.
    ['2026-11-01T05:30:00Z', true],
    ['2026-11-01T06:30:00Z', true],
    ['2026-11-01T11:59:00Z', true],
    ['2026-11-01T12:00:00Z', false],
    // In spring 02:30 does not occur, and 07:00 is an hour earlier.
    ['2027-03-14T06:59:00Z', true],
    ['2027-03-14T10:59:00Z', true],
    ['2027-03-14T11:00:00Z', false],
  ])('follow the local clock when it is changed: %s', (at, quiet) => {
    expect(isQuiet(night, newYork(at))).toBe(quiet)
  })

  it.each([
    ['2026-11-28T04:59:00Z', false],
    ['2026-11-28T05:00:00Z', true],
    ['2026-11-30T04:59:00Z', true],
    ['2026-11-30T05:00:00Z', false],
  ])('hold the whole weekend where that is set: %s', (at, quiet) => {
    expect(isQuiet(weekends, newYork(at))).toBe(quiet)
  })

  it('are looked at again when they may end, and every quarter of an hour before', () => {
    expect(recheckMs(night, newYork('2026-11-24T11:57:00Z'))).toBe(3 * 60_000)
    expect(recheckMs(night, newYork('2026-11-24T05:00:00Z'))).toBe(15 * 60_000)
    expect(recheckMs(weekends, newYork('2026-11-30T04:58:00Z'))).toBe(2 * 60_000)
  })
})
