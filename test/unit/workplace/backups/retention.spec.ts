/** Which backups stay: for any instants, the newest does, and every covered period has one. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retentionTerms } from '../../../../main/workplace/backups/retention.ts'
import {
  countFromFuture,
  isBackupDue,
  newestAgeMs,
} from '../../../../main/workplace/backups/backup-schedule.ts'
import { backupFileName, readBackupName } from '../../../../main/workplace/backup-catalog.ts'

const instant = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const instants = fc.uniqueArray(instant, { minLength: 1, maxLength: 120 })

const monday = (at: string): string => {
  const day = new Date(`${at.slice(0, 10)}T00:00:00.000Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
const periods = [
  ['daily', 7, (at: string) => at.slice(0, 10)],
  ['weekly', 5, monday],
  ['monthly', 12, (at: string) => at.slice(0, 7)],
] as const

describe('of any backups', () => {
  it('the newest is kept', () => {
    fc.assert(
      fc.property(instants, (all) => {
        const terms = retentionTerms(all)
        const newest = all.indexOf([...all].sort().at(-1) ?? '')
        expect(terms[newest]).toEqual(['daily', 'weekly', 'monthly'])
      }),
    )
  })

  it.each(periods)('%s: the newest of each of the last %i that have one', (term, most, of) => {
    fc.assert(
      fc.property(instants, (all) => {
        const terms = retentionTerms(all)
        const stored = all.filter((_at, index) => terms[index]?.includes(term))
        const wanted = [...new Set(all.map(of))].sort().reverse().slice(0, most)
        expect(stored.map(of).sort().reverse()).toEqual(wanted)
        for (const at of stored)
          expect(
            all
              .filter((one) => of(one) === of(at))
              .sort()
              .at(-1),
          ).toBe(at)
      }),
    )
  })

  it('thinned out day by day, as many stay as are kept at the end', () => {
    let all: string[] = []
    for (let day = 0; day < 500; day += 1) {
      all.push(new Date(Date.UTC(2026, 0, 1 + day, 2)).toISOString())
      const terms = retentionTerms(all)
      all = all.filter((_at, index) => terms[index]?.length !== 0)
    }
    expect(all.length).toBeLessThanOrEqual(24)
    expect(all.length).toBeGreaterThanOrEqual(18)
    // A year back, since each month keeps its last.
    expect(Date.parse(all[0] ?? '')).toBeLessThan(Date.UTC(2026, 0, 501) - 300 * 86_400_000)
  })
})

describe('the name of a backup', () => {
  it('names its profile and the time of its creation', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const name = backupFileName({ profileId: 'abc123def456', at })
        expect(readBackupName(name)).toEqual({ profileId: 'abc123def456', at })
      }),
    )
  })

  it.each([
    'countersign-abc-20261123T140000000Z.backup.part',
    'countersign-abc-20261123T140000000Z.backup.json',
    'countersign-abc-20261399T140000000Z.backup',
    'store.countersign',
    'Countersign-abc-20261123T140000000Z.backup',
    'x-countersign-abc-20261123T140000000Z.backup',
  ])('is not %s', (name) => {
    expect(readBackupName(name)).toBeUndefined()
  })
})

describe('a backup is due', () => {
  const now = new Date('2026-11-23T14:00:00.000Z')
  it.each([
    ['where there is none', [], true],
    ['when the newest is a day old', ['2026-11-22T13:59:00.000Z'], true],
    ['not when it is younger', ['2026-11-22T15:00:00.000Z'], false],
    [
      'when all are from a time to come, after the clock was set back',
      ['2027-01-01T00:00:00.000Z'],
      true,
    ],
    [
      'once then, and not again within a day',
      ['2027-01-01T00:00:00.000Z', '2026-11-23T13:59:00.000Z'],
      false,
    ],
  ])('%s', (_when, all, wanted) => {
    expect(isBackupDue(all, now)).toBe(wanted)
  })

  it('and backups from the future are counted', () => {
    expect(countFromFuture(['2027-01-01T00:00:00.000Z', '2026-11-23T13:59:00.000Z'], now)).toBe(1)
    expect(newestAgeMs(['2027-01-01T00:00:00.000Z'], now)).toBeNull()
  })
})
