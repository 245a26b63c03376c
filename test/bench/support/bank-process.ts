/**
 * A separate process with mutual-TLS servers that answer at once and record when each request
 * arrives.
 */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Requests to the process. */
export type BankOrder =
  | {
      readonly kind: 'open'
      readonly banks: number
      readonly pki: { readonly ca: string; readonly certificate: string; readonly key: string }
    }
  | { readonly kind: 'report' }

const token = JSON.stringify({ access_token: 'bench-token', expires_in: '86399' })
const verified = JSON.stringify({
  accountValidationResponse: {
    AOAResponse: { Result: { errorCode: '000', primaryStatusCode: '099' } },
  },
})
const arrivals: number[][] = []

async function open({ ca, certificate, key }: Extract<BankOrder, { kind: 'open' }>['pki']) {
  const seen: number[] = []
  arrivals.push(seen)
  const tls = { ca, cert: certificate, key, requestCert: true, rejectUnauthorized: true }
  const server = createServer(tls, (request, response) => {
    seen.push(performance.now())
    const body = request.url?.startsWith('/oauth/') === true ? token : verified
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-correlationid': 'c-1' })
      response.end(body)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return (server.address() as AddressInfo).port
}

process.on('message', (order: BankOrder) => {
  if (order.kind === 'report') {
    process.send?.(arrivals)
    return
  }
  const opening = Array.from({ length: order.banks }, () => open(order.pki))
  void Promise.all(opening).then((ports) => process.send?.(ports))
})
