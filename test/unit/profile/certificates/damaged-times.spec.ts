/**
 * For a time that it cannot read, the library returns earlier memory content: any year, or none.
 */
import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import { certificateInspection } from '../../../../preload/contract/api/certificates/certificate-inspection.ts'
import { readCertificate } from '../../../../main/profile/certificates/certificate.ts'
import { inspectPrivateCa } from '../../../../main/profile/certificates/private-ca.ts'
import { describeChain } from '../../../../main/profile/describe-certificate.ts'
import { all, inspect } from './support/inspected.ts'
import {
  filesOf,
  Generated,
  makeChain,
  leafExtensions,
  type TestChain,
} from './support/test-certificates.ts'
import { pem, pkcs7 } from './support/test-encryptions.ts'
import { timesIn, withTime } from './support/damaged-times.ts'

let ec: TestChain
beforeAll(async () => {
  ec = await makeChain()
})

const utcTime = 23
const generalizedTime = 24
const unreadable: Readonly<Record<string, readonly [tag: number, text: string]>> = {
  'a year that is no number': [utcTime, '2\u00dc1121161925Z'],
  'a day that is no number': [utcTime, '2611:1161925Z'],
  'a month that there is not': [utcTime, '261321161925Z'],
  'a day that the month has not': [utcTime, '270229161925Z'],
  'an hour that there is not': [utcTime, '261121241925Z'],
  'a second that there is not': [utcTime, '261121161960Z'],
  'another zone': [utcTime, '2611211619+01'],
  'no zone': [utcTime, '2611211619250'],
  'no seconds': [generalizedTime, '202611211619Z'],
  'a time of another kind': [generalizedTime, '261121161925Z'],
  'nothing of a time': [4, '261121161925Z'],
}

describe.each(['validFrom', 'validTo'] as const)('a certificate with a damaged %s', (which) => {
  it.each(Object.entries(unreadable))('is damaged: %s', (_, [tag, text]) => {
    const der = withTime(ec.leaf.der, which, tag, text)
    expect(readCertificate(der)).toBeUndefined()
    expect(inspect({ 'a.der': der }).inspection.findings).toContainEqual({
      problem: 'not-a-certificate',
      about: 'a.der',
    })
  })

  it('is damaged or has a time that a person can read, whichever byte it is', () => {
    const inspectionOnly = certificateInspection.omit({ draftId: true })
    for (let place = 0; place < 13; place += 1) {
      for (const byte of [0, 0x2f, 0x3a, 0x5a, 0xdc, 0xff]) {
        const der = Buffer.from(ec.leaf.der)
        der[timesIn(der)[which] + place] = byte
        const { inspection } = inspect({ 'a.p7b': pkcs7([{ der }]) })
        inspectionOnly.parse(inspection)
      }
    }
  })

  it('is no root of a private CA, and is not shown as held', () => {
    const der = withTime(ec.root.der, which, utcTime, '2611:1161925Z')
    const text = pem('CERTIFICATE', der)
    const [file] = filesOf({ 'ca.pem': text })
    if (!file) throw new Error('A file was to be created')
    const { draft, pem: trusted } = inspectPrivateCa(file, new Date())
    expect(draft.findings).toEqual([{ problem: 'not-a-ca', about: 'ca.pem' }])
    expect(trusted).toBeNull()
    expect(describeChain(ec.leaf.pem + text).map(({ role }) => role)).toEqual(['leaf'])
  })
})

describe('the times of a certificate', () => {
  it('are read from both forms, with the century of each', async () => {
    const generated = await Generated.make({
      name: 'Long',
      extensions: leafExtensions,
      validFrom: new Date('1999-12-31T23:59:59Z'),
      validTo: new Date('9999-12-31T23:59:59Z'),
    })
    const certificate = readCertificate(generated.der)
    expect(certificate?.validFrom.toISOString()).toBe('1999-12-31T23:59:59.000Z')
    expect(certificate?.validTo.toISOString()).toBe('9999-12-31T23:59:59.000Z')
    const oldest = readCertificate(withTime(ec.leaf.der, 'validFrom', utcTime, '500101000000Z'))
    expect(oldest?.validFrom.toISOString()).toBe('1950-01-01T00:00:00.000Z')
    const latest = readCertificate(withTime(ec.leaf.der, 'validTo', utcTime, '491231235959Z'))
    expect(latest?.validTo.toISOString()).toBe('2049-12-31T23:59:59.000Z')
  })

  it('are those that the library reads, in every known root and in a chain', () => {
    const ders = [...rootCertificates.map((root) => new X509Certificate(root).raw)]
    for (const der of [...ders, ...all(ec).map((one) => one.der)]) {
      const { subject, validFromDate, validToDate } = new X509Certificate(der)
      const read = readCertificate(der)
      expect([read?.validFrom, read?.validTo], subject).toEqual([validFromDate, validToDate])
    }
  })
})
