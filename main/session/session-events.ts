/** Everything that one part of a session tells the others, and the window. */
import type { AlertEvents } from '../alerts/alert-events.ts'
import type { Announced } from '../platform/announce.ts'

export interface SessionEvents extends Announced, AlertEvents {
  /** The bank has a batch: its entries may be followed. May be told again. */
  'batch.accepted': { readonly id: string }
  /** The bank has said something of a batch in doubt. */
  'batch.answered': { readonly id: string }
  /** An act about what moves money, or about who may move it, was recorded. */
  'money.acted': { readonly kind: string }
}
