/** Workstations on one store: who is there, what one hears of another, and who has a duty. */
import type { Client } from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { dutyLocks, membershipTimes, msSince, momentNow } from '../../../main/store/membership.ts'
import { MemberSession } from '../../../main/store/postgres/member-session.ts'
import { knownVersion, migrations } from '../../../main/store/schema/migrations.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { postgresStores } from '../../../main/store/postgres/postgres-stores.ts'
import { openStore, type Store } from '../../../main/store/store.ts'
import { describeOnPostgres, newDatabase, reachOf } from '../../postgres/databases.ts'
import { memberWorker, tenth } from '../../postgres/members.ts'
import { Relay } from '../../postgres/relay.ts'
import { connectTo, role, template } from '../../postgres/server.ts'
import { act, recordSetting, settingNames, stillClock } from '../../unit/store/stores.ts'

const tryJoin = (database: Client, id: string, factor = tenth) =>
  openStore({
    file: '',
    key: practiceKey,
    startStoreWorker: memberWorker(reachOf(database), id, factor),
    clock: stillClock,
  })

/** Opens the store of a database as this workstation. */
async function join(database: Client, id: string, factor = tenth): Promise<Store> {
  const opened = await tryJoin(database, id, factor)
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  onTestFinished(() => opened.value.close().catch(() => undefined))
  return opened.value
}

/** Ends the session that stands for a workstation, as the loss of its line does. */
const endSessions = (database: Client): Promise<unknown> =>
  database.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')`)

/** Returns how many sessions workstations have. */
async function sessionsOf(database: Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>(`
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`)
  return rows[0]?.count ?? 0
}

/** What is waited for comes for certain, but later where the sessions are lost on a busy machine. */
const soon = { timeout: 60_000, interval: 10 }

