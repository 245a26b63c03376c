/**
 * The states of a payment order (design, Money lifecycle). `outcome-unknown` is a state of its own (P10), and
 * what the bank says afterwards is told beside the state, never in its place.
 */
import { z } from '../../kernel/zod.ts'

export const orderStates = [
  /** Being written. */
  'draft',
  /** Submitted: waits for approvals. */
  'awaiting-approval',
  /** Has the approvals that its policy asks for: may be released. */
  'approved',
  /** Released; waits for the bank to be reachable. */
  'queued',
  /** Journalled and on its way: its first byte may have left. */
  'sending',
  /** The bank took it in (trap 71: acceptance only). */
  'accepted',
  /** The bank said that it did not take it in, or that it failed. */
  'rejected',
  /** It may be at the bank or not. */
  'outcome-unknown',
  /** Taken back before anything was sent. */
  'withdrawn',
] as const
export const orderState = z.enum(orderStates)
export type OrderState = z.infer<typeof orderState>

/** Whose copy would be another way out of doubt, past the three that there are. */
export const uncopied: readonly OrderState[] = ['queued', 'sending', 'outcome-unknown']

/** The states in which nothing has left: something still may, and afterwards nothing is flagged any more. */
const beforeSending: readonly OrderState[] = ['draft', 'awaiting-approval', 'approved', 'queued']
/** Whether an order in this state may still leave. */
export const mayStillLeave = (state: OrderState): boolean => beforeSending.includes(state)

/** What a list of orders can be narrowed to. */
export const orderViews = [
  'all',
  'drafts',
  'awaiting',
  'ready',
  'under-way',
  'doubt',
  'ended',
] as const
export type OrderView = (typeof orderViews)[number]

/** The states of each view. `under-way` also holds what was accepted and is not final yet; `ended` what is. */
export const statesOfView: Readonly<Record<OrderView, readonly OrderState[]>> = {
  all: orderStates,
  drafts: ['draft'],
  awaiting: ['awaiting-approval'],
  ready: ['approved', 'queued'],
  'under-way': ['sending', 'accepted'],
  doubt: ['outcome-unknown'],
  ended: ['accepted', 'rejected', 'withdrawn'],
}
