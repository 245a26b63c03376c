/**
 * Status of a payment at the bank, from all status events: answers, inquiries and alerts, which may
 * come late, twice or out of order (bank notes 71-74). The three vocabularies have no mapping
 * between them (bank note 72), so each event is stored unchanged, and the status summarizes them.
 */
import { z } from '../../kernel/zod.ts'

/**
 * Sources of a status event, as stored. `initiate-late`: the answer to a sending that was given up
 * before, because its workstation was gone.
 */
export const statusSources = ['initiate', 'status-inquiry', 'alert', 'initiate-late'] as const

/** One status event from the bank. */
export const statusEvent = z.object({
  source: z.enum(statusSources),
  /** Time of receipt. */
  at: z.iso.datetime(),
  /** Time of the event, exact text from the bank; null if not stated. */
  bankTime: z.string().nullable(),
  /**
   * `payment`: IN_PROCESS and similar. `business`: the 21 statuses of alerts. `batch`: accepted or
   * rejected.
   */
  vocabulary: z.enum(['payment', 'business', 'batch']),
  /** Exact status text. */
  statusText: z.string(),
  /** The call or the alert that contained it. */
  callId: z.string().nullable(),
  alertSeq: z.int().nullable(),
})
export type StatusEvent = z.infer<typeof statusEvent>

/** Summarized status. */
export const bankStatuses = [
  /** No status yet, or none that is understood. */
  'not-reported',
  'in-process',
  /** Under manual review at the bank: In Review. */
  'in-review',
  'completed',
  'failed',
  'cancelled',
  /** Returned, possibly after completion (bank note 74). */
  'returned',
  /** Two final statuses that exclude each other. */
  'contradictory',
] as const
export const bankStatus = z.object({
  kind: z.enum(bankStatuses),
  /** The deciding status text; null if none. */
  statusText: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  /** Final by the bank's documents; a return may still follow. */
  isFinal: z.boolean(),
  /**
   * Only bank support can continue: Duplicate Content, Repair and similar. A payment in the Future
   * Warehouse continues by itself.
   */
  needsBankAction: z.boolean(),
})
export type BankStatus = z.infer<typeof bankStatus>
