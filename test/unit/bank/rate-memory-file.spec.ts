import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../main/platform/clock.ts'
import { rateMemoryFile } from '../../../main/bank/client/budget/rate-memory.file.ts'
import { inherit } from '../../../main/bank/client/budget/rate-memory.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'

let folder: string
beforeEach(async () => {
  folder = await newFolder()
})
afterEach(() => removeFolder(folder))

const state = {
  pausedUntil: new Date('2026-11-21T09:02:00Z'),
  lastCallAt: new Date('2026-11-21T09:00:00Z'),
  transitAllowanceMs: 40.5,
}

it('has no past where nothing was saved', async () => {
  expect(await rateMemoryFile(join(folder, 'rate'), 'bank-1', systemClock).load()).toEqual({})
})

it('finds a pause again, whichever profile it was met in', async () => {
  const rate = join(folder, 'rate')
  await rateMemoryFile(rate, 'bank-1', systemClock).save(state)
  expect(await rateMemoryFile(rate, 'bank-1', systemClock).load()).toEqual(state)
  expect(await rateMemoryFile(rate, 'bank-2', systemClock).load()).toEqual({})
})

it('keeps one file, which only its owner can read, and no rest of an earlier write', async () => {
  const memory = rateMemoryFile(folder, 'bank-1', systemClock)
  await Promise.all([memory.save(state), memory.save({}), memory.save(state)])
  expect(await readdir(folder)).toEqual(['bank-1.json'])
  expect((await stat(join(folder, 'bank-1.json'))).mode & 0o077).toBe(0)
})

it('reads a damaged memory as the longest pause, never as no pause', async () => {
  await writeFile(join(folder, 'bank-1.json'), '{"pausedUntil":')
  const { pausedUntil } = await rateMemoryFile(folder, 'bank-1', systemClock).load()
  expect((pausedUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(500_000)
})

it('takes no name that could leave its folder', () => {
  for (const name of ['../x', 'a/b', '', 'A', 'x'.repeat(81)])
    expect(() => rateMemoryFile(folder, name, systemClock)).toThrow(TypeError)
})

describe('a wall clock that was set between two runs', () => {
  const [minute, day, year] = [60_000, 86_400_000, 365 * 86_400_000]
  const savedAt = Date.parse('2026-11-21T09:00:00Z')
  const saved = { pausedUntil: new Date(savedAt + 2 * minute), lastCallAt: new Date(savedAt) }

  /**
   * Saved with the computer up for an hour; read again half a minute later by a clock that is off
   * by `offMs`.
   */
  async function readAgain(offMs: number, upMs = 60 * minute + 30_000) {
    const at = (ms: number) => ({ now: () => new Date(ms) })
    await rateMemoryFile(folder, 'bank-1', at(savedAt), () => 60 * minute).save(saved)
    const clock = at(savedAt + 30_000 + offMs)
    const past = await rateMemoryFile(folder, 'bank-1', clock, () => upMs).load()
    return inherit(past, clock.now(), 2_000)
  }

  it.each([
    ['one hour forth', 60 * minute],
    ['one day forth', day],
    ['one year forth', year],
    ['one hour back', -60 * minute],
    ['one year back', -year],
  ])('%s neither ends the pause early nor lengthens it', async (_what, offMs) => {
    const { pauseMs, arrivingMs } = await readAgain(offMs)
    expect(pauseMs).toBe(90_000)
    expect(arrivingMs).not.toBeNull()
  })

  it('does not move the pause if it was set while the state was being written', async () => {
    const setBack = savedAt - 60 * minute
    const clock = { now: () => new Date(isSet ? setBack : savedAt) }
    let isSet = false
    const memory = rateMemoryFile(folder, 'bank-1', clock, () => 60 * minute)
    const writing = memory.save(saved)
    isSet = true
    await writing
    expect((await memory.load()).pausedUntil).toEqual(new Date(setBack + 2 * minute))
  })

  it('counts by the wall clock where the computer was restarted meanwhile', async () => {
    expect((await readAgain(0, 5_000)).pauseMs).toBe(90_000)
    // The clock is off by an hour, the uptime is longer than before: the pause is never too short,
    // and ends soon.
    const { pauseMs } = await readAgain(60 * minute, 61 * minute)
    expect(pauseMs).toBe(60_000)
  })
})
