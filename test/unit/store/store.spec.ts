import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { either } from '../../../main/store/dialect.ts'
import { verifyChain } from '../../../main/store/hash-chain.ts'
import type { StoreFault } from '../../../main/store/store-error.ts'
import type { Store } from '../../../main/store/store.ts'
import { withDetail } from '../../../main/store/with-detail.ts'
import { isOnPostgres } from '../../postgres/databases-for-files.ts'
import { countedStoreWorker, messagesOf } from '../support/store-messages.ts'
import {
  act,
  auditEntries,
  describeInFile,
  fakeWorker,
  itInFile,
  newStorePath,
  open,
  recordSetting,
  settingNames,
} from './stores.ts'

const subjects = async (store: Parameters<typeof auditEntries>[0]): Promise<string[]> =>
  (await auditEntries(store)).map(({ subject }) => subject)

/** What a store rejects with; the code of the engine is that of SQLite. */
const refused = (code: StoreFault, engineCode: string) =>
  isOnPostgres ? { code } : { code, engineCode }

describe('recording', () => {
  it('stores a record and its act over closing and opening', async () => {
    const file = newStorePath()
    const first = await open(file)
    await recordSetting(first, 'theme')
    await first.close()

    const second = await open(file)
    expect(await settingNames(second)).toEqual(['theme'])
    expect(await subjects(second)).toEqual(['store', 'theme'])
  })

  it('resolves with what the work gave', async () => {
    const store = await open(newStorePath())
    expect(await store.record(act('nothing'), () => Promise.resolve(42))).toBe(42)
  })

  it('stores what the work found out in the detail of its act', async () => {
    const store = await open(newStorePath())
    const subject = { ...act('own'), detail: { asked: 1, found: 0 } }
    const found = store.record(subject, () => Promise.resolve(withDetail(42, { found: 2 })))
    expect(await found).toBe(42)
    const entries = await auditEntries(store)
    expect(entries.at(-1)).toMatchObject({ subject: 'own', detail: '{"asked":1,"found":2}' })
    expect(verifyChain(entries)).toMatchObject({ ok: true })
  })

  it('stores the further acts of the work after its own, or none of them', async () => {
    const store = await open(newStorePath())
    const work = (fails: boolean) =>
      store.record(act('own'), (_tx, also) => {
        also(act('first'))
        also(act('second'))
        return fails ? Promise.reject(new RangeError('changed my mind')) : Promise.resolve()
      })
    await expect(work(true)).rejects.toThrow(new RangeError('changed my mind'))
    expect(await subjects(store)).toEqual(['store'])
    await work(false)
    expect(await subjects(store)).toEqual(['store', 'own', 'first', 'second'])
    expect(verifyChain(await auditEntries(store))).toMatchObject({ ok: true, value: { seq: 4 } })
  })

  it('leaves neither record nor act when the work fails', async () => {
    const store = await open(newStorePath())
    const recording = store.record(act('half'), async (tx) => {
      await tx
        .insertInto('settings')
        .values({ name: 'half', value: '1', at: 'now', actor: 'operator-1' })
        .execute()
      throw new RangeError('changed my mind')
    })

    await expect(recording).rejects.toThrow(new RangeError('changed my mind'))
    expect(await settingNames(store)).toEqual([])
    expect(await subjects(store)).toEqual(['store'])
  })

  it('leaves neither record nor act when the act is not JSON', async () => {
    const store = await open(newStorePath())
    const recording = store.record({ ...act('odd'), detail: { amount: NaN } }, (tx) =>
      tx
        .insertInto('settings')
        .values({ name: 'odd', value: '1', at: 'now', actor: 'operator-1' })
        .execute(),
    )

    await expect(recording).rejects.toThrow(TypeError)
    expect(await settingNames(store)).toEqual([])
    expect(await subjects(store)).toEqual(['store'])
  })

  itInFile('rejects with full on a full disk, keeps its content and continues', async () => {
    const store = await open(newStorePath(), { worker: fakeWorker({ pages: 260 }) })
    await recordSetting(store, 'before')

    const tooMuch = recordSetting(store, 'large', JSON.stringify('x'.repeat(400_000)))
    await expect(tooMuch).rejects.toMatchObject({
      name: 'StoreError',
      code: 'full',
      engineCode: 'SQLITE_FULL',
    })

    await recordSetting(store, 'small')
    expect(await settingNames(store)).toEqual(['before', 'small'])
    expect(await subjects(store)).toEqual(['store', 'before', 'small'])
  })

  it('keeps one unbroken chain under recordings that were started together', async () => {
    const store = await open(newStorePath())
    const names = Array.from({ length: 60 }, (_, index) => `setting-${String(index + 10)}`)
    await Promise.all(
      names.map((name, index) =>
        index % 7 === 0
          ? store.record(act(name), () => Promise.reject(new Error('refused'))).catch(() => null)
          : recordSetting(store, name),
      ),
    )

    const stored = names.filter((_, index) => index % 7 !== 0)
    expect(await settingNames(store)).toEqual(stored)
    expect(await subjects(store)).toEqual(['store', ...stored])
    expect(verifyChain(await auditEntries(store))).toMatchObject({ ok: true })
  })

  it('chains text that is not well-formed Unicode as it will be read back', async () => {
    const store = await open(newStorePath())
    await store.record({ ...act('a\ud800b\0c'), detail: { '\udc00': '\ud800' } }, () =>
      Promise.resolve(),
    )
    const entries = await auditEntries(store)
    expect(entries.at(-1)).toMatchObject({ subject: 'a\ufffdb\0c' })
    expect(verifyChain(entries)).toMatchObject({ ok: true })
  })
})

