/**
 * Backups of an open store: one a day, each verified before it counts, and a problem is reported
 * until it is solved.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  createBackupsService,
  type BackupsService,
} from '../../../../main/workplace/backups/backups.service.ts'
import { attachFiles, readAttachedFile } from '../../../../main/money/order/files.ts'
import { moneyKinds } from '../../../../main/money/money.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import { noticedBackups } from '../../../../main/workplace/inbox/other-sources.ts'
import { applyRestore } from '../../../../main/workplace/apply-restore.ts'
import { readBackup } from '../../../../main/workplace/read-backup.ts'
import { genesis } from '../../../../main/store/hash-chain.ts'
import type { SessionContext } from '../../../../main/profile/session-context.ts'
import { migrations } from '../../../../main/store/schema/migrations.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import type { Store } from '../../../../main/store/store.ts'
import { draft } from '../../money/order/support/sending-session.ts'
import {
  auditEntries,
  copyAsCrashed,
  describeInFile,
  itInFile,
  newFolder,
  newStorePath,
  open,
  recordSetting,
} from '../../store/stores.ts'
import { startStoreWorker } from '../../support/programs/programs.ts'

const hourMs = 3_600_000

interface Session {
  readonly backups: BackupsService
  readonly store: Store
  readonly file: string
  readonly folder: string
  /** Lets time pass hour by hour and runs the due work. */
  pass(hours: number): Promise<void>
  /** After how long it looks again; undefined while it looks. */
  dueInMs(): number | undefined
  /** Sets back the wall clock only. */
  setBack(hours: number): void
}

async function start(
  environment: SessionContext['environment'] = 'production',
  more: { file?: string; key?: Uint8Array; engineKind?: Store['engineKind'] } = {},
): Promise<Session> {
  const file = more.file ?? newStorePath()
  const folder = join(dirname(file), 'backups')
  const store = await open(file)
  let nowMs = Date.parse('2026-11-23T14:00:00.000Z')
  let due: { atMs: number; run: () => void } | undefined
  let elapsedMs = 0
  const { engineKind = store.engineKind } = more
  const context = {
    store: { ...store, engineKind },
    environment,
    profileId: 'abc123def456',
    emitEvent: () => undefined,
    clock: { now: () => new Date(nowMs), monotonicMs: () => elapsedMs },
    report: (where: string, problem: unknown) => {
      throw new Error(where, { cause: problem })
    },
  } as unknown as SessionContext
  const backups = createBackupsService(context, {
    store: file,
    folder,
    key: () => new Uint8Array(more.key ?? practiceKey),
    startStoreWorker,
    appVersion: '1.2.3',
    startTimer: (afterMs, run) => {
      due = { atMs: elapsedMs + afterMs, run }
      return () => (due = undefined)
    },
  })
  onTestFinished(() => backups.close())
  return {
    backups,
    store,
    file,
    folder,
    async pass(hours) {
      for (let hour = 0; hour < hours; hour += 1) {
        elapsedMs += hourMs
        nowMs += hourMs
        if (due === undefined || due.atMs > elapsedMs) continue
        const { run } = due
        due = undefined
        run()
        await vi.waitFor(() => expect(due).toBeDefined(), { timeout: 20_000, interval: 5 })
      }
    },
    dueInMs: () => (due === undefined ? undefined : due.atMs - elapsedMs),
    setBack: (hours) => (nowMs -= hours * hourMs),
  }
}

const filesIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.backup'))
const kindsIn = async (store: Store): Promise<string[]> =>
  (await auditEntries(store)).map(({ kind }) => kind).filter((kind) => kind.startsWith('backup.'))

it('looks again soon after the computer woke during a look', async () => {
  const session = await start()
  const looked = session.pass(1)
  session.backups.wake()
  await looked
  await vi.waitFor(() => expect(filesIn(session.folder)).toHaveLength(1), { timeout: 20_000 })
  await session.backups.takeNow('theo')
  await new Promise((resolve) => setImmediate(resolve))
  expect(session.dueInMs()).toBe(5 * 60_000)
})

it('backs nothing up by itself or on request where the store is in a database', async () => {
  const session = await start('production', { engineKind: 'postgres' })
  await session.pass(30)
  expect(await session.backups.state()).toMatchObject({ isInDatabase: true, items: [] })
  expect(await session.backups.takeNow('ana')).toMatchObject({ error: { code: 'backup-failed' } })
  session.backups.wake()
  expect([filesIn(session.folder), await kindsIn(session.store)]).toEqual([[], []])
})

