/**
 * A real listener on a free loopback port, with an intake that the test controls, and senders of
 * raw bytes.
 */
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { once } from 'node:events'
import { alertPath, type RefusalKind } from '../../../../preload/contract/api/alerts/listener.ts'
import { createListenerCertificate } from '../../../../main/profile/listener-setup.ts'
import type { AlertIntake, DeliveryAnswer } from '../../../../main/alerts/listener/delivery.ts'
import { openListener, type Listener } from '../../../../main/alerts/listener/listener.ts'
import type { ListenerOptions } from '../../../../main/alerts/listener/listener-gate.ts'

export const credentials = { userName: 'bank', password: 'correct horse: battery' }
export const basicOf = (userName: string, password: string): string =>
  `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`
export const good = basicOf(credentials.userName, credentials.password)

export type Delivered = Parameters<AlertIntake['accept']>[0]

/** The certificate of every listener in these tests; created once. */
export const certificate = await createListenerCertificate(['127.0.0.1', 'localhost'], new Date())

export class RunningListener implements AsyncDisposable {
  readonly delivered: Delivered[] = []
  readonly refused: { kind: RefusalKind; from: string | null; isDelivery: boolean }[] = []
  readonly received: number[] = []
  #listener: Listener | undefined
  readonly #sockets = new Set<TLSSocket>()

  static async open(
    change: Partial<ListenerOptions> = {},
    answer: (delivery: Delivered) => DeliveryAnswer | Promise<DeliveryAnswer> = () => accepted,
  ): Promise<RunningListener> {
    const runningListener = new RunningListener()
    runningListener.#listener = await openListener({
      host: '127.0.0.1',
      port: 0,
      certificate,
      credentials: [credentials],
      permitted: [],
      accept: async (delivery) => {
        runningListener.delivered.push(delivery)
        return answer(delivery)
      },
      isOwnProbe: () => false,
      refused: (kind, from, isDelivery = false) =>
        runningListener.refused.push({ kind, from, isDelivery }),
      received: ({ alerts }) => runningListener.received.push(alerts),
      ...change,
    })
    return runningListener
  }

  get listener(): Listener {
    if (!this.#listener) throw new Error('Not open')
    return this.#listener
  }

  get refusedKinds(): RefusalKind[] {
    return this.refused.map(({ kind }) => kind)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await this.listener.close()
  }

  async connect(options: Options = {}): Promise<Sender> {
    const sender = await connectTo(this.listener.port, options)
    this.#sockets.add(sender.socket)
    return sender
  }

  /**
   * Sends one request on its own connection; returns everything that comes back until it is closed.
   */
  async send(text: string): Promise<string> {
    const sender = await this.connect()
    sender.write(text)
    return sender.rest()
  }
}

export const accepted: DeliveryAnswer = {
  status: 200,
  body: '{"alertNotificationResponse":[]}',
  alerts: 1,
}

type Options = ConnectionOptions & { readonly allowHalfOpen?: boolean }

/** Connects to the listener on this port. */
export async function connectTo(port: number, options: Options = {}): Promise<Sender> {
  const socket = connect({ host: '127.0.0.1', port, ca: certificate.chain, ...options })
  await once(socket, 'secureConnect')
  return new Sender(socket)
}

/** One connection, and everything that came back on it. */
export class Sender {
  readonly socket: TLSSocket
  readonly #closed: Promise<void>
  received = ''

  constructor(socket: TLSSocket) {
    this.socket = socket
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => (this.received += chunk.toString('latin1')))
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()))
  }

  write(text: string | Uint8Array): void {
    this.socket.write(text)
  }

  /**
   * Writes up to this many bytes, until the other side ends the connection; returns how many left
   * this program.
   */
  async pushAll(most: number): Promise<number> {
    const chunk = Buffer.alloc(64 * 1024)
    let pushed = 0
    while (!this.socket.closed && pushed < most) {
      const left = new Promise<boolean>((resolve) =>
        this.socket.write(chunk, (problem) => resolve(!problem)),
      )
      if (await Promise.race([left, this.#closed.then(() => false)])) pushed += chunk.length
    }
    await this.#closed
    return pushed
  }

  /** Resolves once the received text matches. */
  async until(shape: RegExp): Promise<string> {
    while (!shape.test(this.received)) {
      if (this.socket.closed) throw new Error(`Closed after: ${this.received}`)
      await Promise.race([once(this.socket, 'data'), this.#closed])
    }
    return this.received
  }

  async rest(): Promise<string> {
    await this.#closed
    return this.received
  }
}

/** The head of a POST to the listener with its line ends; null leaves a header out. */
export function head(
  headers: Readonly<Record<string, string | number | null>> = {},
  line = `POST ${alertPath} HTTP/1.1`,
): string {
  const all: Record<string, string | number | null> = {
    host: 'listener.example',
    authorization: good,
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  )
  return [line, ...lines, '', ''].join('\r\n')
}

/** A whole POST. */
export const post = (
  body = '[]',
  headers: Readonly<Record<string, string | number | null>> = {},
): string =>
  head({ 'content-length': Buffer.byteLength(body), connection: 'close', ...headers }) + body

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
