import { describe, expect, it } from 'vitest'
import { neighbourOf } from '../../../../../renderer/features/money/approvals/queue-place.ts'

describe('the neighbours of the open item', () => {
  const listed = (index: number) => ({ index, place: index, count: 3 })
  const decided = (place: number, count: number) => ({ index: -1, place, count })

  it.each([
    ['begin with the first', decided(-1, 3), 1, 0],
    ['have none before nothing', decided(-1, 3), -1, undefined],
    ['are the one after it', listed(0), 1, 1],
    ['are the one before it', listed(2), -1, 1],
    ['end with the last', listed(2), 1, undefined],
    ['have none before the first', listed(0), -1, undefined],
    ['of a decided one: the item that took its place', decided(1, 2), 1, 1],
    ['of a decided one: the item before it', decided(1, 2), -1, 0],
    ['of the decided last one: none after it', decided(2, 2), 1, undefined],
    ['are none in an empty queue', decided(0, 0), 1, undefined],
  ] as const)('%s', (_what, place, by, to) => {
    expect(neighbourOf(place, by)).toBe(to)
  })
})
