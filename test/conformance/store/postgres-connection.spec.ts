/** What the second engine answers when it waits for another, or loses the line to its server. */
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import type { Engine } from '../../../main/store/engine.ts'
import { verifyChain, type AuditEntry } from '../../../main/store/hash-chain.ts'
import { buildNextVersion } from '../../../main/store/postgres/next-version.ts'
import {
  connectEngine,
  type EngineOptions,
  type PostgresEngine,
} from '../../../main/store/postgres/postgres-engine.ts'
import { append, jobContextOn } from '../../../main/store/store-server.ts'
import { describeOnPostgres, reachOf } from '../../postgres/databases.ts'
import { openMember } from '../../postgres/members.ts'
import { Relay, type CommitFault } from '../../postgres/relay.ts'
import { connectTo, startPostgres, template } from '../../postgres/server.ts'
import { seeded } from '../../unit/support/seeded.ts'
import { newPostgresStore } from './engines.ts'

const at = '2026-11-28T02:00:00.000Z'
const act = (subject: string) => ({ actor: 'ann', kind: 'test.done', subject, detail: {} })
const insert = `INSERT INTO settings (name, value, at, actor) VALUES (?, '1', '${at}', 'ann')`

async function connected(
  client: Client,
  options: EngineOptions = {},
  address: { readonly host?: string; readonly port?: number } = {},
): Promise<PostgresEngine> {
  const engine = await connectEngine({ ...reachOf(client), ...address }, options)
  onTestFinished(() => engine.close())
  return engine
}

/** Returns an engine with a line of its own, which breaks as ordered. */
async function onLine(client: Client, options: EngineOptions = {}) {
  const relay = await Relay.to(client)
  onTestFinished(() => relay.close())
  return { relay, engine: await connected(client, options, relay.address) }
}

/** Lets its transactions wait for a busy machine. */
async function patient(engine: PostgresEngine): Promise<PostgresEngine> {
  await engine.run('SET idle_in_transaction_session_timeout TO 0', [])
  return engine
}

const record = (engine: Engine, name: string): Promise<unknown> => {
  const job = jobContextOn(engine)
  return job.transact(act(name), at, () => job.run(insert, name))
}
/** The same up to the commit, whose `entry` it returns. */
async function written(engine: Engine, name: string) {
  const head = await engine.begin()
  await engine.run(insert, [name])
  return append(engine, act(name), at, head)
}

async function storedIn(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM settings ORDER BY name')
  return rows.map(({ name }) => name)
}

/** Ends all other sessions of the store. */
const terminate = (client: Client): Promise<unknown> =>
  client.query(`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND datname = current_database()`)

/** Returns how many other sessions of the store are as this condition says. */
async function sessions(client: Client, condition: string): Promise<number | null> {
  const { rowCount } = await client.query(`SELECT 1 FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND datname = current_database() AND ${condition}`)
  return rowCount
}

const until = (client: Client, condition: string): Promise<unknown> =>
  expect.poll(() => sessions(client, condition)).toBe(1)

describeOnPostgres('a workstation that opens the store while another writes', () => {
  it('tries again where that takes longer than it waits', async () => {
    const client = await newPostgresStore()
    const waits = `wait_event_type = 'Lock'`
    // Activity stands still in a transaction, so another session has it.
    const holder = await patient(await connected(client))
    await holder.begin()
    const opening = openMember(client, 'two')
    await until(client, waits)
    await expect.poll(() => sessions(client, waits), { timeout: 30_000 }).toBe(0)
    await holder.rollback()
    await expect(opening).resolves.toBeDefined()
  })
})

