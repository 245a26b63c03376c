import * as x509 from '../platform/x509.ts'

/** A certificate chain (leaf first) with the leaf's private key, both PEM. */
export interface Identity {
  readonly chain: string
  readonly privateKey: string
}

/** The certificates and keys for mutual TLS on loopback. Practice keys: they protect nothing. */
export interface PracticePki {
  /** The root that both sides trust, PEM. */
  readonly root: string
  readonly server: Identity
  readonly client: Identity
}

/** The owner and key type of a PKI. RSA because node-forge can write only RSA to a PKCS#12 file. */
export interface PkiKind {
  readonly organisation: string
  readonly keys: 'ec' | 'rsa'
}

const algorithms = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
} as const
const embedded: PkiKind = { organisation: 'Alder Falls Practice Bank', keys: 'ec' }
const yearMs = 365 * 24 * 60 * 60 * 1000

/** The type is inferred, because its global name exists in only some of the TypeScript projects. */
const newKeys = (kind: PkiKind['keys']) =>
  crypto.subtle.generateKey(algorithms[kind], true, ['sign', 'verify'])
type Keys = Awaited<ReturnType<typeof newKeys>>

interface Authority {
  readonly name: string
  readonly keys: Keys
}

const keyPem = async (key: Keys['privateKey']): Promise<string> =>
  x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')

async function certify(
  subject: Authority,
  issuer: Authority,
  { now, kind }: { readonly now: Date; readonly kind: PkiKind },
  extensions: x509.Extension[],
): Promise<string> {
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${subject.name}, O=${kind.organisation}`,
    issuer: `CN=${issuer.name}, O=${kind.organisation}`,
    notBefore: new Date(now.getTime() - 60 * 60 * 1000),
    notAfter: new Date(now.getTime() + yearMs),
    publicKey: subject.keys.publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: algorithms[kind.keys],
    extensions: [
      ...extensions,
      await x509.SubjectKeyIdentifierExtension.create(subject.keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey),
    ],
  })
  return `${certificate.toString('pem')}\n`
}

const authorityUse = (pathLength: number): x509.Extension[] => [
  new x509.BasicConstraintsExtension(true, pathLength, true),
  new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
]

const leafUse = (purpose: x509.ExtendedKeyUsage): x509.Extension[] => [
  new x509.BasicConstraintsExtension(false, undefined, true),
  new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
  new x509.ExtendedKeyUsageExtension([purpose]),
]

const loopback = new x509.SubjectAlternativeNameExtension([
  { type: 'ip', value: '127.0.0.1' },
  { type: 'dns', value: 'localhost' },
])

/**
 * Creates root, intermediate, a server leaf for loopback and a client leaf, valid for a year from
 * `now`: the chain that the document requires of clients (bank document 1, Authentication 2; bank
 * note 12).
 */
export async function makePracticePki(now: Date, kind = embedded): Promise<PracticePki> {
  x509.cryptoProvider.set(crypto)
  const names = ['Practice Root', 'Practice Intermediate', 'Practice Bank', 'Practice Workstation']
  const authorities = names.map(async (name) => ({ name, keys: await newKeys(kind.keys) }))
  const [root, intermediate, server, client] = await Promise.all(authorities)
  if (!root || !intermediate || !server || !client) throw new Error('Four keys were to be created')
  const how = { now, kind }
  const [rootPem, intermediatePem, serverPem, clientPem] = await Promise.all([
    certify(root, root, how, authorityUse(1)),
    certify(intermediate, root, how, authorityUse(0)),
    certify(server, intermediate, how, [...leafUse(x509.ExtendedKeyUsage.serverAuth), loopback]),
    certify(client, intermediate, how, leafUse(x509.ExtendedKeyUsage.clientAuth)),
  ])
  return {
    root: rootPem,
    server: {
      chain: serverPem + intermediatePem,
      privateKey: await keyPem(server.keys.privateKey),
    },
    client: {
      chain: clientPem + intermediatePem + rootPem,
      privateKey: await keyPem(client.keys.privateKey),
    },
  }
}
