/**
 * A bank with TLS 1.3 that sends session tickets and refuses by an alert, as a server does that
 * verifies late. Node's own server cannot be told to send one, so a relay in front of it does: the
 * record is encrypted with the server's key, which the server logs.
 */
import { createCipheriv, createHmac } from 'node:crypto'
import { once } from 'node:events'
import {
  connect,
  createServer,
  type AddressInfo,
  type Server as PlainServer,
  type Socket,
} from 'node:net'
import type { Server } from 'node:tls'
import { onTestFinished } from 'vitest'
import { openBank } from './open-bank.ts'
import type { RealBank } from './real-bank.ts'

/** RFC 8446, 7.1 */
function expandLabel(secret: Buffer, label: string, length: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`)
  const info = Buffer.from([0, length, name.length, ...name, 0, 1])
  return createHmac('sha256', secret).update(info).digest().subarray(0, length)
}

/** A fatal alert as record number `sequence` of this traffic secret (RFC 8446, 5.2 and 6). */
function alertRecord(secret: Buffer, sequence: number, alert: number): Buffer {
  const nonce = expandLabel(secret, 'iv', 12)
  nonce[11] = (nonce[11] ?? 0) ^ sequence
  const header = Buffer.from([0x17, 3, 3, 0, 19])
  const cipher = createCipheriv('aes-128-gcm', expandLabel(secret, 'key', 16), nonce)
  cipher.setAAD(header)
  const sealed = cipher.update(Buffer.from([2, alert, 0x15]))
  return Buffer.concat([header, sealed, cipher.final(), cipher.getAuthTag()])
}

/** Opened before its server, which clients reach through it. */
class AlertingRelay {
  readonly port: number
  readonly #relay: PlainServer
  readonly #secrets = new Map<number | undefined, Buffer>()
  readonly #clients = new Map<number | undefined, Socket>()

  private constructor(relay: PlainServer) {
    this.#relay = relay
    this.port = (relay.address() as AddressInfo).port
  }

  static async open(): Promise<AlertingRelay> {
    const relay = createServer().listen(0, '127.0.0.1')
    await once(relay, 'listening')
    return new AlertingRelay(relay)
  }

  passTo(server: Server): void {
    server.on('keylog', (line: Buffer, { remotePort }: Socket) => {
      const [name, , secret = ''] = line.toString().trim().split(' ')
      if (name === 'SERVER_TRAFFIC_SECRET_0')
        this.#secrets.set(remotePort, Buffer.from(secret, 'hex'))
    })
    const { port } = server.address() as AddressInfo
    this.#relay.on('connection', (client: Socket) => {
      const bank = connect({ port, host: '127.0.0.1' })
      bank.on('connect', () => this.#clients.set(bank.localPort, client))
      client.pipe(bank).pipe(client)
      for (const socket of [client, bank]) socket.on('error', () => undefined)
      client.on('close', () => bank.destroy())
    })
  }

  /**
   * Ends the connection that reaches the server from `port`. `records` have left it under its last
   * key before, its tickets included.
   */
  alert(port: number | undefined, alert: number, records: number): void {
    const secret = this.#secrets.get(port)
    if (!secret) throw new Error('no TLS 1.3 connection from this port')
    this.#clients.get(port)?.end(alertRecord(secret, records, alert))
  }

  close(): void {
    this.#relay.close()
  }
}

/** What Node's server sends of itself. */
const tickets = 2

/** Opens a bank that answers each call with the start of an answer, if any, and this alert. */
export async function openAlertingBank(
  alert: number,
  begun: readonly string[] = [],
): Promise<RealBank> {
  const relay = await AlertingRelay.open()
  onTestFinished(() => relay.close())
  const bank = await openBank((connection) => ({
    ...connection,
    baseUrl: `https://localhost:${String(relay.port)}`,
  }))
  const { ca, certificate: cert, key } = bank.pki
  const ciphers = 'TLS_AES_128_GCM_SHA256'
  bank.server.setSecureContext({ ca, cert, key, ciphers, minVersion: 'TLSv1.3' })
  relay.passTo(bank.server)
  bank.reply = (_, { socket }) => {
    for (const bytes of begun) socket?.write(bytes)
    setImmediate(() => relay.alert(socket?.remotePort, alert, tickets + begun.length))
  }
  return bank
}
