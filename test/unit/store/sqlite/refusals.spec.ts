import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newStoreKey } from '../../../../main/store/store-key.ts'
import {
  contentsOf,
  fakeWorker,
  newFolder,
  newStorePath,
  open,
  recordSetting,
  refusal,
  settingNames,
  tryOpen,
  later,
  newest,
} from '../stores.ts'
import { decidedPath } from '../../../../main/store/store-file.ts'
import { storeThread } from '../../../../main/store/store-thread.ts'

const full = { code: 'store-full', detail: 'SQLITE_FULL: database or disk is full' }

interface Left {
  readonly file: Buffer
  readonly log?: Buffer
}

/** Returns the files of a store with some pages after a clean close and after a crash. */
async function leftBy(): Promise<{ closed: Left; crashed: Left }> {
  const file = newStorePath()
  const first = await open(file)
  for (const name of ['one', 'two', 'three']) {
    await recordSetting(first, name, JSON.stringify(name.repeat(4_000)))
  }
  await first.close()
  const closed = { file: readFileSync(file) }

  const second = await open(file)
  await recordSetting(second, 'newest')
  const crashed = { file: readFileSync(file), log: readFileSync(`${file}-wal`) }
  await second.close()
  return { closed, crashed }
}

// Created once: every test works on a copy of its own.
let left: ReturnType<typeof leftBy> | undefined
const whatIsLeft = (): ReturnType<typeof leftBy> => (left ??= leftBy())

function put({ file, log }: Left): string {
  const path = newStorePath()
  writeFileSync(path, file)
  if (log !== undefined) writeFileSync(`${path}-wal`, log)
  return path
}

const closedStore = async (): Promise<string> => put((await whatIsLeft()).closed)
/** Its newest record is in the log only. */
const crashedStore = async (): Promise<string> => put((await whatIsLeft()).crashed)

function overwrite(file: string, at: number, bytes: (old: Buffer) => Buffer | string): void {
  const content = readFileSync(file)
  content.set(Buffer.from(bytes(content)), at)
  writeFileSync(file, content)
}

/** Expects a refusal that leaves every byte of the folder unchanged. */
async function refusedUntouched(file: string, opening: Parameters<typeof refusal>[1] = {}) {
  const before = contentsOf(dirname(file))
  const reason = await refusal(file, opening)
  expect(contentsOf(dirname(file))).toEqual(before)
  return reason
}

describe('where a store must exist and is missing', () => {
  it('none is created', async () => {
    const file = newStorePath()
    expect(await refusedUntouched(file, { mustExist: true })).toEqual({ code: 'store-missing' })
  })

  it('a restore that was already final is finished', async () => {
    const file = newStorePath()
    writeFileSync(decidedPath(file), (await whatIsLeft()).closed.file)
    const store = await open(file, { mustExist: true })
    expect(await settingNames(store)).toEqual(['one', 'three', 'two'])
  })
})

describe.each([
  ['closed', closedStore, ['one', 'three', 'two']],
  ['crashed', crashedStore, ['newest', 'one', 'three', 'two']],
])('a %s store is left as it was found when', (_, store, names) => {
  it('a newer version wrote it', async () => {
    const file = await store()
    overwrite(file, 63, () => Buffer.from([later]))
    expect(await refusedUntouched(file)).toEqual({
      code: 'store-newer',
      found: later,
      known: newest,
    })
  })

  it.each([
    ['with another schema', (old: Buffer) => Buffer.from([(old[60] ?? 0) ^ 1])],
    ['without the hash of its schema', () => Buffer.from([0, 0, 0, 38])],
  ])('an earlier state of the program wrote it, %s', async (_how, bytes) => {
    const file = await store()
    overwrite(file, 60, bytes)
    expect(await refusedUntouched(file)).toEqual({ code: 'store-earlier' })
  })

  it('another program wrote it', async () => {
    const file = await store()
    overwrite(file, 68, () => 'ELSE')
    expect(await refusedUntouched(file)).toEqual({ code: 'store-foreign' })
  })

  it('the key is another one', async () => {
    const file = await store()
    const reason = await refusedUntouched(file, { key: newStoreKey() })
    expect(reason).toEqual({ code: 'store-wrong-key' })
    expect(await settingNames(await open(file))).toEqual(names)
  })

  it('the key has lost bytes', async () => {
    const reason = await refusedUntouched(await store(), { key: newStoreKey().subarray(0, 32) })
    expect(reason).toEqual({ code: 'store-wrong-key' })
  })

  it('one bit of a page has flipped', async () => {
    const file = await store()
    const lastPage = readFileSync(file).length - 4096
    overwrite(file, lastPage + 100, (old) => Buffer.from([(old[lastPage + 100] ?? 0) ^ 1]))
    expect(await refusedUntouched(file)).toMatchObject({ code: 'store-damaged' })
  })

  it('it would not be durable', async () => {
    const worker = fakeWorker({ written: { pragma: 'synchronous', as: 'NORMAL' } })
    const reason = await refusedUntouched(await store(), { worker })
    expect(reason).toMatchObject({ code: 'store-not-durable', pragma: 'synchronous' })
  })

  it.each([
    ['a statement fails', 'failing', /audit_entries already exists/],
    ['a reference would lead nowhere', 'orphaning', /foreign_key_check/],
  ] as const)('its migration fails because %s', async (__, version, detail) => {
    const file = await store()
    if (version === 'orphaning') await addValidation(file)
    const reason = await refusedUntouched(file, { worker: fakeWorker({ version }) })
    const failed = { code: 'migration-failed', from: newest, to: later }
    expect(reason).toEqual({ ...failed, detail: expect.stringMatching(detail) as string })
  })

  it('a migration finds the disk full', async () => {
    const file = await store()
    const worker = fakeWorker({ version: 'later', pages: readFileSync(file).length / 4096 + 2 })
    const reason = await refusedUntouched(file, { worker })
    expect(reason).toEqual(full)
  })
})

