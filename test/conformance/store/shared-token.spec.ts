/** The access token that workstations on one store share, and the turn to request it. */
import type { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import type {
  SharedFailure,
  SharedToken,
  TokenOfKey,
  TokenTurn,
  TokenUser,
} from '../../../main/store/shared-tokens.ts'
import type { Store } from '../../../main/store/store.ts'
import { describeOnPostgres, newDatabase } from '../../postgres/databases.ts'
import { openMember } from '../../postgres/members.ts'
import { template } from '../../postgres/server.ts'

const hour = 3_600_000
const soon = { timeout: 10_000, interval: 10 }
/** Long waits: a busy computer does not lose its session. Nothing here waits for them. */
const unhurried = 10

/** A workstation and what it was told. */
class Member implements TokenUser {
  readonly store: Store
  readonly token: TokenOfKey
  readonly closing = new AbortController()
  told = 0
  has: SharedToken | undefined
  failure: SharedFailure | undefined

  constructor(store: Store, owner: string, key: string) {
    this.store = store
    const shared = store.membership.tokens
    if (!shared) throw new Error('the store is not shared')
    this.token = shared.share(key, { user: this, owner }, this.closing.signal)
  }

  static async open(database: Client, id: string, owner = 'us', key = 'bank-1'): Promise<Member> {
    const member = new Member(await openMember(database, id, unhurried), owner, key)
    await vi.waitFor(() => expect(member.told).toBeGreaterThan(0), soon)
    return member
  }

  stored(token: SharedToken | undefined, failure: SharedFailure | undefined): void {
    this.told += 1
    this.has = token
    this.failure = failure
  }

  /** Waits for the turn. */
  async turn(): Promise<TokenTurn> {
    return (await this.token.turn(() => false)) ?? expect.fail('no turn')
  }

  async until(value: string | undefined): Promise<SharedToken | undefined> {
    await vi.waitFor(() => expect(this.has?.value).toBe(value), soon)
    return this.has
  }
}

const first = { value: 'token-1', lifetimeMs: 24 * hour, replaced: undefined }
const second = { value: 'token-2', lifetimeMs: 24 * hour, replaced: 'token-1' }

/** Ends the session of whoever has the turn, as the loss of its line does. */
const endTurn = (database: Client): Promise<unknown> =>
  database.query(`
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)

describeOnPostgres('the turn to request a token', () => {
  it('is of one at a time, and of each key its own', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await Member.open(database, 'one'), await Member.open(database, 'two')]
    const other = await Member.open(database, 'three', 'us', 'bank-2')
    const turn = await one.turn()
    let isTurnOfTwo = false
    const next = two.turn().then((got) => {
      isTurnOfTwo = true
      return got
    })
    const toldBefore = two.told
    await vi.waitFor(() => expect(two.told).toBeGreaterThan(toldBefore + 2), soon)
    expect(isTurnOfTwo).toBe(false)
    ;(await other.turn()).end()
    turn.end()
    ;(await next).end()
    ;(await one.turn()).end()
  })

  it('is not waited for once the stored token is enough', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await Member.open(database, 'one'), await Member.open(database, 'two')]
    const turn = await one.turn()
    const waiting = two.token.turn(() => two.has !== undefined)
    turn.end(first)
    expect(await waiting).toBeUndefined()
    ;(await one.turn()).end()
  })

  it('is given back by who no longer waits for it', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await Member.open(database, 'one'), await Member.open(database, 'two')]
    const turn = await one.turn()
    const waiting = two.token.turn(() => false)
    two.closing.abort()
    expect(await waiting).toBeUndefined()
    expect(await two.token.turn(() => false)).toBeUndefined()
    turn.end()
    ;(await one.turn()).end()
  })

  it('goes to another when its holder is lost, whose result is no longer stored', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await Member.open(database, 'one'), await Member.open(database, 'two')]
    const turn = await one.turn()
    const next = two.turn()
    await endTurn(database)
    await vi.waitFor(() => expect(turn.lost.aborted).toBe(true), soon)
    const turnOfTwo = await next
    turn.end({ ...first, value: 'of the lost one' })
    turnOfTwo.end(first)
    await two.until('token-1')
    expect(turnOfTwo.lost.aborted).toBe(false)
  })
})

describeOnPostgres('the stored token', () => {
  it('is told to all and to who comes later, with its age by the clock of the database', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await Member.open(database, 'one'), await Member.open(database, 'two')]
    const turn = await one.turn()
    turn.end(first)
    expect(await two.until('token-1')).toMatchObject({
      lifetimeMs: 24 * hour,
      forA401: false,
      hasWorked: false,
      isRefused: false,
    })
    await database.query(`UPDATE store.tokens SET since = since - interval '3 hours'`)
    const three = await Member.open(database, 'three')
    expect(three.has?.ageMs).toBeGreaterThanOrEqual(3 * hour)
    expect(three.has?.ageMs).toBeLessThan(4 * hour)
    await database.query(`UPDATE store.tokens SET since = clock_timestamp() + interval '1 hour'`)
    const four = await Member.open(database, 'four')
    expect(four.has?.ageMs).toBeLessThan(hour)
    expect(four.has?.ageMs).toBeGreaterThanOrEqual(0)
  })

  it('is as old as the turn in which it was requested', async () => {
    const database = await newDatabase(template)
    const one = await Member.open(database, 'one')
    const turn = await one.turn()
    const { rows } = await database.query<{ at: string }>('SELECT clock_timestamp()::text AS at')
    turn.end(first)
    await one.until('token-1')
    const older = await database.query('SELECT 1 FROM store.tokens WHERE since <= $1', [
      rows[0]?.at,
    ])
    expect(older.rowCount).toBe(1)
  })

  it('is known by all as refused, and the next one as fetched for a 401', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await Member.open(database, 'one'), await Member.open(database, 'two')]
    ;(await one.turn()).end(first)
    await two.until('token-1')
    const turn = await one.turn()
    turn.refused('token-1')
    await vi.waitFor(() => expect(two.has?.isRefused).toBe(true), soon)
    // A token that is stored no more.
    turn.refused('token-0')
    turn.end(second)
    expect(await two.until('token-2')).toMatchObject({ forA401: true, isRefused: false })
    two.token.worked('token-1')
    two.token.worked('token-2')
    const three = await Member.open(database, 'three')
    expect(three.has).toMatchObject({ value: 'token-2', isRefused: false })
    await vi.waitFor(async () => {
      const { rows } = await database.query('SELECT worked FROM store.tokens')
      expect(rows).toEqual([{ worked: 1 }])
    }, soon)
    expect((await Member.open(database, 'four')).has?.hasWorked).toBe(true)
  })

  it('stays beside a refused token call, which the next token ends', async () => {
    const database = await newDatabase(template)
    const one = await Member.open(database, 'one')
    ;(await one.turn()).end({ failure: { reason: 'token-refused', status: 400 } })
    await vi.waitFor(
      () => expect(one.failure?.answer).toEqual({ reason: 'token-refused', status: 400 }),
      soon,
    )
    expect(one.has).toBeUndefined()
    ;(await one.turn()).end(first)
    await one.until('token-1')
    expect(one.failure).toBeUndefined()
    ;(await one.turn()).end({ failure: { reason: 'credentials-refused', status: 401 } })
    await vi.waitFor(() => expect(one.failure?.answer.reason).toBe('credentials-refused'), soon)
    expect(one.has?.value).toBe('token-1')
    await database.query(`UPDATE store.tokens SET failed_at = failed_at - interval '1 minute'`)
    const two = await Member.open(database, 'two')
    expect(two.failure?.ageMs).toBeGreaterThanOrEqual(60_000)
  })

  it('opens for its owner alone, and not once a byte of it was changed', async () => {
    const database = await newDatabase(template)
    const one = await Member.open(database, 'one')
    ;(await one.turn()).end(first)
    await one.until('token-1')
    expect((await Member.open(database, 'two', 'others')).has).toBeUndefined()
    await database.query(
      `UPDATE store.tokens SET sealed = overlay(
        sealed PLACING CASE substr(sealed, 30, 1) WHEN 'A' THEN 'B' ELSE 'A' END FROM 30 FOR 1)`,
    )
    expect((await Member.open(database, 'three')).has).toBeUndefined()
  })

  it('is gone after a crash of the server, so that nothing of it has to be on a disk', async () => {
    const database = await newDatabase(template)
    const one = await Member.open(database, 'one')
    ;(await one.turn()).end(first)
    await one.until('token-1')
    const unlogged = await database.query(
      `SELECT relpersistence FROM pg_class WHERE oid = 'store.tokens'::regclass`,
    )
    expect(unlogged.rows).toEqual([{ relpersistence: 'u' }])
    await database.query('TRUNCATE store.tokens')
    expect((await Member.open(database, 'two')).has).toBeUndefined()
  })
})
