/**
 * Orders that a workstation was to send, or was sending, when it ended or was lost. Nothing is sent
 * here: what had not begun waits for a person, and the rest has an unknown outcome (Promises P1, P8
 * and P10).
 */
import type { NotSent } from '../../../../preload/contract/text/not-sent.ts'
import { rescueFromGone } from '../../../store/gone.ts'
import type { Retries } from '../../../store/retry-writes.ts'
import type { RepeatedWork } from '../../../platform/repeated-work.ts'
import { watchUnattended } from '../../../platform/unattended.ts'
import { findOrder, homeGone, system } from '../order-records.ts'
import type { OrderTracking, NotifyOrder } from '../services.ts'
import type { OrderContext, OrderRow } from '../types.ts'
import { takeFromQueue, type MayTake } from './release.ts'
import { storeInterruption, storeLateResult } from './send-journal.ts'
import { unforeseenEnd } from './send-result.ts'

interface LeftOrderDeps {
  readonly track: OrderTracking['track']
  readonly notify: NotifyOrder
  readonly retries: Retries
}

type LeftOrder = Pick<OrderRow, 'id' | 'state' | 'home' | 'released_at'>

/** Returns the orders that this workstation was to send or was sending. */
const leftBy = ({ store }: OrderContext, home: string | null): Promise<LeftOrder[]> =>
  store.read
    .selectFrom('orders')
    .select(['id', 'state', 'home', 'released_at'])
    .where('state', 'in', ['sending', 'queued'])
    .where('home', 'is not distinct from', home)
    .orderBy('updated_at')
    .execute()

/**
 * Takes back what is queued on this workstation and what its sender does not know: a release whose
 * commit lost its answer, which nobody here has seen succeed, or a row that nobody released.
 */
export const watchQueued = (
  context: OrderContext,
  isAttended: (id: string) => boolean,
  notify: NotifyOrder,
): RepeatedWork =>
  watchUnattended({
    find: async () => {
      const { home } = context.store.membership
      const left = await leftBy(context, home)
      return left.filter(({ state }) => state === 'queued')
    },
    keyOf: ({ id, released_at }) => `${id} ${String(released_at)}`,
    isAttended: ({ id }) => isAttended(id),
    async end({ id, home, released_at: releasedAt }) {
      const notSent = { code: 'release-unknown' } as const
      const why = {
        actor: system,
        kind: 'order.release-expired',
        notSent,
        releasedAt,
        home,
      } as const
      const state = await takeFromQueue(context, id, why)
      if (state !== null) notify(id, state)
    },
    failed: (problem) => context.report('orders.queued', problem),
  })

interface Ending {
  readonly notSent: NotSent
  readonly reason: string
  readonly mayTake?: MayTake
}

async function endLeftOrder(
  context: OrderContext,
  { id, state, home }: LeftOrder,
  { notSent, ...ending }: Ending,
  { track, notify }: LeftOrderDeps,
): Promise<void> {
  const fromQueue = {
    actor: 'system',
    kind: 'order.release-expired',
    notSent,
    home,
    ...ending,
  } as const
  if (state === 'sending') await storeInterruption(context, { id, home }, ending)
  else await takeFromQueue(context, id, fromQueue)
  const now = await findOrder(context.store.read, id)
  if (!now) return
  notify(id, now.state)
  if (now.state === 'outcome-unknown') track(id)
}

/**
 * Recovers the orders that a killed program left on this workstation. A full disk does not prevent
 * opening the session: none of them can be sent before its state is stored.
 */
export async function recoverOrders(context: OrderContext, deps: LeftOrderDeps): Promise<void> {
  if (context.store.membership.home !== null)
    await endGivenUp(context, deps).catch((problem: unknown) =>
      context.report('orders.recover', problem),
    )
  const left = await leftBy(context, context.store.membership.home)
  for (const order of left) {
    const one = () => endLeftOrder(context, order, programEnded, deps)
    await one().catch((problem: unknown) => {
      context.report('orders.recover', problem)
      const retrying = deps.retries.untilStored(one, () => undefined).catch(() => undefined)
      context.background.add('orders.recover', retrying)
    })
  }
}

/**
 * Others gave up what this workstation was sending when it ended: it says now that nothing more
 * leaves of it.
 */
async function endGivenUp(context: OrderContext, { notify }: LeftOrderDeps): Promise<void> {
  const { store } = context
  const givenUp = await store.read
    .selectFrom('order_attempts')
    .select(['order_id as id', 'seq as attempt'])
    .where('home', '=', store.membership.home)
    .where('reason', '=', homeGone)
    .execute()
  for (const one of givenUp) {
    const state = await storeLateResult(context, one, { ...unforeseenEnd, reason: 'interrupted' })
    if (state !== null) notify(one.id, state)
  }
}

const programEnded: Ending = {
  notSent: { code: 'program-ended' },
  reason: 'The program ended before the answer was stored',
}

/**
 * Ends the orders of workstations that are gone, while this one is the keeper. One that could not be
 * ended is tried again while its workstation is gone.
 */
export function rescueOrders(context: OrderContext, deps: LeftOrderDeps): void {
  const { membership } = context.store
  rescueFromGone(membership, { ...context, where: 'orders.rescue' }, async (gone) => {
    const mayTake: MayTake = (tx) => membership.keepGone(tx, gone)
    const ending = { notSent: { code: 'home-gone' }, reason: homeGone, mayTake } as const
    for (const order of await leftBy(context, gone))
      await endLeftOrder(context, order, ending, deps).catch((problem: unknown) =>
        context.report('orders.rescue', problem),
      )
  })
}
