import type { IncomingHttpHeaders } from 'node:http'
import type { BreachRule } from './breach-book.ts'
import type { Refusal, Reply } from './replies.ts'
import type { WorkScenario, Operation } from './scenario.ts'

/** A completely received call. */
export interface Call {
  readonly url: URL
  /** The named segments of the route's path, decoded. */
  readonly segments: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly remoteAddress: string
  readonly correlationId: string
  /** Records a breach of the document by this call. */
  readonly note: (rule: BreachRule, detail: string) => void
  /** Whether a work scenario is ordered for this call; uses up one of its times. */
  readonly ordered: (scenario: WorkScenario) => boolean
  /** Whether a work scenario is ordered for this call; uses up nothing. */
  readonly isArmed: (scenario: WorkScenario) => boolean
}

export interface Route {
  readonly method: 'GET' | 'POST'
  /** `{name}` matches one non-empty segment. */
  readonly path: string
  readonly operation: Operation
  /**
   * Whether the call needs a bearer token: every call but the token call, which has its own
   * credentials.
   */
  readonly bearer: boolean
  /** The required media type of the body; null for calls without a body. */
  readonly mediaType: 'application/json' | 'application/x-www-form-urlencoded' | null
  /** Whether calls require PartnerClientId; every other call must omit it (bank note 11). */
  readonly partnerClientId?: boolean
  /** The maximum body size in bytes, where it exceeds the usual one. */
  readonly longestBodyBytes?: number
  readonly handle: (call: Call) => Reply | Refusal
}

/** Returns the named segments of a path, decoded; null when the path is not the route's. */
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
