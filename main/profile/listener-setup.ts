/** The setup of a listener, and the certificate that it gets when none is imported. */
import * as x509 from '../platform/x509.ts'

export interface ListenerSetup {
  readonly host: string
  readonly port: number
  /** Chain and key in PEM, the leaf first. */
  readonly certificate: {
    readonly chain: string
    readonly privateKey: string
    readonly isCreatedHere: boolean
  }
  readonly credentials: DatedCredentials
  /** Accepted beside the current ones until they are ended. */
  readonly previous: DatedCredentials | null
  readonly permitted: readonly string[]
  readonly publicUrl: string | null
  /** Called with the address each time that the listener was opened; does not reject. */
  readonly opened?: (address: string) => Promise<void>
}

/** User name and password with the instant of their creation (ISO UTC). */
export interface DatedCredentials {
  readonly userName: string
  readonly password: string
  readonly createdAt: string
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const dayMs = 24 * 60 * 60 * 1000
/** The longest validity that browsers and most clients accept for a server certificate. */
const validDays = 397

const isAddress = (host: string): boolean => /^[\d.]+$|:/.test(host)

/**
 * Creates a key and a self-signed certificate for the host names and addresses, valid for 397 days from an hour before
 * `now`. The first host is the subject. Returns PEM: the certificate, and its key as unencrypted
 * PKCS#8.
 */
export async function createListenerCertificate(
  hosts: readonly [string, ...string[]],
  now: Date,
): Promise<{ readonly chain: string; readonly privateKey: string }> {
  x509.cryptoProvider.set(crypto)
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${hosts[0]}, O=Countersign listener`,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(now.getTime() - 60 * 60 * 1000),
    notAfter: new Date(now.getTime() + validDays * dayMs),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((host) => ({
          type: isAddress(host) ? ('ip' as const) : ('dns' as const),
          value: host,
        })),
      ),
    ],
  })
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    chain: `${certificate.toString('pem')}\n`,
    privateKey: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
  }
}
