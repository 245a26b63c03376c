/** The bank process: real mutual-TLS servers that record when each request arrives. */
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import type { Load, Start } from './load.ts'

const arrivals: number[][] = []

const answers: Record<string, object> = {
  '/oauth/v1/token?scope=rs-read': { access_token: 'proof-token', expires_in: '86399' },
}
const verified = {
  accountValidationResponse: { AOAResponse: { Result: { errorCode: '000' } } },
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  answerMs: number,
): Promise<void> {
  request.resume()
  await after(answerMs)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answers[request.url ?? ''] ?? verified))
}

async function open({ pki, answerMs }: Load, seen: number[]): Promise<number> {
  const { ca, certificate: cert, key } = pki
  const server = createServer({ ca, cert, key, requestCert: true, rejectUnauthorized: true })
  server.on('request', (request, response) => {
    seen.push(performance.now())
    void answer(request, response, answerMs)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return (server.address() as AddressInfo).port
}

process.on('message', (message: Start | 'report') => {
  if (message === 'report') {
    process.send?.(arrivals)
    return
  }
  const { load } = message
  for (let i = 0; i < load.banks; i += 1) arrivals.push([])
  void Promise.all(arrivals.map((seen) => open(load, seen))).then((ports) => process.send?.(ports))
})