describeInFile('backups of a real profile', () => {
  it('are created by themselves, one a day, and describe their content', async () => {
    const session = await start()
    await recordSetting(session.store, 'one')
    await session.pass(20)
    expect(filesIn(session.folder)).toHaveLength(1)
    await session.pass(30)
    const { items, problem } = await session.backups.state()
    expect(items).toHaveLength(3)
    expect(items.every(({ isVerified }) => isVerified)).toBe(true)
    expect(problem).toBeNull()
    expect(await kindsIn(session.store)).toEqual(Array(3).fill('backup.created'))
    const [name = ''] = filesIn(session.folder)
    const path = join(session.folder, name)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const beside = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as object
    expect(beside).toMatchObject({
      format: 1,
      profileId: 'abc123def456',
      environment: 'production',
      appVersion: '1.2.3',
      schemaVersion: migrations.length,
      bytes: statSync(path).size,
    })
  })

  it('contain the files attached to orders, and their size counts them', async () => {
    const session = await start()
    await session.pass(20)
    await draft(session)
    const bytes = Buffer.alloc(3_000_000, 'invoice')
    const context = { ...session, emitEvent: () => undefined, newId: () => 'file-1' }
    await attachFiles(
      { ...context, clock: systemClock, callBlockFor: () => undefined, kinds: moneyKinds } as never,
      { id: 'o1', files: [{ name: 'invoice.pdf', bytes }] },
      'mara',
    )
    await session.pass(30)
    const [newest, ...older] = (await session.backups.state()).items
    expect((newest?.bytes ?? 0) - (older.at(-1)?.bytes ?? 0)).toBeGreaterThan(bytes.length)
    const file = newStorePath()
    const copied = await readBackup({
      card: { id: 'abc123def456', environment: 'production' } as never,
      path: join(session.folder, newest?.id ?? ''),
      file,
      key: new Uint8Array(practiceKey),
      startStoreWorker,
      isInPlace: false,
    })
    expect(copied).toMatchObject({ ok: true, value: { bytes: newest?.bytes } })
    const restored = await open(file)
    await restored.work(applyRestore, {
      at: '2026-11-30T14:00:00.000Z',
      actor: 'mara',
      reason: 'the disk broke',
      backupAt: newest?.at ?? '',
      backupHead: genesis,
      replacedHead: null,
      gapId: 'gap-1',
    })
    const read = await readAttachedFile(restored.read, { id: 'o1', fileId: 'file-1' })
    await restored.close()
    if (!read.ok) return expect.fail(read.error.code)
    expect(Buffer.from(read.value.content).equals(bytes)).toBe(true)
  })

  it('are thinned out, and a file with an unknown name is never removed', async () => {
    const session = await start()
    mkdirSync(session.folder)
    const others = ['notes.txt', 'countersign-999999999999-20200101T000000000Z.backup']
    for (const name of others) writeFileSync(join(session.folder, name), 'somebody\u2019s')
    for (let day = 0; day < 12; day += 1) {
      session.setBack(-23)
      await session.pass(1)
    }
    const { items } = await session.backups.state()
    expect(items.length).toBeLessThanOrEqual(9)
    expect(items.length).toBeGreaterThanOrEqual(7)
    for (const name of others)
      expect(readFileSync(join(session.folder, name), 'utf8')).toBe('somebody\u2019s')
  })

  it('after the clock was set back are one more, and not one an hour', async () => {
    const session = await start()
    await session.pass(1)
    session.setBack(24 * 400)
    await session.pass(20)
    const { items, fromFuture } = await session.backups.state()
    expect(items).toHaveLength(2)
    expect(fromFuture).toBe(1)
  })

  it('that fail are removed and reported, older ones stay, and the report ends with the next that is verified', async () => {
    const key = new Uint8Array(practiceKey)
    const session = await start('production', { key })
    await session.pass(1)
    const before = filesIn(session.folder)
    // The copy does not open with another key, so it is not verified.
    key.fill(7)
    session.setBack(-24)
    await session.pass(1)
    expect(readdirSync(session.folder).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(filesIn(session.folder)).toEqual(before)
    const [{ found } = { found: [] }] = await noticedBackups(session.store)
    expect(found.map(({ title }) => title)).toEqual([expect.stringContaining('The backup failed')])
    session.setBack(-24)
    await session.pass(1)
    expect((await session.backups.state()).problem).toContain('older than two days')
    key.set(practiceKey)
    await session.pass(1)
    expect((await noticedBackups(session.store))[0]?.found).toEqual([])
    expect(filesIn(session.folder)).toHaveLength(2)
  })

  it('go to a second folder as well; a missing one is reported, and the own folder has the backup', async () => {
    const session = await start()
    const second = newFolder()
    await session.backups.changeSecond(second, 'ada')
    const taken = await session.backups.takeNow('ada')
    expect(taken.ok).toBe(true)
    expect(filesIn(second)).toEqual(filesIn(session.folder))
    expect(readFileSync(join(second, filesIn(second)[0] ?? ''))).toEqual(
      readFileSync(join(session.folder, filesIn(session.folder)[0] ?? '')),
    )
    await session.backups.changeSecond(join(second, 'unplugged'), 'ada')
    session.setBack(-24)
    await session.pass(1)
    const state = await session.backups.state()
    expect(state.items).toHaveLength(2)
    expect(state.second?.problem).toContain('ENOENT')
    expect(state.problem).toContain('could not be copied')
  })

  it('are created at once after an unclean stop, which is the check of the store', async () => {
    const file = newStorePath()
    const store = await open(file)
    await recordSetting(store, 'one')
    const crashed = copyAsCrashed(file)
    const session = await start('production', { file: crashed })
    await session.pass(1)
    const act = (await auditEntries(session.store)).find(({ kind }) => kind === 'backup.created')
    expect(act?.detail).toContain('"after":"unclean-stop"')
  })

  it('bound what migrations and restores left beside the store', async () => {
    const session = await start()
    const left = [
      '.before-11',
      '.before-12',
      '.before-13',
      '.before-restore-1',
      '.before-restore-2',
    ]
    for (const name of [...left, '.before-restore-3', '.before-restore-1-wal'])
      writeFileSync(session.file + name, name)
    await session.backups.takeNow('ada')
    const stored = readdirSync(dirname(session.file)).filter((name) => name.includes('.before-'))
    expect(stored.filter((name) => name.includes('restore'))).toHaveLength(2)
    expect(stored.filter((name) => !name.includes('restore'))).toHaveLength(2)
  })
})

itInFile('practice is backed up on request only', async () => {
  const session = await start('practice')
  await session.pass(72)
  expect(filesIn(session.folder)).toEqual([])
  expect(await session.backups.takeNow('mara')).toMatchObject({ ok: true })
  expect(filesIn(session.folder)).toHaveLength(1)
})
