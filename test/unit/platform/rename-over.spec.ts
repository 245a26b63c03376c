import { readFile, rename as systemRename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FileInUse, renameOver } from '../../../main/platform/files/rename-over.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'

/** Two files, and a system that refuses to rename the first over the second so many times. */
async function twoFiles(refusals: number, code: string, platform: NodeJS.Platform) {
  const folder = await newFolder()
  onTestFinished(() => removeFolder(folder))
  const [from, to] = [join(folder, 'new'), join(folder, 'old')]
  await writeFile(from, 'new')
  await writeFile(to, 'old')
  let attempts = 0
  let pausedMs = 0
  const replace = () =>
    renameOver(from, to, {
      platform,
      rename: (...paths) => {
        attempts += 1
        return attempts > refusals
          ? systemRename(...paths)
          : Promise.reject(Object.assign(new Error(code), { code }))
      },
      pause: (ms) => Promise.resolve((pausedMs += ms)),
    })
  return { to, replace, attempts: () => attempts, pausedMs: () => pausedMs }
}

describe.each(['EPERM', 'EACCES', 'EBUSY'])('a file that Windows refuses with %s', (code) => {
  it('is replaced as soon as it is let go', async () => {
    const { to, replace, attempts } = await twoFiles(5, code, 'win32')
    await replace()
    expect(await readFile(to, 'utf8')).toBe('new')
    expect(attempts()).toBe(6)
  })

  it('is called open in another program after two seconds, and stays as it was', async () => {
    const { to, replace, pausedMs } = await twoFiles(Infinity, code, 'win32')
    await expect(replace()).rejects.toThrow(FileInUse)
    expect(await readFile(to, 'utf8')).toBe('old')
    expect(pausedMs()).toBe(1_900)
  })
})

it.each([
  ['ENOSPC', 'win32'],
  ['EACCES', 'linux'],
] as const)('any other refusal is told at once: %s on %s', async (code, platform) => {
  const { replace, attempts } = await twoFiles(Infinity, code, platform)
  await expect(replace()).rejects.toMatchObject({ code })
  expect(attempts()).toBe(1)
})
