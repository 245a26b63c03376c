import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRateBudgets, type RateBudgets } from '../../../main/bank/rate-budgets.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'

let folder: string
beforeEach(async () => {
  folder = await newFolder()
})
afterEach(() => removeFolder(folder))

const budgets = () => createRateBudgets({ clock: systemClock, folder })
/** Closes them, and waits until they have written to the folder. */
async function ended(all: RateBudgets): Promise<void> {
  all.close()
  await all.settled()
}
const interactive = { lane: 'interactive' } as const

it('bank note 19: a 429 that comes late pauses the next caller with the key', async () => {
  const all = budgets()
  const first = await all.budgetFor('bank-1', 5)
  const permit = await first.acquire(interactive)
  if (permit.kind !== 'permit') throw new Error(permit.reason)
  permit.begin()
  permit.written(100)
  // Another profile takes over while the answer is still on its way.
  const second = await all.budgetFor('bank-1', 5)
  permit.answered(429)
  expect(second.state().pausedUntil).not.toBeNull()
  expect(await second.acquire({ ...interactive, whenPaused: 'fail' })).toMatchObject({
    kind: 'refused',
    reason: 'rate-paused',
  })
  await ended(all)
})

it('pauses the next run too after a 429 that came just before the program ended', async () => {
  const all = budgets()
  const budget = await all.budgetFor('bank-1', 5)
  const permit = await budget.acquire(interactive)
  if (permit.kind !== 'permit') throw new Error(permit.reason)
  permit.begin()
  permit.answered(429)
  await ended(all)
  const next = budgets()
  expect((await next.budgetFor('bank-1', 5)).state().pausedUntil).not.toBeNull()
  await ended(next)
})

it('keeps banks and keys apart', async () => {
  const all = budgets()
  const [one, other] = [await all.budgetFor('bank-1', 5), await all.budgetFor('bank-2', 5)]
  expect(one).not.toBe(other)
  await ended(all)
})

it('changes the share for every later call, and never grants more than it', async () => {
  const all = budgets()
  const budget = await all.budgetFor('bank-1', 5)
  await all.budgetFor('bank-1', 2)
  expect(budget.state().limitPerSecond).toBe(2)
  const granted: string[] = []
  for (let n = 0; n < 4; n += 1) void budget.acquire(interactive).then(() => granted.push('one'))
  await vi.waitFor(() => expect(granted).toHaveLength(2))
  await nextTurn()
  expect(granted).toHaveLength(2)
  await ended(all)
})
