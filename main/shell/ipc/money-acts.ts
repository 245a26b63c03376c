/** The acts on money whose refusal is recorded (design, P3 and P9): somebody tried what they may not do. */
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

/** The kind of act under which a refusal on this channel is recorded; undefined: it is not. */
export const refusalKind = (channel: string): RefusedAct | undefined =>
  (kinds as Readonly<Record<string, RefusedAct | undefined>>)[channel]

/** The id that an input names, as far as one can be read of it; nothing else of it is kept. */
export function subjectOf(input: unknown): string {
  const id = (input as { readonly id?: unknown } | null | undefined)?.id
  return typeof id === 'string' && id.length <= 100 ? id : 'unknown'
}
