import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { act, fakeWorker, newStorePath, open, refusal } from '../stores.ts'

/** Settings that make an acknowledged write durable in SQLite. */
const durable = {
  locking_mode: 'exclusive',
  journal_mode: 'wal',
  synchronous: 2,
  fullfsync: 1,
  checkpoint_fullfsync: 1,
  foreign_keys: 1,
  trusted_schema: 0,
  cell_size_check: 1,
  mmap_size: 0,
  journal_size_limit: 67_108_864,
  secure_delete: 2,
  temp_store: 2,
}

it('works with the settings that make an acknowledged write durable', async () => {
  const store = await open(newStorePath())
  const found = await store.record(act('settings'), async (tx) => {
    const rows: [string, unknown][] = []
    for (const pragma of Object.keys(durable)) {
      const answer = await sql<Record<string, unknown>>`PRAGMA ${sql.raw(pragma)}`.execute(tx)
      rows.push([pragma, answer.rows[0]?.[pragma]])
    }
    return Object.fromEntries(rows)
  })
  expect(found).toEqual(durable)
})

it.each([
  ['synchronous', 'NORMAL', '2', '1'],
  ['foreign_keys', 'OFF', '1', '0'],
  ['secure_delete', 'OFF', '2', '0'],
])('refuses to run with %s=%s', async (pragma, as, wanted, found) => {
  const file = newStorePath()
  const store = await open(file)
  await store.close()
  const worker = fakeWorker({ written: { pragma, as } })
  expect(await refusal(file, { worker })).toEqual({
    code: 'store-not-durable',
    pragma,
    wanted,
    found,
  })
})
