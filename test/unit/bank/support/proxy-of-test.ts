/** A real HTTP proxy for CONNECT, with everything it saw. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import type { ProxyAccess } from '../../../../main/platform/proxy-tunnel.ts'
import { makeTestPki } from './test-pki.ts'

/** Does what a proxy does with one CONNECT. */
export type ProxyReply = (client: Socket, target: { host: string; port: number }) => void

export const opened = 'HTTP/1.1 200 Connection established\r\n\r\n'

/** Opens the way to the target. */
export const passes: ProxyReply = (client, { port }) => {
  const onward = connect({ host: '127.0.0.1', port }, () => {
    client.write(opened)
    client.pipe(onward).pipe(client)
  })
  onward.on('error', () => client.destroy())
  onward.on('close', () => client.destroy())
  client.on('close', () => onward.destroy())
}

/** Writes these bytes, and closes where an end is wanted. */
export const says =
  (bytes: string, thenCloses = true): ProxyReply =>
  (client) => {
    if (thenCloses) client.end(bytes)
    else client.write(bytes)
  }

export const refuses = (status: string, headers: readonly string[] = []): ProxyReply =>
  says([`HTTP/1.1 ${status}`, ...headers, 'Content-Length: 4', '', 'text'].join('\r\n'))

/** Answers as the bank, with a certificate of its own for the bank's host. */
export async function opensTls(decrypted: string[]): Promise<ProxyReply> {
  const { certificate, key } = await makeTestPki()
  const secureContext = createSecureContext({ cert: certificate, key })
  return (client) => {
    client.write(opened)
    const inner = new TLSSocket(client, { isServer: true, secureContext })
    inner.on('data', (chunk: Buffer) => decrypted.push(chunk.toString('latin1')))
    inner.on('error', () => undefined)
  }
}

export class ProxyOfTest {
  /** The head of each CONNECT. */
  readonly heads: string[] = []
  /** What the client sent after it, as the proxy sees it. */
  readonly inside: Buffer[] = []
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  reply: ProxyReply = passes

  constructor() {
    this.#server = createServer((client) => this.#serve(client))
  }

  static async open(reply: ProxyReply = passes): Promise<ProxyOfTest> {
    const proxy = new ProxyOfTest()
    proxy.reply = reply
    await new Promise<void>((listening) => proxy.#server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => proxy.close())
    return proxy
  }

  access(credentials?: ProxyAccess['credentials']): ProxyAccess {
    const { port } = this.#server.address() as AddressInfo
    return { host: '127.0.0.1', port, ...(credentials && { credentials }) }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #serve(client: Socket): void {
    this.#sockets.add(client)
    client.on('error', () => undefined)
    let head = ''
    const read = (chunk: Buffer): void => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      client.off('data', read)
      this.heads.push(head)
      client.on('data', (more: Buffer) => this.inside.push(more))
      const [, host = '', port = ''] = /^CONNECT (.*):(\d+) HTTP\/1\.1\r\n/.exec(head) ?? []
      this.reply(client, { host, port: Number(port) })
    }
    client.on('data', read)
  }
}
