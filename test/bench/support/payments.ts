/** Payments of the bench: random ones, written and approved by the two practice people. */
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { wireOrRtp } from '../../proofs/once/schedule.ts'
import { checker, maker, reasoned, type Person } from '../../proofs/harness/people.ts'
import { seeded } from '../../unit/support/seeded.ts'

type OrderMethod = 'saveDraft' | 'submit' | 'approve' | 'release'
/** Calls a channel of the orders at a workstation; rejects where it is refused. */
export type CallOrders = (method: OrderMethod, input: object, person: Person) => Promise<Order>

export const random = seeded(29)

export function draftPayment(call: CallOrders): Promise<Order> {
  const { planned } = wireOrRtp(random)
  return call('saveDraft', { id: null, form: planned.form }, maker)
}

/** Writes a payment, submits it and approves it. */
export async function approvedPayment(call: CallOrders): Promise<Order> {
  const draft = await draftPayment(call)
  const { id } = draft
  const { approvalHash } = await call('submit', { id, ...reasoned(draft) }, maker)
  return call('approve', { id, approvalHash: approvalHash ?? '', ...reasoned(draft) }, checker)
}

export const releasePayment = (call: CallOrders, { id, approvalHash }: Order): Promise<Order> =>
  call('release', { id, approvalHash: approvalHash ?? '' }, maker)
