/**
 * Imports a client certificate: reads the files the operator chose, finds everything that the bank
 * would refuse, and converts the rest to one form. That form is an ordered chain with an
 * unencrypted key, because Electron's TLS reads fewer formats than the files may use.
 */
import { rootCertificates } from 'node:tls'
import type { KeyObject } from 'node:crypto'
import type {
  CertificateFinding,
  CertificateInspection,
  CertificatePurpose,
  InspectedCertificate,
} from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import type { Certificate } from './certificate.ts'
import { climb, endsInRoot, findBeginning, keyFits, type Beginning } from './chain.ts'
import { describeCertificate } from '../describe-certificate.ts'
import {
  isAuthority,
  judgeCertificates,
  judgeCompleteness,
  judgeListenerCompleteness,
} from './judge.ts'
import { readKnownRoots } from './known-roots.ts'
import { Passwords } from './passwords.ts'
import { keyKindOf, plainKeyPem } from './private-key.ts'
import { readFiles, type CertificateFile, type Reading } from './read-files.ts'

/** The certificate and key of a profile's client, or of its listener. */
export interface CertificateMaterial {
  /**
   * PEM, leaf first, then intermediates, then the root. A listener's chain has the root only if the
   * files had it.
   */
  readonly certificateChain: string
  /** PKCS#8 in PEM, not encrypted. */
  readonly privateKey: string
}

/** The key of a pending certificate request. */
export interface RequestedKey {
  readonly key: KeyObject
  /** Time of the request, ISO UTC. */
  readonly createdAt: string
}

/** The request of the reader thread. */
export interface FilesQuestion {
  readonly files: readonly CertificateFile[]
  readonly password: string | null
  readonly now: Date
  readonly earlierPasswords: readonly string[]
  readonly purpose: CertificatePurpose
  readonly requested: RequestedKey | undefined
}

/** The findings, without the draft's id, and the material when nothing prevents the import. */
export interface InspectedFiles {
  readonly inspection: Omit<CertificateInspection, 'draftId'>
  readonly material: CertificateMaterial | null
  /** The passwords that opened something. They stay in main. */
  readonly usefulPasswords: readonly string[]
}

/**
 * Inspects files of PEM, DER, PKCS#7 and PKCS#12 in any mixture. Never throws, whatever the bytes.
 * `password` is the one being tried, null for none; `earlierPasswords` opened something before.
 * `purpose` selects the rules. `requested` is the key of the pending request: when a leaf answers
 * that request, the files need no key.
 */
export function inspectFiles(
  files: readonly CertificateFile[],
  password: string | null,
  now: Date,
  knownRoots: readonly string[] = rootCertificates,
  earlierPasswords: readonly string[] = [],
  purpose: CertificatePurpose = 'client',
  requested?: RequestedKey,
): InspectedFiles {
  const passwords = new Passwords(password, earlierPasswords)
  const reading = readFiles(files, passwords)
  const found = findChain(reading, now, knownRoots, requested?.key)
  const judged = judge(reading, found, now, purpose, requested)
  const findings = once([...reading.findings, ...judged])
  const { chain, leftOut, key } = found
  const ready = findings.length === 0
  const inspection = {
    files: files.map(({ name }) => name),
    chain: chain.map((one, place) => describeCertificate(one, roleIn(found, one, place))),
    leftOut: leftOut.map((one) => describeCertificate(one, roleAlone(one))),
    key: describeKey(reading, found, requested),
    rootFrom: endsInRoot(chain) ? (chain.at(-1)?.from ?? null) : null,
    findings,
    ready,
  }
  const sent = purpose === 'client' ? chain : chain.filter(({ from }) => from === 'files')
  const material = ready && key ? materialOf(sent, key) : null
  return { inspection, material, usefulPasswords: passwords.useful }
}

interface Found {
  readonly beginning: Beginning
  readonly chain: readonly Certificate[]
  readonly leftOut: readonly Certificate[]
  /** The private key of the leaf. */
  readonly key: KeyObject | undefined
}

