/**
 * What the people of a team asked of which workstation, and what they were answered, by the clock of
 * the proof.
 */
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'
import type { Person } from '../harness/people.ts'
import type { Ended } from '../harness/workstation-program.ts'

/** The acts that a channel of orders records. */
export const actOf = {
  saveDraft: 'order.drafted',
  create: 'order.drafted',
  submit: 'order.submitted',
  approve: 'order.approved',
  release: 'order.released',
  takeBack: 'order.taken-back',
  returnToDraft: 'order.recalled',
  discard: 'order.discarded',
  copy: 'order.copied',
  proposeResend: 'order.resend-proposed',
  confirmResend: 'order.resend-confirmed',
} as const
export type ActingMethod = keyof typeof actOf

/** A call and its answer. Milliseconds. */
export interface Invocation {
  readonly at: string
  readonly method: string
  readonly person: Person
  /** The order; null for one that the call would create, and that nobody knows then. */
  readonly order: string | null
  readonly askedMs: number
  readonly answeredMs: number
  /** `unsettled`: the caller does not know whether it happened. */
  readonly answer: 'done' | 'refused' | 'unsettled'
  /** The state that the answer shows. */
  readonly state: OrderState | null
}

/** Collects the invocations of one schedule. */
export class History {
  readonly invocations: Invocation[] = []

  /** Adds a call once it has ended. */
  add(
    asked: Pick<Invocation, 'at' | 'method' | 'person' | 'askedMs'> & { readonly input: unknown },
    ended: Ended<unknown>,
  ): void {
    const { input, ...call } = asked
    const shown = ended.kind === 'done' ? (ended.value as Partial<Order> | null) : null
    const { id: about = null } = (input ?? {}) as { readonly id?: string | null }
    const named = (asked.method === 'copy' ? null : about) ?? shown?.id ?? null
    this.invocations.push({
      ...call,
      order: named,
      answeredMs: Date.now(),
      answer: ended.kind === 'done' || ended.kind === 'refused' ? ended.kind : 'unsettled',
      state: shown?.state ?? null,
    })
  }
}
