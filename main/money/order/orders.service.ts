/**
 * The orders of one profile, payments and batches: from draft to settlement, never sent twice
 * (Promises P1, P3 and P10). This file composes the services; each has a file of its own.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import type { ChosenFile } from '../../platform/files/chosen-file.ts'
import type { CallContext } from '../../platform/handlers.ts'
import { approvalHandlers } from './approval/approval-handlers.ts'
import { addComment } from './comments.ts'
import { attachFiles, readAttachedFile, type AttachedFile } from './files.ts'
import { createOrderEvidence } from './approval/evidence.ts'
import { createOrderTracking } from './status/order-tracking.ts'
import type { OrderContext } from './types.ts'
import type {
  OrderDrafts,
  OrderTracking,
  OrderReading,
  OrderSending,
  OrderHandlers,
  NotifyOrder,
} from './services.ts'
import { createOrderReading } from './reading/order-reading.ts'
import { createOrderSending } from './sending/order-sending.ts'
import { rehashOrders, rehashReturned } from './approval/rehash-approvals.ts'
import { handlersOf, noteRefusal } from './refusals.ts'
import { unknownOutcomeHandlers } from './unknown-outcome/unknown-outcome-handlers.ts'

/** The order services of one open store. */
export interface OrdersService {
  readonly handlers: Omit<
    OrderHandlers,
    'selectImport' | 'printReceipt' | 'attachFiles' | 'saveFile'
  >
  /** Attaches files, all or none, and returns the order with them. */
  readonly attachFiles: (
    input: { readonly id: string; readonly files: readonly ChosenFile[] },
    caller: CallContext,
  ) => ReturnType<OrderHandlers['attachFiles']>
  /** Returns an attached file; fails if its content is not what was attached. */
  readonly readFile: (
    input: { readonly id: string; readonly fileId: string },
    caller: CallContext,
  ) => Promise<Result<AttachedFile, Failure<'not-found'> | Failure<'file-changed'>>>
  /** Reads a file of payments; `commitImport` turns it into drafts. */
  readonly readImport: OrderDrafts['readImport']
  /**
   * Call after alerts up to this seq were read; matches those about orders (bank notes 100 and
   * 101). Resolves when that has ended; a failure is reported, and a later call matches them.
   */
  readonly alertsRead: OrderTracking['alertsRead']
  /**
   * Makes a status inquiry about an order with unknown outcome now, because the bank reported
   * something about it.
   */
  readonly inquireSoon: (id: string) => void
  /**
   * Makes one status inquiry about an order, after everything more urgent, because alerts about it
   * may have been missed.
   */
  readonly inquireForSweep: OrderTracking['inquireForSweep']
  /**
   * Voids and requires again the approvals of waiting orders that were approved for another bank
   * than the profile names.
   */
  rehashApprovals(): Promise<void>
  readonly sendingUnderWay: OrderSending['underWay']
  /** Starts the automatic status inquiries after the profile is opened or resumed. Repeatable. */
  start(): Promise<void>
  /** Takes back queued orders; resolves when the calls under way have been stored. */
  rest(): Promise<void>
}

export interface OrdersServiceDeps {
  /** Creates the service that writes drafts. */
  readonly createDrafts: (
    context: OrderContext,
    deps: { readonly show: OrderReading['show']; readonly notify: NotifyOrder },
  ) => OrderDrafts
  /**
   * Called when the bank has an order, so that its entries can be tracked. Repeats are possible.
   */
  readonly accepted?: (orderId: string) => void
}

/**
 * Creates the order services. Attempts that a killed program left under way get an unknown outcome;
 * nothing is sent.
 */
export async function createOrdersService(
  context: OrderContext,
  { createDrafts, accepted }: OrdersServiceDeps,
): Promise<OrdersService> {
  const notify: NotifyOrder = rehashReturned(context, (id, state) => {
    if (state === 'accepted') accepted?.(id)
    context.emitEvent('orders', 'changed', { id, state })
    context.emitEvent('orders', 'countsChanged', {})
  })
  const evidence = createOrderEvidence(context)
  const { show, handlers: reading } = createOrderReading(context, evidence)
  const tracking: OrderTracking = createOrderTracking(context, { show, notify })
  const drafts = createDrafts(context, { show, notify })
  const { track, isInquiryRunning } = tracking
  const shared = { show, notify, evidence, track }
  const sending = createOrderSending(context, shared)
  const { startSending } = sending
  const handler = handlersOf(context, show)
  const start = async (): Promise<void> => {
    await sending.watch()
    await tracking.start()
  }
  await sending.recover()
  await start()
  return {
    handlers: {
      ...reading,
      ...drafts.handlers,
      ...approvalHandlers(context, shared),
      ...sending.handlers,
      ...unknownOutcomeHandlers(context, { ...shared, startSending, isInquiryRunning }),
      ...tracking.handlers,
      addComment: handler('addComment', (input, actor) => addComment(context, input, actor)),
    },
    attachFiles: handler('attachFiles', (input, actor) => attachFiles(context, input, actor)),
    async readFile(input, { operator }) {
      const file = await readAttachedFile(context.store.read, input)
      if (!file.ok) {
        const { code } = file.error
        await noteRefusal(context, operator.id, input.id, { act: 'saveFile', code })
      }
      return file
    },
    readImport: drafts.readImport,
    alertsRead: tracking.alertsRead,
    inquireSoon: tracking.inquireSoon,
    inquireForSweep: tracking.inquireForSweep,
    rehashApprovals: () => rehashOrders(context, notify),
    sendingUnderWay: sending.underWay,
    start,
    async rest() {
      await Promise.all([sending.rest(), tracking.rest(), drafts.rest()])
    },
  }
}