describeOnPostgres('a record that waits for another', () => {
  it('begins in one message', async () => {
    const { relay, engine } = await onLine(await newPostgresStore())
    const before = relay.sent
    await engine.begin()
    expect(relay.sent - before).toBe(1)
    await engine.rollback()
  })

  it('is kept where another is begun before its end', async () => {
    const client = await newPostgresStore()
    const engine = await connected(client)
    const entry = await written(engine, 'first')
    await expect(engine.begin()).rejects.toThrow('a transaction is in progress')
    await engine.commit(entry)
    expect(await storedIn(client)).toEqual(['first'])
  })

  it('is told who writes, and can be repeated', async () => {
    const client = await newPostgresStore()
    const holder = await connected(client, { workstation: "Ann's desk" })
    const waiting = await patient(await connected(client, { factor: 0.1 }))
    await written(holder, 'one')
    await expect(record(waiting, 'two')).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining("Ann's desk") as string,
    })
    await holder.rollback()
    await record(waiting, 'two')
    expect(await storedIn(client)).toEqual(['two'])
  })

  it('goes on once the holder is silent for too long, whose transaction fails', async () => {
    const client = await newPostgresStore()
    // The holder loses the head sooner, and the other waits for less, than without a factor.
    const holder = await connected(client, { factor: 0.25 })
    const waiting = await connected(client, { factor: 0.35 })
    await written(holder, 'one')
    await record(waiting, 'two')
    const ended = { code: 'unreachable', engineCode: '25P03' }
    await expect(holder.run(insert, ['more'])).rejects.toMatchObject(ended)
    await expect(holder.commit()).rejects.toMatchObject(ended)
    await holder.rollback()
    expect(await storedIn(client)).toEqual(['two'])
    await record(holder, 'three')
    expect(await storedIn(client)).toEqual(['three', 'two'])
  })

  it('limits the time of a statement, but not while a store is migrated', async () => {
    const engine = await connected(await newPostgresStore(), { factor: 0.5 })
    const limits = async () => {
      const { rows } = await engine.run(
        `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
          current_setting('idle_in_transaction_session_timeout') AS silence`,
        [],
      )
      return rows[0]
    }
    expect(await limits()).toEqual({ statement: '0', lock: '2500ms', silence: '1s' })
    await engine.begin()
    expect(await limits()).toEqual({ statement: '5s', lock: '2500ms', silence: '1s' })
    await engine.rollback()
    await engine.alone(async () => {
      expect(await limits()).toEqual({ statement: '0', lock: '0', silence: '1s' })
    })
  })
})

