/**
 * Alerts of the bank that may have been missed (Promise P2): watches the listener, finds gaps, and
 * queries the bank for what was missed. This file composes the service; each part has a file of its
 * own.
 */
import type { CoverageSummary } from '../../../preload/contract/api/coverage/coverage.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { StartTimer } from '../../platform/timer.ts'
import type { Events } from '../../platform/events.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { Money } from '../../money/money.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import type { AlertEvents } from '../../alerts/alert-events.ts'
import { coverageDays } from './coverage-days.ts'
import { findSweep, listGaps, listParts, listRecovered } from './coverage-lists.ts'
import { summaryOf, watchOf } from './coverage-summary.ts'
import { requestSweep, estimateSweep } from './request-sweep.ts'
import { createSweeps, type Sweeps, type SweepsDeps } from './sweeps/sweeps.ts'
import { markChecked } from './manual-checks.ts'
import { createWatch } from './watch.ts'
import type { WireEvidence } from '../wire-inquiry/wire-evidence.ts'

export interface CoverageDeps {
  readonly events: Pick<Events<AlertEvents>, 'on'>
  readonly orders: Money['orders']
  readonly batches: Money['batches']
  readonly evidence: WireEvidence
  readonly startTimer?: StartTimer | undefined
  /** Creates the sweeps; the real ones by default. */
  readonly makeSweeps?: (context: SessionContext, deps: SweepsDeps) => Sweeps
}

/** The coverage of one open store. */
export interface CoverageService {
  readonly handlers: Handlers['coverage']
  summary(): Promise<CoverageSummary>
  /** The computer woke up. */
  wake(): void
  /** Alerts up to this seq were read: one may match an item that was recovered before. */
  alertsRead(latestSeq: number): void
  /** Starts or restarts the sweeps of the profile. May be repeated. */
  start(): Promise<void>
  /** Takes back waiting calls. Resolves when calls in flight are stored. The watch continues. */
  rest(): Promise<void>
  /** Resolves when everything found so far is stored. */
  settled(): Promise<void>
  /** Ends the service: the listener has ended, and the store is about to. */
  close(): Promise<void>
}

/**
 * Creates the service. The watch starts with the listener's first event, queries start with
 * `start`.
 */
export function createCoverageService(
  context: SessionContext,
  deps: CoverageDeps,
): CoverageService {
  const { orders, batches, evidence, makeSweeps = createSweeps } = deps
  const changed = (): void => context.emitEvent('coverage', 'changed', {})
  const sweeps = makeSweeps(context, { orders, batches, changed })
  const watch = createWatch({
    ...context,
    gapsWait: () => sweeps.gapsWait(),
    changed,
    startTimer: deps.startTimer,
  })
  const { events } = deps
  events.on('listener.running', ({ running, isThere }) => watch.listenerChanged(running, isThere))
  events.on('listener.accessChanged', (what) => watch.changed(what))
  events.on('delivery.stored', () => watch.received())
  events.on('delivery.refused', ({ kind, isDelivery }) => watch.refused(kind, isDelivery))
  events.on('intake.storing', (notStoring) => watch.storing(notStoring))
  const isListening = (): boolean => watch.isListening()
  const summary = async (): Promise<CoverageSummary> => ({
    ...(await summaryOf(context)),
    sweep: sweeps.running(),
  })
  return {
    handlers: {
      getSummary: async () => ok(await summary()),
      getWatch: async () => ok(await watchOf(context, isListening())),
      listDays: async ({ days, cursor, limit }) => {
        const all = await coverageDays(context, evidence, { days, isListening: isListening() })
        const from = cursor === null ? 0 : all.findIndex(({ day }) => day < cursor)
        const items = from < 0 ? [] : all.slice(from, from + limit)
        const isMore = from >= 0 && from + limit < all.length
        return ok({ items, next: isMore ? (items.at(-1)?.day ?? null) : null, total: all.length })
      },
      listGaps: async (requested) => ok(await listGaps(context, requested)),
      listRecovered: async (requested) =>
        ok(await listRecovered(context, await evidence.missed(), requested)),
      listParts: async (requested) => ok(await listParts(context, requested)),
      async getSweep({ id }) {
        const sweep = await findSweep(context, id)
        return sweep ? ok(sweep) : err({ code: 'not-found' })
      },
      estimateSweep: (days) => Promise.resolve(ok(estimateSweep(context, days))),
      async sweepNow(days, { operator }) {
        const requested = await requestSweep(context, days, operator.id)
        if (!requested.ok) return requested
        changed()
        sweeps.gapsWait()
        return requested
      },
      async markChecked(part, { operator }) {
        const marked = await markChecked(context, part, operator.id)
        if (!marked.ok) return marked
        changed()
        const { sweepId, seq } = part
        const one = { which: 'all', sweepId, seq, cursor: null, limit: 1 } as const
        const [shown] = (await listParts(context, one)).items
        return shown ? ok(shown) : err({ code: 'not-found' })
      },
      readWires: (requested) => evidence.read(requested),
      async confirmWireFields(confirmed, { operator }) {
        const done = await evidence.confirm(confirmed, operator.id)
        if (done.ok) changed()
        return done
      },
      async withdrawWireFields({ reason }, { operator }) {
        const done = await evidence.withdraw(reason, operator.id)
        if (done.ok) changed()
        return done
      },
    },
    summary,
    wake: () => watch.wake(),
    alertsRead: (latestSeq) => sweeps.alertsRead(latestSeq),
    async start() {
      await watch.settled()
      await sweeps.start()
    },
    rest: () => sweeps.stop(),
    settled: () => watch.settled(),
    async close() {
      await watch.close()
      await sweeps.stop()
    },
  }
}
