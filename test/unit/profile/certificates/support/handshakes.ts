/** A real server that requests a client certificate, called through the project's own connector. */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { SecureVersion } from 'node:tls'
import { Client } from 'undici'
import { mutualTlsConnector } from '../../../../../main/bank/client/connector.ts'
import { ec, hosts, makeChain, noAuthority, purposes, serverAuth } from './test-certificates.ts'
import { digitalSignature, uses, type Generated, type TestChain } from './test-certificates.ts'

/** The result of a call, and the number of requests that reached the server's program. */
export interface Handshake {
  /** The status, or the code and message of the error. */
  readonly outcome: number | string
  readonly seen: number
}

/** The client's certificate and key. Empty texts: no certificate. */
export interface ClientSide {
  readonly certificateChain: string
  readonly privateKey: string
  readonly ca?: string
  readonly host?: string
}

/** The server's own PKI, so that none of it is mistaken for the client's. */
export interface ServerSide extends TestChain {
  readonly chain: string
}

/** Creates the server's side once for many handshakes. */
export async function makeServerSide(): Promise<ServerSide> {
  const { root, intermediate } = await makeChain(ec, 'Bank ')
  const leaf = await intermediate.issue({
    name: 'Bank',
    extensions: [noAuthority(), uses(digitalSignature), purposes(serverAuth), hosts('localhost')],
  })
  return { root, intermediate, leaf, chain: leaf.pem + intermediate.pem }
}

const transit = { handshakeStarted: () => () => undefined }

/** Opens a server that trusts `clientRoot`, calls it once and closes it. */
export async function handshake(
  side: ServerSide,
  clientRoot: Generated,
  version: SecureVersion,
  client: ClientSide,
): Promise<Handshake> {
  let seen = 0
  const server = createServer(
    {
      cert: side.chain,
      key: side.leaf.key,
      ca: clientRoot.pem,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: version,
      maxVersion: version,
    },
    (_, response) => {
      seen += 1
      response.end()
    },
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const { certificateChain, privateKey, host = 'localhost' } = client
  const ca = client.ca ?? side.root.pem
  const connect = mutualTlsConnector({ certificateChain, privateKey, ca }, transit)
  const caller = new Client(`https://${host}:${port}`, { connect })
  try {
    const { statusCode, body } = await caller.request({ path: '/', method: 'GET' })
    await body.dump()
    return { outcome: statusCode, seen }
  } catch (error) {
    return { outcome: textOf(error), seen }
  } finally {
    await caller.destroy()
    server.closeAllConnections()
    server.close()
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? `${String(error.code)}: ${error.message}` : error.message
}
