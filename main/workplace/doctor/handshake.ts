/**
 * A TLS connection that only looks at certificates. No HTTP goes over it, so it is no call, and
 * neither the bank's limit nor the rate budget counts it. It offers what the client offers, so it
 * meets the same conditions.
 */
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { BankConnection } from '../../bank/connection.ts'
import { tlsOffer } from '../../bank/tls-offer.ts'
import {
  proxyFailures,
  type ProxyFailure,
} from '../../../preload/contract/bank/answers/call-failure.ts'
import { openTunnel, ProxyError, type ProxyAccess } from '../../platform/proxy-tunnel.ts'
import { alertIn } from '../../bank/answers/tls-alerts.ts'
import { expiryOf, nameInOneLine } from '../../profile/certificate-fields.ts'

/** To an address of the host, or through a proxy, which resolves the name. */
export type HandshakeWay = { readonly address: string } | { readonly proxy: ProxyAccess }

/** Target and credentials. If no certificate is given, none is offered. */
export interface HandshakeOptions {
  readonly host: string
  readonly port: number
  readonly way: HandshakeWay
  readonly ca?: string | undefined
  readonly certificate?: Pick<BankConnection, 'certificateChain' | 'privateKey'>
  readonly boundMs: number
  /** How long, in milliseconds, to listen after the handshake for a refusal; 0 means not at all. */
  readonly listenMs: number
}

/** The visible parts of a certificate. */
export interface SeenCertificate {
  readonly subject: string
  readonly issuer: string
  /** Null if the certificate's date cannot be parsed. */
  readonly endsAt: Date | null
  readonly sha256: string
}

/** How the handshake ended. `accepted`: completed, and no refusal came while listening. */
export type HandshakeEnd =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'timed-out' }
  /** Nothing was sent: chain and key do not match. */
  | { readonly kind: 'unusable'; readonly systemMessage: string }
  | {
      readonly kind: 'error'
      readonly code: string
      readonly systemMessage: string
      /** The number of the TLS alert from the bank; null if the error arose on this side. */
      readonly alert: number | null
    }

/** The server's side as seen, and how the handshake ended. */
export interface Handshake {
  readonly end: HandshakeEnd
  /** Whether the server's certificate was verified and is valid. */
  readonly verified: boolean
  readonly server: SeenCertificate | null
  readonly protocol: string | null
}

/** Makes one handshake. Never rejects. */
export async function shakeHands(options: HandshakeOptions): Promise<Handshake> {
  const { boundMs, listenMs } = options
  const unseen = { verified: false, server: null, protocol: null }
  try {
    return await watch(await connected(options), boundMs, listenMs)
  } catch (error) {
    if (error instanceof ProxyError) {
      const { failure, message } = error
      return {
        ...unseen,
        end: { kind: 'error', code: failure, systemMessage: message, alert: null },
      }
    }
    const systemMessage = error instanceof Error ? error.message : ''
    return { ...unseen, end: { kind: 'unusable', systemMessage } }
  }
}

/** Rejects if chain and key do not match, or the proxy opens no way. */
async function connected({
  host,
  port,
  way,
  ca,
  certificate,
  boundMs,
}: HandshakeOptions): Promise<TLSSocket> {
  const over =
    'proxy' in way
      ? {
          socket: await openTunnel(way.proxy, { host, port }, AbortSignal.timeout(boundMs)),
          host,
        }
      : { host: way.address, port }
  return connect({
    ...over,
    servername: isIP(host) === 0 ? host : '',
    ...(certificate && { cert: certificate.certificateChain, key: certificate.privateKey }),
    ...(ca !== undefined && { ca }),
    ...tlsOffer,
  })
}

/** Returns why the proxy did not open the way; undefined if it did. */
export const proxyFailureOf = (end: HandshakeEnd): ProxyFailure | undefined =>
  end.kind === 'error' ? proxyFailures.find((failure) => failure === end.code) : undefined

function watch(socket: TLSSocket, boundMs: number, listenMs: number): Promise<Handshake> {
  return new Promise((resolve) => {
    let verified = false
    let server: SeenCertificate | null = null
    let protocol: string | null = null
    const check = (): void => {
      server ??= certificateOf(socket)
      protocol ??= socket.getProtocol()
    }
    const finish = (end: HandshakeEnd): void => {
      clearTimeout(timer)
      resolve({ end, verified, server, protocol })
      socket.destroy()
    }
    let timer = setTimeout(() => finish({ kind: 'timed-out' }), boundMs)
    // Runs before node:tls judges the certificate and destroys the socket, so that a bad
    // certificate can be shown.
    socket.prependListener('secure', check)
    socket.once('secureConnect', () => {
      check()
      verified = true
      // A bank's refusal of a connection without the client certificate is of no interest.
      if (listenMs === 0) {
        finish({ kind: 'accepted' })
        return
      }
      clearTimeout(timer)
      // Data that arrived while this program was busy is read first: it may be the refusal.
      timer = setTimeout(() => setImmediate(() => finish({ kind: 'accepted' })), listenMs)
    })
    socket.once('data', () => finish({ kind: 'accepted' }))
    socket.on('error', (error: Error) => {
      check()
      finish(endOf(error))
    })
    socket.once('close', () => finish({ kind: 'closed' }))
  })
}

/** Returns the end that an error of node:tls means. */
export function endOf(error: Error & { readonly code?: string }): HandshakeEnd {
  const { code = '', message } = error
  if (code === 'ECONNRESET' || code === 'EPIPE') return { kind: 'closed' }
  // OpenSSL's and BoringSSL's messages list addresses and source files; the code says as much. An
  // error that the library does not name has no code.
  const [, reason] = /SSL routines:[^:]*:([^:]*)/.exec(message) ?? []
  const systemMessage = reason === undefined ? message : code || reason
  return { kind: 'error', code, systemMessage, alert: alertIn(message) }
}

function certificateOf(socket: TLSSocket): SeenCertificate | null {
  // Not getPeerX509Certificate: called before node:tls compares the name, it breaks the comparison.
  const peer = socket.getPeerCertificate() as { readonly raw?: Buffer } | null
  return peer?.raw ? seen(new X509Certificate(peer.raw)) : null
}

/** Returns the first certificate of a PEM text; null if none can be read. */
export function leafOf(pem: string): SeenCertificate | null {
  try {
    return seen(new X509Certificate(pem))
  } catch {
    return null
  }
}

const seen = (certificate: X509Certificate): SeenCertificate => ({
  subject: nameInOneLine(certificate.subject),
  issuer: nameInOneLine(certificate.issuer),
  endsAt: expiryOf(certificate),
  sha256: certificate.fingerprint256,
})
