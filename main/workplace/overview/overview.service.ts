/** The operator's day at a glance: counted in one pass, for a store of any size. */
import type { OverviewFigures, StageLine } from '../../../preload/contract/api/overview/overview.ts'
import type { AgreedVolume } from '../../../preload/contract/api/overview/agreed-volume.ts'
import type { Product } from '../../../preload/contract/api/profiles/profile-details.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { Assurance } from '../../assurance/assurance.ts'
import type { SecondPerson } from '../../profile/second-person.ts'
import type { Money } from '../../money/money.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { payeesToDecide, type DecidersContext } from '../../money/deciders.ts'
import { railFigures, volumeFigures, type RailContext } from '../../money/rail-figures.ts'
import { agreedVolumes } from './agreed-volumes.ts'
import { alertFigures } from './alert-figures.ts'
import { callFigures, deadlineFigures, teamFigures, templateFigures } from './day-figures.ts'
import { firstSteps } from './first-steps.ts'
import { unknownOutcomeFigures, failedFigures, stageFigures } from './order-figures.ts'
import type { InboxService } from '../inbox.service.ts'

export type OverviewContext = Pick<
  SessionContext,
  'store' | 'environment' | 'clock' | 'callBlockFor' | 'report' | 'profile'
> &
  DecidersContext &
  RailContext

/** The services that supply counts. */
export interface OverviewDeps {
  readonly inbox: Pick<InboxService, 'counts'>
  readonly coverage: Pick<Assurance['coverage'], 'summary'>
  readonly secondPerson: Pick<SecondPerson, 'isPairPossible'>
  readonly orders: { readonly handlers: Pick<Money['orders']['handlers'], 'getCounts'> }
}

export interface OverviewService {
  /**
   * Returns the figures as this operator sees them. Never rejects: a part that cannot be counted
   * says so, and the cause is reported.
   */
  figures(operator: Operator): Promise<OverviewFigures>
  /** Returns the use of the agreed volumes. Rejects if the store does not answer. */
  agreedVolumes(): Promise<AgreedVolume[]>
}

type Part<T> = { state: 'known'; value: T } | { state: 'failed' } | { state: 'not-agreed' }

export function createOverviewService(
  context: OverviewContext,
  deps: OverviewDeps,
): OverviewService {
  const { store, clock } = context

  /** Counts one part on its own, so that its failure hides no other part. */
  async function part<T>(name: string, count: () => T | Promise<T>): Promise<Part<Awaited<T>>> {
    try {
      return { state: 'known', value: await count() }
    } catch (problem) {
      context.report(`overview.${name}`, problem)
      return { state: 'failed' }
    }
  }

  const isAgreed = (products: readonly Product[]): boolean =>
    products.some((product) => {
      const callBlock = context.callBlockFor(product)
      return (
        callBlock === undefined || callBlock.ok || callBlock.error.code !== 'product-not-agreed'
      )
    })
  /** A product that was not agreed is left out, unless it has orders anyway. */
  async function stages(
    name: string,
    products: readonly Product[],
    count: () => Promise<StageLine[]>,
  ): Promise<Part<StageLine[]>> {
    const counted = await part(name, count)
    const isNothing = counted.state === 'known' && counted.value.length === 0
    return isNothing && !isAgreed(products) ? { state: 'not-agreed' } : counted
  }

  async function waiting(operator: Operator) {
    const [counts, payees] = await Promise.all([
      deps.orders.handlers.getCounts({}, { operator }),
      payeesToDecide(context, operator),
    ])
    if (!counts.ok) throw new Error(counts.error.code)
    const { awaitingMe, readyMe, awaiting, ready, drafts } = counts.value
    return { awaitingMe, readyMe, awaiting, ready, drafts, payees: payees.length }
  }

  return {
    agreedVolumes: () => agreedVolumes(context),
    async figures(operator) {
      const now = clock.now()
      const { bankingZone: zone } = context.policy.current().policy
      const days = { zone, now }
      const counted = {
        waiting: part('waiting', () => waiting(operator)),
        inbox: part('inbox', () => deps.inbox.counts(operator)),
        unknownOutcome: part('unknownOutcome', () => unknownOutcomeFigures(store)),
        failed: part('failed', () => failedFigures(store, days)),
        rails: part('rails', () => railFigures(context, operator.id, now)),
        volume: part('volume', () => volumeFigures(context)),
        team: part('team', () => teamFigures(store, context.operatorOf)),
        alerts: part('alerts', () => alertFigures(store, days)),
        payments: stages('payments', ['wire', 'rtp'], () => stageFigures(store, 'payment', days)),
        batches: stages('batches', ['ach-origination'], () => stageFigures(store, 'batch', days)),
        deadlines: part('deadlines', () => deadlineFigures(store)),
        calls: part('calls', () => callFigures(store, days)),
        coverage: part('coverage', () => deps.coverage.summary()),
        templates: part('templates', () => templateFigures(store)),
        isPairPossible: part('isPairPossible', () => deps.secondPerson.isPairPossible()),
        firstSteps: part('firstSteps', () =>
          firstSteps({
            store,
            environment: context.environment,
            isPairPossible: () => deps.secondPerson.isPairPossible(),
          }),
        ),
      }
      // The parts run together; each waits for the store only.
      return {
        at: now.toISOString(),
        zone,
        waiting: await counted.waiting,
        inbox: await counted.inbox,
        unknownOutcome: await counted.unknownOutcome,
        failed: await counted.failed,
        rails: await counted.rails,
        volume: await counted.volume,
        team: await counted.team,
        alerts: await counted.alerts,
        payments: await counted.payments,
        batches: await counted.batches,
        deadlines: await counted.deadlines,
        calls: await counted.calls,
        coverage: await counted.coverage,
        templates: await counted.templates,
        isPairPossible: await counted.isPairPossible,
        firstSteps: await counted.firstSteps,
      }
    },
  }
}
