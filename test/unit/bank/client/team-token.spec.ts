/** The one token of a team: each workstation with a cache of its own, on a store in memory. */
import { describe, expect, it } from 'vitest'
import { TokenCache } from '../../../../main/bank/client/token.ts'
import type { FetchedToken } from '../../../../main/bank/connection.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import { TokenStore, type Bank, type Workstation } from '../support/token-store.ts'
import { settle } from '../support/virtual-time.ts'

const hour = 3_600_000
const minute = 60_000
const refusal: FetchedToken = { kind: 'failed', reason: 'token-refused', status: 400 }
const lostLine: FetchedToken = { kind: 'failed', reason: 'timed-out' }

/** A bank that gives a new token to each call. */
function newBank(answers?: (count: number) => FetchedToken) {
  const bank = { calls: 0, answer: undefined as unknown as Bank }
  bank.answer = () => {
    bank.calls += 1
    const value = `token-${String(bank.calls)}`
    return Promise.resolve(answers?.(bank.calls) ?? { kind: 'token', value, lifetimeMs: 24 * hour })
  }
  return bank
}

/** A bank that answers when the test says so, unless the turn is lost before. */
function slowBank() {
  const open: ((answer: FetchedToken) => void)[] = []
  const answer: Bank = (lost) =>
    new Promise((resolve) => {
      open.push(resolve)
      lost?.addEventListener('abort', () => resolve({ kind: 'failed', reason: 'cancelled' }))
    })
  return { open, answer }
}

const tokenOf = (value: string): FetchedToken => ({ kind: 'token', value, lifetimeMs: 24 * hour })
const valueOf = (fetched: FetchedToken | undefined): string | undefined =>
  fetched?.kind === 'token' ? fetched.value : fetched?.reason

const getAll = async (team: readonly Workstation[]): Promise<(string | undefined)[]> =>
  (await Promise.all(team.map(async ({ cache }) => cache.get()))).map(valueOf)

async function openTeam(size: number, bank: { answer: Bank } = newBank()) {
  const store = new TokenStore()
  const team: Workstation[] = []
  for (let n = 0; n < size; n += 1) team.push(await store.open(bank.answer))
  const [one, two] = team
  if (!one || !two) throw new RangeError('a team has two workstations')
  return { store, team, one, two }
}