function findChain(
  { certificates, keys: inFilesAlone }: Reading,
  now: Date,
  known: readonly string[],
  requested: KeyObject | undefined,
): Found {
  const keys = [...inFilesAlone, ...(requested ? [requested] : [])]
  const beginning = findBeginning(certificates, keys, now)
  const start = beginning.kind === 'several' ? undefined : beginning.certificate
  const inFiles = new Set(certificates.map(({ sha256 }) => sha256))
  const others = readKnownRoots(known).filter(({ sha256 }) => !inFiles.has(sha256))
  const chain = start ? climb(start, [...certificates, ...others], now) : []
  const leftOut = certificates.filter((one) => !chain.includes(one))
  const key =
    beginning.kind === 'leaf' ? keys.find((one) => start && keyFits(one, start)) : undefined
  return { beginning, chain, leftOut, key }
}

/** Reports missing or undecided items, unless an encrypted part may hold the answer. */
function judge(
  reading: Reading,
  found: Found,
  now: Date,
  purpose: CertificatePurpose,
  requested: RequestedKey | undefined,
): CertificateFinding[] {
  const { certificates, keys, findings, closed } = reading
  const { beginning, chain, leftOut, key } = found
  if (certificates.length + keys.length === 0 && (findings.length > 0 || closed.size > 0)) return []
  const hasLeaf = beginning.kind === 'leaf'
  const judgeWhole = purpose === 'client' ? judgeCompleteness : judgeListenerCompleteness
  const whole = (problem: CertificateFinding['problem']) => [{ problem, about: null }]
  const isUnsupported = findings.some(({ problem }) => problem === 'unsupported-key')
  const keyless = key === undefined && closed.size === 0 && !isUnsupported
  return [
    ...(beginning.kind === 'several' && closed.size === 0 ? whole('several-leaves') : []),
    ...(beginning.kind === 'several' ? [] : judgeWhole(chain, hasLeaf, leftOut)).filter(
      ({ problem }) => problem === 'self-signed' || !closed.has('store'),
    ),
    ...judgeCertificates(chain, hasLeaf, now, purpose),
    ...(keyless ? judgeKey(keys, beginning, requested) : []),
  ]
}

function judgeKey(
  keys: readonly KeyObject[],
  beginning: Beginning,
  requested: RequestedKey | undefined,
): CertificateFinding[] {
  const [other] = beginning.kind === 'leaf' ? notRequested(beginning.certificate, requested) : []
  if (keys.length === 0 && other) return [other]
  if (keys.length === 0) return [{ problem: 'key-missing', about: null }]
  // Without a leaf nobody can say which certificate the key belongs to.
  if (beginning.kind === 'no-leaf' || (beginning.kind === 'several' && beginning.keyFits)) return []
  const about = beginning.kind === 'leaf' ? beginning.certificate.subject : null
  return [{ problem: 'key-of-another', about }, ...(other ? [other] : [])]
}

/** A certificate for another request is easily mistaken for the answer to the pending one. */
const notRequested = (
  { subject: about }: Certificate,
  requested: RequestedKey | undefined,
): CertificateFinding[] =>
  requested ? [{ problem: 'key-not-requested', about, requestedAt: requested.createdAt }] : []

const once = (findings: readonly CertificateFinding[]): CertificateFinding[] => [
  ...new Map(findings.map((one) => [`${one.problem} ${one.about ?? ''}`, one])).values(),
]

const roleIn = (
  { beginning }: Found,
  certificate: Certificate,
  place: number,
): InspectedCertificate['role'] => {
  if (beginning.kind === 'leaf' && place === 0) return 'leaf'
  return certificate.selfSigned ? 'root' : 'intermediate'
}

/** The probable role of a certificate outside the chain. */
function roleAlone(certificate: Certificate): InspectedCertificate['role'] {
  if (!isAuthority(certificate)) return 'leaf'
  return certificate.selfSigned ? 'root' : 'intermediate'
}

function describeKey(
  { keys, closed }: Reading,
  { key }: Found,
  requested: RequestedKey | undefined,
): CertificateInspection['key'] {
  if (requested && key === requested.key)
    return { state: 'requested', keyKind: keyKindOf(key), requestedAt: requested.createdAt }
  const read = key ?? keys[0]
  if (key === undefined && closed.size > 0) return { state: 'locked' }
  if (!read) return { state: 'absent' }
  return { state: 'read', keyKind: keyKindOf(read), matchesLeaf: key !== undefined }
}

const materialOf = (chain: readonly Certificate[], key: KeyObject): CertificateMaterial => ({
  certificateChain: chain.map(({ x509 }) => x509.toString()).join(''),
  privateKey: plainKeyPem(key),
})
