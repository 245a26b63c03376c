/** The certificate steps against real servers, each with its own way of treating a client. */
import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  examineClientCertificate,
  examineServerChain,
} from '../../../../main/workplace/doctor/certificates.ts'
import { tlsOffer } from '../../../../main/bank/tls-offer.ts'
import type { StepResult } from '../../../../main/workplace/doctor/step-result.ts'
import { alertIn, alertText } from '../../../../main/bank/tls-alerts.ts'
import { makeRsaKeys, makeTestPki, type TestPki } from '../../bank/support/test-pki.ts'
import { withTime } from '../../profile/certificates/support/damaged-times.ts'
import { pem } from '../../profile/certificates/support/test-encryptions.ts'
import { alertRecord, objecting, openPlain, openTls, reachedAt } from './support/tls-servers.ts'

const dayMs = 24 * 60 * 60 * 1_000
const year = { beginsInMs: -dayMs, endsInMs: 365 * dayMs }
const over = { beginsInMs: -2 * dayMs, endsInMs: -dayMs }

/** The suites of TLS 1.2 for a server's key of this kind. */
const offeredFor = (kind: 'RSA' | 'ECDSA'): string[] =>
  tlsOffer.ciphers
    .split(':')
    .filter((suite) => (kind === 'ECDSA' ? suite.includes(kind) : !/^TLS_|ECDSA/.test(suite)))

let bank: TestPki
let rsa: TestPki
let ours: TestPki
let stranger: TestPki
beforeAll(async () => {
  bank = await makeTestPki('localhost', year)
  rsa = await makeTestPki('localhost', year, makeRsaKeys)
  ours = await makeTestPki('workstation', year)
  stranger = await makeTestPki('stranger', year)
})
const fact = ({ facts }: StepResult, label: string): string | undefined =>
  facts.find((one) => one.label === label)?.value