describeOnPostgres('an engine that loses its connection', () => {
  it('fails what is in progress, and connects again for the next', async () => {
    const client = await newPostgresStore()
    const engine = await connected(client, { home: 'one' })
    const reading = engine.run('SELECT pg_sleep(60)', [])
    const failed = expect(reading).rejects.toMatchObject({ code: 'unreachable' })
    await until(client, `query LIKE '%pg_sleep%'`)
    await terminate(client)
    await failed
    // The guard of homes knows it again.
    const home = await engine.run(`SELECT current_setting('countersign.workstation') AS home`, [])
    expect(home.rows).toEqual([{ home: 'one' }])
    await record(engine, 'one')
    expect(await storedIn(client)).toEqual(['one'])
  })

  it('fails each statement of a transaction, and stores nothing of it', async () => {
    const client = await newPostgresStore()
    const { relay, engine } = await onLine(client)
    const unreachable = { code: 'unreachable' }
    const entry = await written(engine, 'one')
    relay.cut()
    await expect(engine.run(insert, ['two'])).rejects.toMatchObject(unreachable)
    await expect(engine.run(insert, ['three'])).rejects.toMatchObject(unreachable)
    await expect(engine.attempt(() => engine.run(insert, ['four']))).rejects.toMatchObject(
      unreachable,
    )
    await expect(engine.commit(entry)).rejects.toMatchObject(unreachable)
    await engine.rollback()
    await engine.rollback()
    expect(await storedIn(client)).toEqual([])
    await record(engine, 'five')
    expect(await storedIn(client)).toEqual(['five'])
  })

  it('says that the server is not reachable, as long as that is so', async () => {
    const client = await newPostgresStore()
    const { relay, engine } = await onLine(client)
    relay.isRefusing = true
    relay.cut()
    const unreachable = { code: 'unreachable' }
    // The loss is noticed a moment later than the cut.
    await engine.run('SELECT 1', []).catch(() => undefined)
    const before = relay.refused
    await expect(engine.run('SELECT 1', [])).rejects.toMatchObject(unreachable)
    await expect(engine.begin()).rejects.toMatchObject(unreachable)
    expect(relay.refused - before).toBe(2)
    relay.isRefusing = false
    await record(engine, 'one')
    expect(await storedIn(client)).toEqual(['one'])
  })

  it('gives up a line that is silent', async () => {
    const client = await newPostgresStore()
    const { relay, engine } = await onLine(client, { factor: 0.1 })
    await patient(engine)
    await engine.begin()
    relay.isSilent = true
    await expect(engine.run(insert, ['one'])).rejects.toMatchObject({ code: 'unreachable' })
    await engine.rollback()
    relay.isSilent = false
    expect(await engine.run('SELECT name FROM settings', [])).toMatchObject({ rows: [] })
  })

  it('refuses a store that was migrated meanwhile', async () => {
    const client = await newPostgresStore()
    const engine = await connected(client)
    expect(await buildNextVersion(engine, at)).toMatchObject({ ok: true })
    await client.query('UPDATE store_version SET version = 1000')
    await terminate(client)
    await engine.run('SELECT 1', []).catch(() => undefined)
    const refused = { code: 'statement', message: expect.stringContaining('1000') as string }
    await expect(engine.run('SELECT 1', [])).rejects.toMatchObject(refused)
    await expect(engine.begin()).rejects.toMatchObject(refused)
  })

  it('writes nothing to a store that was migrated while the connection stayed', async () => {
    const client = await newPostgresStore()
    const engine = await connected(client)
    expect(await buildNextVersion(engine, at)).toMatchObject({ ok: true })
    await client.query('BEGIN; SELECT 1 FROM chain_head FOR UPDATE')
    const waiting = expect(engine.begin()).rejects.toThrow('migrated from version')
    await client.query('UPDATE store_version SET version = version + 1; COMMIT')
    await waiting
    await expect(engine.begin()).rejects.toThrow('migrated from version')
    expect((await engine.run('SELECT 1 AS one', [])).rows).toEqual([{ one: 1 }])
  })

  it('does not connect again once it is closed', async () => {
    const engine = await connected(await newPostgresStore())
    await engine.close()
    await expect(engine.run('SELECT 1', [])).rejects.toMatchObject({ code: 'closed' })
  })
})

