/**
 * Asks the bank for what alerts did not tell: ACH lists of the own accounts by collected, settled and returned days,
 * and look-ups of payments sent from here; in the lane for sweeps, within the agreed hours. Asks only.
 */
import type { CoverageSummary } from '../../../preload/contract/coverage/coverage.ts'
import type { BatchDesk } from '../../batches/batches.service.ts'
import type { OrderDesk } from '../../orders/orders.service.ts'
import type { DeskContext } from '../../profiles/desk-context.ts'

/** What sweeps need beside the desk. */
export interface SweepsParts {
  readonly orders: OrderDesk
  readonly batches: BatchDesk
  /** A sweep went on or ended. */
  readonly changed: () => void
}

/** The sweeps of one store. One runs at a time. */
export interface Sweeps {
  /** Goes on with what a killed or closed program left, and sweeps for gaps that wait. May be repeated. */
  start(): Promise<void>
  /** A gap has ended and waits: one sweep is planned for all that do. */
  gapsWait(): void
  /** What is under way; null: nothing. */
  running(): CoverageSummary['sweep']
  /** Alerts up to this seq were read: one may tell what was recovered before. */
  alertsRead(latestSeq: number): void
  /** Takes back what waits for the bank; resolves when what was on its way has been stored. */
  stop(): Promise<void>
}

/** Makes them; nothing is asked before `start`. */
export function createSweeps(_context: DeskContext, _parts: SweepsParts): Sweeps {
  return {
    start: () => Promise.resolve(),
    gapsWait: () => undefined,
    running: () => null,
    alertsRead: () => undefined,
    stop: () => Promise.resolve(),
  }
}
