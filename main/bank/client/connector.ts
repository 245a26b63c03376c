/**
 * Opens the mutual-TLS connections of one profile for undici, direct or through its proxy, and
 * measures their handshakes for the rate budget. A private CA must be configured.
 */
import type { TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { isFromUnknownIssuer, ProxyError } from '../../platform/proxy-tunnel.ts'
import { tlsConnector } from '../../platform/tls-connector.ts'
import type { BankConnection } from '../connection.ts'
import { tlsOffer } from '../tls-offer.ts'
import type { TransitAllowance } from './transit-allowance.ts'

type Transit = Pick<TransitAllowance, 'handshakeStarted'>

/** undici's `connect` for one profile. */
export function mutualTlsConnector(
  {
    ca,
    certificateChain,
    privateKey,
    proxy,
  }: Pick<BankConnection, 'ca' | 'certificateChain' | 'privateKey' | 'proxy'>,
  transit: Transit,
): buildConnector.connector {
  const connect = tlsConnector({
    tls: {
      cert: certificateChain,
      key: privateKey,
      ...(ca !== undefined && { ca }),
      ...tlsOffer,
    },
    proxy,
    began: (socket) => measureHandshake(socket, transit),
  })
  if (!proxy) return connect
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) callback(throughProxy(error), null)
      else callback(null, socket)
    })
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
