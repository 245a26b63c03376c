/**
 * Servers on loopback that count every arrival, TCP and UDP on one port for each way of an attack.
 */
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { ways, type Ports, type Way } from './network-attempts.ts'

/** One port on which a TCP and a UDP server listen. */
interface Listening {
  readonly tcp: Server
  readonly udp: UdpSocket
  readonly port: number
}

/**
 * Opens both servers on one free port of loopback. The system chooses a port that is free for TCP;
 * where a UDP socket of another process has the same number, the next port is tried.
 */
async function listen(): Promise<Listening> {
  const [tcp, udp] = [createServer(), createSocket('udp4')]
  await once(tcp.listen(0, '127.0.0.1'), 'listening')
  const { port } = tcp.address() as AddressInfo
  try {
    udp.bind(port, '127.0.0.1')
    await once(udp, 'listening')
    return { tcp, udp, port }
  } catch (problem) {
    // The next port is opened before this one is closed, so that it is another one.
    const isInUse = (problem as NodeJS.ErrnoException).code === 'EADDRINUSE'
    const next = isInUse ? await listen() : undefined
    tcp.close()
    udp.close()
    if (next === undefined) throw problem
    return next
  }
}

/** One port for every way; counts connections and datagrams. */
export class CountingServers {
  readonly ports: Ports
  readonly #counts = new Map<Way, number>()
  readonly #closing: (() => void)[] = []

  private constructor(ports: Ports) {
    this.ports = ports
  }

  static async open(): Promise<CountingServers> {
    const opened = await Promise.all(ways.map(async (way) => ({ way, ...(await listen()) })))
    const ports = Object.fromEntries(opened.map(({ way, port }) => [way, port])) as Ports
    const servers = new CountingServers(ports)
    for (const { way, tcp, udp } of opened) servers.#count(way, tcp, udp)
    return servers
  }

  /** The ways that reached a server. */
  reached(): Way[] {
    return ways.filter((way) => this.#counts.has(way))
  }

  /**
   * Connects to every port itself, by TCP and by UDP; returns the ways that counted both, which
   * should be all.
   */
  async proveThatAllCount(): Promise<readonly Way[]> {
    const before = new Map(this.#counts)
    await Promise.all(
      Object.values(this.ports).map(async (port) => {
        const udp = createSocket('udp4')
        await new Promise<void>((sent) => udp.send('x', port, '127.0.0.1', () => sent()))
        udp.close()
        await once(connect(port, '127.0.0.1').resume(), 'close')
      }),
    )
    return ways.filter((way) => (this.#counts.get(way) ?? 0) - (before.get(way) ?? 0) >= 2)
  }

  close(): void {
    for (const close of this.#closing) close()
  }

  #count(way: Way, tcp: Server, udp: UdpSocket): void {
    const counted = () => this.#counts.set(way, (this.#counts.get(way) ?? 0) + 1)
    tcp.on('connection', (socket: Socket) => {
      counted()
      socket.on('error', () => undefined)
      // An empty answer, so that a page that reached the server does not navigate.
      socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n')
      socket.resume()
    })
    udp.on('message', counted)
    this.#closing.push(
      () => tcp.close(),
      () => udp.close(),
    )
  }
}
