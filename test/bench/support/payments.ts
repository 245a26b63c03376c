/** Payments of the bench: random ones, written and approved by the two practice people. */
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { shownOf } from '../../../preload/contract/domain/orders/order-course.ts'
import { wireOrRtp } from '../../proofs/once/schedule.ts'
import type { Person } from '../../proofs/once/workstation-program.ts'
import { seeded } from '../../proofs/store/seeded.ts'
import { checker, maker } from '../../proofs/team/people.ts'

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
  const { id, duplicates } = await draftPayment(call)
  const reason = { reason: 'Each one is planned', shownDuplicates: shownOf(duplicates) }
  const { approvalHash } = await call('submit', { id, ...reason }, maker)
  return call('approve', { id, approvalHash: approvalHash ?? '', ...reason }, checker)
}

export const releasePayment = (call: CallOrders, { id, approvalHash }: Order): Promise<Order> =>
  call('release', { id, approvalHash: approvalHash ?? '' }, maker)
