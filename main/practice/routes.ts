import type { IncomingHttpHeaders } from 'node:http'
import type { BreachRule } from './breach-book.ts'
import type { Refusal, Reply } from './replies.ts'

/** What a call is about; counted and targeted by scenarios under these names. */
export type Operation = 'token' | 'health' | 'validation'

/** A call that has arrived whole. */
export interface Call {
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly remoteAddress: string
  readonly correlationId: string
  /** Writes down a breach of the document by this call. */
  readonly note: (rule: BreachRule, detail: string) => void
}

/** One entry of the bank's route table. */
export interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly operation: Operation
  /** The token call brings its own credentials; every other call brings the token. */
  readonly bearer: boolean
  /** The media type that the body must have; null for calls without a body. */
  readonly mediaType: 'application/json' | 'application/x-www-form-urlencoded' | null
  /** Whether calls carry PartnerClientId; every other call is to leave it out (trap 11). */
  readonly partnerClientId?: boolean
  readonly handle: (call: Call) => Reply | Refusal
}
