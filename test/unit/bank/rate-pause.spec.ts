import { describe, expect, it } from 'vitest'
import { requester, callNow, openBudget } from './support/budget-of-test.ts'
import { MemoryOfTest } from './support/rate-memory.ts'
import { settle, VirtualTime } from './support/virtual-time.ts'

const minutes = (count: number) => count * 60_000

const hours = (count: number) => count * 3_600_000

/** A budget whose bank stated when to call again. */
async function statedPause(retryAfterMs: number, before = (_: MemoryOfTest): unknown => _) {
  const opened = await openBudget()
  const pending = requester(opened.budget)
  pending.request()
  await settle()
  before(opened.memory)
  pending.granted[0]?.begin()
  pending.granted[0]?.answered(429, retryAfterMs)
  pending.granted[0]?.ended()
  await settle()
  return { ...opened, ...pending }
}

async function pausedBudget() {
  const opened = await openBudget()
  const pending = requester(opened.budget)
  pending.request()
  await settle()
  await callNow(pending.granted[0], 429)
  return { ...opened, ...pending }
}

describe('the pause after a 429', () => {
  it('bank note 19: lasts two minutes from its receipt, whatever else answers', async () => {
    const { time, request, granted } = await pausedBudget()
    request()
    await time.advance(minutes(2) - 1)
    expect(granted).toHaveLength(1)
    await time.advance(1)
    expect(granted).toHaveLength(2)
  })

  it('sends back a call that has its slot but not written its first byte', async () => {
    const { budget, time } = await openBudget()
    const { request, granted, names } = requester(budget)
    request('refused')
    request('slow to connect')
    await settle()
    await callNow(granted[0], 429)
    expect(await callNow(granted[1])).toBe(false)
    request('bulk', { lane: 'bulk' })
    request('newer')
    request('slow to connect again', { again: true })
    await time.advance(minutes(2))
    expect(names.slice(2)).toEqual(['slow to connect again', 'newer', 'bulk'])
  })

  it('fails at once only for callers that requested it', async () => {
    const { budget, time } = await openBudget(undefined, undefined, 1)
    const { request, granted, refused } = requester(budget)
    request()
    request('impatient', { whenPaused: 'fail' })
    request('patient')
    await settle()
    await callNow(granted[0], 429)
    request('late', { whenPaused: 'fail' })
    await settle()
    expect(refused).toEqual(['rate-paused', 'rate-paused'])
    expect(budget.state().waiting.interactive).toBe(1)
    await time.advance(minutes(2))
    expect(granted).toHaveLength(2)
  })

  it('restarts with every further 429 and can only be lengthened by Retry-After', async () => {
    const { budget, time } = await openBudget()
    const { request, granted } = requester(budget)
    request()
    request()
    await settle()
    granted[0]?.begin()
    granted[1]?.begin()
    granted[0]?.answered(429, 1_000)
    await time.advance(minutes(1))
    granted[1]?.answered(429, minutes(4))
    expect(budget.state().nextFreeInMs).toBe(minutes(4))
  })

  it('lasts as long as the bank states, up to a day, and then the bank is called again', async () => {
    const { budget, time, request, granted } = await statedPause(hours(48))
    expect(budget.state().nextFreeInMs).toBe(hours(24))
    expect(budget.state().statedUntil?.getTime()).toBe(time.clock.now().getTime() + hours(48))
    request()
    await time.advance(hours(24) - 1)
    expect(granted).toHaveLength(1)
    await time.advance(1)
    expect(granted).toHaveLength(2)
    expect(budget.state().statedUntil).toBeNull()
  })

  it('keeps the stated end across a restart, and the end that is beyond a day for the screen', async () => {
    for (const stated of [1, 30]) {
      const { time, memory } = await statedPause(hours(stated))
      await time.advance(minutes(30))
      const { budget } = await openBudget(memory, time)
      expect(budget.state().nextFreeInMs).toBe(hours(Math.min(stated, 24)) - minutes(30))
      const { statedUntil } = budget.state()
      const left = statedUntil && statedUntil.getTime() - time.clock.now().getTime()
      expect(left).toBe(stated > 24 ? hours(stated) - minutes(30) : null)
    }
  })

  it('is cut to ten minutes where a stored end is not the bank’s, or the clock was set back', async () => {
    const { time, memory } = await statedPause(hours(2))
    time.wallOffsetMs -= minutes(1)
    expect((await openBudget(memory, time)).budget.state().nextFreeInMs).toBe(minutes(10))
    time.wallOffsetMs += minutes(1)
    const { retryAfterUntil: _, ...unstated } = memory.state
    memory.state = unstated
    expect((await openBudget(memory, time)).budget.state().nextFreeInMs).toBe(minutes(10))
  })

  it('is saved again until it is stored', async () => {
    const { time, memory } = await statedPause(hours(1), (of) => (of.failing = true))
    await time.advance(minutes(5))
    expect(memory.state.pausedUntil).toBeUndefined()
    memory.failing = false
    await time.advance(1_000)
    const left = (memory.state.pausedUntil?.getTime() ?? 0) - time.clock.now().getTime()
    expect(left).toBe(hours(1) - minutes(5) - 1_000)
    const { saves } = memory
    await time.advance(minutes(5))
    expect(memory.saves).toBe(saves)
  })

  it('is saved once more when the program closes', async () => {
    const { budget, memory } = await statedPause(hours(1), (of) => (of.failing = true))
    memory.failing = false
    budget.close()
    await budget.settled()
    expect(memory.state.pausedUntil).toBeDefined()
  })

  it('is neither shortened nor lengthened when the wall clock is set', async () => {
    for (const jump of [minutes(60), -minutes(60)]) {
      const { budget, time, request, granted } = await pausedBudget()
      time.wallOffsetMs += jump
      request()
      await time.advance(minutes(2) - 1)
      expect(granted).toHaveLength(1)
      const until = budget.state().pausedUntil?.getTime() ?? 0
      expect(until - time.clock.now().getTime()).toBe(1)
      await time.advance(1)
      expect(granted).toHaveLength(2)
    }
  })

  it('survives a restart', async () => {
    const { time, memory } = await pausedBudget()
    await time.advance(minutes(0.5))
    const { budget } = await openBudget(memory, time)
    const { request, granted } = requester(budget)
    request()
    await time.advance(minutes(1.5) - 1)
    expect(granted).toHaveLength(0)
    await time.advance(1)
    expect(granted).toHaveLength(1)
  })

  it('survives a restart after the wall clock was set forward during the pause', async () => {
    const { time, memory } = await pausedBudget()
    time.wallOffsetMs += minutes(60)
    await time.advance(minutes(0.5))
    const { budget } = await openBudget(memory, time)
    expect(budget.state().nextFreeInMs).toBe(minutes(1.5))
  })

  it('survives a restart where the wall clock was set while an older state was being saved', async () => {
    const { budget, time, memory } = await openBudget()
    const { request, granted } = requester(budget)
    request()
    await settle()
    const saved = memory.hold()
    await time.advance(minutes(1))
    request()
    granted[0]?.begin()
    granted[0]?.answered(429)
    time.wallOffsetMs += minutes(1)
    saved()
    await settle()
    const { budget: after } = await openBudget(memory, time)
    expect(after.state().nextFreeInMs).toBe(minutes(2))
  })

  it('is cut to ten minutes when the wall clock was set back between two runs', async () => {
    const { time, memory } = await pausedBudget()
    time.wallOffsetMs -= minutes(60 * 24 * 365)
    const { budget } = await openBudget(memory, time)
    expect(budget.state().nextFreeInMs).toBe(minutes(10))
  })
})

