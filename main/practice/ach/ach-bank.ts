/** The ACH side of the practice bank: originated and received entries, and the calls about them. */
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

export interface AchBank extends AccountMovements {
  readonly routes: readonly Route[]
  /** Entries originated since the start and collected by now. */
  originated(): readonly AchEntry[]
  /** Entries of the history, for alerts on demand. */
  history(): readonly AchEntry[]
  /** How often each batch was accepted since the start. */
  accepted(): readonly AcceptedBatch[]
  /** Deletes all originated entries. */
  clear(): void
}

/** The bank's time settings when its clock is scaled. */
export interface BankDays {
  /** Factor on all durations; 1 unless given. */
  readonly stretch?: number | undefined
  /** Number of future days on which others originate and send too; 0 unless given. */
  readonly daysToCome?: number | undefined
}

/** Opens the ledger with a seeded history that ends the day before, and nothing originated. */
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