describeOnPostgres('workstations that share a store', () => {
  it('know their home and are heard', async () => {
    const database = await newDatabase(template)
    const one = await join(database, 'one')
    expect(one.membership.home).toBe('one')
    await vi.waitFor(() => expect(one.membership.isFresh()).toBe(true), soon)
    const { rows } = await database.query(
      'SELECT id, CAST(number AS integer) AS number, name FROM store.workstations',
    )
    expect(rows).toEqual([{ id: 'one', number: 1, name: 'Workstation one' }])
  })

  it('are opened once a line that was silent meanwhile is there again', async () => {
    const database = await newDatabase(template)
    const relay = await Relay.to(database)
    onTestFinished(() => relay.close())
    let connections = 0
    relay.onConnection = () => {
      connections += 1
      // The second one stands for the workstation. It is given up, and another one is opened.
      relay.isSilent = connections === 2
    }
    const reach = { ...reachOf(database), ...relay.address }
    const opened = await openStore({
      file: '',
      key: practiceKey,
      startStoreWorker: memberWorker(reach, 'one', tenth),
      clock: stillClock,
    })
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    await opened.value.close()
    expect(connections).toBe(4)
    await vi.waitFor(async () => expect(await sessionsOf(database)).toBe(0), soon)
  })

  it('see who is there, who is signed in, and who has left', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await join(database, 'one'), await join(database, 'two')]
    const seen = () =>
      two.membership.workstations().map(({ id, isHere, operator }) => ({ id, isHere, operator }))
    const changes = vi.fn<() => void>()
    two.membership.onChange(changes)
    one.membership.present('mara')
    await vi.waitFor(
      () =>
        expect(seen()).toEqual([
          { id: 'one', isHere: true, operator: 'mara' },
          { id: 'two', isHere: true, operator: null },
        ]),
      soon,
    )
    const before = changes.mock.calls.length
    await one.close()
    await vi.waitFor(
      () => expect(seen()[0]).toEqual({ id: 'one', isHere: false, operator: 'mara' }),
      soon,
    )
    expect(changes.mock.calls.length).toBeGreaterThan(before)
  })

  it('see where one listens for alerts, until it gave its last sign of life', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await join(database, 'one'), await join(database, 'two')]
    const seen = () => two.membership.workstations().find(({ id }) => id === 'one')
    const listener = {
      address: 'https://127.0.0.1:8443/alerts',
      since: '2026-11-28T02:00:00.000Z',
      ownCertificate: null,
      probeToken: 'token',
    }
    one.membership.listens(listener)
    await vi.waitFor(() => expect(seen()).toMatchObject({ isHere: true, listener }), soon)
    expect(seen()?.listenedAt).toBe(seen()?.heardAt)
    one.membership.listens(null)
    await vi.waitFor(() => expect(seen()).toMatchObject({ isHere: true, listener: null }), soon)
    const listenedAt = seen()?.listenedAt
    await vi.waitFor(() => expect(seen()?.heardAt).not.toBe(listenedAt), soon)
    expect(seen()?.listenedAt).toBe(listenedAt)
  })

  it('count as listening for as long as the program says so, not the thread of its store', async () => {
    const database = await newDatabase(template)
    let hangs = false
    const opened = await openStore({
      file: '',
      key: practiceKey,
      startStoreWorker: () => {
        const worker = memberWorker(reachOf(database), 'one')()
        const post = worker.postMessage.bind(worker)
        worker.postMessage = (message: unknown) => {
          if (!hangs || !JSON.stringify(message).includes('"listens"')) post(message)
        }
        return worker
      },
      clock: stillClock,
    })
    if (!opened.ok) throw new Error(opened.error.code)
    const one = opened.value
    onTestFinished(() => one.close())
    const behindMs = (): number => {
      const [{ heardAt, listenedAt } = {}] = one.membership.workstations()
      return Date.parse(heardAt ?? '') - Date.parse(listenedAt ?? '')
    }
    const since = '2026-11-28T02:00:00.000Z'
    one.membership.listens({ address: '', since, ownCertificate: null, probeToken: '' })
    await vi.waitFor(() => expect(behindMs()).toBe(0), soon)
    hangs = true
    await vi.waitFor(() => expect(behindMs()).toBeGreaterThan(1_000), soon)
    hangs = false
    await vi.waitFor(() => expect(behindMs()).toBe(0), soon)
  })

  it('listen no more once the session is lost, until they say so again', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await join(database, 'one'), await join(database, 'two')]
    const seen = () => two.membership.workstations().find(({ id }) => id === 'one')
    const listener = { address: 'a', since: 's', ownCertificate: null, probeToken: 't' }
    one.membership.listens(listener)
    await vi.waitFor(() => expect(seen()?.listener).toEqual(listener), soon)
    await endSessions(database)
    await vi.waitFor(() => expect(seen()).toMatchObject({ isHere: true, listener: null }), soon)
  })

  it('take a duty over as soon as its holder has left, or their own session is new', async () => {
    const database = await newDatabase(template)
    const times = { ...membershipTimes(1), heartbeat: 20, duty: 3_600_000 }
    const holders: string[] = []
    const member = async (id: string, number: number): Promise<MemberSession> => {
      await (await join(database, id)).close()
      const own = { home: id, number, version: knownVersion(migrations) }
      const session = await MemberSession.open(own, times, async () => {
        const client = await connectTo({ host: database.host, user: role }, database.database)
        await client.query('SET search_path TO store, pg_catalog')
        return client
      })
      session.onNews((news) => {
        if (news.kind === 'duty' && news.isHeld) holders.push(id)
      })
      session.want('listener', true)
      return session
    }
    const one = await member('one', 1)
    await vi.waitFor(() => expect(holders).toEqual(['one']), soon)
    const two = await member('two', 2)
    onTestFinished(() => two.close())
    await one.close()
    await vi.waitFor(() => expect(holders).toEqual(['one', 'two']), soon)
    await endSessions(database)
    await vi.waitFor(() => expect(holders).toEqual(['one', 'two', 'two']), soon)
  })

  it('cannot be the same workstation', async () => {
    const database = await newDatabase(template)
    // Its session outlasts whatever else this machine does.
    await join(database, 'one', 10)
    const again = await tryJoin(database, 'one')
    expect(again).toEqual({ ok: false, error: { code: 'store-in-use' } })
  })

  it('name themselves in each act, and pass on those of others in order, once', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await join(database, 'one'), await join(database, 'two')]
    const heard: string[] = []
    two.others.onActs((acts) => {
      heard.push(...acts.map(({ subject, home }) => `${subject} of ${String(home)}`))
      return Promise.resolve()
    })
    await recordSetting(one, 'a')
    await recordSetting(two, 'b')
    await recordSetting(one, 'c')
    await vi.waitFor(() => expect(heard).toEqual(['a of one', 'c of one']), soon)
    const entries = await one.read
      .selectFrom('audit_entries')
      .select('detail')
      .where('kind', '=', 'setting.changed')
      .orderBy('seq')
      .execute()
    expect(entries.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual(
      ['one', 'two', 'one'].map((workstation) => ({ from: null, workstation })),
    )
  })

  it('take in the acts of others before their own transaction reads anything', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await join(database, 'one'), await join(database, 'two')]
    let known: string[] = []
    two.others.onActs(async (_acts, reader) => {
      const rows = await reader.selectFrom('settings').select('name').orderBy('name').execute()
      known = rows.map(({ name }) => name)
    })
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await recordSetting(one, name)
      const before = await two.record(act('look'), async (tx) => {
        const rows = await tx.selectFrom('settings').select('name').orderBy('name').execute()
        return { rows: rows.map((row) => row.name), known }
      })
      expect(before.known).toEqual(before.rows)
      expect(before.rows).toContain(name)
    }
  })

  it('fail a transaction whose news could not be taken in, and pass it again', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await join(database, 'one'), await join(database, 'two', 1)]
    let isBroken = true
    const seen: string[] = []
    two.others.onActs((acts) => {
      if (isBroken) return Promise.reject(new Error('the cache cannot be read'))
      seen.push(...acts.map(({ subject }) => subject))
      return Promise.resolve()
    })
    await recordSetting(one, 'b').catch(() => undefined)
    await expect(recordSetting(two, 'c')).rejects.toThrow('the cache cannot be read')
    expect(await settingNames(one)).toEqual(['b'])
    isBroken = false
    await recordSetting(two, 'c')
    expect(seen).toEqual(['b'])
  })

  it('are not fresh without their session, and come back', async () => {
    const database = await newDatabase(template)
    const one = await join(database, 'one')
    await vi.waitFor(() => expect(one.membership.isFresh()).toBe(true), soon)
    const then = momentNow()
    await endSessions(database)
    await vi.waitFor(() => expect(one.membership.isFresh()).toBe(false), soon)
    await vi.waitFor(() => expect(one.membership.isFresh()).toBe(true), soon)
    expect(one.membership.isFresh({ ...then, monotonicMs: then.monotonicMs - 400 })).toBe(false)
    expect(msSince(then)).toBeGreaterThan(0)
  })

  it('have a duty one at a time, and take it over', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await join(database, 'one'), await join(database, 'two')]
    const holders = new Set<string>()
    const take = (store: Store, id: string): void => {
      store.membership.onDuty('reader', {
        start: () => void holders.add(id),
        stop: () => void holders.delete(id),
      })
    }
    take(one, 'one')
    await vi.waitFor(() => expect([...holders]).toEqual(['one']), soon)
    take(two, 'two')
    await one.close()
    holders.delete('one')
    await vi.waitFor(() => expect([...holders]).toEqual(['two']), soon)
    await endSessions(database)
    await vi.waitFor(() => expect([...holders]).toEqual([]), soon)
    await vi.waitFor(() => expect([...holders]).toEqual(['two']), soon)
  })

  it('give a duty back, which another takes, and take it again after that one', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await join(database, 'one'), await join(database, 'two')]
    const holders = new Set<string>()
    const take = (store: Store, id: string): (() => void) =>
      store.membership.onDuty('reader', {
        start: () => void holders.add(id),
        stop: () => void holders.delete(id),
      })
    const giveBack = take(one, 'one')
    await vi.waitFor(() => expect([...holders]).toEqual(['one']), soon)
    const giveBackOfTwo = take(two, 'two')
    giveBack()
    holders.delete('one')
    await vi.waitFor(() => expect([...holders]).toEqual(['two']), soon)
    take(one, 'one')
    giveBackOfTwo()
    holders.delete('two')
    await vi.waitFor(() => expect([...holders]).toEqual(['one']), soon)
  })

  it('keep a duty that they want again before they gave it back', async () => {
    const database = await newDatabase(template)
    const workstation = { id: 'one', name: 'Workstation one', program: '0.0.0' }
    // Its session outlasts whatever else this machine does.
    const stores = postgresStores(() => Promise.resolve(reachOf(database)), {
      workstation,
      factor: 10,
    })
    const opened = await stores.open({ file: '', key: practiceKey, at: '2026-11-28T02:00:00.000Z' })
    if (!opened.ok) throw new Error(opened.error.code)
    const { engine } = opened.value
    onTestFinished(() => engine.close())
    const member = engine.member ?? expect.fail('the engine is no member')
    const duties: boolean[] = []
    const isHeard = Promise.withResolvers<undefined>()
    member.onNews((news) => {
      if (news.kind === 'duty') duties.push(news.isHeld)
      else if (news.kind === 'heard' && news.workstations[0]?.operator === 'theo')
        isHeard.resolve(undefined)
    })
    member.want('reader', true)
    await vi.waitFor(() => expect(duties).toEqual([true]), soon)
    // Giving back waits for this sign of life.
    member.present('mara')
    member.want('reader', false)
    member.want('reader', true)
    member.present('theo')
    await isHeard.promise
    expect(duties).toEqual([true])
  })

  it.each([
    ['pg_try_advisory_lock', 'lost'],
    ['pg_advisory_unlock', 'duty'],
  ])('end the session that does not say what became of a duty: %s', async (lost, taken) => {
    const database = await newDatabase(template)
    await (await join(database, 'one')).close()
    const own = { home: 'one', number: 1, version: knownVersion(migrations) }
    const member = await MemberSession.open(own, membershipTimes(10), async () => {
      const client = await connectTo({ host: database.host, user: role }, database.database)
      await client.query('SET search_path TO store, pg_catalog')
      const query = client.query.bind(client)
      const unanswered = async (text: string, values: readonly unknown[] = []) => {
        const answer = await query(text, [...values])
        if (text.includes(lost) && values[0] === dutyLocks) throw new Error('no answer')
        return answer
      }
      return Object.assign(client, { query: unanswered })
    })
    onTestFinished(() => member.close())
    const news: string[] = []
    member.onNews(({ kind }) => news.push(kind))
    member.want('reader', true)
    await vi.waitFor(() => expect(news).toContain(taken), soon)
    member.want('reader', false)
    await vi.waitFor(() => expect(news).toContain('lost'), soon)
  })

  it('keep a duty that one part of a workstation gives back and another part has', async () => {
    const database = await newDatabase(template)
    // Their sessions outlast whatever else this machine does.
    const [one, two] = [await join(database, 'one', 10), await join(database, 'two', 10)]
    const holders: string[] = []
    const take = (store: Store, id: string): (() => void) =>
      store.membership.onDuty('reader', {
        start: () => void holders.push(`${id} starts`),
        stop: () => void holders.push(`${id} stops`),
      })
    const giveBack = take(one, 'part')
    take(one, 'other part')
    await vi.waitFor(() => expect(holders).toEqual(['part starts', 'other part starts']), soon)
    giveBack()
    take(one, 'third part')
    take(two, 'two')
    const isTold = Promise.withResolvers<undefined>()
    two.membership.onDuty('keeper', {
      start: () => isTold.resolve(undefined),
      stop: () => undefined,
    })
    await isTold.promise
    expect(holders).toEqual(['part starts', 'other part starts', 'third part starts'])
  })

  it('find that another is gone after it was away without a break, and lock its home', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await join(database, 'one'), await join(database, 'two')]
    const left = momentNow()
    await one.close()
    await vi.waitFor(() => expect(two.membership.gone()).toEqual(['one']), soon)
    expect(msSince(left)).toBeGreaterThanOrEqual(3_000)
    const keep = (): Promise<boolean> =>
      two.record(act('rescue'), (tx) => two.membership.keepGone(tx, 'one'))
    expect(await keep()).toBe(true)
    const back = await join(database, 'one')
    await vi.waitFor(async () => expect(await keep()).toBe(false), soon)
    await vi.waitFor(() => expect(two.membership.gone()).toEqual([]), soon)
    expect(back.membership.gone()).toEqual([])
  })
})
