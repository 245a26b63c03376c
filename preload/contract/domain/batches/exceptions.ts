/**
 * What came back of batches, and what is made of it: exceptions of any batch, the grounds of a reversal, and return
 * rates. How one entry stands is told in `batch.ts`.
 */
import { secCodes } from '../../bank/ach-origination/batch.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'
import { entryLine } from './batch.ts'

const instant = z.iso.datetime()
const count = z.int()

/** Why entries are reversed. The network takes the first four alone (Nacha, reversing entries). */
export const reversalGrounds = ['duplicate', 'receiver', 'amount', 'date', 'other'] as const
export type ReversalGround = (typeof reversalGrounds)[number]
/** Which of them, and what is to be said of it. */
export const reversalReason = z
  .strictObject({ ground: z.enum(reversalGrounds), note: z.string().trim().max(200) })
  .refine(({ ground, note }) => ground !== 'other' || note !== '', {
    path: ['note'],
    error: 'None of the four that the network takes: say which',
  })
export type ReversalReason = z.infer<typeof reversalReason>

/** `amount`: the bank shows another amount than was sent; `unclear`: its words contradict each other or the entry. */
export const exceptionKinds = ['return', 'change', 'not-accepted', 'amount', 'unclear'] as const
/** An entry that came back, is to be corrected or is not as it was sent, of any batch. */
export const exceptionLine = z.object({
  ...entryLine.shape,
  orderId: z.string(),
  batchUuid: z.string(),
  secCode: z.enum(secCodes),
  companyEntryDescription: z.string(),
  kind: z.enum(exceptionKinds),
  at: instant.nullable(),
  /** YYYY-MM-DD; null: none. */
  deadline: z.string().nullable(),
  /** All that is to be corrected was proposed, the bank took in an entry that presents it again, or somebody says that it was heeded. */
  isHandled: z.boolean(),
  /** Such an entry is in a draft or on its way, and not taken in yet. */
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

/** Return rates of debits over 60 days against the network's thresholds (domain rules). */
export const returnRates = z.object({
  from: z.string(),
  to: z.string(),
  debits: count,
  groups: z.array(
    z.object({
      group: z.enum(['unauthorized', 'administrative', 'overall']),
      codes: z.array(z.string()),
      returns: count,
      /** In hundredths of a percent; null where nothing was debited. */
      basisPoints: z.int().nullable(),
      /** In hundredths of a percent. */
      threshold: z.int(),
      isAbove: z.boolean(),
    }),
  ),
})
export type ReturnRates = z.infer<typeof returnRates>
