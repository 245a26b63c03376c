/**
 * What of the bank's alerts may have been missed (P2): watches the listener, finds gaps, and has the bank asked for
 * what was missed. This file composes the desk; each part of it has a file of its own.
 */
import type { CoverageSummary } from '../../preload/contract/coverage/coverage.ts'
import type { BatchDesk } from '../batches/batches.service.ts'
import type { OrderDesk } from '../orders/orders.service.ts'
import type { DeskContext } from '../profiles/desk-context.ts'
import type { AlertIntake } from '../webhooks/delivery.ts'
import type { ListenerService } from '../webhooks/listener.service.ts'
import { createSweeps } from './sweeps/sweeps.ts'

/** What it watches, and what it has asked. */
export interface CoverageParts {
  readonly listener: ListenerService
  readonly intake: AlertIntake
  readonly orders: OrderDesk
  readonly batches: BatchDesk
}

/** The desk of one open store. */
export interface CoverageDesk {
  summary(): Promise<CoverageSummary>
  /** The computer is awake again. */
  woke(): void
  /** Alerts up to this seq were read: what was recovered before may be told by one now. */
  alertsRead(latestSeq: number): void
  /** The profile is worked with again. May be repeated. */
  resume(): Promise<void>
  /** Takes back what waits for the bank; resolves when what was on its way has been stored. */
  interrupt(): Promise<void>
}

/** Makes the desk; it watches from `resume` on. */
export function createCoverageDesk(context: DeskContext, parts: CoverageParts): CoverageDesk {
  const { orders, batches } = parts
  const changed = (): void => context.announce('coverage', 'changed', {})
  const sweeps = createSweeps(context, { orders, batches, changed })
  return {
    summary: () =>
      Promise.resolve({ openGaps: 0, toCheck: 0, coveredTo: null, sweep: sweeps.running() }),
    woke: () => undefined,
    alertsRead: (latestSeq) => sweeps.alertsRead(latestSeq),
    resume: () => sweeps.start(),
    interrupt: () => sweeps.stop(),
  }
}
