/**
 * The handlers of the ways out of an unknown outcome: resend, the support reply of the bank, and
 * closing as not made.
 */
import type { SupportReplyInput } from '../../../../preload/contract/domain/orders/support-reply.ts'
import type { OrderContext } from '../types.ts'
import type { OrderReading, OrderHandlers } from '../services.ts'
import { handlersOf } from '../refusals.ts'
import type { ReleaseDeps } from '../sending/release.ts'
import { confirmResend, proposeResend, withdrawResend, type Confirmed } from './resend.ts'
import {
  closeNotMade,
  confirmSupportReply,
  recordSupportReply,
  withdrawSupportReply,
  type SupportReplyDeps,
} from './support-reply.ts'

export interface UnknownOutcomeDeps extends ReleaseDeps, SupportReplyDeps {
  readonly show: OrderReading['show']
}

interface SupportReplyId {
  readonly id: string
  readonly seq: number
}
interface ConfirmedSupportReply extends SupportReplyId {
  readonly evidence: string
}

/** Returns the handlers; each returns the order after the act, or why it was refused. */
export function unknownOutcomeHandlers(
  context: OrderContext,
  deps: UnknownOutcomeDeps,
): Pick<
  OrderHandlers,
  | 'proposeResend'
  | 'confirmResend'
  | 'withdrawResend'
  | 'recordSupportReply'
  | 'confirmSupportReply'
  | 'withdrawSupportReply'
  | 'closeNotMade'
> {
  const { show, notify } = deps
  const handler = handlersOf(context, show)
  return {
    proposeResend: handler(
      'proposeResend',
      (input: { id: string; evidence: string; reason: string }, actor) =>
        proposeResend(context, notify, input, actor),
    ),
    confirmResend: handler('confirmResend', (input: Confirmed, actor) =>
      confirmResend(context, deps, input, actor),
    ),
    withdrawResend: handler('withdrawResend', (input, actor) =>
      withdrawResend(context, notify, input, actor),
    ),
    recordSupportReply: handler('recordSupportReply', (input: SupportReplyInput, actor) =>
      recordSupportReply(context, deps, input, actor),
    ),
    confirmSupportReply: handler('confirmSupportReply', (input: ConfirmedSupportReply, actor) =>
      confirmSupportReply(context, deps, input, actor),
    ),
    withdrawSupportReply: handler('withdrawSupportReply', (input: SupportReplyId, actor) =>
      withdrawSupportReply(context, deps, input, actor),
    ),
    closeNotMade: handler('closeNotMade', (input, actor) =>
      closeNotMade(context, deps, input, actor),
    ),
  }
}
