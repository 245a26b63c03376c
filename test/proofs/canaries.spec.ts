/**
 * Promise P5: every secret of a profile goes through everything that an operator does with an
 * imported profile. Afterwards none is found in the data folder, the logs, the arguments or
 * environment of any process, or in anything that main sent to the window, whether raw, in base64,
 * in hex or in UTF-16.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issue } from '../../main/practice/enrolment.ts'
import { openPracticeBank, type OpenPracticeBank } from '../../main/practice/open-practice-bank.ts'
import { p12Of } from '../../main/practice/write-enrolment.ts'
import type { PendingRequest } from '../../preload/contract/api/certificates/certificate-request.ts'
import type { OpenProfile } from '../../preload/contract/api/profiles/profile.ts'
import { makeAuthority, type Authority } from '../unit/profile/certificates/support/authority.ts'
import { deliver, freePort, withListener } from '../unit/profile/support/listening.ts'
import { ProxyOfTest } from '../unit/bank/support/proxy-of-test.ts'
import { secretsIn, storedTexts } from '../unit/profile/support/profile-store.ts'
import {
  startPrivateKeyring,
  type PrivateKeyring,
} from '../unit/profile/keychain/support/private-keyring.ts'
import { newFolder, removeFolder } from '../unit/support/workstation.ts'
import {
  detailsOf,
  fingerprintOf,
  makeProfile,
  signInPassphrase,
  openWorkstation,
  type RealWorkstation,
} from '../unit/profile/support/real-workstation.ts'

let keyring: PrivateKeyring
let authority: Authority
let bank: OpenPracticeBank
let folder: string
let session: RealWorkstation

beforeAll(async () => {
  keyring = await startPrivateKeyring()
  authority = await makeAuthority('rsa')
  bank = await openPracticeBank({ identity: { pki: authority.pki, issued: issue() } })
  folder = await newFolder()
})
afterAll(async () => {
  await session.workstation.close()
  await bank.close()
  await keyring.stop()
  await removeFolder(folder)
})

const p12Password = 'Canary-p12-password-91'
const passphrase = 'canary recovery passphrase 92'
const signInCanary = 'canary sign-in passphrase 93'

/** Each spelling in which a secret may have been left behind. */
function spellings(secret: string): Buffer[] {
  const raw = Buffer.from(secret)
  const shifted = ['', 'x', 'xx'].map((before) => {
    // Base64 of a text differs at each of three offsets; only its middle is certain for each.
    const coded = Buffer.from(before + secret).toString('base64')
    return Buffer.from(coded.slice(before.length + 2, -4))
  })
  return [
    raw,
    ...shifted,
    Buffer.from(raw.toString('hex')),
    Buffer.from(raw.toString('hex').toUpperCase()),
    Buffer.from(secret, 'utf16le'),
    Buffer.from(secret, 'utf16le').swap16(),
  ]
}

function filesIn(place: string): string[] {
  return readdirSync(place).flatMap((name) => {
    const path = join(place, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
}

/** Arguments and environments of this process and its descendants. */
function processTexts(): [string, Buffer][] {
  const parents = new Map<number, number>()
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // The process has already ended.
    }
  }
  const isOurs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at && at > 1; at = parents.get(at))
      if (at === process.pid) return true
    return false
  }
  return [...parents.keys()].filter(isOurs).flatMap((pid) =>
    ['cmdline', 'environ'].map((name): [string, Buffer] => {
      try {
        return [`/proc/${pid}/${name}`, readFileSync(`/proc/${pid}/${name}`)]
      } catch {
        return [`/proc/${pid}/${name}`, Buffer.alloc(0)]
      }
    }),
  )
}

const foundIn = (secrets: Record<string, string>, places: [string, Buffer][]): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    places.flatMap(([place, bytes]) =>
      spellings(secret).some((spelling) => bytes.includes(spelling)) ? [`${name} in ${place}`] : [],
    ),
  )