describe('recording one statement', () => {
  const recordOne = (store: Store, name: string, value = '"on"'): Promise<void> =>
    store.recordOne(act(name), (tx) =>
      tx.insertInto('settings').values({ name, value, at: 'now', actor: 'operator-1' }),
    )

  it('stores the row and its act in one message', async () => {
    const store = await open(newStorePath(), { worker: countedStoreWorker })
    const { messages } = await messagesOf(() => recordOne(store, 'theme'))

    expect(messages).toEqual(['commit setting.changed'])
    expect(await settingNames(store)).toEqual(['theme'])
    expect(await subjects(store)).toEqual(['store', 'theme'])
    expect(verifyChain(await auditEntries(store))).toMatchObject({ ok: true })
  })

  it('leaves neither row nor act when the statement fails, and continues', async () => {
    const store = await open(newStorePath())
    await recordOne(store, 'theme')
    await expect(recordOne(store, 'theme')).rejects.toMatchObject(
      refused('constraint', 'SQLITE_CONSTRAINT_PRIMARYKEY'),
    )
    const unexplained = store.recordOne({ ...act('odd'), detail: { amount: NaN } }, (tx) =>
      tx.insertInto('settings').values({ name: 'odd', value: '1', at: 'now', actor: 'operator-1' }),
    )
    await expect(unexplained).rejects.toThrow(TypeError)

    await recordOne(store, 'after')
    expect(await settingNames(store)).toEqual(['after', 'theme'])
    expect(await subjects(store)).toEqual(['store', 'theme', 'after'])
  })

  itInFile('leaves no row when the act cannot be written', async () => {
    const store = await open(newStorePath(), { worker: fakeWorker({ pages: 260 }) })
    const tooMuch = { ...act('large'), detail: { text: 'x'.repeat(400_000) } }
    const recording = store.recordOne(tooMuch, (tx) =>
      tx.insertInto('settings').values({ name: 'large', value: '1', at: 'now', actor: 'mara' }),
    )
    await expect(recording).rejects.toMatchObject({
      name: 'StoreError',
      code: 'full',
      engineCode: 'SQLITE_FULL',
    })

    await recordOne(store, 'small')
    expect(await settingNames(store)).toEqual(['small'])
    expect(await subjects(store)).toEqual(['store', 'small'])
  })

  it('keeps its place among the recordings around it', async () => {
    const store = await open(newStorePath())
    await Promise.all([recordSetting(store, 'a'), recordOne(store, 'b'), recordSetting(store, 'c')])
    expect(await subjects(store)).toEqual(['store', 'a', 'b', 'c'])
  })

  it('is refused inside a recording', async () => {
    const store = await open(newStorePath())
    const nested = store.record(act('outer'), () => recordOne(store, 'inner'))
    await expect(nested).rejects.toMatchObject({ code: 'nested' })
    expect(await subjects(store)).toEqual(['store'])
  })
})

