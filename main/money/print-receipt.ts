/**
 * Prints the receipt of an order and lets a person choose where to save it. The audit chain records
 * the hash of the file.
 */
import { createHash } from 'node:crypto'
import type { Environment } from '../../preload/contract/domain/environment.ts'
import { err, ok } from '../../preload/contract/kernel/result.ts'
import type { Clock } from '../platform/clock.ts'
import type { CallContext } from '../platform/handlers.ts'
import type { Store } from '../store/store.ts'
import type { FileDialogs } from '../platform/files/chosen-file.ts'
import type { PdfPrinter } from '../platform/ports.ts'
import { fileFailed, fileNameOf } from '../platform/files/file-text.ts'
import { printPage } from '../platform/print/print-page.ts'
import type { OrdersService } from './order/orders.service.ts'
import { receiptOf } from './order/reading/receipt.ts'

export interface ReceiptDeps {
  readonly dialogs: Pick<FileDialogs, 'save'>
  readonly printer: PdfPrinter
  readonly clock: Pick<Clock, 'now'>
  readonly profileName: string
  readonly environment: Environment
}

/**
 * Returns the saved file; null, with nothing saved, if the person cancels. Fails with `order-state`
 * for a draft, which has nothing to confirm.
 */
export async function printReceipt(
  { orders, store }: { readonly orders: OrdersService; readonly store: Store },
  deps: ReceiptDeps,
  { id }: { readonly id: string },
  caller: CallContext,
) {
  const shown = await orders.handlers.get({ id }, caller)
  if (!shown.ok) return err({ code: 'not-found' } as const)
  const order = shown.value
  if (order.state === 'draft') return err({ code: 'order-state', state: order.state } as const)
  const entry = await store.read
    .selectFrom('audit_entries')
    .select(['seq', 'hash', 'at'])
    .where('subject', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { profileName, environment } = deps
  const html = receiptOf({ order, profileName, environment, entry, at: deps.clock.now() })
  const suggestedName = `${fileNameOf(`${order.batch === null ? 'Payment' : 'Batch'} ${order.reference}`)}.pdf`
  const printed = await printPage(deps.printer, html, suggestedName)
  if (!printed.ok) return printed
  const saved = await deps.dialogs.save({
    title: 'Save the receipt',
    suggestedName,
    content: printed.value,
    kinds: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  if (!saved.ok) return err(fileFailed(saved.error))
  if (saved.value === null) return ok(null)
  const sha256 = createHash('sha256').update(printed.value).digest('hex')
  await store.note({
    actor: caller.operator.id,
    kind: 'order.receipt-written',
    subject: id,
    detail: { entry: entry.seq, hash: entry.hash, sha256 },
  })
  return saved
}
