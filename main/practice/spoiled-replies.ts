/** Applies scenarios to an answer. */
import { Refusal, type Reply } from './replies.ts'
import type { AnswerScenario, GatewayScenario, Operation } from './scenario.ts'
import { paymentsProduct } from './token-call.ts'
import { withUnknownCodes, withUnknownError, type Json } from './unknown-in-answers.ts'

const page = (title: string, text: string): string => `<!DOCTYPE html>
<html><head><title>${title}</title></head>
<body><h1>${title}</h1><p>${text}</p></body></html>
`
const html = { 'content-type': 'text/html' }

/** A connectivity text in place of the ServiceError object (bank note 15). */
const gatewayTimeout = new Refusal(504, 'Gateway Timeout: no answer from the target in time')

/** Returns the answer that replaces the work. */
export function gatewayReply(scenario: GatewayScenario): Reply | Refusal {
  switch (scenario) {
    case 'too-many-requests':
      return new Refusal(429)
    case 'token-revoked':
      return new Refusal(401)
    case 'empty-400':
      return { status: 400, body: '' }
    case 'forbidden-403':
      return new Refusal(403)
    case 'failure-500':
      return new Refusal(500)
    case 'html-502':
      return {
        status: 502,
        headers: html,
        body: page('502 Bad Gateway', 'The server returned an invalid response.'),
      }
    case 'html-200':
      return {
        status: 200,
        headers: html,
        body: page('Maintenance', 'The service is not available now.'),
      }
    case 'envelope-200':
      return new Refusal(200, { ConnectError: 'The Service is temporarily unavailable' })
    case 'unavailable-503':
      return new Refusal(503, { ConnectError: 'The Service is temporarily unavailable' })
    case 'gateway-timeout-504':
      return gatewayTimeout
    case 'service-not-authorized-401':
      return new Refusal(401, {
        status: 'ERROR',
        error: {
          code: 'SVC-0006',
          title: 'Not authorized for requested service',
          description: 'Check credentials',
        },
      })
    case 'not-found-404':
      return new Refusal(404)
    case 'method-not-allowed-405':
      return new Refusal(405)
    case 'media-type-415':
      return new Refusal(415)
    case 'backend-authentication-500':
      return new Refusal(500, {
        error: {
          code: 'SVC-9999',
          title: 'Unknown error',
          description: 'Backend authentication failure',
        },
      })
  }
}

const warning = {
  customStatus: 'W',
  errorCode: 'ECA-W-001',
  errorDescription: 'Request processed with warnings',
}

const withoutLifetime = (body: object): object => {
  const odd: Record<string, unknown> = { ...body, refresh_count: 0, status: 1 }
  delete odd['expires_in']
  return odd
}

/** Returns the token answer without wire and RTP payments in its two lists (bank note 5). */
const withoutPayments = (body: Json): object => {
  const listed = body['api_product_list_json']
  const products = Array.isArray(listed) ? listed.filter((name) => name !== paymentsProduct) : []
  return {
    ...body,
    api_product_list: `[${products.join(', ')}]`,
    api_product_list_json: products,
  }
}

/**
 * An address of the documentation range (RFC 5737), as if the call left the network by another
 * route.
 */
const otherAddress = '198.51.100.77'
const clockAheadMs = 7 * 60 * 1000

/** The beginning of the answer, followed by characters that JSON never has. */
const garbage = (body: object): string => `${JSON.stringify(body).slice(0, 40)}\u0000\ufffd<<`

/**
 * Repeats every status of an answer with the opposite value, as a member of the same object. Trace
 * numbers are removed, because one would show which status is true.
 */
const statusTwice = (body: object, operation: Operation): string =>
  JSON.stringify(body)
    .replaceAll(
      /"status":(?:"[^"]*"|\{[^}]*\})/g,
      `$&,"status":"${operation === 'payments' ? 'FAILED' : 'rejected'}"`,
    )
    .replaceAll(/"traceNumber":"[^"]*",/g, '')

/** Returns the success as changed by a scenario. */
export function spoiled(
  reply: Reply,
  scenario: AnswerScenario,
  operation: Operation,
  now: Date,
): Reply | Refusal {
  if (scenario === 'accepted-then-504') return gatewayTimeout
  if (scenario === 'accepted-then-401') return { status: 401, body: '' }
  if (typeof reply.body === 'string') return reply
  const { body } = reply
  switch (scenario) {
    case 'answered-with-warning':
      return { ...reply, status: 299, body: { ...body, ServiceError: warning } }
    case 'status-twice':
      return { ...reply, body: statusTwice(body, operation) }
    case 'garbage-200':
      return { status: 200, body: garbage(body) }
    case 'unknown-error-code':
      return withUnknownError(reply, body, operation)
    case 'unknown-codes':
      return { ...reply, body: withUnknownCodes(body, operation) }
    case 'odd-token-answer':
      return { ...reply, body: withoutLifetime(body) }
    case 'token-not-approved':
      return { ...reply, body: { ...body, status: 'pending' } }
    case 'product-missing':
      return { ...reply, body: withoutPayments(body as Json) }
    case 'clock-off': {
      const date = new Date(now.getTime() + clockAheadMs).toUTCString()
      return { ...reply, headers: { ...reply.headers, date } }
    }
    case 'other-client-ip': {
      const ips = { ClientIp: otherAddress, 'X-Forwarded-For': `[${otherAddress}, 10.20.0.4]` }
      return { ...reply, body: { ...body, ...ips } }
    }
  }
}
