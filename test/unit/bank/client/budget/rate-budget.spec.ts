import { describe, expect, it } from 'vitest'
import { requester, callNow, openBudget } from '../../support/budget-of-test.ts'
import { settle } from '../../support/virtual-time.ts'

describe('the slots', () => {
  it('bank note 105: grants five and lets the sixth wait until one was answered a second ago', async () => {
    const { budget, time } = await openBudget()
    const { request, granted } = requester(budget)
    for (let i = 0; i < 6; i += 1) request()
    await settle()
    expect(granted).toHaveLength(5)
    for (const permit of granted) await callNow(permit)
    await time.advance(1_000)
    expect(granted).toHaveLength(5)
    await time.advance(1)
    expect(granted).toHaveLength(6)
  })

  it('counts a slow call as arrived once it was written and the allowance has passed', async () => {
    const { budget, time } = await openBudget(undefined, undefined, 1)
    const { request, granted } = requester(budget)
    request()
    request()
    await settle()
    granted[0]?.begin()
    granted[0]?.written(500)
    await time.advance(2_000 + 1_000)
    expect(granted).toHaveLength(1)
    await time.advance(2)
    expect(granted).toHaveLength(2)
  })

  it('waits for the answer of a request too long for one flight', async () => {
    const { budget, time } = await openBudget(undefined, undefined, 1)
    const { request, granted } = requester(budget)
    request()
    request()
    await settle()
    granted[0]?.begin()
    granted[0]?.written(100_000)
    await time.advance(30_000)
    expect(granted).toHaveLength(1)
    granted[0]?.answered(200)
    await time.advance(1_001)
    expect(granted).toHaveLength(2)
  })

  it('waits out the allowance after a connection that broke while writing', async () => {
    const { budget, time } = await openBudget(undefined, undefined, 1)
    const { request, granted } = requester(budget)
    request()
    request()
    await settle()
    granted[0]?.begin()
    granted[0]?.ended()
    await time.advance(3_000)
    expect(granted).toHaveLength(1)
    await time.advance(1)
    expect(granted).toHaveLength(2)
  })

  it('gives the slot of a call that was not written to the next at once', async () => {
    const { budget } = await openBudget(undefined, undefined, 1)
    const { request, granted } = requester(budget)
    request()
    request()
    await settle()
    granted[0]?.release()
    await settle()
    expect(granted).toHaveLength(2)
  })

  it('serves the lanes by priority and takes a withdrawn call out', async () => {
    const { budget, time } = await openBudget(undefined, undefined, 1)
    const { request, granted, refused, names } = requester(budget)
    const controller = new AbortController()
    request('first')
    await settle()
    request('sweep', { lane: 'sweep' })
    request('withdrawn', { lane: 'unknown-outcome', signal: controller.signal })
    request('bulk', { lane: 'bulk' })
    request('initiation', { lane: 'initiation' })
    expect(budget.state().waiting).toMatchObject({
      'unknown-outcome': 1,
      initiation: 1,
      bulk: 1,
      sweep: 1,
    })
    controller.abort()
    await settle()
    expect(refused).toEqual(['cancelled'])
    for (let i = 0; i < 4; i += 1) {
      await callNow(granted[i])
      await time.advance(1_001)
    }
    expect(names).toEqual(['first', 'initiation', 'bulk', 'sweep'])
  })

  it('refuses a call that is withdrawn by a listener at the moment it begins to wait', async () => {
    const { budget } = await openBudget(undefined, undefined, 1)
    await budget.acquire({ lane: 'interactive' })
    const controller = new AbortController()
    const stop = budget.onChange(() => controller.abort())
    const waiting = budget.acquire({ lane: 'interactive', signal: controller.signal })
    stop()
    expect(await waiting).toEqual({ kind: 'refused', reason: 'cancelled' })
    expect(budget.state().waiting.interactive).toBe(0)
  })

  it('refuses a share that is no whole number of calls', async () => {
    for (const share of [0, -1, 2.5, Number.NaN]) {
      await expect(openBudget(undefined, undefined, share)).rejects.toThrow(RangeError)
    }
  })

  it('reports to the status bar what is used, who waits and when the next slot is free', async () => {
    const { budget, time } = await openBudget(undefined, undefined, 2)
    const { request, granted } = requester(budget)
    let changes = 0
    const stop = budget.onChange(() => (changes += 1))
    for (let i = 0; i < 3; i += 1) request()
    await settle()
    expect(budget.state()).toMatchObject({ limitPerSecond: 2, used: 2, nextFreeInMs: null })
    await callNow(granted[0])
    await time.advance(400)
    expect(budget.state()).toMatchObject({ used: 2, nextFreeInMs: 601, pausedUntil: null })
    expect(budget.state().waiting.interactive).toBe(1)
    expect(changes).toBeGreaterThan(0)
    stop()
  })

  it('refuses waiting and later calls once it is closed', async () => {
    const { budget } = await openBudget(undefined, undefined, 1)
    const { request, refused } = requester(budget)
    request()
    request()
    await settle()
    budget.close()
    request()
    await settle()
    expect(refused).toEqual(['closed', 'closed'])
  })
})
