import { expect, it, onTestFinished } from 'vitest'
import { SqliteEngine } from '../../../../main/store/sqlite/sqlite-engine.ts'
import { Sqlite } from '../../../../main/store/sqlite/sqlite.ts'

function newEngine() {
  const connection = new Sqlite(':memory:')
  connection.exec(`
    CREATE TABLE things (seq INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TRIGGER gone BEFORE INSERT ON things WHEN new.name = 'gone'
    BEGIN SELECT RAISE(ROLLBACK, 'all is gone'); END`)
  const engine = new SqliteEngine({ connection, close: () => void connection.close() })
  onTestFinished(() => engine.close())
  const names = async () => (await engine.run('SELECT name FROM things ORDER BY seq', [])).rows
  const insert = (name: string) => engine.run('INSERT INTO things (name) VALUES (?)', [name])
  return { engine, names, insert }
}

it('returns the rows of a statement that writes, and counts what it changed', async () => {
  const { engine, insert } = newEngine()
  await engine.begin()
  expect(await insert('one')).toEqual({ rows: [], changes: 1 })
  const returning = 'INSERT INTO things (name) VALUES (?), (?) ON CONFLICT DO NOTHING RETURNING seq'
  expect(await engine.run(returning, ['two', 'three'])).toEqual({
    rows: [{ seq: 2 }, { seq: 3 }],
    changes: 2,
  })
  expect(await engine.run(returning, ['three', 'four'])).toEqual({
    rows: [{ seq: 4 }],
    changes: 1,
  })
  expect(await engine.run('DELETE FROM things WHERE seq > 2', [])).toEqual({ rows: [], changes: 2 })
  await engine.commit()
})

it('writes nothing outside a transaction, with and without rows', async () => {
  const { engine, names, insert } = newEngine()
  await expect(insert('one')).rejects.toMatchObject({ code: 'io', engineCode: 'SQLITE_READONLY' })
  const returning = "INSERT INTO things (name) VALUES ('one') RETURNING seq"
  await expect(engine.run(returning, [])).rejects.toMatchObject({
    code: 'io',
    engineCode: 'SQLITE_READONLY',
  })
  await engine.begin()
  await engine.rollback()
  await expect(insert('one')).rejects.toMatchObject({ code: 'io', engineCode: 'SQLITE_READONLY' })
  expect(await names()).toEqual([])
})

it('writes nothing in a transaction that a statement began', async () => {
  const { engine, names, insert } = newEngine()
  await engine.run('BEGIN', [])
  await expect(insert('one')).rejects.toMatchObject({ code: 'io', engineCode: 'SQLITE_READONLY' })
  await engine.rollback()
  expect(await names()).toEqual([])
})

it('takes back only what was attempted, and returns why', async () => {
  const { engine, names, insert } = newEngine()
  await engine.begin()
  await insert('one')
  expect(await engine.attempt(() => insert('two'))).toMatchObject({ ok: true })
  const failed = await engine.attempt(async () => {
    await insert('three')
    await insert('one')
  })
  expect(failed).toMatchObject({
    ok: false,
    error: { code: 'constraint', engineCode: 'SQLITE_CONSTRAINT_UNIQUE' },
  })
  await engine.commit()
  expect(await names()).toEqual([{ name: 'one' }, { name: 'two' }])
})

it('rejects an attempt where the database has ended the transaction, and nothing is stored', async () => {
  const { engine, names, insert } = newEngine()
  await engine.begin()
  await insert('one')
  await expect(engine.attempt(() => insert('gone'))).rejects.toThrow('all is gone')
  await engine.rollback()
  expect(await names()).toEqual([])
  await expect(insert('two')).rejects.toMatchObject({ code: 'io', engineCode: 'SQLITE_READONLY' })
})
