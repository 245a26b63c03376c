/**
 * The bank's gateway: checks every call, in the order in which the document's statuses make sense.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../platform/clock.ts'
import type { Arrivals } from './arrivals.ts'
import type { BreachBook, BreachRule } from './breach-book.ts'
import { deliver } from './delivery.ts'
import { enveloped, Refusal, type Reply } from './replies.ts'
import { segmentsOf, type Call, type Route } from './routes.ts'
import { placeOf, type ScenarioQueue } from './scenario.ts'
import { gatewayReply, spoiled } from './spoiled-replies.ts'
import type { TokenIssuer, TokenFinding } from './token-issuer.ts'

export interface GatewayDeps {
  readonly routes: readonly Route[]
  readonly arrivals: Arrivals
  readonly breaches: BreachBook
  readonly scenarios: ScenarioQueue
  readonly tokens: TokenIssuer
  readonly clock: Clock
  /** Counts an answer by its status; `none` when the connection was dropped. */
  readonly answered: (status: number | 'none') => void
}

/** The maximum body size in bytes, unless the route allows more. */
const usualBodyBytes = 256 * 1024

const bearerBreaches: Partial<Record<TokenFinding, BreachRule>> = {
  unknown: 'bearer-unknown',
  expired: 'bearer-expired',
  'reused-after-401': 'bearer-reused-after-401',
}

async function readBody(
  request: IncomingMessage,
  longestBodyBytes = usualBodyBytes,
): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    // Reads the body to its end anyway: leaving the loop would close the connection before the
    // answer.
    if (length <= longestBodyBytes) chunks.push(chunk)
  }
  return length <= longestBodyBytes ? Buffer.concat(chunks) : null
}

const bearerOf = (call: Call): string | null =>
  /^Bearer (\S+)$/.exec(call.headers.authorization ?? '')?.[1] ?? null

/** Answers every call of the enrolled client. */
export class Gateway {
  readonly #deps: GatewayDeps

  constructor(deps: GatewayDeps) {
    this.#deps = deps
  }

  /** Serves one call. Counts it on arrival, before reading its body. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { arrivals, breaches, clock, scenarios } = this.#deps
    const url = new URL(request.url ?? '/', 'https://bank.invalid')
    const { route, segments } = this.#routeAt(url.pathname)
    const operation = route?.operation ?? 'unknown'
    const admitted = arrivals.admit(operation, request.socket)
    const body = await readBody(request, route?.longestBodyBytes)
    const call: Call = {
      url,
      segments,
      headers: request.headers,
      body: body ?? Buffer.alloc(0),
      remoteAddress: request.socket.remoteAddress ?? '',
      correlationId: randomUUID(),
      note: (rule, detail) => breaches.note(rule, operation, detail),
      ordered: (scenario) => route !== undefined && scenarios.takeWork(scenario, placeOf(route)),
      isArmed: (scenario) => route !== undefined && scenarios.isArmed(scenario, placeOf(route)),
    }
    this.#checkHeaders(call, route)
    const answer = body ? this.#answer(call, route, request.method, admitted) : new Refusal(400)
    const ids = { correlationId: call.correlationId, transactionId: randomUUID(), now: clock.now() }
    const reply = answer instanceof Refusal ? enveloped(answer, ids) : answer
    await this.#handOver(reply, call, admitted ? route : undefined, response)
  }

  #routeAt(path: string): {
    readonly route: Route | undefined
    readonly segments: Readonly<Record<string, string>>
  } {
    for (const route of this.#deps.routes) {
      const segments = segmentsOf(route, path)
      if (segments) return { route, segments }
    }
    return { route: undefined, segments: {} }
  }

  #checkHeaders(call: Call, route: Route | undefined): void {
    if (call.headers['x-correlationid'] !== undefined) call.note('correlation-header-sent', 'sent')
    if (route && !route.partnerClientId && call.headers['partnerclientid'] !== undefined) {
      call.note('partner-id-sent', 'PartnerClientId')
    }
    const accept = call.headers.accept
    if (!accept?.includes('application/json')) {
      call.note('accept-missing', accept === undefined ? 'none' : 'another media type')
    }
  }

  #answer(
    call: Call,
    route: Route | undefined,
    method: string | undefined,
    admitted: boolean,
  ): Reply | Refusal {
    if (!admitted) return new Refusal(429)
    if (!route) {
      call.note('route-unknown', 'not in the route table')
      return new Refusal(404)
    }
    if (route.method !== method) {
      call.note('method-wrong', `${method ?? 'none'} instead of ${route.method}`)
      return new Refusal(405, undefined, { allow: route.method })
    }
    const ordered = this.#deps.scenarios.take('gateway', placeOf(route))
    if (ordered?.scenario === 'too-many-requests') this.#deps.arrivals.refuse()
    if (ordered?.scenario === 'token-revoked') this.#deps.tokens.revoke(bearerOf(call) ?? '')
    if (ordered?.scenario === 'service-not-authorized-401') this.#deps.tokens.refusedAsGood()
    if (ordered && ordered.scenario !== 'token-revoked') return gatewayReply(ordered.scenario)
    return this.#authorised(call, route)
  }

  #authorised(call: Call, route: Route): Reply | Refusal {
    if (route.bearer && !this.#bearerIsGood(call)) return new Refusal(401)
    if (route.mediaType && !this.#mediaTypeIsRight(call, route.mediaType)) return new Refusal(415)
    const reply = route.handle(call)
    // Some lists answer "nothing matches" with a 400: there is no success to spoil.
    if (reply instanceof Refusal || reply.status !== 200) return reply
    const spoiling = this.#deps.scenarios.take('answer', placeOf(route))
    if (!spoiling) return reply
    if (spoiling.scenario === 'accepted-then-401') this.#deps.tokens.refusedAsGood()
    return spoiled(reply, spoiling.scenario, route.operation, this.#deps.clock.now())
  }

  #bearerIsGood(call: Call): boolean {
    const token = bearerOf(call)
    if (token === null) {
      call.note('bearer-missing', 'no Bearer header')
      return false
    }
    const finding = this.#deps.tokens.judge(token)
    const rule = bearerBreaches[finding]
    if (rule) call.note(rule, finding)
    return finding === 'good'
  }

  #mediaTypeIsRight(call: Call, wanted: string): boolean {
    const sent = call.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    if (sent === wanted) return true
    call.note('content-type-wrong', `not ${wanted}`)
    return false
  }

  async #handOver(
    reply: Reply,
    call: Call,
    route: Route | undefined,
    response: ServerResponse,
  ): Promise<void> {
    const line = route ? this.#deps.scenarios.take('line', placeOf(route)) : null
    const connection = response.req.socket
    const whole = await deliver(response, reply, call.correlationId, line)
    this.#deps.answered(line?.scenario.startsWith('dropped') ? 'none' : reply.status)
    if (!whole) return
    if (reply.status === 429) this.#deps.arrivals.reported(connection)
    reply.handedOver?.()
  }
}
