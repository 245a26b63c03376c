import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openLog } from '../../../main/platform/log/log.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import { accountName } from '../../../main/shell/account-name.ts'
import { endFailedStart } from '../../../main/shell/failed-start.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'

/** Ends a start that failed; what a person and the log then have. */
async function ended(problem: unknown, change: Partial<Parameters<typeof endFailedStart>[0]> = {}) {
  const logFolder = await newFolder()
  onTestFinished(() => removeFolder(logFolder))
  const log = openLog(logFolder, systemClock)
  const happened: unknown[][] = []
  await endFailedStart(
    {
      log,
      logFolder,
      showErrorBox: (title, text) => happened.push(['box', title, text]),
      exit: (code) => happened.push(['exit', code]),
      ...change,
    },
    problem,
  )
  const files = await readdir(logFolder)
  const lines = await Promise.all(files.map((name) => readFile(join(logFolder, name), 'utf8')))
  return { happened, logged: lines.join(''), logFolder }
}

it('a start that fails shows the reason and where the log is, writes it there first, and exits with 1', async () => {
  const { happened, logged, logFolder } = await ended(new Error('no entry for uid 12345'))
  expect(happened.map(([what]) => what)).toEqual(['box', 'exit'])
  expect(happened[0]?.[1]).toBe('Countersign could not start')
  expect(happened[1]).toEqual(['exit', 1])
  const text = String(happened[0]?.[2])
  expect(text).toContain('no entry for uid [number]')
  expect(text).toContain(logFolder)
  const entry = JSON.parse(logged) as { readonly where: string; readonly reference: string }
  expect(entry).toMatchObject({ where: 'start', name: 'Error' })
  expect(text).toContain(entry.reference)
})

it('is shown even where the log can never be written', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const never = {
    unforeseen: () => 'R1',
    reached: () => undefined,
    flushed: () => new Promise<void>(() => undefined),
  }
  const ending = ended('thrown text', { log: never })
  await vi.waitUntil(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(2_000)
  expect((await ending).happened.at(-1)).toEqual(['exit', 1])
})

it('an account without an entry has the name of the environment, or its number', () => {
  const unknown = () => {
    throw Object.assign(new Error('uv_os_get_passwd'), { code: 'ERR_SYSTEM_ERROR' })
  }
  expect(accountName(() => ({ username: 'ann' }), {})).toBe('ann')
  expect(accountName(unknown, { LOGNAME: 'ann' })).toBe('ann')
  expect(accountName(unknown, {})).toMatch(/^account \d+$/)
})
