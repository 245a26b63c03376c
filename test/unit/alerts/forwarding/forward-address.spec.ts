/**
 * Addresses to which no alert may be forwarded, the required confirmation, and that the secret goes
 * only to its endpoint.
 */
import { hostname } from 'node:os'
import { describe, expect, it, vi } from 'vitest'
import { forwardAddress } from '../../../../preload/contract/api/forwarding/forwarding.ts'
import { ok } from '../../../../preload/contract/kernel/result.ts'
import { forwardingBlock } from '../../../../main/alerts/forwarding/forward-rules.ts'
import type { SessionContext } from '../../../../main/profile/session-context.ts'
import type { ForwardSecrets, ForwardAccess } from '../../../../main/profile/profile-secrets.ts'
import { emptyDetails } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'
import { numbered, openEndpoint, settings, stageOf, takeIn } from './support/forward-stage.ts'

const places = {
  bank: ['https://api.bank.example/base', null],
  listener: { host: '10.1.2.3', port: 8443, publicUrl: 'https://alerts.client.example/alerts' },
  listening: 'https://127.0.0.1:9443/alerts',
} as const

describe('where nothing is forwarded', () => {
  it.each([
    ['https://api.bank.example/take', 'bank'],
    ['https://API.BANK.EXAMPLE.:8443/take', 'bank'],
    ['https://alerts.client.example/other', 'own-listener'],
    ['https://10.1.2.3:8443/alerts', 'own-listener'],
    ['https://localhost:8443/x', 'own-listener'],
    ['https://127.0.0.9:9443/x', 'own-listener'],
    ['https://[::1]:9443/x', 'own-listener'],
    ['https://[::ffff:127.0.0.1]:9443/x', 'own-listener'],
    ['https://[::ffff:10.1.2.3]:8443/x', 'own-listener'],
    ['https://0x7f.1:9443/x', 'own-listener'],
    ['https://0:9443/x', 'own-listener'],
    [`https://${hostname()}:9443/x`, 'own-listener'],
    [`https://${hostname().toUpperCase()}.local.:8443/x`, 'own-listener'],
    ['https://API.BANK.EXAMPLE../take', 'bank'],
    ['https://\uff41\uff50\uff49.bank.example/take', 'bank'],
    // A name, not an address of this computer.
    ['https://127.attacker.example:9443/x', null],
    ['https://alerts.client.example:444/other', null],
    ['https://localhost:9444/x', null],
    ['https://other.example/take', null],
  ])('%s: %s', (url, block) => {
    expect(forwardingBlock(url, places)).toBe(block)
  })

  it.each([
    'http://other.example/take',
    'https://user:pass@other.example/',
    'https://user@other.example/',
    'https://other.example/#part',
    'other.example',
    'file:///etc/passwd',
  ])('refuses %s as an address', (url) => {
    expect(forwardAddress.safeParse(url).success).toBe(false)
  })
})

const details = { ...emptyDetails, baseUrl: 'https://api.bank.example' }
const production = {
  environment: 'production',
  profile: () => ({ details, accounts: [] }),
} as unknown as Partial<SessionContext>

function accessOf(): ForwardAccess & { stored: ForwardSecrets | null; retired: boolean } {
  const access = {
    stored: null as ForwardSecrets | null,
    retired: false,
    secret: () => access.stored,
    save: vi.fn<ForwardAccess['save']>((given) => {
      access.stored = given && { ...given, storedAt: '2026-11-23T14:00:00.000Z' }
      return Promise.resolve(ok(undefined))
    }),
    privateCa: () => null,
    proxy: () => null,
    isRetired: () => access.retired,
  }
  return access
}
const realStage = async () => {
  const store = await open(newStorePath())
  const access = accessOf()
  return { store, access, ...stageOf(store, { context: production, access }) }
}

