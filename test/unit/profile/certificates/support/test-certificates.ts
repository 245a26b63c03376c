/** Certificates created for one test, valid or wrong in the way the test needs. */
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

x509.cryptoProvider.set(webcrypto as Crypto)

/** Key algorithms: EC is fast, older formats hold RSA. */
export const ec = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
export const rsa = (modulusLength: number) =>
  ({
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength,
  }) as const
type Algorithm = typeof ec | ReturnType<typeof rsa>

const hourMs = 3_600_000
const { digitalSignature, keyCertSign, keyEncipherment } = x509.KeyUsageFlags
const { clientAuth, serverAuth } = x509.ExtendedKeyUsage
export { clientAuth, serverAuth, digitalSignature, keyCertSign, keyEncipherment }

export const authority = (pathLength?: number): x509.Extension =>
  new x509.BasicConstraintsExtension(true, pathLength, true)
export const noAuthority = (): x509.Extension => new x509.BasicConstraintsExtension(false)
export const uses = (flags: x509.KeyUsageFlags): x509.Extension =>
  new x509.KeyUsagesExtension(flags, true)
export const purposes = (...oids: string[]): x509.Extension =>
  new x509.ExtendedKeyUsageExtension(oids)
export const keyNamed = (hex: string): x509.Extension => new x509.SubjectKeyIdentifierExtension(hex)
export const issuerNamed = (hex: string): x509.Extension =>
  new x509.AuthorityKeyIdentifierExtension(hex)
export const hosts = (...names: string[]): x509.Extension =>
  new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value })))

export interface Wanted {
  readonly name: string
  readonly extensions: readonly x509.Extension[]
  readonly algorithm?: Algorithm
  readonly validFrom?: Date
  readonly validTo?: Date
  /** The keys of another certificate, which this one renews or cross-signs. */
  readonly keys?: CryptoKeyPair
  /** A public key that Web Crypto does not know, in DER. `Generated.key` is not its private key then. */
  readonly publicKey?: Buffer
}

/** A certificate with its keys, which can issue others. */
export class Generated {
  readonly certificate: x509.X509Certificate
  readonly keys: CryptoKeyPair
  /** PEM, unencrypted PKCS#8. */
  readonly key: string

  private constructor(certificate: x509.X509Certificate, keys: CryptoKeyPair, key: string) {
    this.certificate = certificate
    this.keys = keys
    this.key = key
  }

  get pem(): string {
    return `${this.certificate.toString('pem')}\n`
  }

  get der(): Buffer {
    return Buffer.from(this.certificate.rawData)
  }

  /** Creates a certificate signed by `issuer`, or self-signed. */
  static async make(wanted: Wanted, issuer?: Generated): Promise<Generated> {
    const { name, extensions, algorithm = ec } = wanted
    const keys = wanted.keys ?? (await newKeys(algorithm))
    const signer = issuer?.keys ?? keys
    const subject = `C=US, O=Ridgeway, CN=${name}`
    const certificate = await x509.X509CertificateGenerator.create({
      subject,
      issuer: issuer?.certificate.subject ?? subject,
      notBefore: wanted.validFrom ?? new Date(Date.now() - hourMs),
      notAfter: wanted.validTo ?? new Date(Date.now() + 24 * hourMs),
      publicKey: wanted.publicKey
        ? new x509.PublicKey(new Uint8Array(wanted.publicKey))
        : keys.publicKey,
      signingKey: signer.privateKey,
      signingAlgorithm: { ...signer.privateKey.algorithm, hash: 'SHA-256' },
      extensions: [...extensions],
    })
    const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
    return new Generated(certificate, keys, x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') + '\n')
  }

  issue(wanted: Wanted): Promise<Generated> {
    return Generated.make(wanted, this)
  }
}

async function newKeys(algorithm: Algorithm): Promise<CryptoKeyPair> {
  return (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
}

/** Extensions of valid leaves and authorities. */
export const leafExtensions = [noAuthority(), uses(digitalSignature), purposes(clientAuth)] as const
export const authorityExtensions = [authority(), uses(keyCertSign)] as const

/** A valid chain of three. */
export interface TestChain {
  readonly root: Generated
  readonly intermediate: Generated
  readonly leaf: Generated
}

/** Creates the chain that the document requires. `of` goes before the authorities' names. */
export async function makeChain(algorithm: Algorithm = ec, of = ''): Promise<TestChain> {
  const extensions = authorityExtensions
  const root = await Generated.make({ name: `${of}Root`, extensions, algorithm })
  const intermediate = await root.issue({ name: `${of}Intermediate`, extensions, algorithm })
  const leaf = await intermediate.issue({
    name: 'Workstation',
    extensions: leafExtensions,
    algorithm,
  })
  return { root, intermediate, leaf }
}

/** Returns files of text or bytes by name, as an operator would choose them. */
export const filesOf = (contents: Readonly<Record<string, string | Buffer>>) =>
  Object.entries(contents).map(([name, content]) => ({ name, bytes: Buffer.from(content) }))
