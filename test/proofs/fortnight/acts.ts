/**
 * The actions of people at the workstation: write, approve and release, and wait until the bank has
 * accepted.
 */
import { shownOf } from '../../../preload/contract/domain/orders/order-course.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { newBatchId } from '../../../main/platform/identifiers.ts'
import type { FortnightBank } from './bank.ts'
import { checker, maker, type FortnightWorkstation } from './workstation.ts'
import type { Planned } from './plan.ts'

type Sent = Extract<Planned, { kind: 'batch' | 'payment' }>

async function must<T>(answer: Promise<Result<T, unknown>> | Result<T, unknown>): Promise<T> {
  const result = await answer
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

async function draft({ services }: FortnightWorkstation, planned: Sent): Promise<string> {
  if (planned.kind === 'payment') {
    const { form } = planned
    return (await must<Order>(services.orders.handlers.saveDraft({ id: null, form }, maker))).id
  }
  const entries = planned.entries.map((one) => ({ ...one, id: newBatchId() }))
  const created = await must<{ id: string }>(
    services.batches.handlers.create({ form: planned.form, entries }, maker),
  )
  return created.id
}

/** Planned orders may be like one another. */
const reasoned = ({ duplicates }: Order) => ({
  reason: 'Each one is planned',
  shownDuplicates: shownOf(duplicates),
})

/** Sends an order and returns its id. Rejects if the bank has not accepted it. */
export async function send(
  workstation: FortnightWorkstation,
  bank: FortnightBank,
  planned: Sent,
): Promise<string> {
  const { orders } = workstation.services
  const id = await draft(workstation, planned)
  const saved = await must<Order>(orders.handlers.get({ id }, maker))
  const order = await must<Order>(orders.handlers.submit({ id, ...reasoned(saved) }, maker))
  const input = { id, approvalHash: order.approvalHash ?? '' }
  await must<Order>(orders.handlers.approve({ ...input, ...reasoned(order) }, checker))
  await bank.arm(planned.scenarios)
  await must<Order>(orders.handlers.release(input, maker))
  for (;;) {
    await workstation.calm()
    const { state, notSent } = await must<Order>(orders.handlers.get({ id }, maker))
    if (state === 'accepted') return id
    if (state !== 'queued' && state !== 'sending') {
      throw new Error(`${planned.kind} is ${state}: ${JSON.stringify(notSent)}`)
    }
  }
}
