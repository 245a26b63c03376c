/**
 * The certificates of both sides (bank document 1, Authentication). Under TLS 1.3 a bank can refuse
 * the client certificate only after the handshake, which in a call would look like a lost
 * connection, so this step listens for it.
 */
import type { DoctorFact } from '../../../preload/contract/api/doctor.ts'
import type { BankConnection } from '../../bank/connection.ts'
import { tlsOffer } from '../../bank/tls-offer.ts'
import { faultOf } from '../../bank/answers/faults.ts'
import { attention, factsOf, failed, fine, type StepResult } from './step-result.ts'
import {
  leafOf,
  proxyFailureOf,
  shakeHands,
  type Handshake,
  type HandshakeEnd,
  type HandshakeOptions,
  type HandshakeWay,
  type SeenCertificate,
} from './handshake.ts'
import { handshakeFailureAlert, protocolVersionAlert } from '../../bank/answers/tls-alerts.ts'
import { alertText } from '../../../preload/contract/text/tls-alerts.ts'

/** A bank to which there is a way. */
export interface Reached {
  readonly connection: BankConnection
  readonly host: string
  readonly way: HandshakeWay
  readonly port: number
  readonly boundMs: number
  /** How long the bank may stay silent before its silence counts as acceptance. */
  readonly silenceMs: number
  readonly now: Date
}

/** A certificate that ends within this time needs attention. */
const soonMs = 30 * 24 * 60 * 60 * 1_000
const endsSoon = (endsAt: Date | null, now: Date): boolean =>
  endsAt !== null && endsAt.getTime() - now.getTime() < soonMs

/**
 * Examines the bank's certificate, without the client certificate as far as the bank allows that.
 */
export async function examineServerChain(reached: Reached): Promise<StepResult> {
  const alone = await shakeHands(optionsOf(reached, 0))
  const handshake = isUndecided(alone) ? await withOurs(reached, alone) : alone
  const facts = serverFacts(handshake)
  if (handshake.verified && handshake.server) {
    return endsSoon(handshake.server.endsAt, reached.now)
      ? attention('server-certificate-expires-soon', facts)
      : fine(facts)
  }
  return serverProblem(handshake, facts)
}

/**
 * Under TLS 1.2 a bank that requires the client certificate ends the handshake before its own is
 * judged, so this offers the certificate. The certificate is no secret, and the key is proved
 * without being shown.
 */
async function withOurs(reached: Reached, alone: Handshake): Promise<Handshake> {
  const handshake = await shakeHands({
    ...optionsOf(reached, 0),
    certificate: reached.connection,
  })
  if (handshake.end.kind === 'unusable') return alone
  return { ...handshake, server: handshake.server ?? alone.server }
}

const isUndecided = ({ verified, end }: Handshake): boolean =>
  !verified &&
  (end.kind === 'closed' ||
    (end.kind === 'error' && end.alert !== null && end.alert !== protocolVersionAlert))

function serverProblem({ end, server }: Handshake, facts: readonly DoctorFact[]): StepResult {
  const ofProxy = proxyFailureOf(end)
  if (ofProxy) return failed(ofProxy, facts)
  if (end.kind === 'timed-out') return failed('timed-out', facts)
  if (end.kind === 'error' && end.alert === null) return failed(localFinding(end), facts)
  if (end.kind === 'error' && end.alert === protocolVersionAlert)
    return failed('tls-too-old', facts)
  if (server) return attention('server-chain-not-verified', facts)
  if (end.kind !== 'error') return failed('connection-closed', facts)
  return failed('handshake-failed', [...facts, ...factsOf(['Cipher suites offered', offered])])
}

const offered = tlsOffer.ciphers.replaceAll(':', ', ')

/**
 * Returns the finding for an error on this side: about the server's certificate, or its protocol
 * version. The names are OpenSSL's and BoringSSL's.
 */
