/**
 * Sends the HTTP requests of one profile with undici over mutual TLS. A request is written at most
 * once, and the outcome says whether its first byte was written. undici calls `onRequestStart`
 * synchronously right before it writes the headers to a ready connection
 * (lib/dispatcher/client-h1.js), so a call that is stopped there, or that fails before, was
 * provably not sent.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { TimeoutClass } from '../../../preload/contract/bank/endpoints.ts'
import type { Clock } from '../../platform/clock.ts'
import type { WireTimes } from '../call-record.ts'
import { Connections, longestAnswerBytes, type Taken } from './connections.ts'
import { mutualTlsConnector } from './connector.ts'
import { decoded } from './content-coding.ts'
import type { BankConnection } from '../connection.ts'
import { codingOf } from '../answers/coding.ts'
import { faultOf, type Fault } from '../answers/faults.ts'
import type { FollowedBy } from './own-socket.ts'
import { retryAfterMs } from './retry-after.ts'
import type { Permit } from './budget/rate-permit.ts'
import type { TransitAllowance } from './transit-allowance.ts'

/**
 * How long an answer may take. Validation needs about 5 s on average, so the limit is far above
 * (bank note 106).
 */
export interface AnswerTimeouts {
  readonly headersMs: number
  /** Between two pieces of the body. */
  readonly bodyMs: number
}
export const answerTimeouts = {
  token: { headersMs: 30_000, bodyMs: 30_000 },
  health: { headersMs: 20_000, bodyMs: 20_000 },
  read: { headersMs: 60_000, bodyMs: 60_000 },
  list: { headersMs: 90_000, bodyMs: 60_000 },
  money: { headersMs: 120_000, bodyMs: 60_000 },
} as const satisfies Record<TimeoutClass, AnswerTimeouts>

/** One request as it goes out. `path` starts with a slash and includes its query. */
export interface WireRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
  readonly timeouts: AnswerTimeouts
  /** Uses its own connection, which carries no other call. */
  readonly movesMoney?: boolean | undefined
  /** Stops the call while nothing was written; afterwards the answer is waited for. */
  readonly signal?: AbortSignal | undefined
  /** Asked right before the first byte; false: nothing is written. */
  readonly mayBegin?: (() => boolean) | undefined
}

/** A response as received, its body decoded where it can be. Header names in lower case. */
export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The result of one request. `paused`: nothing was written, because a pause after a 429 began. */
export type WireOutcome = { readonly times: WireTimes } & (
  | { readonly kind: 'paused' }
  | { readonly kind: 'not-written'; readonly fault: Fault }
  | { readonly kind: 'no-answer'; readonly fault: Fault; readonly partial?: WireAnswer }
  | {
      readonly kind: 'answered'
      readonly answer: WireAnswer
      /** The event after the complete answer, on a connection for one call. */
      readonly followedBy?: FollowedBy
    }
)

/** Sends requests of one profile. */
export interface Transport {
  /** Resolves when the call is over; never rejects. Ends or releases the permit. */
  send(request: WireRequest, permit: Permit): Promise<WireOutcome>
  /** Lets calls in flight finish, then closes every connection. */
  close(): Promise<void>
}

/** Opens the transport. Throws TypeError for a base URL that is not https. */
export function openTransport(
  connection: BankConnection,
  transit: TransitAllowance,
  clock: Clock,
): Transport {
  const base = new URL(connection.baseUrl)
  if (base.protocol !== 'https:') throw new TypeError('baseUrl: https is required')
  const connector = mutualTlsConnector(connection, transit)
  const connections = new Connections(base.origin, connector, clock)
  const prefix = base.pathname.replace(/\/$/, '')
  return {
    send: (request, permit) =>
      new Promise((resolve) => {
        const taken = request.movesMoney ? connections.takeOwn() : connections.take()
        const call = new Call(request, permit, clock, taken, resolve)
        call.listenForCancel()
        taken.client.dispatch(
          {
            path: prefix + request.path,
            method: request.method,
            headers: { ...request.headers },
            body: request.body ?? null,
            headersTimeout: request.timeouts.headersMs,
            bodyTimeout: request.timeouts.bodyMs,
            reset: request.movesMoney === true || transit.wantsHandshakes(),
          },
          call,
        )
      }),
    close: () => connections.close(),
  }
}

/** Thrown inside `onRequestStart`: undici then drops the request and keeps the connection. */
class NotWritten extends Error {}

