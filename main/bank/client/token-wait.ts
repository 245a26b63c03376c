/** Waits for the shared token call, but not through a bank pause or after the caller withdrew. */
import type { RateBudget } from './budget/rate-budget.ts'
import type { FetchedToken } from '../connection.ts'

/** The result for a call that may not wait for the end of a pause (bank note 19). */
export const paused: FetchedToken = { kind: 'failed', reason: 'rate-paused' }

/**
 * Waits for the token; returns `paused` if a pause begins while the token call still waits for its
 * slot.
 */
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

/** Waits for the token; returns `cancelled` as soon as the waiting call is withdrawn. */
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
