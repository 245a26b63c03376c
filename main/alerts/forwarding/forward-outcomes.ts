/**
 * Posts one group of alerts, builds the log entry of the post, and computes the next state after
 * each answer.
 */
import type { Environment } from '../../../preload/contract/domain/environment.ts'
import type { ForwardingOutcome } from '../../../preload/contract/api/forwarding/forwarding.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ProxyAccess } from '../../platform/proxy-tunnel.ts'
import type { Act } from '../../store/store.ts'
import type { ForwardAnswer, PostAlerts } from './forward-post.ts'
import { givenUpAfterMs, outcomeOf, waitAfter, statusText } from './forward-rules.ts'
import type { ForwardChunk, ForwardRow, StoredPost, TryRow } from './forwarding-jobs.ts'

export interface PostingDeps {
  readonly clock: Clock
  readonly environment: Environment
  readonly post: PostAlerts
  /** The Authorization header for this address; null: none. */
  readonly authorization: (url: string) => string | null
  readonly privateCa: () => string | null
  readonly proxy: () => ProxyAccess | null
}

/** The result of one post. */
export interface Posted extends ForwardAnswer {
  readonly outcome: ForwardingOutcome
  readonly tried: TryRow
}

export interface ToPost {
  readonly url: string
  readonly chunk: ForwardChunk
  readonly kind: TryRow['kind']
  readonly signal: AbortSignal
}

const headerName = 'x-countersign-forwarded'

/** Posts alerts; never rejects. */
export async function postChunk(deps: PostingDeps, toPost: ToPost): Promise<Posted> {
  const { clock, environment, post, privateCa, proxy, authorization } = deps
  const { url, chunk, kind, signal } = toPost
  const [at, startedMs] = [clock.now().toISOString(), clock.monotonicMs()]
  const proof = authorization(url)
  const headers = { [headerName]: environment, ...(proof !== null && { authorization: proof }) }
  const answer = await post({
    url,
    body: chunk.body,
    headers,
    privateCa: privateCa(),
    proxy: proxy(),
    signal,
  })
  const { status } = answer
  const problem = answer.problem ?? statusText(status)
  const outcome = outcomeOf(status)
  const tried: TryRow = {
    at,
    kind,
    outcome,
    status,
    problem,
    from_seq: chunk.seqs[0] ?? null,
    to_seq: chunk.seqs.at(-1) ?? null,
    alerts: chunk.seqs.length - chunk.unreadable.length,
    ms: Math.max(0, Math.round(clock.monotonicMs() - startedMs)),
    bytes: Buffer.byteLength(chunk.body),
  }
  return { status, problem, outcome, tried }
}

/**
 * The state after a failed try: plans the next one, and parks alerts that were not accepted for a
 * week.
 */
export function laterOf(state: ForwardRow, tried: TryRow, now: Date): Partial<StoredPost> {
  const tries = state.tries + 1
  const stuckSince = state.stuck_since ?? tried.at
  const oldestMs = now.getTime() - givenUpAfterMs
  const isOver = Date.parse(stuckSince) <= oldestMs
  const giveUpBefore = isOver ? new Date(oldestMs).toISOString() : null
  return {
    tried,
    ...(giveUpBefore !== null && { act: givenUp(giveUpBefore) }),
    giveUpBefore,
    state: {
      before: state,
      after: {
        ...state,
        tries,
        stuck_since: stuckSince,
        next_at: new Date(now.getTime() + waitAfter(tries)).toISOString(),
      },
    },
  }
}

/** The state after these alerts, with no failure pending; `takenAt`: they were accepted then. */
export const movedBehind = (
  state: ForwardRow,
  chunk: ForwardChunk,
  takenAt = state.last_taken_at,
): StoredPost['state'] => ({
  before: state,
  after: {
    ...state,
    cursor_seq: chunk.seqs.at(-1) ?? state.cursor_seq,
    tries: 0,
    stuck_since: null,
    next_at: null,
    last_taken_at: takenAt,
  },
})

/** Parks the alerts whose text was not found. */
export const unreadable = (chunk: ForwardChunk): StoredPost['park'] =>
  chunk.unreadable.map((seq) => ({ seq, why: 'unreadable' }))

const givenUp = (before: string): Act => ({
  actor: 'system',
  kind: 'forwarding.given-up',
  subject: 'forwarding',
  detail: { before },
})

/** The audit act of an answered post: how many alerts went where, without their content. */
export const actOf = (kind: string, url: string, tried: TryRow): Act => ({
  actor: 'system',
  kind,
  subject: URL.parse(url)?.host ?? '',
  detail: {
    from: tried.from_seq,
    to: tried.to_seq,
    alerts: tried.alerts,
    status: tried.status,
    again: tried.kind === 'again',
  },
})
