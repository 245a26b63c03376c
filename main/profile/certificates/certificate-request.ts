/**
 * Creates a key and its certificate request (PKCS#10, RFC 2986). The bank requires a key that is
 * never shared and a certificate that is not self-signed (bank document 1, Certificates; bank note
 * 12). The authority receives the request and never the key.
 */
import type {
  RequestedKey,
  RequestedName,
} from '../../../preload/contract/api/certificates/certificate-request.ts'
import * as x509 from '../../platform/x509.ts'

const algorithms = {
  'rsa-3072': {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength: 3072,
  },
  'p-256': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
} as const satisfies Record<RequestedKey, object>

/**
 * Key and request, each in PEM. The key is unencrypted PKCS#8 and goes into the keychain and
 * nowhere else.
 */
export interface GeneratedRequest {
  readonly privateKey: string
  readonly request: string
}

/** Creates the key and the request. RSA takes up to a second, off the main thread. */
export async function createCertificateRequest(
  kind: RequestedKey,
  name: RequestedName,
): Promise<GeneratedRequest> {
  x509.cryptoProvider.set(crypto)
  const algorithm = algorithms[kind]
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: distinguishedName(name),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
    ],
  })
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    privateKey: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
    request: `${request.toString('pem')}\n`,
  }
}

/** Attributes in the order in which authorities print them. Blank ones are left out. */
function distinguishedName(name: RequestedName): x509.JsonName {
  const parts = [
    { C: name.country },
    { ST: name.state },
    { L: name.locality },
    { O: name.organization },
    { OU: name.unit },
    { CN: name.commonName },
  ]
  return parts.flatMap((part) =>
    Object.entries(part).flatMap(([short, value]) => (value === '' ? [] : [{ [short]: [value] }])),
  )
}
