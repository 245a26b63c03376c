/** A root, a server and a client certificate for one test. */
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const hour = 3_600_000

/** PEM texts. One certificate serves as server and as client. */
export interface TestPki {
  readonly ca: string
  readonly certificate: string
  readonly key: string
}

const makeKeys = () =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>

/** A key pair for a leaf whose server speaks RSA. */
export const makeRsaKeys = () =>
  webcrypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ['sign', 'verify'],
  ) as Promise<CryptoKeyPair>

async function pemOf(key: CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')
}

/** When a leaf begins and ends, from now. */
export interface LeafLife {
  readonly beginsInMs: number
  readonly endsInMs: number
}
const aDay: LeafLife = { beginsInMs: -hour, endsInMs: 24 * hour }

const validity = ({ beginsInMs, endsInMs }: LeafLife) => ({
  notBefore: new Date(Date.now() + beginsInMs),
  notAfter: new Date(Date.now() + endsInMs),
})

async function makeRoot(keys: CryptoKeyPair): Promise<X509Certificate> {
  return X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test root',
    keys,
    serialNumber: '01',
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, 1, true)],
    ...validity({ beginsInMs: -1_000 * hour, endsInMs: 1_000 * hour }),
  })
}

/** Creates a PKI whose leaf is valid for `host`, for a day by default. */
export async function makeTestPki(
  host = 'localhost',
  life = aDay,
  makeLeafKeys = makeKeys,
): Promise<TestPki> {
  const [rootKeys, leafKeys] = [await makeKeys(), await makeLeafKeys()]
  const root = await makeRoot(rootKeys)
  const leaf = await X509CertificateGenerator.create({
    subject: `CN=${host}`,
    issuer: root.subject,
    publicKey: leafKeys.publicKey,
    signingKey: rootKeys.privateKey,
    serialNumber: '02',
    signingAlgorithm: algorithm,
    extensions: [
      new SubjectAlternativeNameExtension([{ type: 'dns', value: host }]),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
    ],
    ...validity(life),
  })
  return {
    ca: root.toString('pem'),
    certificate: `${leaf.toString('pem')}\n${root.toString('pem')}`,
    key: await pemOf(leafKeys.privateKey),
  }
}
