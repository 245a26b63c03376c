/**
 * Writes the onboarding data (bank document 1, What the service does, 2; Authentication), as files
 * from which a profile of a real environment can be created. All of it is for practice: it gives
 * access to nothing real.
 */
import { X509Certificate } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import forge from 'node-forge'
import { registeredAddresses, type Enrolment } from './enrolment.ts'
import { randomSecret } from './secrets.ts'

/** A summary of the written files, for the operator. */
export interface WrittenEnrolment {
  /** Full path. */
  readonly folder: string
  readonly files: readonly string[]
  /** The password of `client.p12`. */
  readonly p12Password: string
  /** SHA-256 of the bank's root, hex in pairs with colons. */
  readonly rootFingerprint: string
}

/** Returns a password that a person can type. */
export const newP12Password = (): string => randomSecret(9)

/**
 * Writes `client-chain.pem`, `client-key.pem`, `client.p12`, `bank-root.pem`,
 * `bank-root.sha256.txt` and `onboarding.txt` into the folder (mode 0700, files 0600). The keys
 * must be RSA, the only kind node-forge writes. Rejects with the system's error.
 */
export async function writeEnrolment(
  folder: string,
  enrolment: Enrolment,
  p12Password = newP12Password(),
): Promise<WrittenEnrolment> {
  const where = resolve(folder)
  const rootFingerprint = new X509Certificate(enrolment.ca).fingerprint256
  const files: Readonly<Record<string, string | Buffer>> = {
    'client-chain.pem': enrolment.certificateChain,
    'client-key.pem': enrolment.privateKey,
    'client.p12': p12Of(enrolment, p12Password),
    'bank-root.pem': enrolment.ca,
    'bank-root.sha256.txt': `${rootFingerprint}\n`,
    'onboarding.txt': onboardingText(enrolment, p12Password, rootFingerprint),
  }
  await makePrivateFolder(where)
  for (const [name, content] of Object.entries(files)) {
    await writePrivateFile(join(where, name), content)
  }
  return { folder: where, files: Object.keys(files), p12Password, rootFingerprint }
}

/** Creates the folder, or restricts an existing one, for the owner only. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

/** Writes a file that only the owner can read, whatever its mode was before. */
export async function writePrivateFile(path: string, content: string | Buffer): Promise<void> {
  await writeFile(path, content, { mode: 0o600 })
  await chmod(path, 0o600)
}

const pemBlocks = (chain: string): string[] =>
  chain.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []

/** Returns chain and key in one PKCS#12 file, encrypted with AES. The key must be RSA. */
export function p12Of(
  { certificateChain, privateKey }: Pick<Enrolment, 'certificateChain' | 'privateKey'>,
  password: string,
): Buffer {
  const asn1 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(privateKey),
    pemBlocks(certificateChain).map((pem) => forge.pki.certificateFromPem(pem)),
    password,
    { algorithm: 'aes256', friendlyName: 'Practice workstation' },
  )
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1')
}

const proxyText = ({ proxy }: Enrolment): string =>
  proxy
    ? `Proxy                  ${proxy.host}, port ${String(proxy.port)}
  User name            ${proxy.credentials.userName}
  Password             ${proxy.credentials.password}
`
    : ''

const onboardingText = (
  enrolment: Enrolment,
  p12Password: string,
  rootFingerprint: string,
): string => `PRACTICE. This is a practice bank on this computer. Nothing here opens anything real,
and no money moves. The files stand in for what a bank hands over at onboarding.

Base URL               ${enrolment.baseUrl}
Registered addresses   ${registeredAddresses.join(', ')}
${proxyText(enrolment)}
Application credentials
  Consumer key         ${enrolment.consumerKey}
  Consumer secret      ${enrolment.consumerSecret}
Client credentials
  Client id            ${enrolment.clientId}
  Client secret        ${enrolment.clientSecret}

PartnerClientId        ${enrolment.partnerClientId}
secondaryId            ${enrolment.secondaryId}
additionalId           ${enrolment.additionalId}

Products               Account validation, ACH inquiry, ACH origination, wire transfer, RTP payment
Calls per second       5

client-chain.pem       the client certificate: leaf, intermediate, root
client-key.pem         its private key
client.p12             both in one file; password ${p12Password}
bank-root.pem          the root that the bank's own certificate ends in
SHA-256 of that root   ${rootFingerprint}
`
