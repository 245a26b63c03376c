/** Stored alerts handed on to another HTTPS endpoint. */
import { z } from '../zod.ts'

/** How forwarding stands. */
export const forwardingState = z.object({
  enabled: z.boolean(),
  /** `https://…`; null: none is set. */
  url: z.string().nullable(),
  /** Alerts that are still to be handed on. */
  waiting: z.int(),
})
export type ForwardingState = z.infer<typeof forwardingState>