/** Everything that an operator does with a profile, failures included. */
async function wholeFlow(): Promise<string> {
  const { enrolment } = bank
  const id = await makeProfile(session, 'Canary')
  await session.must('profiles.changeDetails', detailsOf(bank))
  session.person.choose({ name: 'root.pem', bytes: enrolment.ca })
  const { draftId: ca } = await session.must<{ draftId: string }>('certificates.selectPrivateCa')
  const sha256 = fingerprintOf(enrolment.ca)
  await session.must('certificates.trustPrivateCa', { draftId: ca, sha256 })
  const { consumerKey, consumerSecret, clientId, clientSecret } = enrolment
  await session.must('profiles.saveCredentials', { consumerKey, consumerSecret })
  await session.must('profiles.saveCredentials', { clientId, clientSecret })
  await importP12()
  await session.must('doctor.examine')
  await useRequests(id)
  await useProxy()
  await session.must('validation.submit', {
    apiVersion: 'v1',
    routingNumber: '021000021',
    accountNumber: '5550101',
    ownerKind: 'none',
    owner: {},
  })
  await takeTraffic()
  await useListener(id)
  await session.must('recovery.writeFile', { passphrase, hint: 'in the safe' })
  await session.must('profiles.exportFile', { withAccountNumbers: true })
  await session.must('profiles.open', { id: 'practice', confirmation: null })
  await keyring.lock()
  await session.call('profiles.open', { id, confirmation: null })
  await keyring.kill()
  await keyring.unlock()
  await session.must('profiles.open', { id, confirmation: null })
  await useOperators()
  session.workstation.log.unforeseen('canary', new Error('something else'))
  return id
}

/** The listener's password and key, each recorded before it is replaced. */
const ofListener: Record<string, string> = {}

async function saveListenerSecrets(id: string, which: string): Promise<void> {
  const { credentials, certificate } = (await secretsIn(folder, keyring.env, id)).listener
  if (!credentials || !certificate) throw new Error('no listener')
  ofListener[`${which}Password`] = credentials.password
  ofListener[`${which}BasicPair`] = `${credentials.userName}:${credentials.password}`
  ofListener[`${which}ListenerKey`] = certificate.privateKey.split('\n')[1] ?? ''
}

/** A listener that is set up, used, rotated, handed over and removed. */
async function useListener(id: string): Promise<void> {
  const port = await freePort()
  const { listener } = withListener({ port })
  await session.must('profiles.changeDetails', { ...detailsOf(bank), listener })
  await saveListenerSecrets(id, 'first')
  const { credentials } = (await secretsIn(folder, keyring.env, id)).listener
  expect(await deliver(port, credentials, 'canary')).toMatchObject({ status: 200 })
  const wrong = { userName: 'x', password: credentials?.password ?? '', createdAt: '' }
  expect(await deliver(port, wrong, 'canary')).toMatchObject({ status: 401 })
  await session.must('listener.createCredentials')
  await session.must('listener.createCertificate')
  await saveListenerSecrets(id, 'second')
  for (const method of ['getState', 'copyPassword', 'saveSheet', 'saveCertificate', 'endPrevious'])
    await session.must(`listener.${method}`)
  await session.must('profiles.changeDetails', detailsOf(bank))
}

/** A line of each key that was created for a request. */
const ofRequests: Record<string, string> = {}

/**
 * A request that is created, shown, saved and discarded, and one that is answered, reverted and used
 * again.
 */
async function useRequests(id: string): Promise<void> {
  const name = {
    commonName: 'canary',
    organization: 'Canary',
    unit: '',
    locality: '',
    state: '',
    country: 'US',
  }
  const create = async (which: string): Promise<PendingRequest> => {
    const wanted = { kind: 'rsa-3072', name }
    const { pendingRequest } = await session.must<OpenProfile>('certificates.createRequest', wanted)
    const { pendingRequest: stored } = await secretsIn(folder, keyring.env, id)
    if (!pendingRequest || !stored) throw new Error('there is no request')
    const lines = stored.privateKey.split('\n')
    ofRequests[`${which}RequestedKey`] = lines[9] ?? ''
    ofRequests[`${which}RequestedKeyLines`] = lines.slice(12, 15).join('\n')
    return pendingRequest
  }
  const { publicKeySha256 } = await create('discarded')
  await session.must('certificates.saveRequest')
  await session.must('certificates.discardRequest', { publicKeySha256 })
  const { request } = await create('answered')
  await session.must('certificates.saveRequest')
  await session.must('certificates.tickStep', { step: 'to-authority', on: '2026-11-20' })
  session.person.choose({ name: 'answer.pem', bytes: await authority.answer(request) })
  const { draftId } = await session.must<{ draftId: string }>('certificates.select')
  await session.must('certificates.commit', { draftId })
  await session.must('certificates.getWarnings')
  await session.must('certificates.saveChain')
  await session.must('certificates.restorePrevious')
  await session.must('certificates.restorePrevious')
  await session.must('connection.checkHealth')
}

const proxyUser = 'canary-desk-96'
const proxyPassword = 'canary proxy password 97'

