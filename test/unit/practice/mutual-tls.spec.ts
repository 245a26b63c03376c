import { X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'
import { Agent, request } from 'undici'
import { expect, it } from 'vitest'
import { makePracticePki } from '../../../main/practice/practice-pki.ts'
import { Caller } from './practice-caller.ts'

const certificates = (chain: string): X509Certificate[] =>
  chain
    .split(/(?<=-----END CERTIFICATE-----\n)/)
    .filter((pem) => pem.trim() !== '')
    .map((pem) => new X509Certificate(pem))

const healthOver = async (
  baseUrl: string,
  tls: { ca: string; cert?: string; key?: string },
): Promise<number> => {
  const dispatcher = new Agent({ connect: tls })
  try {
    const answer = await request(`${baseUrl}/accounts/validations/v1/healthCheck`, { dispatcher })
    return answer.statusCode
  } finally {
    await dispatcher.destroy()
  }
}

it('gives a chain of leaf, intermediate and root, each certifying the one before (bank note 12)', async () => {
  const pki = await makePracticePki(new Date())
  const [leaf, intermediate, root] = certificates(pki.client.chain)
  if (!leaf || !intermediate || !root) throw new Error('The chain holds less than three')
  expect(leaf.checkIssued(intermediate)).toBe(true)
  expect(intermediate.checkIssued(root)).toBe(true)
  expect(leaf.verify(intermediate.publicKey)).toBe(true)
  expect(intermediate.verify(root.publicKey)).toBe(true)
  expect([leaf.ca, intermediate.ca, root.ca]).toEqual([false, true, true])
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
})

it('names the loopback address and localhost in the certificate of the bank', async () => {
  const pki = await makePracticePki(new Date())
  const [leaf] = certificates(pki.server.chain)
  expect(leaf?.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(leaf?.checkHost('localhost')).toBe('localhost')
  expect(leaf?.checkHost('bank.example')).toBeUndefined()
})

it('lets the enrolled certificate in, and creates another PKI at each start', async () => {
  await using one = await Caller.open()
  await using other = await Caller.open()
  const { ca, certificateChain: cert, privateKey: key, baseUrl } = one.enrolment
  await expect(healthOver(baseUrl, { ca, cert, key })).resolves.toBe(401)
  expect(other.enrolment.ca).not.toBe(ca)
  expect(other.enrolment.privateKey).not.toBe(key)
})

it('refuses a caller without a certificate before any request is seen', async () => {
  await using caller = await Caller.open()
  const { ca, baseUrl } = caller.enrolment
  await expect(healthOver(baseUrl, { ca })).rejects.toThrow()
  expect((await caller.control.counters()).arrived).toBe(0)
})

it('refuses the certificate of a stranger, however similar it looks', async () => {
  await using caller = await Caller.open()
  const stranger = await makePracticePki(new Date())
  const { ca, baseUrl } = caller.enrolment
  const tls = { ca, cert: stranger.client.chain, key: stranger.client.privateKey }
  await expect(healthOver(baseUrl, tls)).rejects.toThrow()
  expect((await caller.control.counters()).arrived).toBe(0)
})

it('is not trusted by a caller that trusts another root', async () => {
  await using caller = await Caller.open()
  const { root: ca } = await makePracticePki(new Date())
  const { certificateChain: cert, privateKey: key, baseUrl } = caller.enrolment
  await expect(healthOver(baseUrl, { ca, cert, key })).rejects.toThrow(/issuer|certificate/)
})

it('refuses TLS before 1.2', async () => {
  await using caller = await Caller.open()
  const { ca, certificateChain: cert, privateKey: key, baseUrl } = caller.enrolment
  const port = Number(new URL(baseUrl).port)
  const handshake = new Promise((resolve, reject) => {
    const options = {
      port,
      host: '127.0.0.1',
      ca,
      cert,
      key,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    } as const
    const socket = connect(options, () => {
      socket.destroy()
      resolve('connected')
    }).once('error', reject)
  })
  await expect(handshake).rejects.toThrow(/protocol version|alert/i)
})
