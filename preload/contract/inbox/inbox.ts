/** What needs a person, from wherever it comes. */
import { z } from '../zod.ts'

/** `quarantined`: a delivery that could not be read. `to-check`: what no inquiry finds again. */
export const inboxKinds = [
  'in-doubt',
  'awaiting-me',
  'rejected',
  'returned',
  'change',
  'repair',
  'conflict',
  'duplicate',
  'unmatched',
  'quarantined',
  'to-check',
] as const
export type InboxKind = (typeof inboxKinds)[number]

/** How many items are open, as the operator who asks sees them. */
export const inboxCounts = z.object({
  open: z.int(),
  /** Assigned to who asks. */
  mine: z.int(),
  byKind: z.record(z.enum(inboxKinds), z.int()),
})
export type InboxCounts = z.infer<typeof inboxCounts>