/** Handles the events of one undici request. */
class Call implements Dispatcher.DispatchHandler {
  readonly #request: WireRequest
  readonly #permit: Permit
  readonly #clock: Clock
  readonly #taken: Taken
  readonly #settle: (outcome: WireOutcome) => void
  readonly #startedAt: Date
  readonly #body: Buffer[] = []
  #status: number | undefined
  #headers: Readonly<Record<string, string>> = {}
  #writtenAt: Date | undefined
  #answeredAt: Date | undefined
  #finishedAt: Date | undefined
  #over = false

  constructor(
    request: WireRequest,
    permit: Permit,
    clock: Clock,
    taken: Taken,
    settle: (outcome: WireOutcome) => void,
  ) {
    this.#request = request
    this.#permit = permit
    this.#clock = clock
    this.#taken = taken
    this.#settle = settle
    this.#startedAt = clock.now()
  }

  listenForCancel(): void {
    this.#request.signal?.addEventListener('abort', this.#cancel)
    if (this.#request.signal?.aborted) this.#cancel()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#over) throw new NotWritten('no longer wanted')
    if (this.#writtenAt) {
      // undici does not do this with pipelining 1; if it ever did, a payment would go out twice.
      controller.abort(new Error('a request is never written twice'))
      return
    }
    if (this.#request.mayBegin?.() === false) {
      this.#cancel()
      throw new NotWritten('its caller may not begin')
    }
    if (!this.#permit.begin()) {
      this.#end({ kind: 'paused' })
      throw new NotWritten('held by the rate budget')
    }
    this.#writtenAt = this.#clock.now()
  }

  onRequestSent(): void {
    this.#permit.written(lengthOf(this.#request))
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return
    this.#answeredAt = this.#clock.now()
    this.#status = status
    this.#headers = plainHeaders(headers)
    this.#permit.answered(status, retryAfterMs(this.#headers, this.#answeredAt))
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body.push(Buffer.from(chunk))
  }

  onResponseEnd(): void {
    const answer = this.#answer()
    if (!answer) return
    const { afterAnswer } = this.#taken
    if (!afterAnswer && codingOf(answer.headers) === null) {
      this.#end({ kind: 'answered', answer })
      return
    }
    this.#finishedAt = this.#clock.now()
    void this.#finish(answer, afterAnswer?.())
  }

  async #finish(received: WireAnswer, following?: Promise<FollowedBy | null>): Promise<void> {
    try {
      const answer = await decoded(received, longestAnswerBytes)
      const followedBy = await following
      this.#end({ kind: 'answered', answer, ...(followedBy && { followedBy }) })
    } catch (error) {
      await following
      this.#end({ kind: 'no-answer', fault: faultOf(error), partial: received })
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const fault = faultOf(error)
    if (!this.#writtenAt) {
      this.#end({ kind: 'not-written', fault })
      return
    }
    const partial = this.#answer()
    this.#end({ kind: 'no-answer', fault, ...(partial && { partial }) })
  }

  readonly #cancel = (): void => {
    if (this.#writtenAt) return
    this.#end({
      kind: 'not-written',
      fault: { code: 'cancelled', detail: 'cancelled before the first byte' },
    })
  }

  #answer(): WireAnswer | undefined {
    if (this.#status === undefined) return undefined
    return { status: this.#status, headers: this.#headers, body: Buffer.concat(this.#body) }
  }

  #end(outcome: Unfinished): void {
    if (this.#over) return
    this.#over = true
    this.#request.signal?.removeEventListener('abort', this.#cancel)
    this.#taken.done()
    if (this.#writtenAt) this.#permit.ended()
    else if (outcome.kind !== 'paused') this.#permit.release()
    const times: WireTimes = {
      startedAt: this.#startedAt,
      ...(this.#writtenAt && { writtenAt: this.#writtenAt }),
      ...(this.#answeredAt && { answeredAt: this.#answeredAt }),
      finishedAt: this.#finishedAt ?? this.#clock.now(),
    }
    this.#settle({ ...outcome, times })
  }
}

type Unfinished =
  | { kind: 'paused' }
  | { kind: 'not-written'; fault: Fault }
  | { kind: 'no-answer'; fault: Fault; partial?: WireAnswer }
  | { kind: 'answered'; answer: WireAnswer; followedBy?: FollowedBy }

/** The constant covers the request line, host and framing headers that undici adds. */
function lengthOf({ path, headers, body }: WireRequest): number {
  const headerBytes = Object.entries(headers).reduce(
    (sum, [n, v]) => sum + n.length + v.length + 4,
    0,
  )
  return 256 + path.length + headerBytes + (body?.length ?? 0)
}

function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]],
    ),
  )
}
