/**
 * Whether the work of one caller has stored or sent something, so that a failure of the store is
 * explained truthfully: only work without any trace is answered "nothing was stored, nothing sent".
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<Acting>()

/** Also holds for work that the caller started and does not await. */
export interface Acting {
  hasActed: boolean
}

/** Runs work whose effects are noted in `acting`. */
export const whileNoting = <T>(acting: Acting, work: () => T): T => current.run(acting, work)

/** Notes that the work in progress has stored or sent something, or may have. */
export function noteActing(): void {
  const acting = current.getStore()
  if (acting) acting.hasActed = true
}
