import { expect, it } from 'vitest'
import type { Lane } from '../../../preload/contract/bank/lanes.ts'
import type { CallsNow, SlotsOfKey } from '../../../main/store/shared-slots.ts'
import { callNow, openBudget, requester } from './support/budget-of-test.ts'
import { MemoryOfTest } from './support/rate-memory.ts'
import { settle, VirtualTime } from './support/virtual-time.ts'

/** The slots of a team, as a test gives and asks for them. */
class TeamOfTest implements SlotsOfKey {
  count = 5
  isHeard = true
  readonly wanted: (Lane | null)[] = []
  readonly given: string[] = []
  readonly pauses: number[] = []
  readonly told: CallsNow[] = []
  others: readonly CallsNow[] = []

  isFresh(): boolean {
    return this.isHeard
  }
  want(lane: Lane | null): void {
    this.wanted.push(lane)
  }
  give(to: string): void {
    this.given.push(to)
  }
  pause(ms: number): void {
    this.pauses.push(ms)
  }
  tellCalls(calls: CallsNow): void {
    this.told.push(calls)
  }
  callsOfOthers(): readonly CallsNow[] {
    return this.others
  }
}

async function inTeam() {
  const opened = await openBudget()
  const team = new TeamOfTest()
  opened.budget.joinTeam(team)
  team.wanted.length = 0
  return { ...opened, ...requester(opened.budget), team }
}

it('makes no call without a slot, and wants one for the most urgent call', async () => {
  const { budget, request, granted, names, team, time } = await inTeam()
  request('bulk', { lane: 'bulk' })
  request('unknown-outcome', { lane: 'unknown-outcome' })
  await time.advance(10_000)
  expect(granted).toEqual([])
  expect(team.wanted).toEqual(['bulk', 'unknown-outcome'])
  budget.taken(null)
  await settle()
  expect(names).toEqual(['unknown-outcome'])
  expect(team.wanted.at(-1)).toBe('bulk')
  budget.taken(null)
  await settle()
  expect(names).toEqual(['unknown-outcome', 'bulk'])
  expect(team.wanted.at(-1)).toBe(null)
})

it('waits with a slot until no call of its former holder can arrive any more', async () => {
  const { budget, request, granted, time } = await inTeam()
  request()
  budget.taken(23_000)
  await time.advance(24_000)
  expect(granted).toHaveLength(0)
  await time.advance(1)
  expect(granted).toHaveLength(1)
})

it('gives a slot a whole second after its call to whoever wants it as urgently', async () => {
  const { budget, request, granted, team, time } = await inTeam()
  request('first')
  request('second')
  budget.taken(null)
  await settle()
  await callNow(granted[0])
  budget.wanted('other', 'interactive')
  await time.advance(500)
  budget.wanted('other', 'interactive')
  await time.advance(500)
  expect(team.given).toEqual([])
  await time.advance(1)
  expect(team.given).toEqual(['other'])
  await time.advance(5_000)
  expect(granted).toHaveLength(1)
})

it('calls once with a slot that it took before it gives it', async () => {
  const { budget, request, names, team } = await inTeam()
  request('bulk', { lane: 'bulk' })
  await settle()
  budget.wanted('other', 'unknown-outcome')
  budget.taken(null)
  await settle()
  expect(names).toEqual(['bulk'])
  expect(team.given).toEqual([])
})

it('gives its slot to an unknown outcome of another before its own bulk', async () => {
  const { budget, request, granted, names, team, time } = await inTeam()
  request('bulk-1', { lane: 'bulk' })
  request('bulk-2', { lane: 'bulk' })
  budget.taken(null)
  await settle()
  await callNow(granted[0])
  budget.wanted('other', 'unknown-outcome')
  await time.advance(1_000)
  expect(team.given).toEqual([])
  budget.wanted('other', 'unknown-outcome')
  await time.advance(1)
  expect(team.given).toEqual(['other'])
  expect(names).toEqual(['bulk-1'])
})

