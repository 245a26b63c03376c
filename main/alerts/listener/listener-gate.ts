/** Who is let through to the store, decided from the head of a request alone, before any of its body is read. */
import type { IncomingMessage } from 'node:http'
import { alertPath, type RefusalKind } from '../../../preload/contract/api/alerts/listener.ts'
import { createCredentialCheck, type BasicCredentials } from './basic-credentials.ts'
import { longestBodyBytes, type AlertIntake, type DeliveryAnswer } from './delivery.ts'
import { createPermittedCheck, plainAddress } from './permitted-addresses.ts'
import type { Rejection } from './reject.ts'

/** Where and how to listen. */
export interface ListenerOptions {
  readonly host: string
  /** 0: a free one. */
  readonly port: number
  readonly certificate: ListenerCertificate
  /** All that are taken: the current, and the one before while it is not ended. */
  readonly credentials: readonly BasicCredentials[]
  /** Addresses and ranges; empty: anyone. */
  readonly permitted: readonly string[]
  readonly accept: AlertIntake['accept']
  /** Whether a probe of ours carries this word (see `probe.ts`). */
  readonly isOwnProbe: (word: string) => boolean
  /** `isDelivery`: it was a POST to where alerts are taken, so that the bank may have been turned away. */
  readonly refused: (kind: RefusalKind, from: string | null, isDelivery?: boolean) => void
  readonly received: (answer: DeliveryAnswer) => void
  /** How long a connection may stand idle between two requests; 75 s unless given. */
  readonly idleMs?: number
}

/** PEM: the chain, leaf first, and its key, not encrypted. */
export interface ListenerCertificate {
  readonly chain: string
  readonly privateKey: string
}

/** The header of our own call through the public address. */
export const probeHeader = 'x-countersign-probe'

/** What becomes of a request. */
export type Verdict = { readonly kind: 'pass' } | { readonly kind: 'own-probe' } | Rejection

/** Judges the head of a request; `target` is what it asks for, as it came. */
export type Gate = (request: IncomingMessage, target: string) => Verdict

const turnAway = (
  status: number,
  refusal: RefusalKind,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Rejection => ({ kind: 'turn-away', status, refusal, message, headers })

/** The answers that turn away. A 5xx is tried again by the bank, nothing else is (`1-platform.md`, Handler errors). */
export const turnedAway = {
  address: turnAway(403, 'address', 'This address is not permitted'),
  credentials: turnAway(401, 'credentials', 'Credentials are missing or wrong', {
    'www-authenticate': 'Basic realm="alerts", charset="UTF-8"',
  }),
  path: turnAway(404, 'not-post', `Alerts are taken at ${alertPath}`),
  method: turnAway(405, 'not-post', 'Alerts come by POST', { allow: 'POST' }),
  tooLarge: turnAway(413, 'too-large', `At most ${longestBodyBytes} bytes are taken`),
  busy: turnAway(503, 'busy', 'Busy: deliver it again'),
} as const

/**
 * Makes the gate. A probe of ours passes first, because the way through the public address may come from
 * anywhere; then addresses, credentials, path and method, in this order, so that a stranger learns nothing else.
 */
export function createGate(
  options: Pick<ListenerOptions, 'credentials' | 'permitted' | 'isOwnProbe'>,
): Gate {
  const isTaken = createCredentialCheck(options.credentials)
  const isPermitted = createPermittedCheck(options.permitted)
  return (request, target) => {
    const word = request.headers[probeHeader]
    if (typeof word === 'string' && options.isOwnProbe(word)) return { kind: 'own-probe' }
    if (!isPermitted(plainAddress(request.socket.remoteAddress))) return turnedAway.address
    if (!isTaken(request.headers.authorization)) return turnedAway.credentials
    if (!isAlertPath(target)) return turnedAway.path
    if (request.method !== 'POST') return turnedAway.method
    if (Number(request.headers['content-length'] ?? 0) > longestBodyBytes)
      return turnedAway.tooLarge
    return { kind: 'pass' }
  }
}

/** Whether a call asks for what the bank asks for, whoever makes it. */
export const isDelivery = ({ method }: Pick<IncomingMessage, 'method'>, target: string): boolean =>
  method === 'POST' && isAlertPath(target)

/** Whether a call posts with the right credentials to where nothing is taken. */
export const isStray = ({ method }: Pick<IncomingMessage, 'method'>, verdict: Rejection): boolean =>
  method === 'POST' && verdict === turnedAway.path

/**
 * A doubled slash, one at its end, or a question after it must not cost an alert: a 404 is never tried again. Nor must
 * the whole address in place of the path, which a server has to take (RFC 9112, 3.2.2); its host is compared with
 * nothing, as the Host header is.
 */
function isAlertPath(target: string): boolean {
  const path = target
    .replace(/^https?:\/\/[^/?#@\\\s]+(?=[/?#]|$)/i, '')
    .replace(/[?#].*$/s, '')
    .replaceAll(/\/{2,}/g, '/')
  return path === alertPath || path === `${alertPath}/`
}
