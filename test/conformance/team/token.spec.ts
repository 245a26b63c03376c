/**
 * One token for a team: real clients on one store, and a bank that counts token calls. No document
 * says whether a new token ends an older one, so the bank does either.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { TokenCache } from '../../../main/bank/client/token.ts'
import type { BankRequest } from '../../../main/bank/client/bank-call.ts'
import { createRateBudgets } from '../../../main/bank/rate-budgets.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import {
  openPracticeBank,
  type OpenPracticeBank,
} from '../../../main/practice/open-practice-bank.ts'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import {
  createConnectionService,
  type ConnectionService,
} from '../../../main/profile/connection.service.ts'
import type { Store } from '../../../main/store/store.ts'
import { describeOnPostgres, newDatabase } from '../../postgres/databases.ts'
import { openMember } from '../../postgres/members.ts'
import { connectTo, startPostgres, template } from '../../postgres/server.ts'
import { newFolder, removeFolder } from '../../unit/support/workstation.ts'

const soon = { timeout: 60_000, interval: 20 }
/** Long waits: a busy computer does not lose its session. Nothing here waits for them. */
const unhurried = 10

interface Bank {
  readonly bank: OpenPracticeBank
  /** Breaks off what it answers late. */
  readonly close: () => Promise<void>
  readonly control: PracticeControl
  /** How many token calls arrived. */
  readonly tokenCalls: () => Promise<number>
}

async function openBank(newestTokenOnly: boolean): Promise<Bank> {
  const bank = await openPracticeBank({ newestTokenOnly, callsPerSecond: 50 })
  const control = connectPracticeBank(bank.controlUrl)
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => (closed ??= bank.close())
  onTestFinished(async () => {
    await control.close()
    await close()
  })
  const tokenCalls = async (): Promise<number> =>
    (await control.counters()).byOperation['token'] ?? 0
  return { bank, close, control, tokenCalls }
}

interface Workstation {
  readonly store: Store
  readonly connection: ConnectionService
  readonly tokens: TokenCache
  /** Makes a health check; returns how it ended. */
  readonly call: (more?: Partial<BankRequest>) => Promise<string>
}

async function openWorkstation(
  database: Client,
  { bank: { enrolment }, close }: Bank,
  id: string,
): Promise<Workstation> {
  const store = await openMember(database, id, unhurried)
  const folder = await newFolder()
  const budgets = createRateBudgets({ clock: systemClock, folder })
  const connection = createConnectionService({
    clock: systemClock,
    newId: randomUUID,
    v2Path: () => null,
    budgets,
    forbiddenHint: () => '',
    changed: () => undefined,
  })
  onTestFinished(async () => {
    budgets.close()
    await close()
    await connection.close()
    // Otherwise a late notice of a pause is still saved, into the folder that is being removed.
    await store.close().catch(() => undefined)
    await budgets.settled()
    await removeFolder(folder)
  })
  const { secondaryId, additionalId, partnerClientId, callsPerSecond, ...access } = enrolment
  const { tokens: shared } = store.membership
  if (!shared) throw new Error('the store is not shared')
  const sharing = vi.spyOn(shared, 'share')
  await connection.connect(
    {
      connection: access,
      ids: { secondaryId, additionalId },
      partnerClientId,
      budgetKey: 'practice',
      callsPerSecond,
      registeredAddresses: [],
    },
    store,
  )
  const tokens = sharing.mock.calls[0]?.[1].user
  if (!(tokens instanceof TokenCache)) throw new Error('the client shares no token')
  const call = async (more: Partial<BankRequest> = {}): Promise<string> => {
    const client = connection.open()?.client ?? expect.fail('no client')
    const outcome = await client.read({
      method: 'GET',
      path: '/accounts/validations/v1/healthCheck',
      lane: 'interactive',
      purpose: 'health',
      actor: 'ann',
      ...more,
    })
    return outcome.kind === 'not-sent' ? outcome.reason : outcome.kind
  }
  return { store, connection, tokens, call }
}

async function openTeam(size: number, newestTokenOnly: boolean) {
  const database = await newDatabase(template)
  const bank = await openBank(newestTokenOnly)
  const team = await Promise.all(
    Array.from({ length: size }, (_, at) =>
      openWorkstation(database, bank, `ws-${String(at + 1)}`),
    ),
  )
  return {
    database,
    ...bank,
    all: bank,
    team,
    callAll: () => Promise.all(team.map(({ call }) => call())),
    /** Has a workstation request the token, for which the bank takes a minute. */
    requestSlowly: async ({ call }: Workstation): Promise<void> => {
      const slow = { scenario: 'slow-answer', target: 'token', times: 1, delayMs: 60_000 } as const
      await bank.control.setScenario(slow)
      void call()
      await vi.waitFor(async () => expect(await bank.tokenCalls()).toBe(1), soon)
    },
  }
}

const answered = (count: number): string[] => Array<string>(count).fill('answered')
const readings = [
  ['leaves older ones valid', false],
  ['ends older ones', true],
] as const

