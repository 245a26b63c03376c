import { describe, expect, it } from 'vitest'
import { growth, judgeSoak, warmed } from '../../proofs/soak/judge.ts'
import type { Open, Reading, SoakRecord } from '../../proofs/soak/record.ts'
import { seeded } from '../support/seeded.ts'

const megabyte = 2 ** 20
const rest: Open = { files: 20, handles: 1, kinds: {}, threads: 0 }

/** So many readings of a program that is well, as noisy as real ones, each changed as a test wants it. */
function soak(
  cycles: number,
  change: (reading: Reading) => Partial<Reading> = () => ({}),
  more: Partial<SoakRecord> = {},
): SoakRecord {
  const random = seeded(cycles)
  const readings = Array.from({ length: cycles }, (_, cycle): Reading => {
    const reading: Reading = {
      cycle,
      atMs: cycle * 10_000,
      calls: cycle * 100,
      rss: 300 * megabyte,
      kinds: {},
      heapUsed: (60 + random() * 2) * megabyte,
      external: (11 + random() * 0.1) * megabyte,
      storeHeap: (20 + random() * 0.2) * megabyte,
      files: 36 + Math.floor(random() * 3),
      handles: 11 + Math.floor(random() * 3),
      threads: 1,
      delayP50: 0.3,
      delayP99: 30,
      delayMax: 200,
      storeBytes: cycle * megabyte,
      walBytes: 4 * megabyte,
      logBytes: 0,
    }
    return { ...reading, ...change(reading) }
  })
  return {
    minutes: 1,
    readings,
    before: rest,
    after: rest,
    acts: {},
    problems: [],
    leftOut: [],
    counts: { orders: 0, entries: 0, alerts: 0, auditEntries: 0 },
    ...more,
  }
}

describe('the judge of a soak', () => {
  it.each([13, 20, 120, 1_000])(
    'finds nothing in %i readings of a program that is well',
    (cycles) => {
      expect(judgeSoak(soak(cycles)).wrong).toEqual([])
    },
  )

  it.each([
    ['heap of main', ({ cycle, heapUsed }: Reading) => ({ heapUsed: heapUsed + cycle * megabyte })],
    [
      'buffers of main',
      ({ cycle, external }: Reading) => ({ external: external + cycle * megabyte }),
    ],
    [
      'heap of the store',
      ({ cycle, storeHeap }: Reading) => ({ storeHeap: storeHeap + cycle * megabyte }),
    ],
    ['open files', ({ cycle, files }: Reading) => ({ files: files + cycle })],
    ['active handles', ({ cycle, handles }: Reading) => ({ handles: handles + cycle })],
    [
      'timers',
      ({ cycle, handles }: Reading) => ({
        handles: handles + cycle,
        kinds: { Timeout: cycle },
      }),
    ],
    ['threads', ({ cycle, threads }: Reading) => ({ threads: threads + cycle })],
  ] as const)('finds what leaks with every cycle: %s', (figure, leak) => {
    const { wrong } = judgeSoak(soak(40, leak))
    expect(wrong).toEqual([expect.stringContaining(`${figure}: grows by`)])
  })

  it('takes timers that just wait for no leak in a short soak', () => {
    const waiting = [6, 6, 7, 5, 6, 6, 7, 7, 5, 6, 7, 6, 7]
    const readings = ({ cycle }: Reading) => ({
      handles: 8 + (waiting[cycle] ?? 0),
      kinds: { Timeout: waiting[cycle] ?? 0 },
    })
    expect(judgeSoak(soak(waiting.length, readings)).wrong).toEqual([])
  })

  it('takes a heap that climbs and falls, and connections that stay for a while, for no leak in a short soak', () => {
    const climbing = [45, 45, 45, 46, 48, 50, 53, 56, 47, 48, 50, 53, 55]
    const open = [36, 36, 36, 35, 36, 38, 37, 36, 39, 37, 40, 38, 39]
    const readings = ({ cycle }: Reading) => ({
      heapUsed: (climbing[cycle] ?? 0) * megabyte,
      files: open[cycle] ?? 0,
    })
    expect(judgeSoak(soak(climbing.length, readings)).wrong).toEqual([])
  })

  it('finds one file left open in each cycle of a short soak', () => {
    const leak = ({ cycle, files }: Reading) => ({ files: files + cycle })
    expect(judgeSoak(soak(13, leak)).wrong).toEqual([expect.stringContaining('open files: grows')])
  })

  it('finds a leak of one file in five cycles behind the noise', () => {
    const leak = ({ cycle, files }: Reading) => ({ files: files + Math.floor(cycle / 5) })
    expect(judgeSoak(soak(120, leak)).wrong).toHaveLength(1)
  })

  it('is not misled by a single increase, nor by a few odd readings', () => {
    const odd = ({ cycle, heapUsed }: Reading) => ({
      heapUsed:
        cycle < 5 ? cycle * 12 * megabyte : heapUsed + (cycle % 9 === 0 ? 40 : 0) * megabyte,
    })
    expect(judgeSoak(soak(60, odd)).wrong).toEqual([])
  })

  it('finds a stall, what is left open after the close, what went wrong, and too few readings', () => {
    const stall = ({ cycle }: Reading) => (cycle === 7 ? { delayMax: 2_400 } : {})
    expect(judgeSoak(soak(20, stall)).wrong).toEqual([expect.stringContaining('2400 ms')])
    const open = judgeSoak(soak(20, undefined, { after: { ...rest, files: 21 } }))
    expect(open.wrong).toEqual([expect.stringContaining('open files: 20 before')])
    expect(judgeSoak(soak(20, undefined, { problems: ['odd'] })).wrong).toEqual(['odd'])
    expect(judgeSoak(soak(4)).wrong).toContainEqual(expect.stringContaining('only 4 readings'))
  })

  it('takes a reading that is no number for one that grows', () => {
    const none = () => ({ storeHeap: Number.NaN })
    expect(judgeSoak(soak(20, none)).wrong).toEqual([expect.stringContaining('heap of the store')])
  })

  it('reckons the slope by the median of all pairs', () => {
    expect(growth([1, 2, 3, 4])).toBe(1)
    expect(growth([5, 5, 5, 90, 5, 5])).toBe(0)
    expect(growth([7])).toBe(0)
    expect(warmed(soak(40).readings)[0]?.cycle).toBe(10)
    expect(warmed(soak(13).readings)[0]?.cycle).toBe(3)
  })
})