describe('the window over a restart', () => {
  it('counts the calls that were written just before a kill', async () => {
    const { budget, time, memory } = await openBudget()
    const before = requester(budget)
    for (let i = 0; i < 5; i += 1) before.request()
    await settle()
    for (const permit of before.granted) permit.begin()

    const after = requester((await openBudget(memory, time)).budget)
    after.request()
    // No allowance was learned: calls of the former run may travel for two seconds.
    await time.advance(3_000)
    expect(after.granted).toHaveLength(0)
    await time.advance(1)
    expect(after.granted).toHaveLength(1)
  })

  it('is noted in the store before the first of the coming calls is granted', async () => {
    const { budget, time, memory } = await openBudget()
    const { request, granted } = requester(budget)
    memory.failing = true
    request()
    await time.advance(5_000)
    expect(granted).toHaveLength(0)
    expect(budget.state().remembered).toBe(false)
    memory.failing = false
    await time.advance(1_000)
    expect(granted).toHaveLength(1)
    expect(memory.state.lastCallAt).toBeInstanceOf(Date)
  })

  it('keeps that note fresh while calls continue and after the wall clock was set', async () => {
    const { budget, time, memory } = await openBudget()
    const { request, granted } = requester(budget)
    request()
    await settle()
    await callNow(granted[0])
    expect(memory.saves).toBe(1)
    request()
    await settle()
    expect(memory.saves).toBe(1)
    await time.advance(minutes(1))
    request()
    await settle()
    expect(memory.saves).toBe(2)
    time.wallOffsetMs += minutes(5)
    request()
    await settle()
    expect(memory.saves).toBe(3)
  })

  it('has no past in a brand-new store, nor in one without calls for long', async () => {
    const time = new VirtualTime()
    const old = { lastCallAt: new Date(time.clock.now().getTime() - minutes(10)) }
    for (const memory of [new MemoryOfTest(), new MemoryOfTest(old)]) {
      const { request, granted } = requester((await openBudget(memory, time)).budget)
      for (let i = 0; i < 5; i += 1) request()
      await settle()
      expect(granted).toHaveLength(5)
    }
  })

  it('assumes a full window when the note is dated in the future', async () => {
    const time = new VirtualTime()
    const future = { lastCallAt: new Date(time.clock.now().getTime() + minutes(10)) }
    const { request, granted } = requester(
      (await openBudget(new MemoryOfTest(future), time)).budget,
    )
    request()
    await settle()
    expect(granted).toHaveLength(0)
  })
})