/** A proxy whose user name and password are stored, used and given up. */
async function useProxy(): Promise<void> {
  const proxy = await ProxyOfTest.open()
  const { host, port } = proxy.access()
  await session.must('profiles.changeDetails', { ...detailsOf(bank), proxy: { host, port } })
  const credentials = { userName: proxyUser, password: proxyPassword }
  await session.must('profiles.saveProxyCredentials', { credentials })
  await session.must('connection.checkHealth')
  await session.must('doctor.examine')
  expect(proxy.heads.join('')).toContain('Proxy-Authorization: Basic ')
  await session.must('profiles.changeDetails', detailsOf(bank))
}

/** Passphrases that are tried, replaced and issued. */
async function useOperators(): Promise<void> {
  const change = (current: string, next: string) =>
    session.call('operators.changePassphrase', { current, next })
  expect(await change('wrong but memorable 94', signInCanary)).toMatchObject({ ok: false })
  expect(await change(signInPassphrase, signInCanary)).toMatchObject({ ok: true })
  const roles = ['checker']
  const added = { name: 'Ben Okafor', roles, passphrase: 'canary given passphrase 95' }
  await session.must('operators.add', added)
  await session.must('operators.lock')
}

/** Every call unmasked, as cURL, and in a saved bundle. */
async function takeTraffic(): Promise<void> {
  const everything = {
    search: '',
    purpose: null,
    outcome: null,
    statusClass: null,
    lane: null,
    from: null,
    to: null,
  }
  const { items } = await session.must<{ items: { id: string }[] }>('traffic.list', {
    ...everything,
    cursor: null,
    limit: 100,
  })
  const ids = items.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(2)
  for (const id of ids) {
    await session.must('traffic.reveal', { id })
    await session.must('traffic.curl', { id, inFull: true })
  }
  const bundle = { ids, withAccounts: false }
  const { draftId } = await session.must<{ draftId: string }>('traffic.previewBundle', bundle)
  await session.must('traffic.saveBundle', { draftId })
}

async function importP12(): Promise<void> {
  const bytes = p12Of(bank.enrolment, p12Password)
  session.person.choose({ name: 'client.p12', bytes })
  const { draftId } = await session.must<{ draftId: string }>('certificates.select')
  await session.must('certificates.unlock', { draftId, secret: 'not this one' })
  await session.must('certificates.unlock', { draftId, secret: p12Password })
  await session.must('certificates.commit', { draftId })
}

it('leaves none of its secrets on the disk, in any spelling', async () => {
  session = await openWorkstation(folder, keyring.env)
  const id = await wholeFlow()
  const running = processTexts()
  await session.workstation.close()
  const { texts, storeKey } = await storedTexts(folder, keyring.env, id)
  const { consumerKey, consumerSecret, clientId, clientSecret, privateKey } = bank.enrolment
  const secrets = {
    consumerKey,
    consumerSecret,
    clientId,
    clientSecret,
    privateKey: privateKey.split('\n').slice(3, 6).join('\n'),
    privateKeyLine: privateKey.split('\n')[4] ?? '',
    p12Password,
    passphrase,
    signInPassphrase,
    signInCanary,
    triedPassphrase: 'wrong but memorable 94',
    givenPassphrase: 'canary given passphrase 95',
    storeKey: storeKey.toString('base64'),
    storeKeyHex: storeKey.toString('hex'),
    ...ofListener,
    ...ofRequests,
    proxyUser,
    proxyPassword,
    proxyPair: `${proxyUser}:${proxyPassword}`,
    basicPair: `${consumerKey}:${consumerSecret}`,
  }
  const reported = Buffer.from(JSON.stringify([session.emitted, session.answers]))
  const places: [string, Buffer][] = [
    ...filesIn(folder).map((path): [string, Buffer] => [path, readFileSync(path)]),
    ...running,
    ['the window', reported],
    ['the window, raw', Buffer.from(reported.toString().replaceAll('\\n', '\n'))],
    ['the store, decrypted', texts],
    ...session.person.saved.map(({ suggestedName, content }): [string, Buffer] => [
      suggestedName,
      Buffer.from(content),
    ]),
  ]
  expect(places.length).toBeGreaterThan(12)
  expect(foundIn(secrets, places)).toEqual([])

  // The search itself works: a planted canary is found in every spelling.
  for (const spelling of spellings(consumerSecret)) {
    const put: [string, Buffer][] = [['put down', Buffer.concat([Buffer.from('..'), spelling])]]
    expect(foundIn({ consumerSecret }, put)).toEqual(['consumerSecret in put down'])
  }
})
