/** One store server with each engine: both answer the same. */
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { connectEngine } from '../../../main/store/postgres/postgres-engine.ts'
import { jobContextOn } from '../../../main/store/store-server.ts'
import { describeOnPostgres, reachOf } from '../../postgres/databases.ts'
import { newEngines, newPostgresStore } from './engines.ts'

const at = '2026-11-28T02:00:00.000Z'
const act = (subject: string) => ({ actor: 'ann', kind: 'test.done', subject, detail: {} })
const insert = `INSERT INTO settings (name, value, at, actor) VALUES (?, ?, '${at}', 'ann')`
const names = 'SELECT name FROM settings ORDER BY name'

describeOnPostgres('a store of either engine', () => {
  it('keeps a transaction with its act, which continues the chain', async () => {
    const chains: unknown[] = []
    for (const [, engine] of await newEngines()) {
      const job = jobContextOn(engine)
      await job.transact(act('one'), at, async (also) => {
        also(act('part'))
        await job.run(insert, 'one', '"1"')
      })
      await job.transact(act('two'), at, () => job.run(insert, 'two', '"2"'))
      expect(await job.all(names)).toEqual([{ name: 'one' }, { name: 'two' }])
      chains.push(await job.all('SELECT * FROM audit_entries ORDER BY seq'))
    }
    expect(chains[0]).toHaveLength(3)
    expect(chains[1]).toEqual(chains[0])
  })

  it('stores nothing of a transaction that fails, and goes on', async () => {
    for (const [name, engine] of await newEngines()) {
      const job = jobContextOn(engine)
      const failing = job.transact(act('lost'), at, async () => {
        await job.run(insert, 'lost', '"1"')
        await job.run('INSERT INTO settings (name) VALUES (?)', 'no value')
      })
      await expect(failing, name).rejects.toThrow()
      await expect(
        job.transact(act('lost'), at, () => Promise.reject(new Error('given up'))),
        name,
      ).rejects.toThrow('given up')
      expect(await job.all(names), name).toEqual([])
      expect(await job.all('SELECT * FROM audit_entries'), name).toEqual([])
      await job.transact(act('kept'), at, () => job.run(insert, 'kept', '"1"'))
      expect(await job.all(names), name).toEqual([{ name: 'kept' }])
    }
  })

  it('stores an attempt wholly or not at all, and what is around it', async () => {
    for (const [name, engine] of await newEngines()) {
      const job = jobContextOn(engine)
      await job.tally(async () => {
        await job.run(insert, 'before', '"1"')
        const failed = await job.attempt(async () => {
          await job.run(insert, 'within', '"1"')
          await job.run(insert, 'within', '"2"')
        })
        expect(failed.ok, name).toBe(false)
        expect((await job.attempt(() => job.run(insert, 'after', '"1"'))).ok, name).toBe(true)
      })
      expect(await job.all(names), name).toEqual([{ name: 'after' }, { name: 'before' }])
    }
  })

  it('writes nothing without a transaction', async () => {
    for (const [name, engine] of await newEngines()) {
      const job = jobContextOn(engine)
      await expect(job.run(insert, 'alone', '"1"'), name).rejects.toThrow()
      expect(await job.all(names), name).toEqual([])
      await job.tally(() => job.run(insert, 'in', '"1"'))
      await expect(job.run(insert, 'alone', '"1"'), name).rejects.toThrow()
    }
  })

  it('says by one of its words why it failed', async () => {
    const long = 'x'.repeat(20)
    for (const [name, engine] of await newEngines()) {
      const job = jobContextOn(engine)
      const failing = (sql: string, ...parameters: unknown[]) =>
        expect(
          job.tally(() => job.run(sql, ...parameters)),
          `${name}: ${sql}`,
        ).rejects
      await job.transact(act('one'), at, () => job.run(insert, 'one', '"1"'))
      await failing(insert, 'one', '"1"').toMatchObject({ code: 'constraint' })
      await failing(insert, 'two', null).toMatchObject({ code: 'constraint' })
      await failing('DELETE FROM audit_entries').toMatchObject({ code: 'constraint' })
      await failing('SELECT nothing FROM settings').toMatchObject({ code: 'statement' })
      await failing(`SELECT ${long}(1)`).toMatchObject({ code: 'statement' })
      await expect(job.run(insert, 'alone', '"1"'), name).rejects.toMatchObject({ code: 'io' })
    }
  })

  it('refuses a boolean, and a commit of what failed', async () => {
    for (const [name, engine] of await newEngines()) {
      const job = jobContextOn(engine)
      await expect(
        job.all('SELECT name FROM settings WHERE name = ?', true),
        name,
      ).rejects.toThrow()
      const swallowing = job.tally(async () => {
        await job.run(insert, 'one', '"1"')
        await job.run(insert, 'two', 'no JSON').catch(() => undefined)
      })
      // SQLite keeps the statement before, PostgreSQL nothing; neither keeps the failed one.
      await swallowing.catch(() => undefined)
      expect(await job.all(names), name).not.toContainEqual({ name: 'two' })
    }
  })

  it('returns each value as it was written', async () => {
    const both = await newEngines()
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
      fc.constantFrom('\0', 'a\0b', '\u{f0000}', '\u{f0000}0', '\0\u{f0000}1'),
    )
    await fc.assert(
      fc.asyncProperty(texts, fc.maxSafeInteger(), async (text, number) => {
        for (const [name, engine] of both) {
          const job = jobContextOn(engine)
          const question = `SELECT CAST(? AS text) AS text, CAST(? AS bigint) AS number, (1 = 1) AS yes,
            (SELECT count(*) FROM settings) AS many, CAST(NULL AS text) AS none`
          expect(await job.one(question, text, number), name).toEqual({
            text,
            number: number + 0,
            yes: 1,
            many: 0,
            none: null,
          })
        }
      }),
      { numRuns: 200 },
    )
  })

  it('returns the bytes of a delivery as they came', async () => {
    const insertDelivery = `INSERT INTO alert_deliveries
      (id, at, remote, content_type, size, sha256, answered, alerts, body)
      VALUES (?, '${at}', '127.0.0.1', 'application/json', ?, '', 200, 1, ?) RETURNING seq`
    const body = Uint8Array.from({ length: 300 }, (_, place) => place % 256)
    for (const [name, engine] of await newEngines()) {
      const job = jobContextOn(engine)
      const stored = await job.tally(() => job.run(insertDelivery, 'd1', body.length, body))
      expect(stored.rows, name).toEqual([{ seq: 1 }])
      const found = await job.one('SELECT body, length(body) AS size FROM alert_deliveries')
      const { body: read, size } = found as { body: Uint8Array; size: number }
      expect(Uint8Array.from(read), name).toEqual(body)
      expect(size, name).toBe(300)
    }
  })

  it('of PostgreSQL has one writer at a time, on whichever connection', async () => {
    const reach = reachOf(await newPostgresStore())
    const [one, other] = [await connectEngine(reach), await connectEngine(reach)]
    onTestFinished(async () => {
      await one.close()
      await other.close()
    })
    const order: string[] = []
    const release = Promise.withResolvers<undefined>()
    const first = jobContextOn(one).transact(act('first'), at, async () => {
      order.push('first begins')
      await release.promise
      order.push('first ends')
    })
    await expect.poll(() => order).toEqual(['first begins'])
    const second = jobContextOn(other).transact(act('second'), at, async () => {
      order.push('second begins')
      expect(await other.run('SELECT count(*) AS acts FROM audit_entries', [])).toMatchObject({
        rows: [{ acts: 1 }],
      })
    })
    // Its statements would come long before this if it did not wait.
    await jobContextOn(one).all('SELECT pg_sleep(0.2)')
    release.resolve(undefined)
    await Promise.all([first, second])
    expect(order).toEqual(['first begins', 'first ends', 'second begins'])
  })
})
