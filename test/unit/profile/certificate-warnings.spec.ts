import { describe, expect, it } from 'vitest'
import {
  certificateWarnings,
  reachedAt,
  untilNextThreshold,
  watchedName,
} from '../../../main/profile/certificate-warnings.ts'
import type { WatchedCertificate } from '../../../main/profile/session-context.ts'

const dayMs = 86_400_000
const end = '2027-03-20T12:00:00.000Z'
const before = (days: number, ms = 0): Date => new Date(Date.parse(end) - days * dayMs + ms)
const leaf = (part: Partial<WatchedCertificate> = {}): WatchedCertificate => ({
  use: 'client',
  subject: 'CN=ridgeway',
  sha256: 'AA:BB',
  validTo: end,
  successor: null,
  ...part,
})

describe('the thresholds', () => {
  it.each([
    [60, undefined, 60],
    [30, 60, 30],
    [14, 30, 14],
    [7, 14, 7],
    [3, 7, 3],
    [1, 3, 1],
  ])('at exactly %i days it is reached, a millisecond sooner it is not', (days, sooner, at) => {
    expect(reachedAt(end, before(days, -1))).toBe(sooner)
    expect(reachedAt(end, before(days))).toBe(at)
    expect(reachedAt(end, before(days, 1))).toBe(at)
  })

  it('end with the last instant of the certificate, which still counts', () => {
    expect(reachedAt(end, new Date(end))).toBe(1)
    expect(reachedAt(end, before(0, 1))).toBe(0)
    expect(reachedAt(end, before(-400))).toBe(0)
  })

  it('are whole days of 24 hours, whatever the summer time does meanwhile', () => {
    // Clocks in New York go forward on 2027-03-14: in local time this is 13:00 on the sixth, in
    // winter.
    expect(reachedAt(end, new Date('2027-03-06T12:00:00Z'))).toBe(14)
    expect(reachedAt(end, new Date('2027-03-06T11:59:59Z'))).toBe(30)
    // In Berlin they go back on 2026-10-25.
    const autumn = '2026-10-26T00:00:00.000Z'
    expect(reachedAt(autumn, new Date('2026-10-25T00:00:00Z'))).toBe(1)
    expect(reachedAt(autumn, new Date('2026-10-24T23:59:59Z'))).toBe(3)
  })
})

describe('warnings', () => {
  it('are given of those that end soon, the first to end first, with the days that are left', () => {
    const watched = [
      leaf(),
      leaf({ use: 'listener', sha256: 'CC', validTo: before(2).toISOString() }),
      leaf({ use: 'private-ca', sha256: 'DD', validTo: before(-900).toISOString() }),
    ]
    expect(certificateWarnings(watched, before(20))).toMatchObject([
      { use: 'listener', daysLeft: 18, reached: 30, clockWentBack: false },
      { use: 'client', daysLeft: 20, reached: 30, clockWentBack: false },
    ])
    expect(certificateWarnings(watched, before(63))).toEqual([])
  })

  it('say that it has ended', () => {
    expect(certificateWarnings([leaf()], before(-3))).toMatchObject([{ daysLeft: -3, reached: 0 }])
  })

  it('are not taken away by a clock that is set back, and report it', () => {
    const noted = new Map([[watchedName(leaf()), 7]])
    for (const days of [10, 40, 300])
      expect(certificateWarnings([leaf()], before(days), noted)).toMatchObject([
        { reached: 7, daysLeft: days, clockWentBack: true },
      ])
    expect(certificateWarnings([leaf()], before(6), noted)).toMatchObject([
      { reached: 7, clockWentBack: false },
    ])
    expect(certificateWarnings([leaf()], before(2), noted)).toMatchObject([
      { reached: 3, clockWentBack: false },
    ])
  })

  it('start again with another certificate, and are apart for each use of one', () => {
    const noted = new Map([[watchedName(leaf()), 1]])
    expect(certificateWarnings([leaf({ sha256: 'EE' })], before(100), noted)).toEqual([])
    expect(certificateWarnings([leaf({ use: 'private-ca' })], before(100), noted)).toEqual([])
  })
})

describe('the next look', () => {
  it('comes with the next threshold, and after the last one with the end', () => {
    expect(untilNextThreshold([leaf()], before(61))).toBe(dayMs)
    expect(untilNextThreshold([leaf()], before(60))).toBe(30 * dayMs)
    expect(untilNextThreshold([leaf()], before(1))).toBe(dayMs + 1)
    expect(untilNextThreshold([leaf()], before(0, 1))).toBeNull()
    expect(untilNextThreshold([], before(1))).toBeNull()
  })
})
