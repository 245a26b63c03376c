import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { gatheredReader } from '../../../main/store/gathered-reader.ts'
import type { Reader, Store } from '../../../main/store/store.ts'
import { newStorePath, open, recordSetting } from './stores.ts'

const valueOf = async (reader: Reader, name: string): Promise<string | undefined> =>
  (await reader.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())
    ?.value

/**
 * Returns a store with two settings, and the number of statements in each message to its worker.
 */
async function counted(): Promise<{ store: Store; reader: Reader; messages: number[] }> {
  const store = await open(newStorePath())
  await recordSetting(store, 'one', '"1"')
  await recordSetting(store, 'two', '"2"')
  const messages: number[] = []
  const work: Store['work'] = (job, input) => {
    messages.push((input as unknown[]).length)
    return store.work(job, input)
  }
  return { store, reader: gatheredReader({ ...store, work }), messages }
}

describe('a gathered reader', () => {
  it('combines simultaneous reads into one message, each with its own answer', async () => {
    const { reader, messages } = await counted()
    const all = [valueOf(reader, 'one'), valueOf(reader, 'two'), valueOf(reader, 'three')]
    expect(await Promise.all(all)).toEqual(['"1"', '"2"', undefined])
    expect(messages).toEqual([3])
  })

  it('combines the reads that follow from an answer with those that follow from the others', async () => {
    const { reader, messages } = await counted()
    const twice = async (name: string) => [
      await valueOf(reader, name),
      await valueOf(reader, `${name}-more`),
    ]
    await Promise.all([twice('one'), twice('two')])
    expect(messages).toEqual([2, 2])
  })

  it('reads again each time, with all that was recorded before the read', async () => {
    const { store, reader } = await counted()
    expect(await valueOf(reader, 'three')).toBeUndefined()
    const recording = recordSetting(store, 'three', '"3"')
    expect(await valueOf(reader, 'three')).toBe('"3"')
    await recording
  })

  it('returns all of it in as many messages as are needed where a statement takes long', async () => {
    const { reader, messages } = await counted()
    const slow = sql<{ n: number }>`(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c
      WHERE n < 2000000) SELECT max(n) AS n FROM c)`
    const [counted1, one] = await Promise.all([
      reader.selectFrom(slow.as('slow')).select('n').executeTakeFirst(),
      valueOf(reader, 'one'),
    ])
    expect([counted1?.n, one]).toEqual([2_000_000, '"1"'])
    expect(messages).toEqual([2, 1])
  })

  it('rejects with the error of the engine, and continues to read afterwards', async () => {
    const { reader } = await counted()
    const wrong = reader
      .selectFrom(sql<{ a: 1 }>`nowhere`.as('n'))
      .selectAll()
      .execute()
    await expect(wrong).rejects.toMatchObject({ name: 'StoreError', code: 'statement' })
    expect(await valueOf(reader, 'one')).toBe('"1"')
  })

  it('is refused inside a transaction, which would wait for itself', async () => {
    const { store, reader } = await counted()
    const act = { actor: 'operator-1', kind: 'setting.changed', subject: 'x', detail: {} }
    const nested = store.record(act, () => valueOf(reader, 'one'))
    await expect(nested).rejects.toMatchObject({ code: 'nested' })
  })

  it('writes nothing', async () => {
    const { store, reader } = await counted()
    const writing = sql`INSERT INTO settings VALUES ('x', '1', 'now', 'operator-1') RETURNING name`
    const attempt = writing.execute(reader as never)
    await expect(attempt).rejects.toMatchObject({ name: 'StoreError' })
    expect(await valueOf(store.read, 'x')).toBeUndefined()
  })
})
