/** A certificate authority that a practice bank trusts, and that answers requests for certificates. */
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import type { PracticePki } from '../../../../../main/practice/practice-pki.ts'
import {
  authorityExtensions,
  digitalSignature,
  ec,
  leafExtensions,
  Generated,
  noAuthority,
  purposes,
  rsa,
  serverAuth,
  uses,
} from './test-certificates.ts'

const dayMs = 86_400_000
const inDays = (days: number): Date => new Date(Date.now() + days * dayMs)

/** The authority, and the first certificates of the bank and its client. */
export interface Authority {
  readonly pki: PracticePki
  /** The answer to a request in PEM: leaf, intermediate and root. */
  answer(request: string, days?: number): Promise<string>
}

/**
 * Creates the authority; RSA when a PKCS#12 file must hold the client's key. `clientDays`: validity
 * of the client's certificate.
 */
export async function makeAuthority(
  keys: 'ec' | 'rsa' = 'ec',
  clientDays = 365,
): Promise<Authority> {
  const algorithm = keys === 'ec' ? ec : rsa(2048)
  const common = { algorithm, validTo: inDays(3650) }
  const extensions = authorityExtensions
  const root = await Generated.make({ name: 'Test Root', extensions, ...common })
  const intermediate = await root.issue({ name: 'Test Issuing CA', extensions, ...common })
  const issue = (name: string, leaf: readonly x509.Extension[], days: number) =>
    intermediate.issue({ name, extensions: leaf, algorithm, validTo: inDays(days) })
  const hosts = new x509.SubjectAlternativeNameExtension([
    { type: 'ip', value: '127.0.0.1' },
    { type: 'dns', value: 'localhost' },
  ])
  const ofServer = [noAuthority(), uses(digitalSignature), purposes(serverAuth), hosts]
  const server = await issue('Test Bank', ofServer, 365)
  const client = await issue('First', leafExtensions, clientDays)
  const above = intermediate.pem + root.pem
  return {
    pki: {
      root: root.pem,
      server: { chain: server.pem + intermediate.pem, privateKey: server.key },
      client: { chain: client.pem + above, privateKey: client.key },
    },
    async answer(request, days = 365) {
      const read = new x509.Pkcs10CertificateRequest(request)
      if (!(await read.verify())) throw new Error('The request is not signed with its own key')
      const leaf = await intermediate.issue({
        name: 'Answer',
        extensions: leafExtensions,
        validTo: inDays(days),
        publicKey: Buffer.from(read.publicKey.rawData),
      })
      return leaf.pem + above
    },
  }
}
