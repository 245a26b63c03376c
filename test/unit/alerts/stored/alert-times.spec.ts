/**
 * A time range of the list holds every alert received in it, no matter how the clock moved before
 * and after.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../../main/platform/clock.ts'
import { createAlertIntake } from '../../../../main/alerts/intake/alert-intake.ts'
import { createAlertsService } from '../../../../main/alerts/reading/alerts.service.ts'
import { newStorePath, open } from '../../store/stores.ts'
import { everything, mara } from '../alert-session.ts'
import { deliveryOf, wireAlert } from '../alert-samples.ts'

/** A service whose clock is set for each delivery. */
async function sessionWithClock() {
  const store = await open(newStorePath())
  let now = new Date(0)
  const clock = { ...systemClock, now: () => now }
  const intake = createAlertIntake({
    store,
    clock,
    newId: () => crypto.randomUUID(),
    changed: () => undefined,
    report: (_where, problem) => {
      throw new Error(String(problem))
    },
  })
  const service = createAlertsService({ store, intake, clock })
  const take = async (at: string, name: string): Promise<void> => {
    now = new Date(at)
    const bytes = deliveryOf(
      wireAlert({ eapAlertGUID: name }, { tranId: name, requestReferenceNumber: name }),
    )
    await intake.accept({ remote: null, contentType: null, bytes })
    await intake.settled()
  }
  type Part = Partial<typeof everything>
  /** The results of the list, its count and the export, which must agree. */
  const found = async (part: Part): Promise<(string | null)[]> => {
    const request = { ...everything, ...part }
    const { items } = await service.list(request, mara)
    const names = items.map(({ reference }) => reference)
    const first = await service.list({ ...request, limit: 1 }, mara)
    expect(first.total).toBe(names.length)
    const rest = await service.list({ ...request, cursor: first.next }, mara)
    if (first.next !== null) {
      expect([...first.items, ...rest.items].map(({ reference }) => reference)).toEqual(names)
    }
    const { cursor: _cursor, limit: _limit, ...filter } = request
    const { text: csv } = await service.exportText({ ...filter, inFull: false }, mara)
    expect(csv.split('\r\n')).toHaveLength(names.length + 2)
    return names
  }
  /** Every query for it: of the table, of the full-text index, and of both. */
  const everyWay = async (part: Part): Promise<(string | null)[]> => {
    const names = await found(part)
    expect(await found({ ...part, kind: 'wire' })).toEqual(names)
    expect(await found({ ...part, search: 'ridgeway', kind: 'wire' })).toEqual(names)
    return names
  }
  return { store, take, everyWay }
}

const day = { from: '2026-11-21T00:00:00.000Z', to: '2026-11-22T00:00:00.000Z' }

describe('the alerts of a time', () => {
  it('are found after the clock was a year ahead, and after it was in 2010', async () => {
    const { store, take, everyWay } = await sessionWithClock()
    await take('2026-11-20T10:00:00Z', 'yesterday')
    await take('2027-11-20T10:00:00Z', 'a-year-ahead')
    expect(await everyWay({ from: '2027-01-01T00:00:00Z' })).toEqual(['a-year-ahead'])
    await take('2026-11-21T10:00:00Z', 'today-1')
    await take('2026-11-21T10:30:00Z', 'today-2')
    expect(await everyWay(day)).toEqual(['today-2', 'today-1'])
    await take('2010-01-01T00:00:00Z', 'battery')
    await take('2026-11-21T11:00:00Z', 'today-3')
    expect(await everyWay(day)).toEqual(['today-3', 'today-2', 'today-1'])
    expect(await everyWay({ to: '2020-01-01T00:00:00Z' })).toEqual(['battery'])
    const since2020 = ['today-3', 'today-2', 'today-1', 'a-year-ahead', 'yesterday']
    expect(await everyWay({ from: '2020-01-01T00:00:00Z' })).toEqual(since2020)
    expect(await everyWay({ from: day.to })).toEqual(['a-year-ahead'])
    expect(await everyWay({ to: day.from })).toEqual(['battery', 'yesterday'])
    await store.close()
  })

  it('are found however often the clock was set', async () => {
    const hour = fc.integer({ min: 0, max: 40 })
    const at = (hours: number): string => new Date(Date.UTC(2026, 10, 20, hours)).toISOString()
    const clocks = fc.array(hour, { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(clocks, hour, hour, async (hours, start, length) => {
        const { store, take, everyWay } = await sessionWithClock()
        for (const [index, one] of hours.entries()) await take(at(one), String(index))
        const wanted = (from: number, to: number) =>
          hours.flatMap((one, index) => (one >= from && one < to ? [String(index)] : [])).reverse()
        expect(await everyWay({ from: at(start), to: at(start + length) })).toEqual(
          wanted(start, start + length),
        )
        expect(await everyWay({ from: at(start) })).toEqual(wanted(start, 100))
        expect(await everyWay({ to: at(start) })).toEqual(wanted(-1, start))
        await store.close()
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })
})