describe('what cannot be written', () => {
  it('refuses a write that comes without an act, even past the types', async () => {
    const store = await open(newStorePath())
    await recordSetting(store, 'explained')
    const writer = store.read as unknown as Parameters<Parameters<typeof store.record>[1]>[0]
    const write = writer
      .insertInto('settings')
      .values({ name: 'quiet', value: '1', at: 'now', actor: 'operator-1' })
      .execute()

    await expect(write).rejects.toMatchObject(refused('io', 'SQLITE_READONLY'))
    expect(await settingNames(store)).toEqual(['explained'])
  })

  it('refuses a write through a transaction that has ended', async () => {
    const store = await open(newStorePath())
    const stored = await store.record(act('stored'), (tx) => Promise.resolve({ tx }))
    const write = stored.tx.deleteFrom('settings').execute()
    await expect(write).rejects.toThrow('Transaction is already committed')
  })

  it.each([
    ['changed', sql`UPDATE audit_entries SET actor = 'nobody' WHERE seq = 1`],
    ['deleted', sql`DELETE FROM audit_entries WHERE seq = 1`],
    [
      'replaced',
      either(
        sql`INSERT OR REPLACE INTO audit_entries SELECT seq, at, 'nobody', kind, subject, detail,
          hash, hash FROM audit_entries`,
        sql`INSERT INTO audit_entries SELECT seq, at, 'nobody', kind, subject, detail, hash, hash
          FROM audit_entries ON CONFLICT (seq) DO UPDATE SET actor = excluded.actor`,
      ),
    ],
    [
      'slipped in',
      sql`INSERT INTO audit_entries SELECT seq + 1, at, actor, kind, subject, detail,
          previous_hash, hash FROM audit_entries`,
    ],
  ])('lets no audit entry be %s', async (_, statement) => {
    const store = await open(newStorePath())
    const before = await auditEntries(store)
    const recording = store.record(act('tamper'), (tx) => statement.execute(tx))

    await expect(recording).rejects.toMatchObject(
      refused('constraint', 'SQLITE_CONSTRAINT_TRIGGER'),
    )
    expect(await auditEntries(store)).toEqual(before)
  })

  it('refuses a row that breaks a rule of its table', async () => {
    const store = await open(newStorePath())
    await expect(recordSetting(store, 'broken', '{not json')).rejects.toMatchObject(
      refused('constraint', 'SQLITE_CONSTRAINT_CHECK'),
    )
    await expect(
      store.record(act('flag'), (tx) =>
        tx
          .updateTable('settings')
          .set({ value: true as unknown as string })
          .execute(),
      ),
    ).rejects.toMatchObject({ code: 'statement' })
  })

  it('refuses a validation of a bank call which was never recorded', async () => {
    const store = await open(newStorePath())
    const validation = {
      id: 'v-1',
      at: 'now',
      actor: 'operator-1',
      api_version: 'v1' as const,
      routing_number: '021000021',
      account_number: '0012',
      account_significant: '12',
      owner_kind: 'none' as const,
      owner_name: '',
      fields_sent: '[]',
      user_defined: null,
      outcome: '{}',
      result_class: 'answered',
      score: null,
      bank_call_id: 'never-made',
      search_text: '0012',
    }
    await expect(
      store.record(act('v-1'), (tx) => tx.insertInto('validations').values(validation).execute()),
    ).rejects.toMatchObject(refused('constraint', 'SQLITE_CONSTRAINT_FOREIGNKEY'))
    await expect(
      store.record(act('v-1'), (tx) =>
        tx
          .insertInto('validations')
          .values({ ...validation, bank_call_id: null })
          .execute(),
      ),
    ).resolves.toBeDefined()
  })
})

describe('turns', () => {
  it('rejects reading and recording inside a recording, which would wait for ever', async () => {
    const store = await open(newStorePath())
    const reading = store.record(act('reads'), () => settingNames(store))
    await expect(reading).rejects.toMatchObject({ code: 'nested' })
    const nested = store.record(act('nests'), () => recordSetting(store, 'inner'))
    await expect(nested).rejects.toMatchObject({ code: 'nested' })
    expect(await subjects(store)).toEqual(['store'])
  })

  it('lets work that outlives its recording use the store again', async () => {
    const store = await open(newStorePath())
    let outlived: Promise<string[]> | undefined
    const gate = Promise.withResolvers<undefined>()
    await store.record(act('first'), () => {
      outlived = gate.promise.then(() => settingNames(store))
      return Promise.resolve()
    })
    gate.resolve(undefined)
    expect(await outlived).toEqual([])
  })

  it('closes after the work in progress, and rejects later work', async () => {
    const store = await open(newStorePath())
    const begun = recordSetting(store, 'begun')
    const closing = store.close()
    await expect(begun).resolves.toBeDefined()
    await closing
    await store.close()
    await expect(settingNames(store)).rejects.toMatchObject({ code: 'closed' })
    await expect(recordSetting(store, 'late')).rejects.toMatchObject({ code: 'closed' })
  })

  itInFile(
    'rejects everything under way when the worker dies, and loses nothing recorded',
    async () => {
      const file = newStorePath()
      const store = await open(file, { worker: fakeWorker({ crashOn: 'profile_settings' }) })
      await recordSetting(store, 'recorded')

      const fatal = store.read.selectFrom('profile_settings').selectAll().execute()
      const behind = recordSetting(store, 'behind')
      await expect(fatal).rejects.toMatchObject({ name: 'StoreError', code: 'gone' })
      await expect(behind).rejects.toMatchObject({ code: 'gone' })
      await expect(settingNames(store)).rejects.toMatchObject({ code: 'gone' })
      await store.close()

      expect(await settingNames(await open(file))).toEqual(['recorded'])
    },
  )
})

describeInFile('what lies on the disk', () => {
  it('shows no text of a record, a table or an act in any file', async () => {
    const file = newStorePath()
    const store = await open(file)
    await recordSetting(store, 'marker-in-the-name', '"marker-in-the-value"')
    const bytesOnDisk = (): string =>
      readdirSync(dirname(file))
        .map((name) => readFileSync(join(dirname(file), name), 'latin1'))
        .join('\n')
    const open1 = bytesOnDisk()
    await store.close()

    for (const bytes of [open1, bytesOnDisk()]) {
      expect(bytes).toContain('SQLite format 3\0')
      expect(bytes).not.toContain('marker')
      expect(bytes).not.toContain('settings')
      expect(bytes).not.toContain('operator-1')
    }
  })
})