describeOnPostgres('a commit whose answer was lost', () => {
  const kinds = ['unsent', 'late', 'sent', 'unanswered'] as const
  /** Faults of every kind in turn, at moments that a seed decides. */
  function* faults(count: number): Generator<CommitFault> {
    const random = seeded(29)
    for (let turn = 0; turn < count; turn += 1)
      yield { kind: kinds[turn % kinds.length] ?? 'sent', afterMs: Math.floor(random() ** 3 * 20) }
  }

  it('is answered as it ended, while others write', async () => {
    const client = await newPostgresStore()
    const { relay, engine } = await onLine(client)
    const other = await connected(client)
    const finished = new AbortController()
    const others = (async () => {
      for (let turn = 0; !finished.signal.aborted; turn += 1) await record(other, `other ${turn}`)
    })()
    const answers = new Map<string, string>()
    for (const [turn, fault] of [...faults(100)].entries()) {
      const name = `cut ${String(turn)}`
      relay.breakAtCommit(fault)
      answers.set(
        name,
        await record(engine, name).then(
          () => 'stored',
          (error: unknown) => String((error as { code?: unknown }).code),
        ),
      )
    }
    finished.abort()
    await others
    const stored = await storedIn(client)
    for (const [name, answer] of answers)
      expect(answer, name).toBe(stored.includes(name) ? 'stored' : 'unreachable')
    expect(new Set(answers.values())).toEqual(new Set(['stored', 'unreachable']))
    const chain = await other.run('SELECT * FROM audit_entries ORDER BY seq', [])
    expect(verifyChain(chain.rows as AuditEntry[])).toMatchObject({
      ok: true,
      value: { seq: stored.length },
    })
  })

  it('cannot be guessed: of these cuts some have stored, and some have not', async () => {
    const client = await newPostgresStore()
    const { relay, engine } = await onLine(client)
    const unknown: string[] = []
    for (const [turn, fault] of [...faults(40)].entries()) {
      // Where the answer came before the cut, this one does not begin.
      if (!(await written(engine, String(turn)).catch(() => engine.rollback()))) continue
      relay.breakAtCommit(fault)
      await engine.commit().catch(() => unknown.push(String(turn)))
      await wait(fault.afterMs)
    }
    const stored = await storedIn(client)
    const known = unknown.filter((name) => stored.includes(name))
    expect(known.length).toBeGreaterThan(5)
    expect(unknown.length - known.length).toBeGreaterThan(5)
  })

  it('is unknown while the server cannot be reached', async () => {
    const client = await newPostgresStore()
    const { relay, engine } = await onLine(client, { factor: 0.1 })
    await patient(engine)
    const entry = await written(engine, 'one')
    relay.isRefusing = true
    relay.breakAtCommit({ kind: 'unanswered', afterMs: 0 })
    await expect(engine.commit(entry)).rejects.toMatchObject({ code: 'unknown' })
    expect(await storedIn(client)).toEqual(['one'])
  })

  it('is unknown where no act was written', async () => {
    const client = await newPostgresStore()
    const { relay, engine } = await onLine(client)
    const job = jobContextOn(engine)
    relay.breakAtCommit({ kind: 'unsent', afterMs: 0 })
    await expect(job.tally(() => job.run(insert, 'one'))).rejects.toMatchObject({ code: 'unknown' })
    await record(engine, 'two')
    expect(await storedIn(client)).toEqual(['two'])
  })

  it('is found once the server is back', async () => {
    const client = await newPostgresStore()
    const { relay, engine } = await onLine(client)
    const entry = await written(engine, 'one')
    relay.isRefusing = true
    relay.breakAtCommit({ kind: 'unanswered', afterMs: 0 })
    const committing = engine.commit(entry)
    await expect.poll(() => relay.refused).toBeGreaterThan(1)
    relay.isRefusing = false
    await committing
    expect(await storedIn(client)).toEqual(['one'])
  })
})

/** Slow, because it needs a server of its own, whose standby never comes. */
describeOnPostgres('a commit that a standby may not have', () => {
  it('is unknown, also where it is found once its answer was lost', async () => {
    const server = await startPostgres(tmpdir(), { wal_level: 'replica', max_wal_senders: '1' })
    if (!server) throw new Error('this test belongs inside describeOnPostgres')
    onTestFinished(() => server.stop())
    const client = await connectTo(server, template)
    onTestFinished(() => client.end())
    await client.query('SET search_path TO store')
    const { relay, engine } = await onLine(client, { factor: 0.2 })
    await client.query(`ALTER SYSTEM SET synchronous_standby_names TO 'none'`)
    await client.query('SELECT pg_reload_conf()')
    await expect
      .poll(() => client.query('SHOW synchronous_standby_names'))
      .toMatchObject({
        rows: [{ synchronous_standby_names: 'none' }],
      })
    /** Ends the wait for the standby. */
    const cancel = async (): Promise<void> => {
      await until(client, `wait_event = 'SyncRep'`)
      await client.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
        WHERE wait_event = 'SyncRep'`)
    }
    const entry = await written(engine, 'one')
    const committing = expect(engine.commit(entry)).rejects.toMatchObject({
      code: 'unknown',
      message: expect.stringContaining('synchronous replication') as string,
    })
    await cancel()
    await committing
    const next = await written(engine, 'two')
    const looking = expect(engine.commit(next)).rejects.toMatchObject({ code: 'unknown' })
    await until(client, `wait_event = 'SyncRep'`)
    relay.cut()
    // The commit itself, and what looks for it, until its time is over.
    const isOver = looking.then(() => true)
    while (!(await Promise.race([isOver, cancel().then(() => false)])));
    expect(await storedIn(client)).toEqual(['one', 'two'])
  })
})
