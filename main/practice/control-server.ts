/**
 * The practice bank's control endpoint: plain HTTP on loopback, for the holder of the token. The
 * Host header must be ours, so a web page cannot reach it by DNS rebinding.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  alertSubscription,
  scenario,
  scenarioOrder,
  sendAlertsOrder,
} from '../../preload/contract/api/practice/practice.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { sameSecret } from './secrets.ts'

/** The actions of the control endpoint. Keys are `METHOD /path`. */
export type ControlActions = Readonly<Record<string, (input: unknown) => object>>

const longestBodyBytes = 16 * 1024

/** Parses the body of an action; throws z.ZodError for an invalid one. */
export const controlInputs = {
  order: (input: unknown) => scenarioOrder.parse(input),
  subscription: (input: unknown) =>
    z.strictObject({ subscription: alertSubscription.nullable() }).parse(input).subscription,
  sendAlerts: (input: unknown) => sendAlertsOrder.parse(input),
  clear: (input: unknown) => z.strictObject({ scenario: scenario.optional() }).parse(input),
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8')
    if (text.length > longestBodyBytes) throw new SyntaxError('too long')
  }
  return text === '' ? {} : JSON.parse(text)
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

/** Returns the status that rejects a request before any action; null when the request may pass. */
function rejectionOf(request: IncomingMessage, port: number, token: string): number | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (!hosts.includes(request.headers.host ?? '')) return 403
  if (request.headers.origin !== undefined) return 403
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return sameSecret(bearer, token) ? null : 401
}

async function act(
  request: IncomingMessage,
  response: ServerResponse,
  actions: ControlActions,
): Promise<void> {
  const action = actions[`${request.method ?? ''} ${request.url ?? ''}`]
  if (!action) {
    send(response, 404, {})
    return
  }
  try {
    send(response, 200, action(await readJson(request)))
  } catch (problem) {
    if (!(problem instanceof z.ZodError) && !(problem instanceof SyntaxError)) throw problem
    send(response, 400, { message: 'The body does not fit this path' })
  }
}

/** Opens the control endpoint on a given port, or a free one (0). */
export async function openControl(
  wantedPort: number,
  token: string,
  actions: ControlActions,
): Promise<{ server: Server; port: number }> {
  let port = 0
  const server = createServer((request, response) => {
    const status = rejectionOf(request, port, token)
    if (status !== null) {
      send(response, status, {})
      return
    }
    act(request, response, actions).catch(() => response.destroy())
  })
  port = await listen(server, wantedPort)
  return { server, port }
}

/** Listens on loopback; resolves to the port and rejects with the system's error. */
export function listen(
  server: { listen(port: number, host: string): unknown } & Pick<
    Server,
    'once' | 'off' | 'address'
  >,
  wantedPort: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => {
      server.off('error', reject)
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('No port'))
      else resolve(address.port)
    })
    server.listen(wantedPort, '127.0.0.1')
  })
}
