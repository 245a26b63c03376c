import { describe, expect, it } from 'vitest'
import { readToken, tokenRequest } from '../../../../main/bank/client/token-call.ts'
import type { FetchedToken } from '../../../../main/bank/connection.ts'
import { TokenCache } from '../../../../main/bank/client/token.ts'
import { VirtualTime } from '../support/virtual-time.ts'

const hour = 3_600_000
const credentials = {
  baseUrl: 'https://bank.example',
  certificateChain: '',
  privateKey: '',
  consumerKey: 'ck',
  consumerSecret: 'cs',
  clientId: 'ci',
  clientSecret: 'c&s',
}

function newCache(answers: (count: number) => FetchedToken, time = new VirtualTime()) {
  let fetches = 0
  const cache = new TokenCache(time.clock, () => {
    fetches += 1
    return Promise.resolve(answers(fetches))
  })
  return { time, cache, fetches: () => fetches }
}
const token = (count: number): FetchedToken => ({
  kind: 'token',
  value: `token-${count}`,
  lifetimeMs: 24 * hour,
})
const refusal: FetchedToken = { kind: 'failed', reason: 'token-refused', status: 401 }

describe('the token call', () => {
  it('bank note 1: puts the scope in the query, client id and secret in the form, the consumer in Basic', () => {
    const request = tokenRequest(credentials)
    expect(`${request.method} ${request.path}`).toBe('POST /oauth/v1/token?scope=rs-read')
    expect(request.headers['authorization']).toBe(`Basic ${btoa('ck:cs')}`)
    expect(Object.fromEntries(new URLSearchParams(request.body?.toString()))).toEqual({
      Id: 'ci',
      Key: 'c&s',
      grant_type: 'client_credentials',
    })
  })

  it('bank note 2: needs nothing of the answer but the token, whatever the crossed names carry', () => {
    expect(readToken('{"access_token":" t ","client_id":"ck","Id":"ci"}')?.value).toBe('t')
    expect(readToken('{"client_id":"ck"}')).toBeUndefined()
    expect(readToken('<html>')).toBeUndefined()
  })

  it.each([
    ['"86399"', 86_399_000],
    ['3600', 3_600_000],
    ['"999999999"', 24 * hour],
    ['"soon"', 24 * hour],
    ['"0"', 24 * hour],
    ['null', 24 * hour],
  ])('bank note 3: reads the lifetime %s leniently and caps it at a day', (given, lifetimeMs) => {
    expect(readToken(`{"access_token":"t","expires_in":${given}}`)?.lifetimeMs).toBe(lifetimeMs)
  })

  it('bank note 5: takes developer.email for one name and both product lists as they are', () => {
    const answer = {
      access_token: 't',
      'developer.email': 'a@b',
      api_product_list: '[a, b]',
      api_product_list_json: ['a', 'b'],
    }
    expect(readToken(JSON.stringify(answer))?.value).toBe('t')
  })
})

describe('the held token', () => {
  it('bank note 3: is fetched once for everybody who waits', async () => {
    const { cache, fetches } = newCache(token)
    const all = await Promise.all(Array.from({ length: 50 }, async () => cache.get()))
    expect(fetches()).toBe(1)
    expect(new Set(all.map((one) => one.kind === 'token' && one.value))).toEqual(
      new Set(['token-1']),
    )
  })

  it('bank note 4: is renewed ahead of its end by a new request, while the old one still serves', async () => {
    const { cache, time, fetches } = newCache(token)
    await cache.get()
    await time.advance(24 * hour - 4 * 60_000)
    expect(await cache.get()).toMatchObject({ value: 'token-1' })
    await time.advance(0)
    expect(fetches()).toBe(2)
    expect(await cache.get()).toMatchObject({ value: 'token-2' })
  })

  it('expires by the first of the two clocks', async () => {
    const { cache, time } = newCache(token)
    await cache.get()
    time.wallOffsetMs += 25 * hour
    expect(cache.current()).toBeUndefined()
  })

  it('is fetched again before money is sent with one that has less than ten minutes to live', async () => {
    const { cache, time, fetches } = newCache(token)
    await cache.get()
    await time.advance(24 * hour - 601_000)
    expect(await cache.get(600_000)).toMatchObject({ value: 'token-1' })
    await time.advance(2_000)
    expect(await cache.get(600_000)).toMatchObject({ value: 'token-2' })
    expect(fetches()).toBe(2)
  })

  it('serves to its end for money where the bank gives no other', async () => {
    const { cache, time } = newCache((count) => (count === 1 ? token(count) : refusal))
    await cache.get()
    await time.advance(24 * hour - 60_000)
    expect(await cache.get(600_000)).toMatchObject({ value: 'token-1' })
  })

  it('that is fetched after a 401 is awaited by money, while other calls continue with the old one', async () => {
    const { cache } = newCache(token)
    await cache.get()
    void cache.renewAfter401('token-1')
    const [money, other] = [cache.get(600_000), cache.get()]
    expect(await money).toMatchObject({ value: 'token-2' })
    expect(await other).toMatchObject({ value: 'token-1' })
  })

  it('bank note 7: is renewed once for a 401 however many calls saw it, and never in a loop', async () => {
    const { cache, fetches } = newCache(token)
    await cache.get()
    const renewed = await Promise.all([
      cache.renewAfter401('token-1'),
      cache.renewAfter401('token-1'),
    ])
    expect(renewed).toMatchObject([{ value: 'token-2' }, { value: 'token-2' }])
    expect(await cache.renewAfter401('token-1')).toMatchObject({ value: 'token-2' })
    expect(await cache.renewAfter401('token-2')).toBeUndefined()
    expect(fetches()).toBe(2)
  })

  it('bank note 7: is renewed again within a minute where it has worked since the last 401, and once for each time', async () => {
    const { cache, fetches } = newCache(token)
    await cache.get()
    await cache.renewAfter401('token-1')
    cache.worked('token-1')
    expect(await cache.renewAfter401('token-2')).toBeUndefined()
    cache.worked('token-2')
    expect(await cache.renewAfter401('token-2')).toMatchObject({ value: 'token-3' })
    expect(await cache.renewAfter401('token-3')).toBeUndefined()
    expect(fetches()).toBe(3)
  })

  it('is requested only a minute after a refusal', async () => {
    const { cache, time, fetches } = newCache(() => refusal)
    for (let i = 0; i < 10; i += 1) expect(await cache.get()).toEqual(refusal)
    expect(fetches()).toBe(1)
    await time.advance(60_000)
    await cache.get()
    expect(fetches()).toBe(2)
  })

  it('reports to the status bar when it came and when it expires', async () => {
    const { cache, time } = newCache(token)
    expect(cache.state()).toEqual({ state: 'none' })
    const getting = cache.get()
    expect(cache.state()).toEqual({ state: 'fetching' })
    await getting
    const obtainedAt = time.clock.now()
    const expiresAt = new Date(obtainedAt.getTime() + 24 * hour)
    expect(cache.state()).toEqual({ state: 'held', obtainedAt, expiresAt })
  })
})
