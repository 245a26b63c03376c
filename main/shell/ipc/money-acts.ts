/**
 * The acts on orders, payees and ACH settings whose refusal is recorded, if they were refused
 * before their handler ran (Promises P3 and P9).
 */
import type { Channel } from '../../../preload/contract/api/api.ts'

type RefusedAct = 'order.refused' | 'payee.refused' | 'ach.refused'

const kinds = {
  'orders.submit': 'order.refused',
  'orders.approve': 'order.refused',
  'orders.sendBack': 'order.refused',
  'orders.release': 'order.refused',
  'orders.proposeResend': 'order.refused',
  'orders.confirmResend': 'order.refused',
  'payees.decide': 'payee.refused',
  'batches.changeSettings': 'ach.refused',
  'batches.confirmUnit': 'ach.refused',
} as const satisfies Partial<Record<Channel, RefusedAct>>

/** Returns the kind of act for a refusal on this channel; undefined: not recorded. */
export const refusalKind = (channel: string): RefusedAct | undefined =>
  (kinds as Readonly<Record<string, RefusedAct | undefined>>)[channel]

/** Returns the id in an input, if readable; nothing else of the input is stored. */
export function subjectOf(input: unknown): string {
  const id = (input as { readonly id?: unknown } | null | undefined)?.id
  return typeof id === 'string' && id.length <= 100 ? id : 'unknown'
}
