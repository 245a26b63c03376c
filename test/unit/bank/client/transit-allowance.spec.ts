import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TransitAllowance } from '../../../../main/bank/client/transit-allowance.ts'
import { VirtualTime } from '../support/virtual-time.ts'

function newAllowance() {
  const time = new VirtualTime()
  const allowance = new TransitAllowance(time.clock)
  const handshakes = async (count: number, ms: number) => {
    for (let i = 0; i < count; i += 1) {
      const ended = allowance.handshakeStarted()
      await time.advance(ms)
      ended('completed')
    }
  }
  return { time, allowance, handshakes }
}

describe('the transit allowance', () => {
  it('relies on answers, bounded by two seconds, until eight handshakes were seen', async () => {
    const { allowance, handshakes } = newAllowance()
    expect(allowance.bound()).toEqual({ ms: 2_000, basis: 'learning' })
    await handshakes(7, 5)
    expect(allowance.bound().basis).toBe('learning')
    await handshakes(1, 5)
    expect(allowance.bound().basis).toBe('measured')
  })

  it('falls to 25 ms only after more than a hundred handshakes, and never under it', async () => {
    const { allowance, handshakes } = newAllowance()
    await handshakes(8, 1)
    expect(allowance.bound().ms).toBe(375)
    await handshakes(200, 1)
    expect(allowance.bound().ms).toBe(25)
  })

  it('is at least twice the longest round trip of the last five minutes', async () => {
    const { time, allowance, handshakes } = newAllowance()
    await handshakes(1, 700)
    await handshakes(20, 5)
    expect(allowance.bound().ms).toBe(1_400)
    await time.advance(301_000)
    await handshakes(200, 5)
    expect(allowance.bound().ms).toBe(25)
  })

  it('counts a handshake that has not ended with its age', async () => {
    const { time, allowance, handshakes } = newAllowance()
    await handshakes(200, 5)
    const ended = allowance.handshakeStarted()
    await time.advance(400)
    expect(allowance.bound().ms).toBe(800)
    ended('failed')
    expect(allowance.bound().ms).toBe(25)
  })

  it('goes back to learning when the last handshakes are old', async () => {
    const { time, allowance, handshakes } = newAllowance()
    await handshakes(100, 5)
    await time.advance(16_000)
    expect(allowance.bound()).toEqual({ ms: 2_000, basis: 'learning' })
  })

  it('leaves the window to the answers while most of them are quick', async () => {
    const { allowance, handshakes } = newAllowance()
    await handshakes(200, 5)
    for (let i = 0; i < 20; i += 1) allowance.answered(10)
    expect(allowance.bound()).toEqual({ ms: 1_000, basis: 'quick-answers' })
    allowance.answered(800)
    expect(allowance.bound().ms).toBe(1_600)
  })

  it('requests fresh handshakes while answers are slow', () => {
    const { allowance } = newAllowance()
    expect(allowance.wantsHandshakes()).toBe(false)
    for (let i = 0; i < 5; i += 1) allowance.answered(5_000)
    expect(allowance.wantsHandshakes()).toBe(true)
  })
})

it('bank note 105: is as long as the samples in force require, whichever were forgotten', async () => {
  const step = fc.tuple(
    fc.constantFrom(0, 1, 100, 20_000, 299_000),
    fc.integer({ min: 1, max: 3_000 }),
    fc.constantFrom(1, 1, 1, 90),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      const { time, allowance, handshakes } = newAllowance()
      const ended: { at: number; ms: number }[] = []
      for (const [pause, ms, count] of steps) {
        await time.advance(pause)
        for (let i = 0; i < count; i += 1) {
          await handshakes(1, ms)
          ended.push({ at: time.clock.monotonicMs(), ms })
        }
      }
      const now = time.clock.monotonicMs()
      const samples = ended.slice(-256).filter(({ at }) => now - at <= 300_000)
      const isLearning = ended.filter(({ at }) => now - at <= 15_000).length < 8
      const least = isLearning ? 2_000 : 3_000 / samples.length
      const longest = Math.max(...samples.map(({ ms }) => ms))
      expect(allowance.bound().ms).toBe(Math.max(25, 2 * longest, least))
    }),
    { numRuns: 100 },
  )
})

describe('a bound that is read repeatedly', () => {
  type Step = readonly ['wait' | 'answer' | 'begin' | 'end' | 'burst', number]
  const step = fc.tuple(
    fc.constantFrom('wait', 'answer', 'begin', 'end', 'burst'),
    fc.oneof(fc.constantFrom(0, 1, 14_999, 15_000, 15_001, 300_000), fc.nat(2_000)),
  )

  /** Returns the bound after the last step; with `watched` it is read after each step. */
  async function boundAfter(steps: readonly Step[], watched: boolean) {
    const { time, allowance, handshakes } = newAllowance()
    const underWay: ReturnType<TransitAllowance['handshakeStarted']>[] = []
    for (const [what, ms] of steps) {
      if (what === 'wait') await time.advance(ms)
      if (what === 'answer') allowance.answered(ms)
      if (what === 'begin') underWay.push(allowance.handshakeStarted())
      if (what === 'end') underWay.shift()?.(ms % 4 === 0 ? 'failed' : 'completed')
      if (what === 'burst') await handshakes(8, ms % 50)
      if (watched) allowance.bound()
    }
    return allowance.bound()
  }

  it('falls when the longest round trip is five minutes past, without other events', async () => {
    const { time, allowance } = newAllowance()
    for (const ms of [100, 100, 100, 100, 900]) allowance.answered(ms)
    expect(allowance.bound()).toEqual({ ms: 1_800, basis: 'quick-answers' })
    await time.advance(300_000)
    expect(allowance.bound().ms).toBe(1_800)
    await time.advance(1)
    expect(allowance.bound().ms).toBe(1_000)
  })

  it('bank note 105: is the same as without earlier reads', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        expect(await boundAfter(steps, true)).toEqual(await boundAfter(steps, false))
      }),
      { numRuns: 300 },
    )
  })
})
