import { expect, it } from 'vitest'
import { Caller } from './practice-caller.ts'

const health = '/accounts/validations/v1/healthCheck'
const twoMinutesMs = 2 * 60 * 1000

const burst = async (caller: Caller, calls: number): Promise<number[]> => {
  const headers = { authorization: `Bearer ${await caller.token()}` }
  caller.clock.advance(1000)
  const answers = await Promise.all(
    Array.from({ length: calls }, () => caller.callNow(health, { headers })),
  )
  return answers.map(({ status }) => status)
}

it('answers five calls that arrive within a second (bank note 105)', async () => {
  await using caller = await Caller.open(5)
  expect(await burst(caller, 5)).toEqual([200, 200, 200, 200, 200])
  const counters = await caller.control.counters()
  expect(counters.busiestSecond).toBe(5)
  expect(counters.pausedUntil).toBeNull()
  expect(await caller.broken()).toEqual([])
})

it('refuses the sixth within a second and records it (bank note 105)', async () => {
  await using caller = await Caller.open(6)
  expect((await burst(caller, 6)).filter((status) => status === 429)).toHaveLength(1)
  expect(await caller.broken()).toEqual(['rate-exceeded'])
  const counters = await caller.control.counters()
  expect(counters.busiestSecond).toBe(6)
  expect(counters.byStatus).toMatchObject({ '429': 1 })
})

it('counts within any second, wherever it starts (bank note 105)', async () => {
  await using caller = await Caller.open()
  const headers = { authorization: `Bearer ${await caller.token()}` }
  const statuses: number[] = []
  for (const gapMs of [1000, 600, 100, 100, 100, 99]) {
    caller.clock.advance(gapMs)
    statuses.push((await caller.callNow(health, { headers })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

it('answers the sixth when the first is a whole second ago (bank note 105)', async () => {
  await using caller = await Caller.open()
  const headers = { authorization: `Bearer ${await caller.token()}` }
  for (const gapMs of [1000, 600, 100, 100, 100, 100]) {
    caller.clock.advance(gapMs)
    expect((await caller.callNow(health, { headers })).status).toBe(200)
  }
  expect(await caller.broken()).toEqual([])
})

it('counts token and refused calls too (bank notes 6 and 105)', async () => {
  await using caller = await Caller.open()
  caller.clock.advance(5000)
  for (let call = 0; call < 5; call += 1) await caller.callNow('/nowhere')
  const answer = await caller.callNow('/oauth/v1/token?scope=rs-read', {
    method: 'POST',
    headers: {
      authorization: caller.basic(),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: caller.form(),
  })
  expect(answer.status).toBe(429)
  expect((await caller.control.counters()).byOperation).toEqual({ unknown: 5, token: 1 })
})

it('counts on arrival, not when the answer goes out (bank note 105)', async () => {
  await using caller = await Caller.open(6)
  await caller.token()
  await caller.control.setScenario({ scenario: 'slow-answer', times: 5, delayMs: 120_000 })
  const headers = { authorization: `Bearer ${await caller.token()}` }
  caller.clock.advance(1000)
  const slow = Array.from({ length: 5 }, () => caller.callNow(health, { headers }))
  const ended = Promise.allSettled(slow)
  await expect.poll(async () => (await caller.control.counters()).arrived).toBe(6)
  expect((await caller.callNow(health, { headers })).status).toBe(429)
  expect((await caller.control.counters()).byStatus).toEqual({ '200': 1, '429': 1 })
  await caller.agent.destroy()
  await ended
})

it('pauses for two minutes after a 429 and records a call within them (bank notes 19 and 105)', async () => {
  await using caller = await Caller.open()
  await caller.token()
  await caller.control.setScenario({ scenario: 'too-many-requests', times: 1 })
  expect((await caller.health()).status).toBe(429)
  expect(await caller.broken()).toEqual([])
  caller.clock.advance(twoMinutesMs - 1001)
  expect((await caller.health()).status).toBe(429)
  expect(await caller.broken()).toEqual(['pause-broken'])
})

it('answers again when two minutes have passed since the last 429 (bank notes 19 and 105)', async () => {
  await using caller = await Caller.open()
  await caller.token()
  await caller.control.setScenario({ scenario: 'too-many-requests', times: 1 })
  await caller.health()
  expect((await caller.control.counters()).pausedUntil).toBe(
    new Date(caller.clock.now().getTime() + twoMinutesMs).toISOString(),
  )
  caller.clock.advance(twoMinutesMs - 1000)
  expect((await caller.health()).status).toBe(200)
  expect(await caller.broken()).toEqual([])
})

it('does not blame calls on other connections that were under way at the 429', async () => {
  await using caller = await Caller.open(5)
  await caller.token()
  await caller.control.setScenario({ scenario: 'too-many-requests', times: 1 })
  expect(await burst(caller, 5)).toEqual([429, 429, 429, 429, 429])
  expect(await caller.broken()).toEqual([])
})

it('blames a call on the very connection that carried the 429, however soon', async () => {
  await using caller = await Caller.open(1)
  const headers = { authorization: `Bearer ${await caller.token()}` }
  await caller.control.setScenario({ scenario: 'too-many-requests', times: 1 })
  caller.clock.advance(1000)
  await caller.callNow(health, { headers })
  await caller.callNow(health, { headers })
  expect(await caller.broken()).toEqual(['pause-broken'])
})

it('shows the latest arrivals on its steady clock', async () => {
  await using caller = await Caller.open()
  await caller.health()
  const { latest, arrived } = await caller.control.counters()
  expect(arrived).toBe(2)
  expect(latest).toEqual([
    { atMs: 1000, operation: 'token' },
    { atMs: 2000, operation: 'health' },
  ])
})
