import type { IncomingHttpHeaders } from 'node:http'
import type { BreachRule } from './breach-book.ts'
import type { Refusal, Reply } from './replies.ts'
import type { WorkScenario, Operation } from './scenario.ts'

/** A call that has arrived whole. */
export interface Call {
  readonly url: URL
  /** The segments that the route's path names, decoded. */
  readonly segments: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly remoteAddress: string
  readonly correlationId: string
  /** Writes down a breach of the document by this call. */
  readonly note: (rule: BreachRule, detail: string) => void
  /** Whether a scenario of the work is ordered for this call; uses up one time of it. */
  readonly ordered: (scenario: WorkScenario) => boolean
  /** Whether a scenario of the work is ordered for this call; uses nothing up. */
  readonly standsReady: (scenario: WorkScenario) => boolean
}

/** One entry of the bank's route table. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** `{name}` stands for one segment that is not empty. */
  readonly path: string
  readonly operation: Operation
  /** The token call brings its own credentials; every other call brings the token. */
  readonly bearer: boolean
  /** The media type that the body must have; null for calls without a body. */
  readonly mediaType: 'application/json' | 'application/x-www-form-urlencoded' | null
  /** Whether calls carry PartnerClientId; every other call is to leave it out (trap 11). */
  readonly partnerClientId?: boolean
  /** The most that is read of a body, where it is more than for other calls. */
  readonly longestBodyBytes?: number
  readonly handle: (call: Call) => Reply | Refusal
}

/** The segments of a path that a route names, decoded; null when the path is not the route's. */
export function segmentsOf(
  route: Pick<Route, 'path'>,
  path: string,
): Record<string, string> | null {
  const wanted = route.path.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const segments: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    const value = given[at] ?? ''
    if (name === undefined ? part !== value : value === '') return null
    if (name !== undefined) segments[name] = decoded(value)
  }
  return segments
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
