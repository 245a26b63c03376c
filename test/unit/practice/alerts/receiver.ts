/**
 * A subscriber under a test's control: a real HTTPS server that records calls and answers as
 * ordered.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createListenerCertificate } from '../../../../main/profile/listener-setup.ts'
import { listen } from '../../../../main/practice/control-server.ts'
import type { AlertSubscription } from '../../../../preload/contract/api/practice/practice.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'

const alert = z.object({
  alertNotification: z.object({
    alertHeader: z.record(z.string(), z.unknown()),
    alertBody: z.record(z.string(), z.unknown()),
  }),
})
const body = z.union([
  z
    .object({ alertNotificationRequest: z.array(alert) })
    .transform((one) => one.alertNotificationRequest),
  z.array(alert),
])

/** One received call. */
export interface Received {
  readonly authorization: string
  readonly text: string
}
export type Alert = z.infer<typeof alert>['alertNotification']

/** The alerts of a call, as the document writes them. */
export const alertsIn = ({ text }: Received): Alert[] =>
  body.parse(JSON.parse(text)).map((one) => one.alertNotification)

/** A good answer to a call. */
export const acknowledge = (received: Received): object => ({
  alertNotificationResponse: alertsIn(received).map(({ alertHeader }) => ({
    alertAcknowledgment: {
      alertStatus: 'SUCCESS',
      confirmationGUID: randomUUID(),
      alertRecievedDateAndTime: '2026-11-21T09:00:00Z',
      eapAlertGUID: alertHeader['eapAlertGUID'] ?? null,
      message: '',
    },
  })),
})

/** The answer: a status with a body, a broken connection, or none. */
export type Answer = { readonly status: number; readonly body: object } | 'hang-up' | 'silence'

/** The server. */
export class Receiver {
  readonly received: Received[] = []
  /** How the next calls are answered, in order; a good answer after that. */
  readonly answers: ((received: Received) => Answer)[] = []
  readonly subscription: AlertSubscription
  readonly #server: ReturnType<typeof createServer>

  private constructor(server: ReturnType<typeof createServer>, url: string, ca: string) {
    this.#server = server
    this.subscription = { url, userName: 'bank', password: 'secret', ca, retryScale: 1 }
    server.on('request', (request, response) => void this.#take(request, response))
  }

  static async open(): Promise<Receiver> {
    const { chain, privateKey } = await createListenerCertificate(['127.0.0.1'], new Date())
    const server = createServer({ cert: chain, key: privateKey })
    const port = await listen(server, 0)
    return new Receiver(server, `https://127.0.0.1:${String(port)}/alerts`, chain)
  }

  /** Stops listening. */
  async shut(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Leaves the next call without an answer; resolves when the call has arrived. */
  holdNext(): Promise<void> {
    return new Promise((resolve) => {
      this.answers.unshift(() => {
        resolve()
        return 'silence'
      })
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shut()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const received = {
      authorization: request.headers.authorization ?? '',
      text: Buffer.concat(chunks).toString('utf8'),
    }
    this.received.push(received)
    const answer = this.answers.shift()?.(received) ?? { status: 200, body: acknowledge(received) }
    if (answer === 'silence') return
    if (answer === 'hang-up') {
      response.destroy()
      return
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  }
}
