/** The ACH side of the practice bank: what was originated, what was received, and the calls about both. */
import type { Clock } from '../../platform/clock.ts'
import type { AcceptedBatch } from '../accepted-work.ts'
import type { AccountMovements } from '../data/client-accounts.ts'
import type { Route } from '../routes.ts'
import { addendaRoute } from './addenda-call.ts'
import type { AchEntry } from './entry.ts'
import { earlierRoutes } from './earlier-endpoints.ts'
import { AchLedger } from './ledger.ts'
import { detailRoute, listRoute } from './list-call.ts'
import { originationRoutes } from './origination-call.ts'
import { Originations } from './originations.ts'
import { movementOf, postingsOf } from './postings.ts'

/** The ACH ledger with its calls. */
export interface AchBank extends AccountMovements {
  readonly routes: readonly Route[]
  /** Every entry that was originated since the start and is collected by now. */
  originated(): readonly AchEntry[]
  /** Entries of the history, to tell of on demand. */
  history(): readonly AchEntry[]
  /** How often each batch was accepted since the start. */
  accepted(): readonly AcceptedBatch[]
  /** Forgets everything that was originated. */
  clear(): void
}

/** How the bank's days go where a scaled clock passes over them. */
export interface BankDays {
  /** So many times as long as usual everything takes; 1 unless given. */
  readonly stretch?: number | undefined
  /** Over so many days others originate and send, too; none unless given. */
  readonly daysToCome?: number | undefined
}

/** Opens the ledger: a seeded history that ends the day before, and nothing originated. */
export function openAchBank(clock: Clock, { stretch, daysToCome }: BankDays = {}): AchBank {
  const ledger = new AchLedger(clock.now().getTime(), daysToCome)
  const originations = new Originations(stretch)
  return {
    routes: [
      listRoute(ledger, originations, clock),
      detailRoute(ledger, clock),
      ...earlierRoutes(ledger, clock),
      ...originationRoutes(ledger, originations, clock),
      addendaRoute(originations, clock),
    ],
    entries: () => {
      const nowMs = clock.now().getTime()
      return ledger
        .collected(nowMs)
        .flatMap((entry) => postingsOf(entry, nowMs))
        .map(movementOf)
    },
    originated: () => ledger.originated(clock.now().getTime()),
    history: () => ledger.history(),
    accepted: () => originations.accepted(),
    clear: () => {
      ledger.clear()
      originations.clear()
    },
  }
}