describeOnPostgres('a team with one token', () => {
  describe.each(readings)('at a bank where a new token %s', (_, newestTokenOnly) => {
    it('requests one for all that start at once', async () => {
      const { callAll, tokenCalls, all, database } = await openTeam(4, newestTokenOnly)
      expect(await callAll()).toEqual(answered(4))
      const later = await openWorkstation(database, all, 'ws-5')
      expect(await later.call()).toBe('answered')
      expect(await tokenCalls()).toBe(1)
    })

    it('renews it once for a 401 that all see', async () => {
      const { callAll, tokenCalls, control } = await openTeam(3, newestTokenOnly)
      await callAll()
      await control.setScenario({ scenario: 'token-revoked', times: 1 })
      expect(await callAll()).toEqual(answered(3))
      expect(await tokenCalls()).toBe(2)
      expect(await callAll()).toEqual(answered(3))
      expect(await tokenCalls()).toBe(2)
    })

    it('renews it once near its end', async () => {
      const { callAll, tokenCalls, database, team } = await openTeam(3, newestTokenOnly)
      await callAll()
      const before = team[0]?.tokens.current()?.value
      await database.query(`UPDATE store.tokens SET since = since - interval '23:57'`)
      await database.query(`SELECT pg_notify('tokens', key) FROM store.tokens`)
      const leftMs = ({ tokens }: Workstation): number => {
        const state = tokens.state()
        return state.state === 'held' ? state.expiresAt.getTime() - Date.now() : Infinity
      }
      await vi.waitFor(() => {
        for (const each of team) expect(leftMs(each)).toBeLessThan(4 * 60_000)
      }, soon)
      expect(await callAll()).toEqual(answered(3))
      await vi.waitFor(() => {
        for (const { tokens } of team) {
          expect(tokens.current()?.value).not.toBe(before)
          expect(tokens.state().state).toBe('held')
        }
      }, soon)
      expect(await callAll()).toEqual(answered(3))
      expect(await tokenCalls()).toBe(2)
    })

    it('has another fetch it where the fetching one is killed', async () => {
      const { tokenCalls, requestSlowly, team } = await openTeam(3, newestTokenOnly)
      const [one, two, three] = team
      if (!one || !two || !three) throw new RangeError('three workstations are open')
      await requestSlowly(one)
      const waiting = [two.call(), three.call()]
      // Its session ends as with its program, and it stores nothing any more.
      await one.store.close()
      expect(await Promise.all(waiting)).toEqual(answered(2))
      expect(await tokenCalls()).toBe(2)
    })

    it('sends nothing with a token that another has seen refused', async () => {
      const { callAll, control, team } = await openTeam(2, newestTokenOnly)
      const [one, two] = team
      if (!one || !two) throw new RangeError('two workstations are open')
      await callAll()
      const before = two.tokens.current()
      const [isReady, mayGo] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
      const beforeSending = async (): Promise<void> => {
        isReady.resolve(null)
        await mayGo.promise
      }
      const calling = two.call({ beforeSending })
      await isReady.promise
      await control.setScenario({ scenario: 'token-revoked', times: 1 })
      expect(await one.call()).toBe('answered')
      await vi.waitFor(() => expect(before?.isRefused).toBe(true), soon)
      mayGo.resolve(null)
      expect(await calling).toBe('answered')
      expect((await control.counters()).byStatus).toMatchObject({ '401': 1 })
    })
  })

  it('waits for no token of another once a call is withdrawn, or may not wait for a pause', async () => {
    const { requestSlowly, tokenCalls, team, database } = await openTeam(2, false)
    const [one, two] = team
    if (!one || !two) throw new RangeError('two workstations are open')
    await requestSlowly(one)
    const withdrawing = new AbortController()
    const withdrawn = two.call({ signal: withdrawing.signal })
    const client = two.connection.open()?.client ?? expect.fail('no client')
    const hurried = client.checkToken({ whenPaused: 'fail' })
    withdrawing.abort()
    expect(await withdrawn).toBe('cancelled')
    const pause = { kind: 'pause', key: 'practice', by: 'another', ms: 120_000 }
    await database.query(`SELECT pg_notify('slots', $1)`, [JSON.stringify(pause)])
    expect(await hurried).toEqual({ kind: 'failed', reason: 'rate-paused' })
    expect(one.tokens.state()).toEqual({ state: 'fetching' })
    expect(await tokenCalls()).toBe(1)
  })
})

describeOnPostgres('the token of a team in its database', () => {
  it('stands in no table, no notice and no log of the server, and is kept out of recorded calls', async () => {
    // The server logs every statement with its values.
    const settings = { log_statement: 'all', log_parameter_max_length: '-1' }
    const server = (await startPostgres(tmpdir(), settings)) ?? expect.fail('no server')
    onTestFinished(() => server.stop())
    const database = await connectTo(server, template)
    onTestFinished(() => database.end())
    const notices: string[] = []
    database.on('notification', ({ payload = '' }) => notices.push(payload))
    await database.query('LISTEN acts; LISTEN tallied; LISTEN slots; LISTEN tokens')
    const bank = await openBank(false)
    const one = await openWorkstation(database, bank, 'one')
    const two = await openWorkstation(database, bank, 'two')
    await one.call()
    await two.call()
    const secrets = two.tokens.secrets()
    await bank.control.setScenario({ scenario: 'token-revoked', times: 1 })
    await one.call()
    await two.call()
    await vi.waitFor(() => expect(two.tokens.secrets()).not.toEqual(secrets), soon)
    const tokens = new Set([...secrets, ...two.tokens.secrets(), ...one.tokens.secrets()])
    expect(tokens.size).toBe(2)

    const { rows: tables } = await database.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
        WHERE table_schema = 'store' AND table_type = 'BASE TABLE'`,
    )
    const found: string[] = [...notices, await readFile(join(server.host, 'log'), 'utf8')]
    for (const { name } of tables) {
      const { rows } = await database.query<{ row: string }>(
        `SELECT to_json(t)::text AS row FROM ${name} AS t`,
      )
      found.push(...rows.map(({ row }) => row))
    }
    const everything = found.join('\n')
    // The search is one that finds something.
    expect(everything).toContain('read_token')
    expect(everything).toContain('Bearer')
    expect(notices).toContain('practice')
    for (const token of tokens)
      for (const spelled of [
        token,
        Buffer.from(token).toString('base64'),
        encodeURIComponent(token),
      ])
        expect(everything.includes(spelled)).toBe(false)
  })
})
