import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LaneQueue } from '../../../../main/bank/client/lane-queue.ts'
import { lanes, type Lane } from '../../../../preload/contract/bank/lanes.ts'

/** Takes `count` turns while every named lane always has a call waiting. */
function turns(busy: readonly Lane[], count: number): Lane[] {
  const queue = new LaneQueue<Lane>()
  for (const lane of busy) queue.add(lane, lane)
  return Array.from({ length: count }, () => {
    const lane = queue.take()
    if (lane === undefined) throw new Error('a busy lane ran dry')
    queue.add(lane, lane)
    return lane
  })
}

describe('the lanes', () => {
  it('lets the higher lane go first and keeps the order within a lane', () => {
    const queue = new LaneQueue<string>()
    queue.add('sweep', 'sweep')
    queue.add('interactive', 'first')
    queue.add('interactive', 'second')
    queue.add('unknown-outcome', 'unknown-outcome')
    queue.add('initiation', 'initiation')
    queue.add('bulk', 'bulk')
    const order = Array.from({ length: 7 }, () => queue.take())
    expect(order).toEqual([
      'unknown-outcome',
      'initiation',
      'first',
      'second',
      'bulk',
      'sweep',
      undefined,
    ])
  })

  it('starves no lane: with all of them full each gets its turns among any 40', () => {
    const taken = turns(lanes, 400)
    for (let start = 0; start + 40 <= taken.length; start += 1) {
      expect(new Set(taken.slice(start, start + 40))).toEqual(new Set(lanes))
    }
    const share = (lane: Lane) => taken.filter((taking) => taking === lane).length / 400
    expect(share('unknown-outcome')).toBeGreaterThan(0.6)
    expect(share('initiation')).toBeGreaterThan(share('interactive'))
    expect(share('interactive')).toBeGreaterThan(share('bulk'))
    expect(share('bulk')).toBeGreaterThan(share('sweep'))
  })

  it('bounds the wait of every lane whatever waits above it', () => {
    const some = fc.subarray([...lanes], { minLength: 1 })
    fc.assert(
      fc.property(some, (busy) => {
        const taken = turns(busy, 200)
        for (const lane of busy) {
          const places = taken.flatMap((taking, place) => (taking === lane ? [place] : []))
          const gaps = places.map((place, i) => place - (places[i - 1] ?? -1))
          expect(Math.max(...gaps)).toBeLessThanOrEqual(40)
        }
      }),
    )
  })

  it('puts a call that could not use its turn at the head of its lane', () => {
    const queue = new LaneQueue<string>()
    queue.add('bulk', 'later')
    queue.add('bulk', 'again', 'head')
    expect(queue.take()).toBe('again')
  })

  it('takes a call out wherever it is', () => {
    const queue = new LaneQueue<string>()
    queue.add('bulk', 'a')
    queue.add('bulk', 'b')
    expect(queue.remove('bulk', 'a')).toBe(true)
    expect(queue.remove('bulk', 'a')).toBe(false)
    expect(queue.take()).toBe('b')
    expect(queue.lengths().bulk).toBe(0)
  })
})
