/**
 * Decides from the head of a request whether it may reach the store, before any of its body is
 * read.
 */
import type { IncomingMessage } from 'node:http'
import { alertPath, type RefusalKind } from '../../../preload/contract/api/alerts/listener.ts'
import { createCredentialCheck, type BasicCredentials } from './basic-credentials.ts'
import { longestBodyBytes } from '../split-delivery.ts'
import type { AlertIntake, DeliveryAnswer } from './delivery.ts'
import { createPermittedCheck, plainAddress } from './permitted-addresses.ts'
import type { Rejection } from './reject.ts'

/** Where and how to listen. */
export interface ListenerOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly certificate: ListenerCertificate
  /** All accepted pairs: the current one, and the previous one until it is ended. */
  readonly credentials: readonly BasicCredentials[]
  /** Addresses and ranges; empty: any address. */
  readonly permitted: readonly string[]
  readonly accept: AlertIntake['accept']
  /** Id of the workstation in its team, for those who probe; missing: it has none. */
  readonly workstation?: string | null
  /** Whether a probe of this process, or of its team, carries this token (see `probe.ts`). */
  readonly isOwnProbe: (token: string) => boolean
  /** `isDelivery`: it may have been a delivery of the bank. */
  readonly refused: (kind: RefusalKind, from: string | null, isDelivery?: boolean) => void
  readonly received: (answer: DeliveryAnswer) => void
  /** How long a connection may idle between two requests; 75 s by default. */
  readonly idleMs?: number
}

/** PEM: the chain, leaf first, and its unencrypted key. */
export interface ListenerCertificate {
  readonly chain: string
  readonly privateKey: string
}

/** The header of our own call through the public address. */
export const probeHeader = 'x-countersign-probe'

/** The decision about a request. */
export type Verdict = { readonly kind: 'pass' } | { readonly kind: 'own-probe' } | Rejection

/** Decides from the head of a request; `target` is the request target as received. */
export type Gate = (request: IncomingMessage, target: string) => Verdict

const rejection = (
  status: number,
  refusal: RefusalKind,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Rejection => ({ kind: 'rejected', status, refusal, message, headers })

/**
 * The rejecting answers. The bank repeats a delivery after a 5xx and after no other answer (bank
 * document 1, Handler errors).
 */
export const rejections = {
  address: rejection(403, 'address', 'This address is not permitted'),
  credentials: rejection(401, 'credentials', 'Credentials are missing or wrong', {
    'www-authenticate': 'Basic realm="alerts", charset="UTF-8"',
  }),
  path: rejection(404, 'not-post', `Alerts are accepted at ${alertPath}`),
  method: rejection(405, 'not-post', 'Send alerts with POST', { allow: 'POST' }),
  tooLarge: rejection(413, 'too-large', `At most ${longestBodyBytes} bytes are accepted`),
  unreadable: rejection(503, 'unreadable', 'Not complete or not readable: deliver it again'),
  busy: rejection(503, 'busy', 'Busy: deliver it again'),
} as const

/**
 * Creates the gate. A probe of this process passes first, because the route through the public
 * address may come from anywhere. Then address, credentials, path and method are checked in this
 * order, so that a stranger learns nothing else.
 */
export function createGate(
  options: Pick<ListenerOptions, 'credentials' | 'permitted' | 'isOwnProbe'>,
): Gate {
  const isTaken = createCredentialCheck(options.credentials)
  const isPermitted = createPermittedCheck(options.permitted)
  return (request, target) => {
    const token = request.headers[probeHeader]
    if (typeof token === 'string' && options.isOwnProbe(token)) return { kind: 'own-probe' }
    if (!isPermitted(plainAddress(request.socket.remoteAddress))) return rejections.address
    if (!isTaken(request.headers.authorization)) return rejections.credentials
    if (!isAlertPath(target)) return rejections.path
    if (request.method !== 'POST') return rejections.method
    if (request.httpVersion === '1.1' && request.headers.host === undefined)
      return rejections.unreadable
    if (Number(request.headers['content-length'] ?? 0) > longestBodyBytes)
      return rejections.tooLarge
    return { kind: 'pass' }
  }
}

/** Returns whether a request has the form of the bank's deliveries, no matter who sends it. */
export const isDelivery = ({ method }: Pick<IncomingMessage, 'method'>, target: string): boolean =>
  method === 'POST' && isAlertPath(target)

/**
 * Returns whether a request that broke in its head may have been a delivery. `last` are the last
 * bytes that came, undefined if they are not known; of a longer request the beginning is not known.
 */
export function mayBeDelivery(bytesRead: number, last: Uint8Array | undefined): boolean {
  if (bytesRead === 0) return false
  if (last === undefined || last.length < bytesRead) return true
  return /^[\r\n]*POST /.test(Buffer.from(last).toString('latin1'))
}

/** Returns whether a request posts with valid credentials to a wrong path. */
export const isPostToWrongPath = (
  { method }: Pick<IncomingMessage, 'method'>,
  verdict: Rejection,
): boolean => method === 'POST' && verdict === rejections.path

/**
 * A doubled slash, a slash at the end or a query must not cost an alert, because a 404 is never
 * tried again. Nor must the absolute form of the target, which a server must accept (RFC 9112,
 * 3.2.2); its host is not checked, like the Host header.
 */
function isAlertPath(target: string): boolean {
  const path = target
    .replace(/^https?:\/\/[^/?#@\\\s]+(?=[/?#]|$)/i, '')
    .replace(/[?#].*/s, '')
    .replaceAll(/\/{2,}/g, '/')
  return path === alertPath || path === `${alertPath}/`
}
