/** One valid chain and faulty variants of it, created once for a whole test file. */
import { createPrivateKey } from 'node:crypto'
import {
  leafExtensions,
  Generated,
  makeChain,
  noAuthority,
  purposes,
  serverAuth,
  type TestChain,
} from './test-certificates.ts'
import { handshake, makeServerSide, type ClientSide, type ServerSide } from './handshakes.ts'

const dayMs = 24 * 3_600_000
const inDays = (days: number): Date => new Date(Date.now() + days * dayMs)

/** Leaves and authorities of one root. */
export interface Pki extends TestChain {
  readonly server: ServerSide
  readonly expired: Generated
  readonly notYetValid: Generated
  readonly forServers: Generated
  readonly selfSigned: Generated
  /** Directly under the root. */
  readonly underRoot: Generated
  /** A leaf of the intermediate with another key. */
  readonly other: Generated
}

/** Creates the PKI. */
export async function makePki(): Promise<Pki> {
  const [chain, server] = await Promise.all([makeChain(), makeServerSide()])
  const { root, intermediate } = chain
  const issue = (name: string, more: object = {}, by: Generated | undefined = intermediate) =>
    Generated.make({ name, extensions: leafExtensions, ...more }, by)
  const [expired, notYetValid, forServers, selfSigned, underRoot, other] = await Promise.all([
    issue('Expired', { validFrom: inDays(-30), validTo: inDays(-1) }),
    issue('Tomorrow', { validFrom: inDays(1), validTo: inDays(30) }),
    issue('Server', { extensions: [noAuthority(), purposes(serverAuth)] }),
    Generated.make({ name: 'Alone', extensions: leafExtensions }),
    issue('Directly', {}, root),
    issue('Other'),
  ])
  return { ...chain, server, expired, notYetValid, forServers, selfSigned, underRoot, other }
}

/** Returns the intermediate and root that a leaf needs. */
export const above = ({ intermediate, root }: TestChain): string => intermediate.pem + root.pem

/** Calls the server that trusts this PKI's root under both versions of TLS. */
export async function callUnder(
  pki: Pki,
  version: 'TLSv1.2' | 'TLSv1.3',
  client: Partial<ClientSide>,
) {
  return handshake(pki.server, pki.root, version, {
    certificateChain: '',
    privateKey: '',
    ...client,
  })
}

/** The key in the traditional form of OpenSSL, encrypted with AES. */
export const traditionalKey = (
  { key }: Generated,
  password: string,
  cipher = 'aes-256-cbc',
): string =>
  createPrivateKey(key)
    .export({ type: 'sec1', format: 'pem', cipher, passphrase: password })
    .toString()
