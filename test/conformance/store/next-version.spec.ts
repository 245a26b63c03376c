/** Stores in PostgreSQL that an older or newer program made. */
import { expect, it, onTestFinished } from 'vitest'
import { verifyChain, type AuditEntry } from '../../../main/store/hash-chain.ts'
import { buildNextVersion } from '../../../main/store/postgres/next-version.ts'
import { connectEngine, type PostgresEngine } from '../../../main/store/postgres/postgres-engine.ts'
import { migrations, type Migration } from '../../../main/store/schema/migrations.ts'
import { jobContextOn } from '../../../main/store/store-server.ts'
import { describeOnPostgres, newDatabase, reachOf } from '../../postgres/databases.ts'

const at = '2026-11-28T02:00:00.000Z'
const base = migrations.length
const step = (version: number, postgres: string): Migration => ({
  version,
  name: 'made-up',
  sql: { sqlite: '', postgres },
})
const measured = step(base + 1, 'ALTER TABLE settings ADD measured bigint NOT NULL DEFAULT 0')
const filled = step(base + 2, 'UPDATE settings SET measured = length(name); CREATE TABLE next ()')
const failing = step(base + 2, `UPDATE settings SET name = 'lost'; CREATE TABLE settings ()`)

/** Returns a new store of the first version with one setting, and two connections to it. */
async function olderStore() {
  const reach = reachOf(await newDatabase())
  const connect = async (): Promise<PostgresEngine> => {
    const engine = await connectEngine(reach)
    onTestFinished(() => engine.close())
    return engine
  }
  const [engine, other] = [await connect(), await connect()]
  await buildNextVersion(engine, at)
  const act = { actor: 'ann', kind: 'test.done', subject: 'one', detail: {} }
  await jobContextOn(engine).transact(act, at, () =>
    engine.run(
      `INSERT INTO settings (name, value, at, actor) VALUES ('stored', '1', '${at}', 'ann')`,
      [],
    ),
  )
  return { engine, other }
}

async function contentOf(engine: PostgresEngine) {
  const rowsOf = async (sql: string) => (await engine.run(sql, [])).rows
  const chain = (await rowsOf('SELECT * FROM audit_entries ORDER BY seq')) as AuditEntry[]
  expect(verifyChain(chain)).toMatchObject({ ok: true })
  const [version] = await rowsOf('SELECT version FROM store_version')
  return {
    version: (version as { version: number }).version,
    settings: await rowsOf('SELECT * FROM settings'),
    acts: chain.map(({ kind, detail }) => `${kind} ${detail}`),
  }
}

const migrated = (from: number, to: number): string =>
  `store.migrated {"from":${String(from)},"to":${String(to)}}`
const waiting = `SELECT count(*) AS waiting FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`
const done = { ok: true, value: null }

describeOnPostgres('an older store in PostgreSQL', () => {
  it('is brought to the newest version with all it holds, from any version', async () => {
    const { engine } = await olderStore()
    expect(await buildNextVersion(engine, at, [...migrations, measured])).toEqual(done)
    expect(await buildNextVersion(engine, at, [...migrations, measured, filled])).toEqual(done)
    expect(await buildNextVersion(engine, at, [...migrations, measured, filled])).toEqual(done)
    expect(await contentOf(engine)).toMatchObject({
      version: base + 2,
      settings: [{ name: 'stored', measured: 6 }],
      acts: ['test.done {}', migrated(base, base + 1), migrated(base + 1, base + 2)],
    })
  })

  it('stays as it was if a step fails', async () => {
    const { engine } = await olderStore()
    const before = await contentOf(engine)
    expect(await buildNextVersion(engine, at, [...migrations, measured, failing])).toMatchObject({
      ok: false,
      error: { code: 'migration-failed', from: base, to: base + 2 },
    })
    expect(await contentOf(engine)).toEqual(before)
  })

  it('is migrated once when two programs open it', async () => {
    const { engine, other } = await olderStore()
    const both = [engine, other].map((each) =>
      buildNextVersion(each, at, [...migrations, measured, filled]),
    )
    expect(await Promise.all(both)).toEqual([done, done])
    expect((await contentOf(engine)).acts).toEqual(['test.done {}', migrated(base, base + 2)])
  })

  it('is migrated after the transaction that another program has begun', async () => {
    const { engine, other } = await olderStore()
    const act = { actor: 'ann', kind: 'test.late', subject: 'one', detail: {} }
    const building = Promise.withResolvers<unknown>()
    await jobContextOn(other).transact(act, at, async () => {
      building.resolve(buildNextVersion(engine, at, [...migrations, measured]))
      await expect.poll(async () => (await other.run(waiting, [])).rows).toEqual([{ waiting: 1 }])
    })
    expect(await building.promise).toEqual(done)
    expect((await contentOf(engine)).acts).toEqual([
      'test.done {}',
      'test.late {}',
      migrated(base, base + 1),
    ])
  })
})

describeOnPostgres('a newer store in PostgreSQL', () => {
  it('is refused, and stays as it was', async () => {
    const { engine } = await olderStore()
    await buildNextVersion(engine, at, [...migrations, measured, filled])
    const before = await contentOf(engine)
    expect(await buildNextVersion(engine, at, [...migrations, measured])).toEqual({
      ok: false,
      error: { code: 'store-newer', found: base + 2, known: base + 1 },
    })
    expect(await contentOf(engine)).toEqual(before)
  })
})

describeOnPostgres('a store in PostgreSQL of an earlier state of the program', () => {
  it.each([
    ['with another schema', `UPDATE store_version SET schema = 'f00'`],
    ['without the hash of its schema', 'ALTER TABLE store_version DROP COLUMN schema'],
  ])('%s is refused, and stays as it was', async (_how, change) => {
    const { engine } = await olderStore()
    await engine.alone(() => engine.runScript(change))
    const before = await contentOf(engine)
    expect(await buildNextVersion(engine, at)).toEqual({
      ok: false,
      error: { code: 'store-earlier' },
    })
    expect(await contentOf(engine)).toEqual(before)
  })
})
