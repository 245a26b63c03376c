/**
 * Opens the mutual-TLS connections of one profile for undici, direct or through its proxy, and
 * measures their handshakes for the rate budget. Verification of the server cannot be turned off; a
 * private CA must be configured.
 */
import { isIP, type TcpNetConnectOpts } from 'node:net'
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import {
  isFromUnknownIssuer,
  nextAddressMs,
  openTunnel,
  ProxyError,
} from '../../platform/proxy-tunnel.ts'
import type { BankConnection } from '../connection.ts'
import { tlsOffer } from '../tls-offer.ts'
import type { TransitAllowance } from './transit-allowance.ts'

const connectTimeoutMs = 10_000

class ConnectTimeout extends Error {
  readonly code = 'UND_ERR_CONNECT_TIMEOUT'
}

type Transit = Pick<TransitAllowance, 'handshakeStarted'>

/**
 * undici's `connect` for one profile, ready within ten seconds, the proxy included.
 */
export function mutualTlsConnector(
  connection: Pick<BankConnection, 'ca' | 'certificateChain' | 'privateKey' | 'proxy'>,
  transit: Transit,
): buildConnector.connector {
  const { proxy } = connection
  return ({ hostname, port: portText }, callback) => {
    const port = Number(portText === '' ? 443 : portText)
    const secure = {
      // A server name must not be an address (RFC 6066); the certificate is checked against the
      // host anyway.
      servername: isIP(hostname) === 0 ? hostname : '',
      cert: connection.certificateChain,
      key: connection.privateKey,
      ...(connection.ca !== undefined && { ca: connection.ca }),
      ...tlsOffer,
    }
    const late = new AbortController()
    const call = onlyOnce(callback, late)
    if (!proxy) {
      const options: ConnectionOptions & Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> =
        { host: hostname, port, autoSelectFamilyAttemptTimeout: nextAddressMs, ...secure }
      const socket = connectTls(options)
      socket.setKeepAlive(true, 60_000).setNoDelay(true)
      socket.once('connect', () => measureHandshake(socket, transit))
      callWhenSecure(socket, late.signal, call)
      return
    }
    openTunnel(proxy, { host: hostname, port }, late.signal).then(
      (tunnel) => {
        // The name is also checked without a host: it is the one of `servername` or this one.
        const socket = connectTls({ socket: tunnel, host: hostname, ...secure })
        measureHandshake(socket, transit)
        callWhenSecure(socket, late.signal, (error, ready) => {
          if (error) call(throughProxy(error), null)
          else call(null, ready)
        })
      },
      (error: unknown) => call(error as Error, null),
    )
  }
}

/** An unknown issuer behind a proxy is most likely the proxy's own. */
function throughProxy(error: Error & { readonly code?: string }): Error {
  const { code = '', message } = error
  return isFromUnknownIssuer(code)
    ? new ProxyError('proxy-opens-tls', `${code}: ${message}`)
    : error
}

function measureHandshake(socket: TLSSocket, transit: Transit): void {
  const ended = transit.handshakeStarted()
  socket.once('secureConnect', () => ended('completed'))
  socket.once('close', () => ended('failed'))
}

/** The signal is aborted when the time is over; the callback is called once. */
function onlyOnce(
  callback: buildConnector.Callback,
  late: AbortController,
): buildConnector.Callback {
  let isCalled = false
  const timer = setTimeout(() => late.abort(), connectTimeoutMs)
  return (...[error, socket]) => {
    if (isCalled) return
    isCalled = true
    clearTimeout(timer)
    if (error) callback(error, null)
    else callback(null, socket)
  }
}

function callWhenSecure(socket: TLSSocket, late: AbortSignal, call: buildConnector.Callback): void {
  const tooLate = (): void =>
    void socket.destroy(new ConnectTimeout(`no connection after ${connectTimeoutMs} ms`))
  late.addEventListener('abort', tooLate)
  if (late.aborted) tooLate()
  socket.once('secureConnect', () => {
    late.removeEventListener('abort', tooLate)
    call(null, socket)
  })
  // Stays for the socket's life: undici adds its own listener only once it has the socket.
  socket.on('error', (error: Error) => call(error, null))
  socket.once('close', () => {
    late.removeEventListener('abort', tooLate)
    call(new Error('closed before the connection was secure'), null)
  })
}
