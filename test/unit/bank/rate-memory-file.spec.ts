import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../../main/clock.ts'
import { rateMemoryFile } from '../../../main/bank/rate-memory.file.ts'
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
