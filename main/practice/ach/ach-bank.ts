/** The ACH side of the practice bank: what was originated, what was received, and the calls about both. */
import type { Clock } from '../../clock.ts'
import type { AccountMovements } from '../client-accounts.ts'
import type { Route } from '../routes.ts'

/** The ACH ledger with its calls. */
export interface AchBank extends AccountMovements {
  readonly routes: readonly Route[]
  /** Forgets everything that was originated. */
  clear(): void
}

/** Opens the ledger. */
export function openAchBank(_clock: Clock): AchBank {
  return { routes: [], entries: () => [], clear: () => undefined }
}
