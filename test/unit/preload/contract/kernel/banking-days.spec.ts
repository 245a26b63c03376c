import { describe, expect, it } from 'vitest'
import {
  cutoffDay,
  nextWireSettlement,
} from '../../../../../preload/contract/kernel/banking-days.ts'

const cutoff = { time: '17:00', zone: 'America/Chicago' }
const at = (text: string): Date => new Date(text)

describe('the next day on which a wire settles', () => {
  it.each([
    ['2026-11-24T22:59:00Z', '2026-11-24', 'before the cutoff'],
    ['2026-11-24T23:00:00Z', '2026-11-25', 'at the cutoff'],
    ['2026-11-25T23:30:00Z', '2026-11-27', 'after it, before Thanksgiving Day'],
    ['2026-11-28T12:00:00Z', '2026-11-30', 'on a Saturday'],
    ['2026-11-25T03:00:00Z', '2026-11-25', 'late on the day before in Chicago'],
  ])('at %s is %s: %s', (now, day) => {
    expect(nextWireSettlement(cutoff, at(now))).toBe(day)
  })

  it('follows the cutoff of Fedwire where the profile has none, or one of an unknown zone', () => {
    for (const none of [null, { time: '17:00', zone: 'Nowhere/Here' }]) {
      expect(nextWireSettlement(none, at('2026-11-24T23:44:00Z'))).toBe('2026-11-24')
      expect(nextWireSettlement(none, at('2026-11-24T23:45:00Z'))).toBe('2026-11-25')
      expect(cutoffDay(none, at('2026-11-25T04:30:00Z'))).toBe('2026-11-24')
    }
  })
})
