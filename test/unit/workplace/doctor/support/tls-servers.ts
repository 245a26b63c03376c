/** Servers that treat a TLS client in a way of their own, closed at the end of the scope. */
import { once } from 'node:events'
import {
  createServer as createPlainServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from 'node:tls'
import type { Reached } from '../../../../../main/workplace/doctor/certificates.ts'
import type { TestPki } from '../../../bank/support/test-pki.ts'

/** A listening server and its port. */
export interface Listening extends AsyncDisposable {
  readonly port: number
  /** Number of connections made. */
  connections(): number
}

async function listening(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>()
  let count = 0
  server.on('connection', (socket) => {
    count += 1
    sockets.add(socket.on('error', () => undefined))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** A TLS server that requires a certificate issued by `trusted`, by default. */
export function openTls(
  server: TestPki,
  trusted: string | undefined,
  how: TlsOptions = {},
  treat: (socket: TLSSocket) => void = () => undefined,
): Promise<Listening> {
  const options = {
    cert: server.certificate,
    key: server.key,
    ...(trusted !== undefined && { ca: trusted, requestCert: true, rejectUnauthorized: true }),
    ...how,
  }
  const tls = createTlsServer(options, (socket) => treat(socket.on('error', () => undefined)))
  tls.on('tlsClientError', () => undefined)
  return listening(tls)
}

/** A server that treats every connection in this way, from its first bytes. */
export const openPlain = (treat: (socket: Socket) => void): Promise<Listening> =>
  listening(
    createPlainServer((socket) => {
      socket.once('data', () => treat(socket))
    }),
  )

/** A fatal alert in clear, as a server sends it in answer to the first message. */
export const alertRecord = (number: number): Buffer =>
  Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, number])

/** Long enough for a certain refusal to arrive, even on a busy machine. */
export const objecting = { silenceMs: 15_000 }

/**
 * The input of the certificate steps: a server that `root` certifies, and the client's chain and
 * key.
 */
export const reachedAt = (
  { port }: Listening,
  root: string,
  ours: { readonly certificate: string; readonly key: string },
  change: Partial<Reached> = {},
): Reached => ({
  connection: {
    baseUrl: `https://localhost:${port}`,
    ca: root,
    certificateChain: ours.certificate,
    privateKey: ours.key,
    consumerKey: '',
    consumerSecret: '',
    clientId: '',
    clientSecret: '',
  },
  host: 'localhost',
  way: { address: '127.0.0.1' },
  port,
  boundMs: 15_000,
  silenceMs: 120,
  now: new Date(),
  ...change,
})
