/** Waiting for the token that everybody waits for, without waiting for everything. */
import type { RateBudget } from './budget/rate-budget.ts'
import type { FetchedToken } from './token-call.ts'

/** What a call hears that may not wait for the end of a silence (trap 19). */
export const paused: FetchedToken = { kind: 'failed', reason: 'rate-paused' }

/** A pause that begins while the token call still waits for its slot is not waited out. */
export async function unlessHeldUp(
  token: Promise<FetchedToken>,
  budget: RateBudget,
): Promise<FetchedToken> {
  const heldUp = Promise.withResolvers<FetchedToken>()
  const stop = budget.onChange(() => {
    const { pausedUntil, waiting } = budget.state()
    if (pausedUntil && waiting.doubt > 0) heldUp.resolve(paused)
  })
  return Promise.race([token, heldUp.promise]).finally(stop)
}

/** A call that is taken back does not wait for the token that everybody waits for. */
export function unlessAborted(
  token: Promise<FetchedToken>,
  signal: AbortSignal | undefined,
): Promise<FetchedToken> {
  if (!signal) return token
  return new Promise((resolve, reject) => {
    const aborted = () => resolve({ kind: 'failed', reason: 'cancelled' })
    if (signal.aborted) aborted()
    signal.addEventListener('abort', aborted, { once: true })
    token.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted))
  })
}
