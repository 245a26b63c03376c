/**
 * Opens the mutual-TLS connections of one profile for undici and measures their handshakes for the
 * rate budget. Verification of the server cannot be turned off; a private CA must be configured.
 */
import { isIP, type TcpNetConnectOpts } from 'node:net'
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import type { BankConnection } from '../connection.ts'
import { tlsOffer } from '../tls-offer.ts'
import type { TransitAllowance } from './transit-allowance.ts'

const connectTimeoutMs = 10_000
/**
 * Before the next address of a name is tried. Node's quarter of a second gives up on a slow network,
 * where a lost first packet is repeated after a second.
 */
const nextAddressMs = 1_500

class ConnectTimeout extends Error {
  readonly code = 'UND_ERR_CONNECT_TIMEOUT'
}

/**
 * undici's `connect` for one profile, ready within ten seconds.
 */
export function mutualTlsConnector(
  connection: Pick<BankConnection, 'ca' | 'certificateChain' | 'privateKey'>,
  transit: Pick<TransitAllowance, 'handshakeStarted'>,
): buildConnector.connector {
  return ({ hostname, port }, callback) => {
    const options: ConnectionOptions & Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
      host: hostname,
      port: Number(port === '' ? 443 : port),
      autoSelectFamilyAttemptTimeout: nextAddressMs,
      // A server name must not be an address (RFC 6066); the certificate is checked against the
      // host anyway.
      servername: isIP(hostname) === 0 ? hostname : '',
      cert: connection.certificateChain,
      key: connection.privateKey,
      ...(connection.ca !== undefined && { ca: connection.ca }),
      ...tlsOffer,
    }
    const socket = connectTls(options)
    socket.setKeepAlive(true, 60_000).setNoDelay(true)
    measureHandshake(socket, transit)
    callOnce(socket, callback)
  }
}

function measureHandshake(
  socket: TLSSocket,
  transit: Pick<TransitAllowance, 'handshakeStarted'>,
): void {
  socket.once('connect', () => {
    const ended = transit.handshakeStarted()
    socket.once('secureConnect', () => ended('completed'))
    socket.once('close', () => ended('failed'))
  })
}

function callOnce(socket: TLSSocket, callback: buildConnector.Callback): void {
  let isCalled = false
  const timer = setTimeout(
    () => socket.destroy(new ConnectTimeout(`no connection after ${connectTimeoutMs} ms`)),
    connectTimeoutMs,
  )
  const call = (error: Error | null) => {
    if (isCalled) return
    isCalled = true
    clearTimeout(timer)
    if (error) callback(error, null)
    else callback(null, socket)
  }
  socket.once('secureConnect', () => call(null))
  // Stays for the socket's life: undici adds its own listener only once it has the socket.
  socket.on('error', (error: Error) => call(error))
  socket.once('close', () => call(new Error('closed before the connection was secure')))
}