it('starts in production only with the host typed, and records who started it', async () => {
  const { store, session } = await realStage()
  const { url } = await openEndpoint()
  const host = new URL(url).host
  for (const confirmedHost of [null, '', 'localhost', `${host}/`]) {
    const refused = await session.changeSettings(settings({ url, confirmedHost }), 'admin-1')
    expect(refused).toEqual({ ok: false, error: { code: 'confirmation-wrong', wanted: host } })
  }
  expect((await session.state()).enabled).toBe(false)
  const done = await session.changeSettings(settings({ url, confirmedHost: host }), 'admin-1')
  expect(done).toMatchObject({ ok: true, value: { enabled: true, url } })
  const entry = (await auditEntries(store)).at(-1)
  expect(entry).toMatchObject({ kind: 'forwarding.changed', actor: 'admin-1' })
  expect(entry?.detail).toContain(host)
})

it('refuses the bank and the own listener, and changes nothing', async () => {
  const { session } = await realStage()
  const requested = settings({
    url: 'https://api.bank.example/take',
    confirmedHost: 'api.bank.example',
  })
  expect(await session.changeSettings(requested, 'admin-1')).toEqual({
    ok: false,
    error: { code: 'address-not-allowed', why: 'bank' },
  })
  expect(await session.state()).toMatchObject({ enabled: false, url: null })
})

it('sends the secret to the endpoint it was typed for and to no other, and stores it in no table', async () => {
  const { store, session, access, settled } = await realStage()
  const [first, second] = [await openEndpoint(), await openEndpoint()]
  const to = (url: string) => settings({ url, confirmedHost: new URL(url).host })
  await session.changeSettings(to(first.url), 'admin-1')
  const secret = { kind: 'basic', userName: 'taker', password: 'canary-7d1f0a55' } as const
  expect(await session.saveSecret(secret, 'admin-1')).toMatchObject({
    value: { credential: { kind: 'basic' } },
  })
  await takeIn(store, numbered(1))
  session.alertsRead(1)
  await settled()
  const basic = Buffer.from('taker:canary-7d1f0a55').toString('base64')
  expect(first.posts[0]?.headers.authorization).toBe(`Basic ${basic}`)

  await session.changeSettings(to(second.url), 'admin-1')
  await takeIn(store, numbered(1, 2))
  session.alertsRead(2)
  await settled()
  expect(second.posts).toHaveLength(1)
  expect(second.posts[0]?.headers.authorization).toBeUndefined()
  expect((await session.state()).credential).toBeNull()

  const tables = await Promise.all([
    store.read.selectFrom('forward_state').selectAll().execute(),
    store.read.selectFrom('forward_tries').selectAll().execute(),
    store.read.selectFrom('audit_entries').selectAll().execute(),
    session.state(),
  ])
  expect(JSON.stringify(tables)).not.toContain('canary-7d1f0a55')
  expect(JSON.stringify(tables)).not.toContain(basic)
  expect(access.stored?.origin).toBe(new URL(first.url).origin)
})

it('stores no secret in practice, and says so', async () => {
  const { session } = stageOf(await open(newStorePath()))
  const { url } = await openEndpoint()
  await session.changeSettings(settings({ url }), 'admin-1')
  const refused = await session.saveSecret({ kind: 'bearer', token: 't' }, 'admin-1')
  expect(refused).toEqual({ ok: false, error: { code: 'practice-only' } })
  expect((await session.state()).canStoreCredential).toBe(false)
})

it('forwards nothing for a retired profile', async () => {
  const { store, session, access, settled, pass } = await realStage()
  const endpoint = await openEndpoint()
  const { url } = endpoint
  const requested = settings({ url, confirmedHost: new URL(url).host })
  await session.changeSettings(requested, 'admin-1')
  access.retired = true
  await takeIn(store, numbered(1))
  session.alertsRead(1)
  await settled()
  await pass(3_600_000)
  expect(endpoint.posts).toEqual([])
  expect(await session.state()).toMatchObject({
    deliveryStatus: { state: 'blocked', why: 'retired' },
  })
  const retired = { ok: false, error: { code: 'profile-retired' } }
  expect(await session.changeSettings(requested, 'admin-1')).toEqual(retired)
  expect(await session.tryOnce('admin-1')).toEqual(retired)
})
