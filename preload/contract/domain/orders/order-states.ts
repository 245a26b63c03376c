/**
 * States of an order. `outcome-unknown` is a state of its own (Promise P10); later statuses from
 * the bank are shown beside the state and never replace it.
 */
import { z } from '../../kernel/zod.ts'

export const orderStates = [
  'draft',
  /** Submitted; waits for approvals. */
  'awaiting-approval',
  /** Has all approvals that the policy requires; may be released. */
  'approved',
  /** Released; waits for a connection to the bank. */
  'queued',
  /** Journaled and in flight: the first byte may have left. */
  'sending',
  /** The bank accepted it (bank note 71: acceptance only). */
  'accepted',
  /** The bank rejected it, or reported that it failed. */
  'rejected',
  /** The bank may have it or not. */
  'outcome-unknown',
  /** Withdrawn before anything was sent. */
  'withdrawn',
] as const
export const orderState = z.enum(orderStates)
export type OrderState = z.infer<typeof orderState>

/**
 * States in which no copy is allowed: a copy would bypass the three documented ways to resolve an
 * unknown outcome. An order that was closed as not made may be copied.
 */
export const statesNotCopied: readonly OrderState[] = ['queued', 'sending', 'outcome-unknown']

/** States before sending: the order may still leave. In later states it has no warning flags. */
const beforeSending: readonly OrderState[] = ['draft', 'awaiting-approval', 'approved', 'queued']
/** Returns whether an order in this state may still leave. */
export const mayStillLeave = (state: OrderState): boolean => beforeSending.includes(state)

/** Filters of an order list. */
export const orderViews = [
  'all',
  'drafts',
  'awaiting',
  'ready',
  'under-way',
  'unknown-outcome',
  'ended',
] as const
export type OrderView = (typeof orderViews)[number]

/**
 * States of each view. `under-way` also contains accepted orders that are not final; `ended`
 * contains the final ones.
 */
export const statesOfView: Readonly<Record<OrderView, readonly OrderState[]>> = {
  all: orderStates,
  drafts: ['draft'],
  awaiting: ['awaiting-approval'],
  ready: ['approved', 'queued'],
  'under-way': ['sending', 'accepted'],
  'unknown-outcome': ['outcome-unknown'],
  ended: ['accepted', 'rejected', 'withdrawn'],
}
