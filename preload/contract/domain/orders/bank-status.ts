/**
 * How a payment stands at the bank, from everything that was said of it: answers, look-ups and alerts, which
 * come late, twice and out of order (traps 71-74). Three vocabularies have no mapping between them (trap 72):
 * each statement is kept as it came, and the standing says what they mean together.
 */
import { z } from '../../kernel/zod.ts'

/** Where a statement came from. */
export const statusSources = ['initiate', 'look-up', 'alert'] as const

/** One thing that the bank said. */
export const statusEvent = z.object({
  source: z.enum(statusSources),
  /** When it came here. */
  at: z.iso.datetime(),
  /** When the bank says that it happened, as it wrote it; null: it did not say. */
  saidAt: z.string().nullable(),
  /** `payment`: IN_PROCESS and the like. `business`: the 21 of the alerts. `batch`: accepted or rejected. */
  vocabulary: z.enum(['payment', 'business', 'batch']),
  /** The word as it came. */
  word: z.string(),
  /** The call or the alert that said it. */
  callId: z.string().nullable(),
  alertSeq: z.int().nullable(),
})
export type StatusEvent = z.infer<typeof statusEvent>

/** What they mean together. */
export const bankStatuses = [
  /** Nothing was said yet, or nothing that is understood. */
  'not-said',
  'in-process',
  /** Somebody at the bank looks at it: In Review. */
  'in-review',
  'completed',
  'failed',
  'cancelled',
  /** It came back, also after it was completed (trap 74). */
  'returned',
  /** Two final words that cannot both be true. */
  'contradictory',
] as const
export const bankStatus = z.object({
  kind: z.enum(bankStatuses),
  /** The statement that decides; null: none. */
  word: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  /** Final by the bank's documents; a return may follow all the same. */
  isFinal: z.boolean(),
  /** Only the bank's own desk can go on: Duplicate Content, Repair, Future Warehouse and the like. */
  needsBankSession: z.boolean(),
  /** In words for the screen. */
  sentence: z.string(),
})
export type BankStatus = z.infer<typeof bankStatus>
