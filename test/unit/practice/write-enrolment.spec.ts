/** The enrolment files of the second practice bank, as from a real one. */
import { X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import forge from 'node-forge'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPracticeBank } from '../../../main/practice/open-practice-bank.ts'
import {
  FolderRefused,
  saveRunningBank,
  runningBankIn,
} from '../../../main/practice/running-bank.ts'
import { profileDetails } from '../../../preload/contract/api/profiles/profile-details.ts'

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'enrolment-'))
  folder = join(parent, 'new')
})
afterEach(() => rm(parent, { recursive: true }))

/** One run of the program: opens the bank, writes its files, and closes it. */
async function run() {
  const runningBank = await runningBankIn(folder)
  const bank = await openPracticeBank({ port: runningBank.port ?? 0, identity: runningBank })
  const written = await saveRunningBank(folder, runningBank, bank)
  await bank.close()
  return { written, enrolment: bank.enrolment, pki: runningBank.pki }
}
const text = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')

it('writes the enrolment for its owner alone to read', async () => {
  const { written } = await run()
  const names = [
    'bank-root.pem',
    'bank-root.sha256.txt',
    'client-chain.pem',
    'client-key.pem',
    'client.p12',
    'onboarding.txt',
  ]
  expect([...written.files].sort()).toEqual(names)
  expect((await readdir(folder)).sort()).toEqual([...names, 'practice-bank.json'].sort())
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  for (const name of await readdir(folder)) {
    expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600)
  }
})

it('says everything that a profile needs, and first of all that it is practice', async () => {
  const { enrolment, written } = await run()
  const onboarding = await text('onboarding.txt')
  expect(onboarding).toMatch(/^PRACTICE\b/)
  const { baseUrl, consumerKey, consumerSecret, clientId, clientSecret } = enrolment
  const { partnerClientId, secondaryId, additionalId } = enrolment
  const all = [baseUrl, consumerKey, consumerSecret, clientId, clientSecret, partnerClientId]
  for (const value of [...all, secondaryId, additionalId, '127.0.0.1', written.p12Password]) {
    expect(onboarding).toContain(value)
  }
  expect(profileDetails.shape.partnerClientId.parse(partnerClientId)).toHaveLength(32)
})

it('writes a chain, its key and a PKCS#12 file that belong together', async () => {
  const { written } = await run()
  const [chain, key] = [await text('client-chain.pem'), await text('client-key.pem')]
  expect(chain.match(/BEGIN CERTIFICATE/g)).toHaveLength(3)
  expect(() => createSecureContext({ cert: chain, key })).not.toThrow()
  const pfx = await readFile(join(folder, 'client.p12'))
  expect(() => createSecureContext({ pfx, passphrase: written.p12Password })).not.toThrow()
  expect(() => createSecureContext({ pfx, passphrase: 'another' })).toThrow(/mac verify/)
  const bags = forge.pkcs12
    .pkcs12FromAsn1(forge.asn1.fromDer(pfx.toString('latin1')), written.p12Password)
    .getBags({ bagType: forge.pki.oids['certBag'] ?? '' })
  expect(Object.values(bags).flat()).toHaveLength(3)
})

it('writes the root with its fingerprint', async () => {
  const { written } = await run()
  const root = new X509Certificate(await text('bank-root.pem'))
  expect((await text('bank-root.sha256.txt')).trim()).toBe(root.fingerprint256)
  expect(written.rootFingerprint).toBe(root.fingerprint256)
  expect(await text('onboarding.txt')).toContain(root.fingerprint256)
  expect(root.subject).toContain('O=Second Practice Bank')
})

it('stays the same bank at the next start, under the same address', async () => {
  const first = await run()
  const second = await run()
  expect(second).toEqual(first)
})

it('is another bank than any other, with another root', async () => {
  const first = await run()
  folder = join(parent, 'another')
  const second = await run()
  expect(second.enrolment.ca).not.toBe(first.enrolment.ca)
  expect(second.enrolment.consumerKey).not.toBe(first.enrolment.consumerKey)
})

it('touches no folder that holds other things', async () => {
  await mkdir(folder, { mode: 0o755 })
  await writeFile(join(folder, 'letters.txt'), 'mine')
  await expect(run()).rejects.toBeInstanceOf(FolderRefused)
  expect(await readdir(folder)).toEqual(['letters.txt'])
  expect((await stat(folder)).mode & 0o777).toBe(0o755)
})

it('takes an empty folder and closes it to everybody else', async () => {
  await mkdir(folder, { mode: 0o755 })
  await run()
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})
