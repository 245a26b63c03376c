/**
 * Composes sending: release and taking it back, the recovery after a killed program, and the
 * shutdown.
 */
import { createAchOrigination } from '../../../bank/apis/ach-origination.ts'
import { checkHealth } from '../../../bank/health-check.ts'
import { createPayments } from '../../../bank/apis/payments.ts'
import { bankAt } from '../approval/approval-hash.ts'
import { decideOrder, type ShownOrder } from '../approval/decided-together.ts'
import { retryPausesMs, Retries } from '../../../store/retry-writes.ts'
import type { SendingApi, OrderContext } from '../types.ts'
import type {
  OrderEvidence,
  OrderTracking,
  OrderReading,
  OrderSending,
  NotifyOrder,
} from '../services.ts'
import { findOrder } from '../order-records.ts'
import { handlersOf, refuse } from '../refusals.ts'
import { releaseOrder, takeFromQueue } from './release.ts'
import { recoverOrders, rescueOrders, watchQueued } from './left-orders.ts'
import { Sender } from './sender.ts'

export interface OrderSendingDeps {
  readonly show: OrderReading['show']
  readonly evidence: OrderEvidence
  readonly track: OrderTracking['track']
  readonly notify: NotifyOrder
  /** The bank's API; undefined while there is none. Tests pass their own. */
  readonly api?: () => SendingApi | undefined
  readonly retries?: Retries
  readonly recheckMs?: number
}

/**
 * Creates the service. Nothing is sent before `recover` resolves, because nothing is queued until
 * then.
 */
export function createOrderSending(context: OrderContext, deps: OrderSendingDeps): OrderSending {
  const { show, evidence, track, notify } = deps
  const { background } = context
  const retries = deps.retries ?? new Retries(retryPausesMs, () => background.isClosing)
  const sender = new Sender(context, {
    notify,
    track,
    retries,
    evidence,
    recheckMs: deps.recheckMs ?? 1_000,
    api: deps.api ?? apiOf(context),
  })
  const queued = watchQueued(context, (id) => sender.isAttended(id), notify)
  const startSending = (id: string): void => sender.start(id)
  const handler = handlersOf(context, show)

  return {
    handlers: {
      release: handler('release', (input: ShownOrder, actor) =>
        decideOrder(context, show, input, actor, () =>
          releaseOrder(context, { evidence, notify, startSending }, input, actor),
        ),
      ),
      takeBack: handler('takeBack', ({ id }, actor) =>
        takeBack(context, sender, notify, id, actor),
      ),
    },
    startSending,
    underWay: () => sender.underWay(),
    async recover() {
      await recoverOrders(context, { retries, track, notify })
      rescueOrders(context, { retries, track, notify })
    },
    watch: () => queued.start(),
    async rest() {
      await queued.rest()
      await sender.rest()
    },
  }
}

/** Takes back a waiting release; its transaction decides whether it has left. */
async function takeBack(
  context: OrderContext,
  sender: Sender,
  notify: NotifyOrder,
  id: string,
  actor: string,
): Promise<void> {
  const notSent = { code: 'release-canceled' } as const
  const to = await takeFromQueue(context, id, { actor, kind: 'order.taken-back', notSent })
  if (to === null) {
    const row = await findOrder(context.store.read, id)
    refuse(row ? { code: 'order-state', state: row.state } : { code: 'not-found' })
  }
  sender.forget(id)
  notify(id, to)
}

const apiOf =
  ({ connection, profile }: OrderContext) =>
  (): SendingApi | undefined => {
    const on = connection.open()
    if (!on) return undefined
    const { partnerClientId: id, connection: at } = on.access
    // A waiting call leaves with the client id that it began with, or not at all, because its
    // approval is for that bank and id.
    const partnerClientId = () => id
    const payments = createPayments({ client: on.client, partnerClientId })
    return {
      ...payments,
      ...createAchOrigination({ client: on.client }),
      bank: profile().details && bankAt(at.baseUrl, id),
      // ACH origination has no health check of its own, and the one of payments needs the client
      // id.
      health: (callOptions) =>
        partnerClientId() === null
          ? checkHealth(on.client, 'account-validation', callOptions)
          : payments.health(callOptions),
    }
  }