it('keeps its slot for an own unknown outcome before the bulk of another', async () => {
  const { budget, request, granted, names, team, time } = await inTeam()
  request('bulk', { lane: 'bulk' })
  budget.taken(null)
  await settle()
  await callNow(granted[0])
  budget.wanted('other', 'bulk')
  await time.advance(500)
  request('unknown-outcome', { lane: 'unknown-outcome' })
  budget.wanted('other', 'bulk')
  await time.advance(501)
  expect(names).toEqual(['bulk', 'unknown-outcome'])
  expect(team.given).toEqual([])
})

it('keeps the order of lanes between its calls and wishes of others, and lets none wait for ever', async () => {
  const { budget, request, granted, team, time } = await inTeam()
  for (let n = 0; n < 12; n += 1) request('', { lane: 'initiation' })
  budget.taken(null)
  await settle()
  while (team.given.length === 0) {
    const called = granted.length
    await callNow(granted.at(-1))
    for (let n = 0; n < 2; n += 1) {
      budget.wanted('person', 'interactive')
      await time.advance(500)
    }
    await time.advance(1)
    expect(granted.length + team.given.length).toBe(called + 1)
  }
  // As many as one workstation lets pass: a person waits for eight others.
  expect(granted).toHaveLength(9)
})

it('counts wishes of others as no calls of its own', async () => {
  const { budget, request } = await inTeam()
  request()
  budget.wanted('other', 'interactive')
  budget.wanted('third', 'bulk')
  expect(budget.state().waiting).toMatchObject({ interactive: 1, bulk: 0 })
})

it('tells the others of its calls at each sign of life, and counts theirs with its own', async () => {
  const { budget, request, team } = await inTeam()
  request('first')
  request('second', { lane: 'unknown-outcome' })
  request('third', { lane: 'bulk' })
  budget.taken(null)
  await settle()
  budget.heard()
  const none = { 'unknown-outcome': 0, initiation: 0, interactive: 0, bulk: 0, sweep: 0 }
  expect(team.told).toEqual([{ used: 1, waiting: { ...none, interactive: 1, bulk: 1 } }])
  expect(budget.state().ofTeam).toEqual(team.told[0])
  team.others = [
    { used: 2, waiting: { ...none, bulk: 4 } },
    { used: 3, waiting: none },
  ]
  // A slot that went from one to another was told by both.
  expect(budget.state().ofTeam).toEqual({ used: 5, waiting: { ...none, interactive: 1, bulk: 5 } })
  expect(budget.state().used).toBe(1)
})

it('has a limit of its own outside of a team', async () => {
  const { budget } = await openBudget()
  expect(budget.state().ofTeam).toBeNull()
})

it('gives what it does not need at once, to the one who waited longest', async () => {
  const { budget, team } = await inTeam()
  budget.wanted('one', 'bulk')
  budget.wanted('two', 'bulk')
  budget.taken(null)
  await settle()
  expect(team.given).toEqual(['one'])
})

it('forgets a wish that is not repeated', async () => {
  const { budget, team, time } = await inTeam()
  budget.wanted('one', 'bulk')
  await time.advance(1_001)
  budget.taken(null)
  await settle()
  expect(team.given).toEqual([])
})

it('begins no call once its slots are lost, even if it has others by then', async () => {
  const { budget, request, granted } = await inTeam()
  request()
  budget.taken(null)
  await settle()
  budget.lost()
  budget.taken(null)
  expect(granted[0]?.begin()).toBe(false)
})

it('begins and grants nothing while the store is not heard', async () => {
  const { budget, request, granted, team } = await inTeam()
  request()
  request()
  budget.taken(null)
  await settle()
  team.isHeard = false
  expect(granted[0]?.begin()).toBe(false)
  await settle()
  expect(granted).toHaveLength(1)
  team.isHeard = true
  budget.heard()
  await settle()
  expect(granted).toHaveLength(2)
})

it('remembers its own calls when it gets its slots back', async () => {
  const { budget, request, granted, time } = await inTeam()
  request()
  budget.taken(null)
  await settle()
  await callNow(granted[0])
  budget.lost()
  request()
  budget.taken(null)
  await time.advance(1_000)
  expect(granted).toHaveLength(1)
  await time.advance(1)
  expect(granted).toHaveLength(2)
})

