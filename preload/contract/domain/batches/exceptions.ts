/**
 * Exceptions of any batch, reasons for a reversal, and return rates. The state of a single entry is
 * in `batch.ts`.
 */
import { secCodes } from '../../bank/ach-origination/batch.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'
import { entryLine } from './batch.ts'

const instant = z.iso.datetime()
const count = z.int()

/**
 * Reasons for reversing entries. The network accepts only the first four (Nacha, reversing
 * entries).
 */
export const reversalGrounds = ['duplicate', 'receiver', 'amount', 'date', 'other'] as const
export type ReversalGround = (typeof reversalGrounds)[number]
/** A reason with its explanation. */
export const reversalReason = z
  .strictObject({ ground: z.enum(reversalGrounds), note: z.string().trim().max(200) })
  .refine(({ ground, note }) => ground !== 'other' || note !== '', {
    path: ['note'],
    error: 'Not one of the four network reasons: enter the reason',
  })
export type ReversalReason = z.infer<typeof reversalReason>

/**
 * `amount`: the bank shows another amount than was sent; `unclear`: its statuses contradict each
 * other or the entry.
 */
export const exceptionKinds = ['return', 'change', 'not-accepted', 'amount', 'unclear'] as const
/** An entry of any batch that was returned, needs a correction, or differs from the sent one. */
export const exceptionLine = z.object({
  ...entryLine.shape,
  orderId: z.string(),
  batchUuid: z.string(),
  secCode: z.enum(secCodes),
  companyEntryDescription: z.string(),
  kind: z.enum(exceptionKinds),
  at: instant.nullable(),
  /** YYYY-MM-DD; null if none. */
  deadline: z.string().nullable(),
  /**
   * True if all corrections were proposed, the bank accepted an entry that presents it again, or an
   * operator acknowledged it.
   */
  isHandled: z.boolean(),
  /** True if such an entry is in a draft or in flight, and not yet accepted. */
  isPrepared: z.boolean(),
})
export type ExceptionLine = z.infer<typeof exceptionLine>
export const exceptionsRequest = z.object({
  ...pageRequest,
  kind: z.enum(['all', ...exceptionKinds]),
  open: z.boolean(),
  search: z.string().max(100).optional(),
  sort: listSort(['at', 'deadline', 'receiver', 'amount', 'code']),
})
export type ExceptionsRequest = z.infer<typeof exceptionsRequest>

/** Return rates of debits over 60 days, with the network's thresholds (Nacha). */
export const returnRates = z.object({
  from: z.string(),
  to: z.string(),
  debits: count,
  groups: z.array(
    z.object({
      group: z.enum(['unauthorized', 'administrative', 'overall']),
      codes: z.array(z.string()),
      returns: count,
      /** In hundredths of a percent; null if nothing was debited. */
      basisPoints: z.int().nullable(),
      /** In hundredths of a percent. */
      threshold: z.int(),
      isAbove: z.boolean(),
    }),
  ),
})
export type ReturnRates = z.infer<typeof returnRates>