describe('the certificate of the bank', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is fine over %s', async (version) => {
    await using server = await openTls(bank, ours.ca, { minVersion: version, maxVersion: version })
    const found = await examineServerChain(reachedAt(server, bank.ca, ours))
    expect(found).toMatchObject({ state: 'passed', finding: 'fine' })
    expect(fact(found, 'Protocol')).toBe(version)
    expect(fact(found, 'Certificate')).toBe('CN=localhost')
    expect(fact(found, 'Ends')).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  it('is examined without ours where the bank lets that happen', async () => {
    await using server = await openTls(bank, ours.ca)
    const found = await examineServerChain(reachedAt(server, bank.ca, { certificate: '', key: '' }))
    expect(found.finding).toBe('fine')
    expect(fact(found, 'TLS alert of the bank')).toBeUndefined()
    expect(server.connections()).toBe(1)
  })

  it('needs attention when it ends within 30 days', async () => {
    const soon = await makeTestPki('localhost', { beginsInMs: -dayMs, endsInMs: 29 * dayMs })
    await using server = await openTls(soon, undefined)
    expect(await examineServerChain(reachedAt(server, soon.ca, ours))).toMatchObject({
      state: 'attention',
      finding: 'server-certificate-expires-soon',
    })
  })

  it('is shown with its end when it is over', async () => {
    const expired = await makeTestPki('localhost', over)
    await using server = await openTls(expired, undefined)
    const found = await examineServerChain(reachedAt(server, expired.ca, ours))
    expect(found).toMatchObject({ state: 'failed', finding: 'server-certificate-expired' })
    expect(Date.parse(fact(found, 'Ends') ?? '')).toBeLessThan(Date.now())
  })

  it('is shown without an end when the time of it cannot be read', async () => {
    const [first = ''] = bank.certificate.split(/(?<=-----END CERTIFICATE-----\n)/)
    const whole = new X509Certificate(first).raw
    const damaged = withTime(whole, 'validTo', 23, '2611:1161925Z')
    const server = { ...bank, certificate: pem('CERTIFICATE', damaged) }
    await using listening = await openTls(server, undefined)
    const found = await examineServerChain(reachedAt(listening, bank.ca, ours))
    expect(found).toMatchObject({ state: 'failed' })
    expect(fact(found, 'Certificate')).toBe('CN=localhost')
    expect(fact(found, 'Ends')).toBe('an unreadable time')
  })

  it('is shown with its issuer when that is not trusted', async () => {
    await using server = await openTls(bank, undefined)
    const found = await examineServerChain(reachedAt(server, stranger.ca, ours))
    expect(found).toMatchObject({ state: 'failed', finding: 'server-certificate-not-trusted' })
    expect(fact(found, 'Issued by')).toBe('CN=Test root')
  })

  it('is not taken for another name', async () => {
    const other = await makeTestPki('other.example', year)
    await using server = await openTls(other, undefined)
    const found = await examineServerChain(reachedAt(server, other.ca, ours))
    expect(found).toMatchObject({ state: 'failed', finding: 'server-name-mismatch' })
    expect(fact(found, 'System message')).toContain('other.example')
  })

  it('is not looked at over a version before TLS 1.2', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const
    await using server = await openTls(bank, undefined, {
      ...old,
      ciphers: 'DEFAULT@SECLEVEL=0',
    })
    expect(await examineServerChain(reachedAt(server, bank.ca, ours))).toMatchObject({
      state: 'failed',
      finding: 'tls-too-old',
    })
  })

  it('is missing where no TLS is spoken', async () => {
    await using server = await openPlain((socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    })
    expect((await examineServerChain(reachedAt(server, bank.ca, ours))).finding).toBe('not-tls')
  })

  it('does not come from a server that keeps silent', async () => {
    await using server = await openPlain(() => undefined)
    const reached = reachedAt(server, bank.ca, ours, { boundMs: 150 })
    expect(await examineServerChain(reached)).toMatchObject({
      state: 'failed',
      finding: 'timed-out',
    })
  })

  it('does not come from a server that hangs up', async () => {
    await using server = await openPlain((socket) => socket.destroy())
    expect((await examineServerChain(reachedAt(server, bank.ca, ours))).finding).toBe(
      'connection-closed',
    )
  })

  it('does not come from a server that objects to the very first message', async () => {
    await using server = await openPlain((socket) => socket.end(alertRecord(112)))
    const found = await examineServerChain(reachedAt(server, bank.ca, ours))
    expect(found).toMatchObject({ state: 'failed', finding: 'handshake-failed' })
    expect(fact(found, 'TLS alert of the bank')).toBe('unrecognized name (112)')
  })

  it.each(['DHE-RSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES128-SHA256', 'ECDHE-RSA-AES256-SHA384'])(
    'is not looked at over %s, which Electron does not have, and the suites offered are named',
    async (ciphers) => {
      const only = { ciphers, dhparam: 'auto', maxVersion: 'TLSv1.2' } as const
      await using server = await openTls(rsa, ours.ca, only)
      const found = await examineServerChain(reachedAt(server, rsa.ca, ours))
      expect(found).toMatchObject({ state: 'failed', finding: 'handshake-failed' })
      expect(fact(found, 'TLS alert of the bank')).toBe('handshake failure (40)')
      expect(fact(found, 'Cipher suites offered')?.split(', ')).not.toContain(ciphers)
    },
  )

  it.each(offeredFor('RSA'))('of an RSA key is fine over %s', async (ciphers) => {
    await using server = await openTls(rsa, ours.ca, { ciphers, maxVersion: 'TLSv1.2' })
    expect((await examineServerChain(reachedAt(server, rsa.ca, ours))).finding).toBe('fine')
  })

  it.each(offeredFor('ECDSA'))('of an EC key is fine over %s', async (ciphers) => {
    await using server = await openTls(bank, ours.ca, { ciphers, maxVersion: 'TLSv1.2' })
    expect((await examineServerChain(reachedAt(server, bank.ca, ours))).finding).toBe('fine')
  })

  it('is seen but not verified when a bank of TLS 1.2 does not take ours', async () => {
    await using server = await openTls(bank, ours.ca, { maxVersion: 'TLSv1.2' })
    const found = await examineServerChain(reachedAt(server, bank.ca, stranger))
    expect(found).toMatchObject({ state: 'attention', finding: 'server-chain-not-verified' })
    expect(fact(found, 'Certificate')).toBe('CN=localhost')
  })
})