async function addValidation(file: string): Promise<void> {
  const store = await open(file)
  const at = '2026-11-23T14:00:00.000Z'
  const who = { at, actor: 'operator-1' }
  await store.record(
    { actor: 'operator-1', kind: 'bank.called', subject: 'c-1', detail: {} },
    async (tx) => {
      await tx
        .insertInto('bank_calls')
        .values({
          id: 'c-1',
          ...who,
          purpose: 'validate',
          method: 'POST',
          path: '/v1',
          lane: 'interactive',
          waited_ms: 0,
          attempt: 1,
          request_headers: '{}',
          request_body: null,
          status: null,
          response_headers: null,
          response_body: null,
          response_body_base64: 0,
          outcome: 'unknown',
          detail: '{}',
          correlation_id: null,
          started_at: at,
          written_at: null,
          answered_at: null,
          finished_at: at,
        })
        .execute()
      await tx
        .insertInto('validations')
        .values({
          id: 'v-1',
          ...who,
          api_version: 'v1',
          routing_number: '021000021',
          account_number: '0012',
          account_significant: '12',
          owner_kind: 'none',
          owner_name: '',
          fields_sent: '[]',
          user_defined: null,
          outcome: '{}',
          result_class: 'unknown',
          score: null,
          bank_call_id: 'c-1',
          search_text: '12',
        })
        .execute()
    },
  )
  await store.close()
}

describe('what is no store', () => {
  it.each([
    ['a text', 'Quarterly figures\n'.repeat(100)],
    ['an empty file', ''],
    ['the beginning of a header', 'SQLite format 3\0'],
    ['a plain SQLite header', 'SQLite format 3\0'.padEnd(4096, '\0')],
  ])('refuses %s and leaves it', async (_, content) => {
    const file = newStorePath()
    writeFileSync(file, content)
    expect(await refusedUntouched(file)).toEqual({ code: 'store-foreign' })
  })

  it('refuses to start again beside the log of a store that is missing', async () => {
    const crashed = await crashedStore()
    const file = newStorePath()
    writeFileSync(`${file}-wal`, readFileSync(`${crashed}-wal`))
    expect(await refusedUntouched(file)).toMatchObject({ code: 'store-damaged' })
  })

  it('refuses a folder', async () => {
    const file = newStorePath()
    mkdirSync(file)
    expect(await refusal(file)).toMatchObject({ code: 'store-unreadable' })
  })

  it('refuses a path whose folder is missing', async () => {
    const reason = await refusal(join(newFolder(), 'missing', 'store.db'))
    expect(reason).toMatchObject({ code: 'store-unreadable' })
  })

  it('refuses when the worker cannot start', async () => {
    const file = newStorePath()
    const reason = await refusedUntouched(file, {
      worker: storeThread(new URL('file:///no/such/worker.js')),
    })
    expect(reason).toMatchObject({ code: 'store-unreadable' })
  })

  it('leaves no half-made store when the disk is full at the first start', async () => {
    const file = newStorePath()
    const reason = await refusedUntouched(file, { worker: fakeWorker({ pages: 5 }) })
    expect(reason).toEqual(full)
  })
})

describe('one opener at a time', () => {
  it('refuses a second opener while the first works on, and lets it in afterwards', async () => {
    const file = newStorePath()
    const first = await open(file)
    await recordSetting(first, 'before')
    expect(await refusal(file)).toEqual({ code: 'store-in-use' })
    await recordSetting(first, 'after')
    await first.close()
    expect(await settingNames(await open(file))).toEqual(['after', 'before'])
  })

  it.each([
    ['open', fakeWorker({})],
    ['migrate', fakeWorker({ version: 'later' })],
  ])('lets exactly one of several in that come at once to %s', async (_, worker) => {
    const file = await closedStore()
    const opened = await Promise.all([1, 2, 3].map(() => tryOpen(file, { worker })))
    expect(opened.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = opened.flatMap((one) => (one.ok ? [] : [one.error]))
    expect(refused).toEqual([{ code: 'store-in-use' }, { code: 'store-in-use' }])
  })
})
