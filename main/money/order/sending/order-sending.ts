/**
 * Joins approval and sending: the handlers from submit to resend, the recovery after a killed
 * program, and the shutdown.
 */
import { rolesFor } from '../../../../preload/contract/api/may-use.ts'
import type { SupportReplyInput } from '../../../../preload/contract/domain/orders/support-reply.ts'
import { orders } from '../../../../preload/contract/api/orders/verbs.ts'
import { createAchOrigination } from '../../../bank/apis/ach-origination.ts'
import { checkHealth } from '../../../bank/health-check.ts'
import { createPayments } from '../../../bank/apis/payments.ts'
import { bankAt } from '../approval/approval-hash.ts'
import { approveOrder, sendBackOrder } from '../approval/approving.ts'
import {
  closeNotMade,
  confirmSupportReply,
  recordSupportReply,
  withdrawSupportReply,
} from '../unknown-outcome/support-reply.ts'
import { retryPausesMs, Retries } from '../../../store/retry-writes.ts'
import type {
  OrderEvidence,
  OrderTracking,
  OrderReading,
  OrderSending,
  SendingApi,
  NotifyOrder,
  OrderContext,
} from '../types.ts'
import { findOrder } from '../order-records.ts'
import { refuse, verbOf } from '../refusals.ts'
import { releaseOrder, takeFromQueue } from './release.ts'
import {
  confirmResend,
  proposeResend,
  withdrawResend,
  type Confirmed,
} from '../unknown-outcome/resend.ts'
import { acknowledgeRestore } from '../approval/acknowledge-restore.ts'
import { storeInterruption } from './send-journal.ts'
import { Sender } from './sender.ts'
import { returnOrderToDraft, submitOrder } from '../approval/submission.ts'

export interface OrderSendingDeps {
  readonly show: OrderReading['show']
  readonly evidence: OrderEvidence
  readonly follow: OrderTracking['follow']
  readonly isInquiryRunning: OrderTracking['isInquiryRunning']
  readonly tell: NotifyOrder
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
  const { show, evidence, follow, tell, isInquiryRunning } = deps
  const replyDeps = { tell, follow, isInquiryRunning }
  const { background } = context
  const retries = deps.retries ?? new Retries(retryPausesMs, () => background.isClosing)
  const sender = new Sender(context, {
    tell,
    follow,
    retries,
    evidence,
    recheckMs: deps.recheckMs ?? 1_000,
    api: deps.api ?? apiOf(context),
  })
  const queued = (id: string): void => sender.queued(id)
  const verb = <Input extends { readonly id: string }>(
    name: keyof OrderSending['verbs'],
    act: (input: Input, actor: string) => Promise<void>,
  ) => verbOf(context, show, name, rolesFor(orders[name]), act)

  return {
    verbs: {
      submit: verb('submit', (input, actor) =>
        submitOrder(context, { evidence, tell }, input, actor),
      ),
      returnToDraft: verb('returnToDraft', (input, actor) =>
        returnOrderToDraft(context, tell, input, actor),
      ),
      approve: verb('approve', (input: Bound, actor) =>
        approveOrder(context, { evidence, tell }, input, actor),
      ),
      sendBack: verb('sendBack', (input: { id: string; comment: string }, actor) =>
        sendBackOrder(context, tell, input, actor),
      ),
      release: verb('release', (input: Bound, actor) =>
        releaseOrder(context, { evidence, tell, queued }, input, actor),
      ),
      takeBack: verb('takeBack', ({ id }, actor) => takeBack(context, sender, tell, id, actor)),
      proposeResend: verb(
        'proposeResend',
        (input: { id: string; evidence: string; reason: string }, actor) =>
          proposeResend(context, tell, input, actor),
      ),
      confirmResend: verb('confirmResend', (input: Confirmed, actor) =>
        confirmResend(context, { evidence, tell, queued }, input, actor),
      ),
      withdrawResend: verb('withdrawResend', (input, actor) =>
        withdrawResend(context, tell, input, actor),
      ),
      recordSupportReply: verb('recordSupportReply', (input: SupportReplyInput, actor) =>
        recordSupportReply(context, replyDeps, input, actor),
      ),
      confirmSupportReply: verb('confirmSupportReply', (input: ConfirmedSupportReply, actor) =>
        confirmSupportReply(context, replyDeps, input, actor),
      ),
      withdrawSupportReply: verb('withdrawSupportReply', (input: SupportReplyId, actor) =>
        withdrawSupportReply(context, replyDeps, input, actor),
      ),
      closeNotMade: verb('closeNotMade', (input, actor) =>
        closeNotMade(context, replyDeps, input, actor),
      ),
      acknowledgeRestore: verb(
        'acknowledgeRestore',
        (input: { id: string; reason: string }, actor) =>
          acknowledgeRestore(context, tell, input, actor),
      ),
    },
    recover: () => recover(context, { retries, follow, tell }),
    rest: () => sender.rest(),
  }
}

interface SupportReplyId {
  readonly id: string
  readonly seq: number
}
interface ConfirmedSupportReply extends SupportReplyId {
  readonly evidence: string
}

interface Bound {
  readonly id: string
  readonly approvalHash: string
}

/** Takes back a waiting release; its transaction decides whether it has left. */
async function takeBack(
  context: OrderContext,
  sender: Sender,
  tell: NotifyOrder,
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
  tell(id, to)
}

/**
 * Recovers the orders that a killed program left. A full disk does not prevent opening the session:
 * none of them can be sent before its state is stored.
 */
async function recover(
  context: OrderContext,
  { retries, follow, tell }: Pick<OrderSendingDeps, 'follow' | 'tell'> & { retries: Retries },
): Promise<void> {
  const { store } = context
  const left = await store.read
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('state', 'in', ['sending', 'queued'])
    .orderBy('updated_at')
    .execute()
  for (const { id, state } of left) {
    const one = async (): Promise<void> => {
      if (state === 'sending') await storeInterruption(context, id)
      else await takeFromQueue(context, id, lapsed)
      const now = await findOrder(store.read, id)
      if (!now) return
      tell(id, now.state)
      if (now.state === 'outcome-unknown') follow(id)
    }
    await one().catch((problem: unknown) => {
      context.report('orders.recover', problem)
      const retrying = retries.untilStored(one, () => undefined).catch(() => undefined)
      context.background.add('orders.recover', retrying)
    })
  }
}

const lapsed = {
  actor: 'system',
  kind: 'order.lapsed',
  notSent: { code: 'program-ended' },
} as const

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
