/** The handlers of approval: submit, recall, approve, send back, acknowledge a restore. */
import type { OrderContext } from '../types.ts'
import type { OrderReading, OrderHandlers } from '../services.ts'
import { handlersOf } from '../refusals.ts'
import { acknowledgeRestore } from './acknowledge-restore.ts'
import { approveOrder, sendBackOrder } from './approving.ts'
import { decideOrder, type ShownOrder } from './decided-together.ts'
import { returnOrderToDraft, submitOrder, type SubmissionDeps } from './submission.ts'

export interface ApprovalDeps extends SubmissionDeps {
  readonly show: OrderReading['show']
}

/** Returns the handlers; each returns the order after the act, or why it was refused. */
export function approvalHandlers(
  context: OrderContext,
  deps: ApprovalDeps,
): Pick<OrderHandlers, 'submit' | 'returnToDraft' | 'approve' | 'sendBack' | 'acknowledgeRestore'> {
  const { show, notify } = deps
  const handler = handlersOf(context, show)
  return {
    submit: handler('submit', (input, actor) => submitOrder(context, deps, input, actor)),
    returnToDraft: handler('returnToDraft', (input, actor) =>
      returnOrderToDraft(context, notify, input, actor),
    ),
    approve: handler('approve', (input: ShownOrder, actor) =>
      decideOrder(context, show, input, actor, () => approveOrder(context, deps, input, actor)),
    ),
    sendBack: handler('sendBack', (input: { id: string; comment: string }, actor) =>
      sendBackOrder(context, notify, input, actor),
    ),
    acknowledgeRestore: handler(
      'acknowledgeRestore',
      (input: { id: string; reason: string }, actor) =>
        acknowledgeRestore(context, notify, input, actor),
    ),
  }
}