describe('the token of a team', () => {
  it('is fetched once for all that start at once, and never again for who comes later', async () => {
    const bank = newBank()
    const { store, team } = await openTeam(4, bank)
    expect(await getAll(team)).toEqual(Array(4).fill('token-1'))
    const later = await store.open(bank.answer)
    expect(later.cache.current()?.value).toBe('token-1')
    expect(await getAll([later])).toEqual(['token-1'])
    expect(bank.calls).toBe(1)
  })

  it('is in the store under the key of the team alone, and nothing that is said names it', async () => {
    const bank = newBank()
    const { store, one } = await openTeam(2, bank)
    await one.cache.get()
    await one.cache.renewAfter401('token-1')
    one.cache.worked('token-2')
    await settle()
    expect(store.said.map(({ kind }) => kind)).toContain('worked')
    expect(JSON.stringify([store.said, store.row])).not.toMatch(/token-\d/)
    const strangers = [
      { storeKey: practiceKey.map((byte) => byte ^ 1) },
      { owner: 'the same team with another certificate' },
    ]
    for (const who of strangers) {
      const stranger = await store.open(bank.answer, who)
      expect(stranger.cache.current()).toBeUndefined()
      expect(stranger.cache.secrets()).toEqual([])
    }
  })

  it('is kept out of records on each workstation, also once it was refused', async () => {
    const { answer, open } = slowBank()
    const { one, two } = await openTeam(2, { answer })
    void one.cache.get()
    await settle()
    open[0]?.(tokenOf('token-1'))
    await settle()
    expect(two.cache.secrets()).toEqual(['token-1'])
    void one.cache.renewAfter401('token-1')
    await settle()
    expect(two.cache.current()).toBeUndefined()
    expect(two.cache.secrets()).toEqual(['token-1'])
  })

  it('bank note 3: ends by the clock of the database at reading, then by the own one', async () => {
    const { store, one } = await openTeam(2)
    await one.cache.get()
    await store.time.advance(20 * hour)
    // A computer whose clock is far off.
    const later = await store.open(newBank().answer, { wallOffsetMs: -5 * hour })
    expect(later.cache.state()).toMatchObject({ state: 'held' })
    await store.time.advance(4 * hour - 1)
    expect(later.cache.current()?.value).toBe('token-1')
    await store.time.advance(1)
    expect(later.cache.current()).toBeUndefined()
  })

  it('counts the larger age where the clock of the database was set', async () => {
    const { store, one, two } = await openTeam(2)
    await one.cache.get()
    await store.time.advance(10 * hour)
    store.offMs = -10 * hour
    for (const each of [one, two]) store.tell(each)
    await store.time.advance(14 * hour)
    for (const { cache } of [one, two]) expect(cache.current()).toBeUndefined()
    store.offMs = 0
    await one.cache.get()
    store.offMs = 25 * hour
    for (const each of [one, two]) store.tell(each)
    await settle()
    for (const { cache } of [one, two]) expect(cache.current()).toBeUndefined()
  })

  it('bank note 4: is renewed ahead of its end by one, while the old one still serves', async () => {
    const bank = newBank()
    const { store, team } = await openTeam(3, bank)
    await getAll(team)
    await store.time.advance(24 * hour - 4 * minute)
    expect(await getAll(team)).toEqual(Array(3).fill('token-1'))
    await settle()
    expect(await getAll(team)).toEqual(Array(3).fill('token-2'))
    expect(bank.calls).toBe(2)
  })

  it('is renewed by one before any of them sends money with little life left', async () => {
    const bank = newBank()
    const { store, team } = await openTeam(3, bank)
    await getAll(team)
    await store.time.advance(24 * hour - 9 * minute)
    const values = await Promise.all(team.map(async ({ cache }) => cache.get(10 * minute)))
    expect(values.map(valueOf)).toEqual(Array(3).fill('token-2'))
    expect(bank.calls).toBe(2)
  })

  it('bank note 7: is renewed once for a 401 that all saw', async () => {
    const bank = newBank()
    const { team } = await openTeam(4, bank)
    await getAll(team)
    const renewed = await Promise.all(team.map(({ cache }) => cache.renewAfter401('token-1')))
    expect(renewed.map(valueOf)).toEqual(Array(4).fill('token-2'))
    expect(bank.calls).toBe(2)
  })

  it('that was refused is used nowhere from then on, and the new one everywhere', async () => {
    const { answer, open } = slowBank()
    const { team, one, two } = await openTeam(3, { answer })
    const first = getAll(team)
    await settle()
    open[0]?.(tokenOf('token-1'))
    await first
    const onTheWay = two.cache.current()
    void one.cache.renewAfter401('token-1')
    await settle()
    expect(onTheWay?.isRefused).toBe(true)
    for (const { cache } of team) expect(cache.current()).toBeUndefined()
    const all = getAll(team)
    const money = two.cache.get(10 * minute)
    await settle()
    open[1]?.(tokenOf('token-2'))
    expect(await all).toEqual(Array(3).fill('token-2'))
    expect(valueOf(await money)).toBe('token-2')
    // A call that was on its way with the old one.
    expect(valueOf(await two.cache.renewAfter401('token-1'))).toBe('token-2')
    expect(open).toHaveLength(2)
  })

  it('that was refused is sent with no money, also where there is no other', async () => {
    const { answer, open } = slowBank()
    const { store, team, one, two } = await openTeam(2, { answer })
    const first = getAll(team)
    await settle()
    open[0]?.(tokenOf('token-1'))
    await first
    await store.time.advance(24 * hour - 9 * minute)
    void one.cache.renewAfter401('token-1')
    const money = two.cache.get(10 * minute)
    await settle()
    open[1]?.(refusal)
    expect(valueOf(await money)).toBe('token-refused')
  })

  it('that was refused while a workstation was away begins no call there', async () => {
    const { store, team, one, two } = await openTeam(2)
    await getAll(team)
    const before = two.cache.current()
    store.lose(two)
    await one.cache.renewAfter401('token-1')
    await settle()
    expect(before?.isRefused).toBe(false)
    store.enter(two)
    await settle()
    expect(before?.isRefused).toBe(true)
    expect(two.cache.current()?.value).toBe('token-2')
  })

  it('is not lost to an older reading of the store', async () => {
    const bank = newBank()
    const { store, one } = await openTeam(2, bank)
    await one.cache.get()
    const old = store.row
    await one.cache.renewAfter401('token-1')
    await settle()
    store.row = old
    store.tell(one)
    await settle()
    expect(one.cache.current()?.value).toBe('token-2')
  })

  it('that was refused is not taken by who comes while another one is fetched', async () => {
    const { answer, open } = slowBank()
    const { store, one } = await openTeam(2, { answer })
    void one.cache.get()
    await settle()
    open[0]?.(tokenOf('token-1'))
    await settle()
    void one.cache.renewAfter401('token-1')
    await settle()
    const later = await store.open(answer)
    const getting = getAll([later])
    await settle()
    open[1]?.(tokenOf('token-2'))
    expect(await getting).toEqual(['token-2'])
    expect(later.fetches).toBe(0)
  })

  it('bank note 7: is not renewed within a minute of the last 401, wherever that was', async () => {
    const bank = newBank()
    const { store, team, one, two } = await openTeam(2, bank)
    await getAll(team)
    await one.cache.renewAfter401('token-1')
    expect(await two.cache.renewAfter401('token-2')).toBeUndefined()
    expect(two.cache.current()?.value).toBe('token-2')
    const later = await store.open(bank.answer)
    expect(await later.cache.renewAfter401('token-2')).toBeUndefined()
    await store.time.advance(minute)
    expect(valueOf(await two.cache.renewAfter401('token-2'))).toBe('token-3')
    expect(bank.calls).toBe(3)
  })

  it('bank note 7: is renewed again within a minute where it has worked, wherever that was', async () => {
    const bank = newBank()
    const { team, one, two } = await openTeam(2, bank)
    await getAll(team)
    await one.cache.renewAfter401('token-1')
    one.cache.worked('token-2')
    expect(valueOf(await two.cache.renewAfter401('token-2'))).toBe('token-3')
    expect(await one.cache.renewAfter401('token-3')).toBeUndefined()
    expect(bank.calls).toBe(3)
  })

  it.each([
    ['a minute after a refusal', 400, minute],
    ['five seconds after a server error', 503, 5_000],
  ])('is requested by nobody until %s', async (_, status, quietMs) => {
    const bank = newBank(() => ({ ...refusal, status }))
    const { store, team } = await openTeam(3, bank)
    expect(await getAll(team)).toEqual(Array(3).fill('token-refused'))
    await store.time.advance(quietMs - 1)
    const later = await store.open(bank.answer)
    expect(await getAll([...team, later])).toEqual(Array(4).fill('token-refused'))
    expect(bank.calls).toBe(1)
    await store.time.advance(1)
    await getAll(team)
    expect(bank.calls).toBe(2)
  })

  it('is requested again after a minute also where the clock of the database was set back', async () => {
    const bank = newBank(() => refusal)
    const { store, one } = await openTeam(2, bank)
    await one.cache.get()
    store.offMs = -hour
    await store.time.advance(minute)
    await one.cache.get()
    expect(bank.calls).toBe(2)
  })

  it('serves to its end where the bank gives no other', async () => {
    const bank = newBank((count) => (count === 1 ? tokenOf('token-1') : refusal))
    const { store, team, two } = await openTeam(2, bank)
    await getAll(team)
    await store.time.advance(24 * hour - minute)
    expect(valueOf(await two.cache.get(10 * minute))).toBe('token-1')
    expect(await getAll(team)).toEqual(['token-1', 'token-1'])
    expect(bank.calls).toBe(2)
  })

  it('is requested by each in turn where the line of one is bad', async () => {
    const bad = newBank(() => lostLine)
    const good = newBank()
    const store = new TokenStore()
    const team = [await store.open(bad.answer), await store.open(good.answer)]
    expect(await getAll(team)).toEqual(['timed-out', 'token-1'])
    expect(await getAll(team)).toEqual(['token-1', 'token-1'])
    expect([bad.calls, good.calls]).toEqual([1, 1])
  })

  it('is fetched by another where the one that fetched was lost, which then takes that one', async () => {
    const { answer, open } = slowBank()
    const { store, one, two } = await openTeam(2, { answer })
    const first = getAll([one])
    await settle()
    const second = getAll([two])
    await settle()
    expect(open).toHaveLength(1)
    store.lose(one)
    await settle()
    expect(open).toHaveLength(2)
    open[0]?.(tokenOf('of the lost one'))
    open[1]?.(tokenOf('token-2'))
    expect(await second).toEqual(['token-2'])
    store.enter(one)
    expect(await first).toEqual(['token-2'])
    expect(open).toHaveLength(2)
  })

  it('counts as fetched for a 401 where the one that saw the 401 was lost', async () => {
    const { answer, open } = slowBank()
    const { store, one, two } = await openTeam(2, { answer })
    const all = getAll([one, two])
    await settle()
    open[0]?.(tokenOf('token-1'))
    await all
    void one.cache.renewAfter401('token-1')
    await settle()
    const second = getAll([two])
    store.lose(one)
    await settle()
    open[2]?.(tokenOf('token-2'))
    expect(await second).toEqual(['token-2'])
    expect(await two.cache.renewAfter401('token-2')).toBeUndefined()
  })

  it('is waited for until the client is closed', async () => {
    const { answer, open } = slowBank()
    const { store, one, two } = await openTeam(2, { answer })
    void one.cache.get()
    await settle()
    const waiting = [getAll([two]), two.cache.renewAfter401('token-1')] as const
    await settle()
    expect(two.cache.isWaitingForTeam).toBe(true)
    two.closing.abort()
    expect(await waiting[0]).toEqual(['cancelled'])
    expect(valueOf(await waiting[1])).toBe('cancelled')
    expect(await getAll([two])).toEqual(['cancelled'])
    expect(two.isWanting).toBe(false)
    open[0]?.(tokenOf('token-1'))
    await settle()
    expect(store.turn).toBeUndefined()
  })

  it('is waited for while the store is away, by whoever needs it', async () => {
    const bank = newBank()
    const { store, one } = await openTeam(2, bank)
    store.lose(one)
    const getting = getAll([one])
    await store.time.advance(hour)
    expect(bank.calls).toBe(0)
    store.enter(one)
    expect(await getting).toEqual(['token-1'])
  })
})

describe('clients of one workstation', () => {
  it('have the turn one after the other', async () => {
    const { answer, open } = slowBank()
    const { store, one, two } = await openTeam(2, { answer })
    const other = new TokenCache(store.time.clock, answer)
    const client = { user: other, owner: 'other credentials' }
    other.joinTeam(one.tokens.share('bank-1', client, new AbortController().signal))
    const getting = [two.cache, one.cache, other].map(async (cache) => cache.get())
    for (const at of [0, 1, 2]) {
      await settle()
      expect(open).toHaveLength(at + 1)
      open[at]?.(at === 0 ? lostLine : tokenOf(`token-${String(at)}`))
    }
    expect((await Promise.all(getting)).map(valueOf)).toEqual(['timed-out', 'token-1', 'token-2'])
  })
})
