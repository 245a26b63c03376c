/** A profile whose bank is behind a real proxy that asks for Basic authentication. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenPracticeBank } from '../../../main/practice/open-practice-bank.ts'
import type { OpenProfile } from '../../../preload/contract/api/profiles/profile.ts'
import { passes, ProxyOfTest, refuses } from '../bank/support/proxy-of-test.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'
import { startPrivateKeyring, type PrivateKeyring } from './keychain/support/private-keyring.ts'
import { recordedBy, secretsIn, storedTexts } from './support/profile-store.ts'
import {
  detailsOf,
  makeProfile,
  openRealBank,
  openWorkstation,
  setUp,
  type RealWorkstation,
} from './support/real-workstation.ts'

const credentials = { userName: 'treasury-desk-7', password: 'Orchid lantern 4471' }
const basic = Buffer.from(`${credentials.userName}:${credentials.password}`).toString('base64')
const secrets = [basic, credentials.userName, credentials.password]

let keyring: PrivateKeyring
let bank: OpenPracticeBank
let folder: string
let session: RealWorkstation
let id: string

beforeAll(async () => {
  keyring = await startPrivateKeyring()
})
afterAll(() => keyring.stop())
beforeEach(async () => {
  bank = await openRealBank()
  folder = await newFolder()
  session = await openWorkstation(folder, keyring.env)
  id = await makeProfile(session, 'Ridgeway')
  await setUp(session, bank)
})
afterEach(async () => {
  await session.workstation.close()
  await bank.close()
  await removeFolder(folder)
})

const asksForBasic = (client: Parameters<typeof passes>[0], target: Parameters<typeof passes>[1]) =>
  (proxy.heads.at(-1)?.includes(`Proxy-Authorization: Basic ${basic}\r\n`)
    ? passes
    : refuses('407 Proxy Authentication Required', ['Proxy-Authenticate: Basic realm="desk"']))(
    client,
    target,
  )
let proxy: ProxyOfTest
const useProxy = async (given: ProxyOfTest): Promise<OpenProfile> => {
  const { host, port } = given.access()
  return session.must<OpenProfile>('profiles.changeDetails', {
    ...detailsOf(bank),
    proxy: { host, port },
  })
}
const store = (given: typeof credentials | null) =>
  session.call<OpenProfile>('profiles.saveProxyCredentials', { credentials: given })
const health = () => session.must<{ status: number | null }>('connection.checkHealth')

describe('a profile behind a proxy', () => {
  beforeEach(async () => {
    proxy = await ProxyOfTest.open(asksForBasic)
  })

  it('reaches its bank with the credentials from the keychain, after a restart too', async () => {
    await useProxy(proxy)
    expect(await health()).toMatchObject({ status: null })
    expect(await session.must('connection.getState')).toMatchObject({
      bank: { state: 'unreachable', reason: 'proxy-sign-in-refused' },
    })
    const stored = await store(credentials)
    expect(stored.ok && stored.value.proxyCredentialsAt).toMatch(/^\d{4}-/)
    expect(await health()).toMatchObject({ status: 200 })
    await session.workstation.close()
    session = await openWorkstation(folder, keyring.env)
    await session.must('profiles.open', { id, confirmation: null })
    expect(await health()).toMatchObject({ status: 200 })
  })

  it('has its credentials in the keychain and nowhere else', async () => {
    await useProxy(proxy)
    await store({ ...credentials, password: 'Wrong orchid 1234' })
    await health()
    await store(credentials)
    await health()
    await session.must('doctor.examine')
    const { text } = await session.must<{ text: string }>('diagnostics.preview')
    const seen = JSON.stringify([session.answers, session.emitted, text])
    for (const secret of secrets) expect(seen).not.toContain(secret)
    await session.workstation.close()
    expect(await secretsIn(folder, keyring.env, id)).toMatchObject({ proxy: { credentials } })
    const { texts } = await storedTexts(folder, keyring.env, id)
    for (const secret of secrets) expect(texts.includes(secret)).toBe(false)
    for (const name of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue
      const bytes = await readFile(join(name.parentPath, name.name))
      for (const secret of secrets) expect(bytes.includes(secret), name.name).toBe(false)
    }
    const { host, port } = proxy.access()
    expect(await recordedBy(folder, keyring.env, id, 'profile.proxy-credentials-stored')).toEqual(
      Array(2).fill({ proxy: `${host}:${String(port)}` }),
    )
  })

  it('sends its credentials to no other proxy', async () => {
    const other = await ProxyOfTest.open()
    await useProxy(proxy)
    await store(credentials)
    expect(await useProxy(other)).toMatchObject({ proxyCredentialsAt: null })
    expect(await health()).toMatchObject({ status: 200 })
    expect(other.heads).not.toEqual([])
    for (const head of other.heads) expect(head).not.toContain('Authorization')
  })

  it('forwards alerts through it, with the same credentials, to an endpoint outside', async () => {
    await useProxy(proxy)
    await store(credentials)
    const url = 'https://alerts.receiver.invalid/take'
    await session.must('forwarding.changeSettings', {
      enabled: false,
      url,
      sinceDays: 0,
      confirmedHost: null,
    })
    expect(await session.must('forwarding.tryOnce')).toMatchObject({ status: null })
    const head = proxy.heads.find((one) => one.startsWith('CONNECT alerts.receiver.invalid:443 '))
    expect(head).toContain(`Proxy-Authorization: Basic ${basic}\r\n`)
  })

  it('forgets its credentials on request', async () => {
    await useProxy(proxy)
    await store(credentials)
    expect(await store(null)).toMatchObject({ ok: true, value: { proxyCredentialsAt: null } })
    expect(await secretsIn(folder, keyring.env, id)).not.toHaveProperty('proxy')
    expect(await health()).toMatchObject({ status: null })
  })
})

it('takes no credentials where the profile has no proxy', async () => {
  expect(await store(credentials)).toMatchObject({ ok: false, error: { code: 'not-found' } })
  expect(await secretsIn(folder, keyring.env, id)).not.toHaveProperty('proxy')
})
