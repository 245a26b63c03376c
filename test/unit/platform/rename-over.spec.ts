import { renameSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FileInUse, renameOver, renameOverNow } from '../../../main/platform/files/rename-over.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'

/** Main goes on meanwhile; the thread of a store waits. */
const ways = ['main', 'thread'] as const
const codes = ['EPERM', 'EACCES', 'EBUSY'] as const
const held = ways.flatMap((way) => codes.map((code) => [way, code] as const))

interface Refusals {
  readonly refusals: number
  readonly code: string
  readonly platform: NodeJS.Platform
}

/** Two files, and a system that refuses to rename the first over the second so many times. */
async function twoFiles(way: (typeof ways)[number], { refusals, code, platform }: Refusals) {
  const folder = await newFolder()
  onTestFinished(() => removeFolder(folder))
  const [from, to] = [join(folder, 'new'), join(folder, 'old')]
  await writeFile(from, 'new')
  await writeFile(to, 'old')
  let attempts = 0
  let pausedMs = 0
  const rename = (...paths: [string, string]): void => {
    attempts += 1
    if (attempts <= refusals) throw Object.assign(new Error(code), { code })
    renameSync(...paths)
  }
  const pause = (ms: number): void => void (pausedMs += ms)
  const replace = async (): Promise<void> => {
    if (way === 'thread') renameOverNow(from, to, { platform, rename, pause })
    else
      await renameOver(from, to, {
        platform,
        rename: (...paths) => Promise.resolve().then(() => rename(...paths)),
        pause: (ms) => Promise.resolve(ms).then(pause),
      })
  }
  return { to, replace, attempts: () => attempts, pausedMs: () => pausedMs }
}

describe.each(held)('in %s, a file that Windows refuses with %s', (way, code) => {
  it('is replaced as soon as it is let go', async () => {
    const { to, replace, attempts } = await twoFiles(way, { refusals: 5, code, platform: 'win32' })
    await replace()
    expect(await readFile(to, 'utf8')).toBe('new')
    expect(attempts()).toBe(6)
  })

  it('is called open in another program after two seconds, and stays as it was', async () => {
    const refusing = { refusals: Infinity, code, platform: 'win32' } as const
    const { to, replace, pausedMs } = await twoFiles(way, refusing)
    await expect(replace()).rejects.toThrow(FileInUse)
    expect(await readFile(to, 'utf8')).toBe('old')
    expect(pausedMs()).toBe(1_900)
  })
})

it.each([
  ['main', 'ENOSPC', 'win32'],
  ['main', 'EACCES', 'linux'],
  ['thread', 'ENOSPC', 'win32'],
  ['thread', 'EACCES', 'linux'],
] as const)('in %s, any other refusal is told at once: %s on %s', async (way, code, platform) => {
  const { replace, attempts } = await twoFiles(way, { refusals: Infinity, code, platform })
  await expect(replace()).rejects.toMatchObject({ code })
  expect(attempts()).toBe(1)
})
