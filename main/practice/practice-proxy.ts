/**
 * An HTTP proxy in front of the practice bank: opens the way by CONNECT to these ports of this
 * computer and to no others, for clients that sign in with Basic.
 */
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Enrolment } from './enrolment.ts'
import { listen } from './control-server.ts'

/** Not secret: they open practice alone, and stay the same so that a profile keeps working. */
const credentials = { userName: 'practice-desk', password: 'practice-proxy' }

export interface PracticeProxy {
  readonly access: NonNullable<Enrolment['proxy']>
  /** How many tunnels it has opened. */
  opened(): number
  close(): Promise<void>
}

const refusal = (status: string, headers: readonly string[] = []): string =>
  [`HTTP/1.1 ${status}`, ...headers, 'Content-Length: 0', 'Connection: close', '', ''].join('\r\n')

/** Rejects with the system's error when the port is taken. */
export async function openPracticeProxy(
  port: number,
  leadsTo: readonly number[],
): Promise<PracticeProxy> {
  const sockets = new Set<Socket>()
  let opened = 0
  const server = createServer((_, response) => response.writeHead(405).end())
  const pair = Buffer.from(`${credentials.userName}:${credentials.password}`).toString('base64')
  server.on('connect', ({ url, headers }, client: Socket) => {
    sockets.add(client)
    client.on('error', () => undefined)
    client.on('close', () => sockets.delete(client))
    const wanted = Number(/^(?:127\.0\.0\.1|localhost):(\d+)$/.exec(url ?? '')?.[1])
    if (headers['proxy-authorization'] !== `Basic ${pair}`) {
      client.end(
        refusal('407 Proxy Authentication Required', [
          'Proxy-Authenticate: Basic realm="Practice"',
        ]),
      )
      return
    }
    if (!leadsTo.includes(wanted)) {
      client.end(refusal('403 Forbidden'))
      return
    }
    const onward = connect({ host: '127.0.0.1', port: wanted })
    let isOpen = false
    onward.on('connect', () => {
      isOpen = true
      opened += 1
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(onward).pipe(client)
    })
    onward.on('error', () => {
      if (isOpen) client.resetAndDestroy()
      else client.end(refusal('502 Bad Gateway'))
    })
    onward.on('close', () => client.destroySoon())
    client.on('close', () => onward.destroy())
  })
  const listening = await listen(server, port)
  return {
    access: { host: '127.0.0.1', port: listening, credentials },
    opened: () => opened,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        for (const socket of sockets) socket.destroy()
      }),
  }
}
