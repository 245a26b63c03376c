import { createPrivateKey, createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCertificateRequest } from '../../../../main/profile/certificates/certificate-request.ts'
import { keyKindOf } from '../../../../main/profile/certificates/private-key.ts'
import * as x509 from '../../../../main/platform/x509.ts'
import {
  requestedName,
  type RequestedName,
} from '../../../../preload/contract/api/certificates/certificate-request.ts'

const name: RequestedName = {
  commonName: 'countersign.alderfalls.example',
  organization: 'Alder Falls, “Treasury”',
  unit: '',
  locality: 'Alder Falls',
  state: 'Ohio',
  country: 'US',
}

describe.each([
  ['rsa-3072', 'RSA 3072'],
  ['p-256', 'EC P-256'],
] as const)('a request with a key %s', (kind, message) => {
  it('carries the public half of a key of that kind, and is signed with the other', async () => {
    const generated = await createCertificateRequest(kind, name)
    const key = createPrivateKey(generated.privateKey)
    expect(keyKindOf(key)).toBe(message)
    const request = new x509.Pkcs10CertificateRequest(generated.request)
    expect(await request.verify()).toBe(true)
    const own = createPublicKey(key).export({ type: 'spki', format: 'der' })
    expect(Buffer.from(request.publicKey.rawData).equals(own)).toBe(true)
    expect(generated.request).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----/)
    expect(generated.request).not.toContain('PRIVATE')
  })

  it('names the applicant, without the blank parts, and the use of the certificate', async () => {
    const { request } = await createCertificateRequest(kind, name)
    const read = new x509.Pkcs10CertificateRequest(request)
    expect(read.subjectName.toJSON()).toEqual([
      { C: ['US'] },
      { ST: ['Ohio'] },
      { L: ['Alder Falls'] },
      { O: ['Alder Falls, “Treasury”'] },
      { CN: ['countersign.alderfalls.example'] },
    ])
    const usages = [x509.ExtendedKeyUsage.clientAuth]
    expect(read.extensions).toContainEqual(expect.objectContaining({ usages }))
  })
})

it('creates a key of its own each time', async () => {
  const [one, other] = [
    await createCertificateRequest('p-256', name),
    await createCertificateRequest('p-256', name),
  ]
  expect(one.privateKey).not.toBe(other.privateKey)
})

it.each([
  ['commonName', ''],
  ['organization', 'x'.repeat(65)],
  ['country', 'usa'],
  ['unit', 'a\nb'],
])('takes no %s of %j', (part, value) => {
  expect(requestedName.safeParse({ ...name, [part]: value }).success).toBe(false)
})