describe('the certificate of the profile', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is fine over %s', async (version) => {
    await using server = await openTls(bank, ours.ca, { minVersion: version, maxVersion: version })
    const found = await examineClientCertificate(reachedAt(server, bank.ca, ours), undefined)
    expect(found).toMatchObject({ state: 'passed', finding: 'fine' })
    expect(fact(found, 'Certificate')).toBe('CN=workstation')
  })

  it('is shown without an end when the time of it cannot be read', async () => {
    const damaged = withTime(
      new X509Certificate(ours.certificate).raw,
      'validTo',
      23,
      'x'.repeat(13),
    )
    await using server = await openTls(bank, undefined)
    const found = await examineClientCertificate(
      reachedAt(server, bank.ca, { ...ours, certificate: pem('CERTIFICATE', damaged) }),
      undefined,
    )
    expect(found.finding).toBe('fine')
    expect(fact(found, 'Ends')).toBe('an unreadable time')
  })

  it('is refused by an alert that comes after the handshake of TLS 1.3', async () => {
    await using server = await openTls(bank, ours.ca, { minVersion: 'TLSv1.3' })
    const none = { certificate: '', key: '' }
    const found = await examineClientCertificate(
      reachedAt(server, bank.ca, none, objecting),
      undefined,
    )
    expect(found).toMatchObject({ state: 'failed', finding: 'client-certificate-refused' })
    expect(fact(found, 'TLS alert of the bank')).toBe('certificate required (116)')
  })

  it.each([
    [42, 'bad certificate (42)'],
    [45, 'certificate expired (45)'],
    [48, 'unknown certificate authority (48)'],
    [49, 'access denied (49)'],
  ])('is refused by alert %i, which is explained in a sentence', async (number, text) => {
    await using server = await openPlain((socket) => socket.end(alertRecord(number)))
    const found = await examineClientCertificate(reachedAt(server, bank.ca, ours), undefined)
    expect(found.finding).toBe('client-certificate-refused')
    expect(fact(found, 'TLS alert of the bank')).toBe(text)
  })

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'is reported where a bank hangs up over %s without a message',
    async (version) => {
      await using server = await openTls(bank, ours.ca, {
        minVersion: version,
        maxVersion: version,
      })
      const reached = reachedAt(server, bank.ca, stranger, objecting)
      const found = await examineClientCertificate(reached, undefined)
      expect(found).toMatchObject({ state: 'failed', finding: 'connection-closed' })
    },
  )

  it('is not shown in a second handshake on the open connection, which Electron refuses', async () => {
    await using server = await openTls(bank, undefined, { maxVersion: 'TLSv1.2' }, (socket) => {
      socket.renegotiate({ requestCert: true, rejectUnauthorized: false }, () => undefined)
    })
    const reached = reachedAt(server, bank.ca, ours, objecting)
    const found = await examineClientCertificate(reached, undefined)
    expect(found).toMatchObject({ state: 'failed', finding: 'renegotiation-asked' })
  })

  it('is named as expired when it is, whatever the bank says', async () => {
    const expired = await makeTestPki('workstation', over)
    await using server = await openTls(bank, expired.ca)
    const reached = reachedAt(server, bank.ca, expired, objecting)
    const found = await examineClientCertificate(reached, undefined)
    expect(found).toMatchObject({ state: 'failed', finding: 'client-certificate-expired' })
  })

  it('needs attention when it is over and the bank still takes it', async () => {
    const expired = await makeTestPki('workstation', over)
    await using server = await openTls(bank, undefined)
    const found = await examineClientCertificate(reachedAt(server, bank.ca, expired), undefined)
    expect(found).toMatchObject({ state: 'attention', finding: 'client-certificate-expired' })
  })

  it('needs attention when it ends within 30 days, by the chain or by what the profile says', async () => {
    const soon = await makeTestPki('workstation', { beginsInMs: -dayMs, endsInMs: 29 * dayMs })
    await using server = await openTls(bank, soon.ca)
    const reached = reachedAt(server, bank.ca, soon)
    const bySelf = await examineClientCertificate(reached, undefined)
    expect(bySelf).toMatchObject({
      state: 'attention',
      finding: 'client-certificate-expires-soon',
    })
    const later = new Date(Date.now() + 90 * dayMs)
    expect((await examineClientCertificate(reached, later)).finding).toBe('fine')
  })

  it('is not offered with the key of another', async () => {
    await using server = await openTls(bank, ours.ca)
    const mixed = { certificate: ours.certificate, key: stranger.key }
    const found = await examineClientCertificate(reachedAt(server, bank.ca, mixed), undefined)
    expect(found).toMatchObject({ state: 'failed', finding: 'client-certificate-unusable' })
    expect(server.connections()).toBe(0)
  })

  it('is not judged by a bank that does not finish in time', async () => {
    await using server = await openPlain(() => undefined)
    const reached = reachedAt(server, bank.ca, ours, { boundMs: 150 })
    expect((await examineClientCertificate(reached, undefined)).finding).toBe('timed-out')
  })
})

it('names an alert without a name by its number', () => {
  expect(alertText(200)).toBe('alert (200)')
  expect(alertIn('read ECONNRESET')).toBeNull()
})
