/**
 * A store of version 28, which one program had to itself: the program of that time wrote its rows,
 * and ended while it was sending.
 */
import { expect, it } from 'vitest'
import { attemptsOf } from '../../../../main/money/order/order-records.ts'
import { verifyChain } from '../../../../main/store/hash-chain.ts'
import { buildNextVersion as buildInDatabase } from '../../../../main/store/postgres/next-version.ts'
import { connectEngine } from '../../../../main/store/postgres/postgres-engine.ts'
import { postgresSchema } from '../../../../main/store/postgres/schema.ts'
import { migrations, sharedMigrations } from '../../../../main/store/schema/migrations/index.ts'
import { connect } from '../../../../main/store/sqlite/cipher.ts'
import { storeSettings } from '../../../../main/store/sqlite/connection-settings.ts'
import { buildNextVersion } from '../../../../main/store/sqlite/next-version.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import type { Store } from '../../../../main/store/store.ts'
import type { Tables } from '../../../../main/store/tables.ts'
import { databaseOf, isOnPostgres, socket } from '../../../postgres/databases-for-files.ts'
import { connectTo } from '../../../postgres/server.ts'
import { open as openBulk } from '../../inquiry/bulk/open-bulk.ts'
import { auditEntries, newest, newStorePath, open } from '../../store/stores.ts'
import { openSession, rowOf } from './support/sending-session.ts'
import before from './support/store-of-version-28.json' with { type: 'json' }

type Value = string | number | { readonly base64: string }
type Row = Readonly<Record<string, Value | undefined>>

/** Its tables, each after those that it refers to; an order is named by its state. */
const tables = Object.entries(before.rows) as readonly (readonly [keyof Tables, readonly Row[]])[]
const [created] = before.rows.audit_entries

const storedValue = (value: Value | undefined): unknown =>
  typeof value === 'object' ? Uint8Array.from(Buffer.from(value.base64, 'base64')) : value

/** Calls `insert` for each row of the store but the first `made` acts, with a mark for each value. */
async function fill(
  made: number,
  mark: (at: number) => string,
  insert: (sql: string, values: unknown[]) => unknown,
): Promise<void> {
  for (const [table, rows] of tables)
    for (const row of table === 'audit_entries' ? rows.slice(made) : rows) {
      const marks = Object.keys(row).map((_, at) => mark(at + 1))
      const sql = `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${marks.join(', ')})`
      await insert(sql, Object.values(row).map(storedValue))
    }
}

async function fileBefore(file: string): Promise<void> {
  const build = { migrations: migrations.slice(0, before.version), settings: storeSettings }
  buildNextVersion({ file, key: new Uint8Array(practiceKey), at: created?.at ?? '' }, 0, build)
  const connection = connect(file, practiceKey)
  // The act of its creation is there.
  await fill(
    1,
    () => '?',
    (sql, values) => connection.prepare(sql).run(values),
  )
  connection.close()
}

async function databaseBefore(file: string): Promise<void> {
  // The database of a path is created with its first opening.
  await (await open(file)).close()
  const database = databaseOf(file)
  const server = await connectTo(socket())
  await server.query(`DROP DATABASE ${database} WITH (FORCE)`)
  await server.query(`CREATE DATABASE ${database} TEMPLATE template0`)
  await server.end()
  const engine = await connectEngine({ ...socket(), database })
  const steps = sharedMigrations.slice(0, before.version - postgresSchema.version)
  expect(await buildInDatabase(engine, '', steps)).toEqual({ ok: true, value: null })
  await engine.close()
  const client = await connectTo(socket(), database)
  await client.query('SET search_path TO store, lite, pg_catalog')
  await fill(
    0,
    (at) => `$${String(at)}`,
    (sql, values) => client.query(sql, values),
  )
  await client.end()
}

async function storeBefore(): Promise<string> {
  const file = newStorePath()
  await (isOnPostgres ? databaseBefore(file) : fileBefore(file))
  return file
}

const rowsOf = (store: Store, table: keyof Tables): Promise<object[]> =>
  store.read.selectFrom(table).selectAll().execute()

it('a store of the version before homes opens with nothing lost and nothing sent', async () => {
  const file = await storeBefore()
  const opened = await open(file)
  for (const [table, rows] of tables) {
    const stored = await rowsOf(opened, table)
    const expected = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, storedValue(value)])),
    )
    expect(stored).toHaveLength(rows.length + (table === 'audit_entries' ? 1 : 0))
    expect(stored).toEqual(
      expect.arrayContaining(expected.map((row) => expect.objectContaining(row) as unknown)),
    )
  }
  await opened.close()

  const session = await openSession({ file })
  const bulk = await openBulk([], session.store)
  await session.sending.recover()
  const orders = await session.store.read
    .selectFrom('orders')
    .select(['id', 'state', 'home'])
    .orderBy('id')
    .execute()
  expect(orders.map(({ id, state }) => `${id}: ${state}`)).toEqual([
    'accepted: accepted',
    'approved: approved',
    'batch: draft',
    'draft: draft',
    'queued: approved',
    'rejected: rejected',
    'sending: outcome-unknown',
    'unknown: outcome-unknown',
  ])
  expect(orders.filter(({ home }) => home !== null)).toEqual([])
  expect(await attemptsOf(session.store.read, 'sending')).toMatchObject([
    { seq: 1, outcome: 'interrupted' },
  ])
  expect(session.tracked).toEqual(['sending'])
  const queued = await rowOf(session, 'queued')
  expect(queued.not_sent).toContain('program ended')
  expect(queued).toMatchObject({ released_at: null, released_by: null })
  expect(await attemptsOf(session.store.read, 'queued')).toEqual([])
  const runs = await session.store.read.selectFrom('bulk_runs').select('state').execute()
  expect(runs.map(({ state }) => state).sort()).toEqual(['finished', 'interrupted'])
  const runRows = await session.store.read.selectFrom('bulk_rows').select('state').execute()
  const rowStates = runRows.map(({ state }) => state).sort()
  expect(rowStates).toEqual(['answered', 'answered', 'unknown', 'unknown', 'unknown'])

  const acts = await auditEntries(session.store)
  const known = before.rows.audit_entries.length
  expect(verifyChain(acts)).toMatchObject({ ok: true })
  expect(acts.slice(0, known)).toEqual(before.rows.audit_entries)
  expect(acts[known]).toMatchObject({
    kind: 'store.migrated',
    detail: JSON.stringify({ from: before.version, to: newest }),
  })
  const since = acts.slice(known + 1).map(({ kind, subject }) => `${kind} ${subject}`)
  expect(since).toEqual(
    expect.arrayContaining(['order.interrupted sending', 'order.lapsed queued']),
  )
  await session.sending.rest()
  expect(session.bank.sent).toEqual([])
  expect(bulk.bank.requested).toEqual([])
})
