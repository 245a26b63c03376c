/**
 * A TLS connection for looking at certificates. No HTTP goes over it, so it is no call, and neither the
 * bank's limit nor the budget counts it. Its options are those of the client (bank/connector.ts), so that
 * it finds what the client would meet; the server is always verified.
 */
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { BankConnection } from '../../bank/client/connector.ts'
import { alertIn } from './tls-alerts.ts'
import { readDer } from '../../profile/certificates/der.ts'
import { nameInOneLine } from '../../profile/certificates/name-in-one-line.ts'
import { validityOf } from '../../profile/certificates/validity.ts'

/** Where to, and with what. Without a certificate none is offered. */
export interface HandshakeOptions {
  readonly host: string
  readonly address: string
  readonly port: number
  readonly ca?: string | undefined
  readonly certificate?: Pick<BankConnection, 'certificateChain' | 'privateKey'>
  readonly boundMs: number
  /** How long to listen after the handshake for an objection; 0: not at all. */
  readonly listenMs: number
}

/** A certificate as far as it is shown. */
export interface SeenCertificate {
  readonly subject: string
  readonly issuer: string
  /** Null: the certificate has it in a form that cannot be read. */
  readonly endsAt: Date | null
  readonly sha256: string
}

/** How it ended. `kept`: complete, and nothing was objected while listening. */
export type HandshakeEnd =
  | { readonly kind: 'kept' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'timed-out' }
  /** Nothing was sent: chain and key do not work together. */
  | { readonly kind: 'unusable'; readonly said: string }
  | {
      readonly kind: 'error'
      readonly code: string
      readonly said: string
      /** The number of the alert that the bank sent; null: the error arose here. */
      readonly alert: number | null
    }

/** What was seen of the other side, and how it ended. */
export interface Handshake {
  readonly end: HandshakeEnd
  /** Whether the server's certificate was verified and is good. */
  readonly verified: boolean
  readonly server: SeenCertificate | null
  readonly protocol: string | null
}

/** Makes one handshake; resolves whatever happens. */
export function shakeHands(options: HandshakeOptions): Promise<Handshake> {
  const { host, address, port, ca, certificate, boundMs, listenMs } = options
  let socket: TLSSocket
  try {
    socket = connect({
      host: address,
      port,
      servername: isIP(host) === 0 ? host : '',
      ...(certificate && { cert: certificate.certificateChain, key: certificate.privateKey }),
      ...(ca !== undefined && { ca }),
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    })
  } catch (error) {
    const end = { kind: 'unusable', said: error instanceof Error ? error.message : '' } as const
    return Promise.resolve({ end, verified: false, server: null, protocol: null })
  }
  return watch(socket, boundMs, listenMs)
}

function watch(socket: TLSSocket, boundMs: number, listenMs: number): Promise<Handshake> {
  return new Promise((resolve) => {
    let verified = false
    let server: SeenCertificate | null = null
    let protocol: string | null = null
    const look = (): void => {
      server ??= certificateOf(socket)
      protocol ??= socket.getProtocol()
    }
    const finish = (end: HandshakeEnd): void => {
      clearTimeout(timer)
      resolve({ end, verified, server, protocol })
      socket.destroy()
    }
    let timer = setTimeout(() => finish({ kind: 'timed-out' }), boundMs)
    // Before node:tls judges the certificate and destroys the socket, so that a bad one can be shown.
    socket.prependListener('secure', look)
    socket.once('secureConnect', () => {
      look()
      verified = true
      // What a bank objects to a connection without our certificate is not asked.
      if (listenMs === 0) {
        finish({ kind: 'kept' })
        return
      }
      clearTimeout(timer)
      // What has arrived while this program was busy is read first: it may be the objection.
      timer = setTimeout(() => setImmediate(() => finish({ kind: 'kept' })), listenMs)
    })
    socket.once('data', () => finish({ kind: 'kept' }))
    socket.on('error', (error: Error) => {
      look()
      finish(endOf(error))
    })
    socket.once('close', () => finish({ kind: 'closed' }))
  })
}

function endOf(error: Error & { readonly code?: string }): HandshakeEnd {
  const { code = '', message } = error
  if (code === 'ECONNRESET' || code === 'EPIPE') return { kind: 'closed' }
  // OpenSSL's text is a list with addresses and source files of its own; the code says as much.
  const said = message.includes('SSL routines') ? code : message
  return { kind: 'error', code, said, alert: alertIn(message) }
}

function certificateOf(socket: TLSSocket): SeenCertificate | null {
  // Not getPeerX509Certificate: asked before node:tls compares the name, it spoils the comparison.
  const peer = socket.getPeerCertificate() as { readonly raw?: Buffer } | null
  return peer?.raw ? seen(new X509Certificate(peer.raw)) : null
}

/** The first certificate of a PEM text; null: there is none that can be read. */
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
  endsAt: validityOf(readDer(certificate.raw))?.to ?? null,
  sha256: certificate.fingerprint256,
})