it('tells the team of a 429, and pauses with it for two minutes from hearing', async () => {
  const one = await inTeam()
  one.request()
  one.budget.taken(null)
  await settle()
  await callNow(one.granted[0], 429)
  expect(one.team.pauses).toEqual([120_000])
  const other = await inTeam()
  other.budget.taken(null)
  other.budget.paused(120_000)
  other.request()
  other.request('impatient', { whenPaused: 'fail' })
  await other.time.advance(119_999)
  expect(other.granted).toHaveLength(0)
  expect(other.refused).toEqual(['rate-paused'])
  expect(other.team.pauses).toEqual([])
  expect(other.memory.state.pausedUntil).toBeDefined()
  await other.time.advance(1)
  expect(other.granted).toHaveLength(1)
})

it('tells the team of a long pause for ten minutes, and gives its slots when these are over', async () => {
  const { budget, team, time, request, granted } = await inTeam()
  request()
  budget.taken(null)
  await settle()
  granted[0]?.begin()
  granted[0]?.answered(429, 3_600_000)
  granted[0]?.ended()
  expect(team.pauses).toEqual([600_000])
  await time.advance(599_999)
  budget.wanted('other', 'interactive')
  expect(team.given).toEqual([])
  await time.advance(1)
  expect(team.given).toEqual(['other'])
  expect(budget.state().nextFreeInMs).toBe(3_000_000)
})

it('believes another workstation no pause over ten minutes', async () => {
  const { budget, memory, time } = await inTeam()
  budget.paused(3_600_000)
  await settle()
  expect(budget.state().nextFreeInMs).toBe(600_000)
  expect(budget.state().statedUntil).toBeNull()
  const until = new Date(time.clock.now().getTime() + 600_000)
  expect(memory.state).toMatchObject({ pausedUntil: until })
  expect(memory.state.retryAfterUntil).toBeUndefined()
})

it('tells the team again of a pause of which the store does not know', async () => {
  const { budget, team, time } = await inTeam()
  budget.paused(120_000)
  await time.advance(10_000)
  budget.paused(0)
  expect(team.pauses).toEqual([110_000])
})

it('pauses the team for no longer than after a 429 where its memory cannot be read', async () => {
  const time = new VirtualTime()
  const pausedUntil = new Date(time.clock.now().getTime() + 600_000)
  const { budget } = await openBudget(new MemoryOfTest({ pausedUntil }), time)
  const team = new TeamOfTest()
  budget.joinTeam(team)
  budget.paused(0)
  expect(team.pauses).toEqual([120_000])
  expect(budget.state().pausedUntil).toEqual(pausedUntil)
})

it('calls in a team while its own memory cannot be saved, so that nobody waits for it', async () => {
  const memory = new MemoryOfTest()
  memory.failing = true
  const { budget, time } = await openBudget(memory)
  const { granted, request } = requester(budget)
  budget.joinTeam(new TeamOfTest())
  request()
  budget.taken(null)
  await time.advance(2_000)
  expect(granted).toHaveLength(1)
  memory.failing = false
  await callNow(granted[0])
  request()
  await time.advance(2_000)
  expect(granted).toHaveLength(2)
  expect([memory.saves, budget.state().remembered]).toEqual([1, true])
})

it('takes no slot from others while it could not use one, because calls of its former run may arrive', async () => {
  const time = new VirtualTime()
  const { budget } = await openBudget(new MemoryOfTest({ lastCallAt: time.clock.now() }), time)
  const team = new TeamOfTest()
  budget.joinTeam(team)
  requester(budget).request()
  // Two seconds on the way, and the window.
  await time.advance(3_000)
  expect(team.wanted.filter((lane) => lane !== null)).toEqual([])
  await time.advance(1)
  expect(team.wanted.at(-1)).toBe('interactive')
})

it('gives only the slots that no call uses when it leaves', async () => {
  const { budget, request, granted, team } = await inTeam()
  request()
  for (let n = 0; n < 3; n += 1) budget.taken(null)
  await settle()
  await callNow(granted[0])
  budget.leaving()
  expect(team.given).toEqual(['', ''])
})

it('gives back what is too many once fewer calls were agreed', async () => {
  const { budget, team, time } = await inTeam()
  for (let n = 0; n < 5; n += 1) budget.taken(null)
  team.count = 3
  budget.joinTeam(team)
  await time.advance(1_001)
  expect(team.given).toEqual(['', ''])
  expect(budget.state().limitPerSecond).toBe(3)
})
