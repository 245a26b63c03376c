/**
 * Opens TLS connections for undici, direct or through an HTTP proxy, which is all that this program
 * opens to other computers but its database. Verification of the server cannot be turned off.
 */
import { isIP, type TcpNetConnectOpts } from 'node:net'
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { nextAddressMs, openTunnel, type ProxyAccess } from './proxy-tunnel.ts'

class ConnectTimeout extends Error {
  readonly code = 'UND_ERR_CONNECT_TIMEOUT'
}

/** What of TLS may differ. */
type TlsTerms = Pick<
  ConnectionOptions,
  | 'ca'
  | 'cert'
  | 'key'
  | 'minVersion'
  | 'ciphers'
  | 'ecdhCurve'
  | 'secureOptions'
  | 'checkServerIdentity'
>

export interface TlsWay {
  readonly tls: TlsTerms
  /** Without one the connection is direct. */
  readonly proxy?: ProxyAccess | undefined
  /** Until the connection is secure, the proxy included. */
  readonly withinMs?: number
  /** Called when the handshake begins. */
  readonly began?: (socket: TLSSocket) => void
}

/** Returns undici's `connect`. The callback gets a ProxyError where the proxy opened no way. */
export function tlsConnector({
  tls,
  proxy,
  withinMs = 10_000,
  began = () => undefined,
}: TlsWay): buildConnector.connector {
  return ({ hostname, port: portText }, callback) => {
    const port = Number(portText === '' ? 443 : portText)
    const secure = {
      // A server name must not be an address (RFC 6066); the certificate is checked against the
      // host anyway.
      servername: isIP(hostname) === 0 ? hostname : '',
      ...tls,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    }
    const late = new AbortController()
    const call = onlyOnce(callback, late, withinMs)
    if (!proxy) {
      const options: ConnectionOptions & Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> =
        { host: hostname, port, autoSelectFamilyAttemptTimeout: nextAddressMs, ...secure }
      const socket = connectTls(options)
      socket.setKeepAlive(true, 60_000).setNoDelay(true)
      socket.once('connect', () => began(socket))
      callWhenSecure(socket, { late: late.signal, withinMs }, call)
      return
    }
    openTunnel(proxy, { host: hostname, port }, late.signal).then(
      (tunnel) => {
        // The name is also checked without a host: it is the one of `servername` or this one.
        const socket = connectTls({ socket: tunnel, host: hostname, ...secure })
        began(socket)
        callWhenSecure(socket, { late: late.signal, withinMs }, call)
      },
      (error: unknown) => call(error as Error, null),
    )
  }
}

/** The signal is aborted when the time is over; the callback is called once. */
function onlyOnce(
  callback: buildConnector.Callback,
  late: AbortController,
  withinMs: number,
): buildConnector.Callback {
  let isCalled = false
  const timer = setTimeout(() => late.abort(), withinMs)
  return (...[error, socket]) => {
    if (isCalled) return
    isCalled = true
    clearTimeout(timer)
    if (error) callback(error, null)
    else callback(null, socket)
  }
}

function callWhenSecure(
  socket: TLSSocket,
  { late, withinMs }: { readonly late: AbortSignal; readonly withinMs: number },
  call: buildConnector.Callback,
): void {
  const tooLate = (): void =>
    void socket.destroy(new ConnectTimeout(`no connection after ${String(withinMs)} ms`))
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
