/** The program as a window of a practice team: it believes its own team's file only. */
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memberIn, openMemberWindows, quitWithTeam } from '../../../main/shell/practice-member.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await newFolder()
  file = join(folder, 'workstation-2/member.json')
  await mkdir(join(folder, 'server'))
  await mkdir(join(folder, 'workstation-2'), { mode: 0o700 })
  const controlUrl = `http://127.0.0.1:9/#${'a'.repeat(32)}`
  await writeFile(file, JSON.stringify({ number: 2, controlUrl, factor: 1 }), { mode: 0o600 })
})
afterEach(() => removeFolder(folder))

const app = (value?: string) => ({
  commandLine: { hasSwitch: () => value !== undefined, getSwitchValue: () => value ?? '' },
  exit: vi.fn(),
  quit: vi.fn(),
})

it.skipIf(process.platform === 'win32')('is a member with its data beside its file', () => {
  expect(memberIn(app())).toBeUndefined()
  expect(memberIn(app(file))).toMatchObject({
    number: 2,
    dataFolder: join(folder, 'workstation-2'),
    server: { host: join(folder, 'server') },
  })
})

it('does not start with a file that others can read, or without one', async () => {
  await chmod(file, 0o644)
  for (const value of [file, join(folder, 'none'), '']) {
    const refusing = app(value)
    expect(() => memberIn(refusing)).toThrow()
    expect(refusing.exit).toHaveBeenCalledWith(1)
  }
})

it.skipIf(process.platform === 'win32')('quits when its file is gone', async () => {
  const quitting = app(file)
  const member = memberIn(quitting) ?? expect.fail('no member')
  quitWithTeam(quitting, member)
  await rm(file)
  await expect.poll(() => quitting.quit.mock.calls.length, { timeout: 30_000 }).toBe(1)
})

it.each([
  [false, ['--no-sandbox'], true],
  [false, [], false],
  [true, [], true],
])(
  'opens a window with its member alone (packaged: %s)',
  async (isPackaged, more, hasNoSandbox) => {
    // Node stands where Electron would, and writes down what it was given.
    const exe = join(folder, 'program')
    const written = join(folder, 'written')
    await writeFile(exe, `#!/bin/sh\necho "$@" > ${written}\n`, { mode: 0o755 })
    const window = openMemberWindows({
      isPackaged,
      getAppPath: () => '/app',
      getPath: () => exe,
      commandLine: { hasSwitch: () => hasNoSandbox } as unknown as Electron.CommandLine,
    })(file)
    await window.exited
    const own = isPackaged ? [] : ['/app', ...more]
    const args = (await readFile(written, 'utf8')).trim()
    expect(args).toBe([...own, `--practice-member=${file}`].join(' '))
    expect(existsSync(file)).toBe(true)
  },
)

it('fails where its program cannot be started', () => {
  const open = openMemberWindows({
    isPackaged: true,
    getAppPath: () => '/app',
    getPath: () => '/nowhere',
    commandLine: { hasSwitch: () => false } as unknown as Electron.CommandLine,
  })
  expect(() => open(file)).toThrow('/nowhere could not be started')
})
