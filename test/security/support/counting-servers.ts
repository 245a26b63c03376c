/**
 * Servers on loopback that count every arrival, TCP and UDP on one port for each way of an attack.
 */
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { ways, type Ports, type Way } from './network-attempts.ts'

/** Listens on the same free port of loopback for both. */
async function listen(tcp: Server, udp: UdpSocket): Promise<number> {
  await once(tcp.listen(0, '127.0.0.1'), 'listening')
  const { port } = tcp.address() as AddressInfo
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  return port
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
    const opened = await Promise.all(
      ways.map(async (way) => {
        const [tcp, udp] = [createServer(), createSocket('udp4')]
        return { way, tcp, udp, port: await listen(tcp, udp) }
      }),
    )
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
