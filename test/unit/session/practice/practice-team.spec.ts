/** The practice team of the practice screen: a real server, a real bank, and windows that close. */
import { existsSync, readdirSync, unwatchFile, watchFile } from 'node:fs'
import { chmod, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { findPostgres } from '../../../../main/practice/find-postgres.ts'
import { connectPracticeBank } from '../../../../main/practice/practice-control.ts'
import { readPracticeMember, type PracticeMember } from '../../../../main/practice/practice-team.ts'
import {
  launchInNode,
  type PracticeBankLauncher,
} from '../../../../main/practice/start-practice-bank.ts'
import {
  createPracticeTeamService,
  type PracticeTeamService,
  type PracticeTeamServiceDeps,
} from '../../../../main/session/practice/practice-team.service.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import { openStore } from '../../../../main/store/store.ts'
import { memberWorker } from '../../../postgres/members.ts'
import { stillClock } from '../../store/stores.ts'
import { practiceBankEntry } from '../../support/programs/programs.ts'

/** A window that closes when its file is removed, as the program does. */
class Window {
  readonly member: PracticeMember
  readonly exited: Promise<void>
  readonly close: () => void
  isKilled = false

  constructor(file: string) {
    this.member = readPracticeMember(file)
    const { promise, resolve } = Promise.withResolvers<undefined>()
    this.exited = promise
    this.close = () => {
      unwatchFile(file)
      resolve(undefined)
    }
    watchFile(file, { interval: 20 }, ({ nlink }) => {
      if (nlink === 0) this.close()
    })
  }

  kill(): void {
    this.isKilled = true
    this.close()
  }
}

const launchBank = launchInNode(practiceBankEntry)
/** The test's own folder for temporary files: what a team leaves would be in it. */
let folder: string
const left = (): string[] => readdirSync(folder)
let usualFolder: string | undefined
beforeEach(async () => {
  // Short: the name of a socket has 107 characters at most.
  folder = await mkdtemp(join(tmpdir(), 't-'))
  usualFolder = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  // The account of the server passes through.
  await chmod(folder, 0o711)
})
afterEach(async () => {
  if (usualFolder === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = usualFolder
  await rm(folder, { recursive: true, force: true })
})

interface Stage {
  readonly service: PracticeTeamService
  readonly windows: Window[]
  readonly problems: unknown[]
}
function stage(deps: Partial<PracticeTeamServiceDeps> = {}): Stage {
  const windows: Window[] = []
  const problems: unknown[] = []
  const service = createPracticeTeamService({
    isMember: false,
    launchPracticeBank: launchBank,
    openMemberWindow: (file) => {
      const window = new Window(file)
      windows.push(window)
      return window
    },
    report: (_where, problem) => problems.push(problem),
    ...deps,
  })
  onTestFinished(async () => void (await service.end()))
  return { service, windows, problems }
}

describe.skipIf(findPostgres() === undefined)('a practice team', () => {
  it('opens windows on one store and one bank, and ends without a trace', async () => {
    const { service, windows, problems } = stage()
    expect(service.state()).toEqual({ state: 'none' })
    const starting = service.start(3)
    // Its programs take many turns of the event loop.
    await setImmediate()
    expect(service.state()).toEqual({ state: 'starting', size: 3 })
    expect(await starting).toEqual({ ok: true, value: { state: 'running', size: 3, open: 3 } })
    expect(windows.map(({ member }) => member.number)).toEqual([1, 2, 3])
    // A second press changes nothing.
    expect(await service.start(2)).toMatchObject({ value: { size: 3 } })

    const [first, second] = windows.map(({ member }) => member)
    if (!first || !second) throw new Error('three windows are open')
    const banks = [first, second].map(({ controlUrl }) => connectPracticeBank(controlUrl))
    const keys = await Promise.all(banks.map(async (bank) => (await bank.enrolment()).consumerKey))
    // The bank sees one client.
    expect(new Set(keys).size).toBe(1)
    // Two workstations that open an empty database at once create one store.
    const opened = await Promise.all(
      [first, second].map(({ server, number }) =>
        openStore({
          file: '',
          key: Buffer.from(practiceKey),
          startStoreWorker: memberWorker(server, `workstation-${String(number)}`),
          clock: stillClock,
        }),
      ),
    )
    const stores = opened.map((one) => {
      if (!one.ok) throw new Error(JSON.stringify(one.error))
      return one.value
    })
    const acts = await stores[0]?.read.selectFrom('audit_entries').select('kind').execute()
    expect(acts?.map(({ kind }) => kind).toSorted()).toEqual([
      'store.created',
      'workstation.joined',
      'workstation.joined',
    ])
    await Promise.all(stores.map((store) => store.close()))

    windows[2]?.close()
    await setImmediate()
    expect(service.state()).toEqual({ state: 'running', size: 3, open: 2 })
    expect(await service.end()).toEqual({ state: 'none' })
    expect(windows.some(({ isKilled }) => isKilled)).toBe(false)
    expect(left()).toEqual([])
    for (const bank of banks) {
      await expect(bank.counters()).rejects.toMatchObject({ code: 'unreachable' })
      await bank.close()
    }
    expect(problems).toEqual([])
  }, 60_000)

  it('ends when its last window was closed, and can be started again', async () => {
    const { service, windows } = stage()
    await service.start(2)
    for (const window of windows) window.close()
    await expect.poll(() => service.state(), { timeout: 30_000 }).toEqual({ state: 'none' })
    expect(left()).toEqual([])
    expect(await service.start(2)).toMatchObject({ value: { state: 'running', open: 2 } })
    expect(windows).toHaveLength(4)
  }, 60_000)

  it('ends the process of a window that does not close', async () => {
    let killed = false
    const hung = Promise.withResolvers<undefined>()
    const { service } = stage({
      closeMs: 50,
      openMemberWindow: () => ({
        exited: hung.promise,
        kill: () => {
          killed = true
          hung.resolve(undefined)
        },
      }),
    })
    await service.start(2)
    expect(await service.end()).toEqual({ state: 'none' })
    expect(killed).toBe(true)
    expect(left()).toEqual([])
  })

  const ends =
    (message: string): PracticeBankLauncher =>
    () =>
      Promise.reject(new Error(message))
  it.each([
    ['no bank', { launchPracticeBank: ends('The practice bank did not start: port') }, 'failed'],
    ['no room on the disk', { launchPracticeBank: ends('ENOSPC: no space left') }, 'disk-full'],
    ['no window', { openMemberWindow: () => expect.fail('no program') }, 'failed'],
    ['unusable programs', { findPostgres: () => '/nowhere' }, 'failed'],
  ] as const)('leaves nothing after a start with %s', async (_case, deps, why) => {
    const { service, problems } = stage(deps)
    expect(await service.start(2)).toMatchObject({ error: { code: 'team-not-started', why } })
    expect(service.state()).toEqual({ state: 'none' })
    expect(problems).toHaveLength(1)
    expect(left()).toEqual([])
  })

  it('names the reason that PostgreSQL gave', async () => {
    const programs = await mkdtemp(join(folder, 'programs-'))
    const script = `#!/bin/sh
echo 'creating directory'
echo 'initdb: error: could not create directory "x": No space left on device' >&2
echo 'initdb: removing data directory' >&2
exit 1`
    await writeFile(join(programs, 'initdb'), script, { mode: 0o755 })
    await chmod(programs, 0o755)
    const { service } = stage({ findPostgres: () => programs })
    expect(await service.start(2)).toEqual({
      ok: false,
      error: {
        code: 'team-not-started',
        why: 'disk-full',
        detail: 'could not create directory "x": No space left on device',
      },
    })
    await rm(programs, { recursive: true })
    expect(left()).toEqual([])
  })

  describe('the file of a member', () => {
    it('is refused unless this user alone has written it', async () => {
      const { service, windows } = stage()
      await service.start(2)
      const { file, dataFolder, server } = windows[0]?.member ?? expect.fail('no window')
      expect(server.host).toBe(join(dirname(dataFolder), 'server'))

      await chmod(file, 0o640)
      expect(() => readPracticeMember(file)).toThrow('can read')
      await chmod(file, 0o600)
      await chmod(dataFolder, 0o777)
      expect(() => readPracticeMember(file)).toThrow('can write')
      await chmod(dataFolder, 0o700)
      expect(readPracticeMember(file).number).toBe(1)

      await rename(file, `${file}.own`)
      await symlink(`${file}.own`, file)
      expect(() => readPracticeMember(file)).toThrow('is not a file')
      await rename(`${file}.own`, file)
      expect(() => readPracticeMember('member.json')).toThrow('full path')
    })

    it('names no server, folder or database', async () => {
      const { service, windows } = stage()
      await service.start(2)
      const { file, number, controlUrl } = windows[0]?.member ?? expect.fail('no window')
      for (const more of [{ host: 'db.bank.example' }, { dataFolder: '/root' }, { number: 9 }]) {
        await writeFile(file, JSON.stringify({ number, controlUrl, factor: 1, ...more }))
        expect(() => readPracticeMember(file)).toThrow()
      }
      const beside = join(dirname(dirname(file)), 'server')
      await rename(beside, `${beside}-own`)
      await symlink('/var/run', beside)
      await writeFile(file, JSON.stringify({ number, controlUrl, factor: 1 }))
      expect(() => readPracticeMember(file)).toThrow('is not a folder')
      await rm(beside)
      await rename(`${beside}-own`, beside)
    })
  })
})

it('is unavailable without PostgreSQL, and in a window that belongs to a team', async () => {
  const { service } = stage({ findPostgres: () => undefined })
  const why = process.platform === 'win32' ? 'not-on-windows' : 'postgres-missing'
  expect(service.state()).toEqual({ state: 'unavailable', why })
  expect(await service.start(2)).toMatchObject({ error: { why: 'postgres-missing' } })
  const member = stage({ isMember: true })
  const unavailable = { state: 'unavailable', why: 'is-member' }
  expect(member.service.state()).toEqual(unavailable)
  expect(await member.service.start(2)).toEqual({ ok: true, value: unavailable })
  expect(existsSync(folder) && left()).toEqual([])
})
