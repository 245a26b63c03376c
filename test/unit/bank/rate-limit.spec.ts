import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrivalsOf, mostInOneSecond, type Pattern } from './support/model-bank.ts'

const answers = [
  () => 0,
  () => 10,
  (random: number) => random * 1_500,
  (random: number) => 4_500 + random * 1_000,
]

const pattern = fc.record({
  seed: fc.integer(),
  calls: fc.integer({ min: 6, max: 40 }),
  spreadMs: fc.constantFrom(0, 500, 4_000),
  longestDelayMs: fc.integer({ min: 0, max: 400 }),
  answerMs: fc.constantFrom(...answers),
})

/**
 * Sustained calls per second at twenty banks with a hundred calls each: whole windows after the
 * first, over their time.
 */
async function meanRate(load: Pick<Pattern, 'delayMs' | 'answerMs'>): Promise<number> {
  let sum = 0
  for (let seed = 0; seed < 20; seed += 1) {
    const arrivals = await arrivalsOf({ ...load, seed, calls: 100, spreadMs: 0 })
    const ends = arrivals.toSorted((a, b) => a - b).filter((_, at) => at % 5 === 4)
    const tookMs = (ends.at(-1) ?? 0) - (ends[0] ?? 0)
    sum += ((ends.length - 1) * 5_000) / tookMs
  }
  return sum / 20
}

describe('five calls a second, as the bank counts them', () => {
  it('bank note 105: never lets a sixth call arrive within a second, in 10,000 random patterns', async () => {
    const property = fc.asyncProperty(pattern, async ({ longestDelayMs, ...rest }) => {
      const arrivals = await arrivalsOf({ ...rest, delayMs: () => longestDelayMs })
      expect(arrivals).toHaveLength(rest.calls)
      expect(mostInOneSecond(arrivals)).toBeLessThanOrEqual(5)
    })
    await fc.assert(property, { numRuns: 10_000, seed: 20_261_102 })
  })

  it('holds while delays grow from nothing to 400 ms and answers are slow', async () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const arrivals = await arrivalsOf({
        seed,
        calls: 150,
        spreadMs: 0,
        delayMs: (atMs) => Math.min(atMs / 60, 400),
        answerMs: () => 5_000,
      })
      expect(mostInOneSecond(arrivals)).toBeLessThanOrEqual(5)
    }
  })

  it('holds when delays jump from 5 to 400 ms at once while answers are slow', async () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const arrivals = await arrivalsOf({
        seed,
        calls: 150,
        spreadMs: 0,
        delayMs: (atMs) => (atMs < 20_000 ? 5 : 400),
        answerMs: () => 5_000,
      })
      expect(mostInOneSecond(arrivals)).toBeLessThanOrEqual(5)
    }
  })

  it('gives at least 95 % of the limit with delays up to 40 ms each way', async () => {
    expect(await meanRate({ delayMs: () => 40, answerMs: () => 0 })).toBeGreaterThanOrEqual(4.75)
  })

  it('gives at least 75 % of the limit with delays up to 40 ms and answers after 5 s', async () => {
    expect(await meanRate({ delayMs: () => 40, answerMs: () => 5_000 })).toBeGreaterThanOrEqual(
      3.75,
    )
  })

  it('gives nearly all of the limit when answers are quick', async () => {
    const arrivals = await arrivalsOf({
      seed: 1,
      calls: 100,
      spreadMs: 0,
      delayMs: () => 2,
      answerMs: () => 8,
    })
    expect(Math.max(...arrivals)).toBeLessThan((100 / 5) * 1_020)
  })

  it('gives several starts a second when answers take five', async () => {
    const arrivals = await arrivalsOf({
      seed: 1,
      calls: 200,
      spreadMs: 0,
      delayMs: () => 10,
      answerMs: () => 5_000,
    })
    expect(Math.max(...arrivals)).toBeLessThan((200 / 4) * 1_000)
  })
})