export function localFinding({
  code,
  systemMessage,
}: {
  readonly code: string
  readonly systemMessage: string
}) {
  if (code === 'CERT_HAS_EXPIRED') return 'server-certificate-expired'
  if (/UNSUPPORTED_PROTOCOL|WRONG_SSL_VERSION|VERSION_TOO_LOW/.test(code)) return 'tls-too-old'
  if (
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|BAD_RECORD_TYPE|UNEXPECTED_RECORD/.test(
      code,
    )
  ) {
    return 'not-tls'
  }
  const known = faultOf(Object.assign(new Error(systemMessage), { code })).code
  if (known === 'server-certificate-not-trusted' || known === 'server-name-mismatch') return known
  return 'handshake-failed'
}

/** Examines whether the bank accepts the client certificate. */
export async function examineClientCertificate(
  reached: Reached,
  endsAt: Date | undefined,
): Promise<StepResult> {
  const { connection, silenceMs, now } = reached
  const leaf = leafOf(connection.certificateChain)
  const handshake = await shakeHands({
    ...optionsOf(reached, silenceMs),
    certificate: connection,
  })
  const { end } = handshake
  const facts = [...ourFacts(leaf, endsAt), ...endFacts(end)]
  const ends = endsAt ?? leaf?.endsAt ?? null
  const isOver = ends !== null && ends <= now
  const ofProxy = proxyFailureOf(end)
  if (ofProxy) return failed(ofProxy, facts)
  if (end.kind === 'unusable') return failed('client-certificate-unusable', facts)
  if (end.kind === 'timed-out') return failed('timed-out', facts)
  if (end.kind !== 'accepted') {
    if (asksAgain(handshake)) return failed('renegotiation-asked', facts)
    if (isOver) return failed('client-certificate-expired', facts)
    return failed(end.kind === 'closed' ? 'connection-closed' : 'client-certificate-refused', facts)
  }
  if (isOver) return attention('client-certificate-expired', facts)
  return endsSoon(ends, now) ? attention('client-certificate-expires-soon', facts) : fine(facts)
}

/**
 * A second handshake on the open connection, which this side refuses: BoringSSL with an error of its
 * own, OpenSSL in such a way that the server ends with an alert.
 */
const asksAgain = ({ verified, protocol, end }: Handshake): boolean =>
  verified &&
  protocol === 'TLSv1.2' &&
  end.kind === 'error' &&
  (end.alert === handshakeFailureAlert || end.code.includes('NO_RENEGOTIATION'))

const optionsOf = (
  { connection, host, way, port, boundMs }: Reached,
  listenMs: number,
): HandshakeOptions => ({
  host,
  port,
  way,
  ca: connection.ca,
  boundMs,
  listenMs,
})

export const serverFacts = ({ server, protocol, end }: Handshake): DoctorFact[] => [
  ...factsOf(
    ['Certificate', server?.subject],
    ['Issued by', server?.issuer],
    ['Ends', server && endText(server.endsAt)],
    ['SHA-256', server?.sha256],
    ['Protocol', protocol],
  ),
  ...endFacts(end),
]

const ourFacts = (leaf: SeenCertificate | null, endsAt: Date | undefined): DoctorFact[] =>
  factsOf(
    ['Certificate', leaf?.subject],
    ['Issued by', leaf?.issuer],
    ['Ends', endsAt || leaf ? endText(endsAt ?? leaf?.endsAt ?? null) : null],
  )

const endText = (endsAt: Date | null): string => endsAt?.toISOString() ?? 'an unreadable time'

function endFacts(end: HandshakeEnd): DoctorFact[] {
  switch (end.kind) {
    case 'error':
      return end.alert === null
        ? factsOf(['System message', end.systemMessage])
        : factsOf(['TLS alert of the bank', alertText(end.alert)])
    case 'unusable':
      return factsOf(['System message', end.systemMessage])
    default:
      return []
  }
}
