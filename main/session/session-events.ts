/** Everything that one part of a session tells the others, and the window. */
import type { AlertEvents } from '../alerts/alert-events.ts'
import type { Announced } from '../platform/announce.ts'

export interface SessionEvents extends Announced, AlertEvents {
  /** An act about what moves money, or about who may move it, was recorded. */
  'money.acted': { readonly kind: string }
}
